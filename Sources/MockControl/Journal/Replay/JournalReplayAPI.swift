import ConsolePlatform

/// Which entries to send once more.
struct JournalRangeBody: Decodable {
    /// Id of the first.
    let from: Int64
    /// Id of the last.
    let to: Int64

    private enum CodingKeys: String, CodingKey {
        case from, to
    }

    /// Reads the ids; a text that is a number does as well.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        from = try Self.id(.from, container)
        to = try Self.id(.to, container)
    }

    private static func id(_ key: CodingKeys, _ container: KeyedDecodingContainer<CodingKeys>) throws -> Int64 {
        if let text = try? container.decode(String.self, forKey: key), let id = Int64(text) { return id }
        return try container.decode(Int64.self, forKey: key)
    }
}

/// What became of a request that was sent once more.
struct JournalReplayBody: Encodable {
    /// Id of the entry it was.
    let id: Int64
    /// Id of its new entry; nil if it was not sent, or is not in the journal any more.
    let entry: Int64?
    /// What it was answered at first.
    let statusBefore: Int
    /// What it is answered now; nil if it was not sent.
    let status: Int?
    /// Why it was not sent.
    let reason: String?
}

/// What became of a range.
struct JournalReplaysBody: Encodable {
    let items: [JournalReplayBody]
    /// How many were sent.
    let sent: Int
    /// How many were not, since the journal does not have all of them.
    let skipped: Int

    /// The answer for some requests.
    init(_ items: [JournalReplayBody]) {
        self.items = items
        sent = items.count { $0.status != nil }
        skipped = items.count - sent
    }
}
