import Foundation

extension MockSurface {
    /// Lists entries of the journal, the latest first, without what was sent.
    ///
    /// ```swift
    /// let refused = try await mock.journal(.path("/deviceservices/**").status("4xx"))
    /// ```
    ///
    /// - Parameters:
    ///   - match: Which requests; without it also connections on which none could be read.
    ///   - limit: How many at most.
    /// - Returns: The entries.
    /// - Throws: ``MockUEMError`` if the console refuses.
    public func journal(_ match: RequestMatch = .any, limit: Int = 100) async throws -> [JournalEntry] {
        var entries: [JournalEntry] = []
        // Each page begins below the last entry, as new ones move the pages.
        var before: String?
        while entries.count < limit {
            let size = min(500, limit - entries.count)
            let target = ControlClient.query([
                ("match", match.parameter), ("before", before), ("pageSize", "\(size)"),
            ])
            let page = try await client.value(EntryPage.self, "GET", "/_mock/journal\(target)")
            entries += page.items
            guard page.items.count == size, let last = page.items.last else { break }
            before = "\(last.id)"
        }
        return entries
    }

    /// An entry of the journal with what was sent and answered.
    public func entry(_ id: Int64) async throws -> JournalEntry {
        try await client.value(JournalEntry.self, "GET", "/_mock/journal/\(id)")
    }

    /// The request of an entry as a command for a shell.
    public func curl(_ id: Int64) async throws -> String {
        String(decoding: try await client.data("GET", "/_mock/journal/\(id)/curl"), as: UTF8.self)
    }

    /// Empties the journal, or deletes the entries of some requests.
    public func emptyJournal(_ match: RequestMatch = .any) async throws {
        try await call("DELETE", "/_mock/journal" + ControlClient.query([("match", match.parameter)]))
    }
}

extension RequestMatch {
    /// As a parameter of a query; nil for every request.
    fileprivate var parameter: String? { members.isEmpty ? nil : json.description }
}

/// A page of the journal.
private struct EntryPage: Decodable {
    let items: [JournalEntry]
}

extension ControlClient {
    /// Sends a request and reads the answer as a type.
    ///
    /// - Throws: ``MockUEMError`` if the console refuses, or answers something else.
    func value<Value: Decodable>(
        _ type: Value.Type, _ method: String, _ target: String, _ body: JSONValue? = nil, timeout: Double = 60
    ) async throws -> Value {
        let data = try await data(method, target, body, timeout: timeout)
        do {
            return try Self.decoder.decode(type, from: data)
        } catch {
            let text = String(decoding: data.prefix(500), as: UTF8.self)
            throw MockUEMError("\(method) \(target) answered what is no \(type): \(text) (\(error))")
        }
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let date = Date(wireText: text) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "\(text) is no time."))
            }
            return date
        }
        return decoder
    }
}
