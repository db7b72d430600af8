import ConsolePlatform

/// How far a reader has come: `17.42` after entry 17 of the journal and row 42 of the event log.
struct StreamPosition: Hashable, Sendable, CustomStringConvertible {
    /// Id of the last journal entry that was looked at.
    var request: Int64
    /// Id of the last row of the event log that was looked at; nil for the latest there is.
    var event: Int64?

    var description: String { "\(request).\(event ?? 0)" }

    init(request: Int64, event: Int64?) {
        self.request = request
        self.event = event
    }

    /// The position in `Last-Event-ID`; the id of a journal entry alone does as well.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if it is none.
    init(_ text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int64($0) }.filter { $0 >= 0 }
        guard let first = numbers.first, numbers.count == parts.count, parts.count < 3 else {
            throw ConsoleError(
                .badRequest,
                "lastEventId, or the field Last-Event-ID, is \"\(text.prefix(40))\"; it has to be the id of a message "
                    + "such as 17.42, or 0.0 for all.")
        }
        self.init(request: first, event: parts.count == 2 ? numbers[1] : nil)
    }
}
