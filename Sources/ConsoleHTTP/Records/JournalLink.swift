/// Where the requests are found that changed a row (StateLinks).
package enum JournalLink {
    /// The path for a row.
    ///
    /// - Parameters:
    ///   - name: Last part of the path of such rows: `beacons`.
    ///   - id: Id of the row; nil if it is not stored.
    /// - Returns: The path; nil without an id.
    package static func path(_ name: String, _ id: Int64?) -> String? {
        let word = name.split(separator: "/").last ?? ""
        return id.map { "/_mock/journal?changed=\(word)/\($0)" }
    }
}

/// The body of a row, with where the requests are found that changed it.
struct LinkedBody<Body: Encodable & Sendable>: Encodable, Sendable {
    private enum Member: String, CodingKey {
        case journal
    }

    private let body: Body
    private let journal: String?

    /// Made of its parts.
    init(_ body: Body, journal: String?) {
        self.body = body
        self.journal = journal
    }

    func encode(to encoder: any Encoder) throws {
        try body.encode(to: encoder)
        var members = encoder.container(keyedBy: Member.self)
        try members.encodeIfPresent(journal, forKey: .journal)
    }
}
