/// How a client names a row where names are accepted: by its integer id, its uuid, or its name.
package struct NamedReference: Hashable, Sendable, CustomStringConvertible {
    /// As it was sent.
    package let text: String

    /// The id or uuid it may be; a name may look like one.
    package var record: RecordReference? { RecordReference(text) }

    /// What to call it in a sentence.
    package var description: String { String(text.prefix(80)) }

    /// Takes a text that is not empty.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

extension ConsoleError {
    /// An error for a name that several things have.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - kind: What these things are, such as "SDK profiles".
    ///   - uuids: A text for each of them, with its uuid.
    /// - Returns: An error `conflict`.
    package static func ambiguous(_ name: String, _ kind: String, _ uuids: [String]) -> ConsoleError {
        let limit = 20
        let shown = uuids.prefix(limit).joined(separator: ", ") + (uuids.count > limit ? ", …" : "")
        return ConsoleError(
            .conflict, "\(uuids.count) \(kind) are called \(name.prefix(80)); name one by its uuid: \(shown).")
    }
}
