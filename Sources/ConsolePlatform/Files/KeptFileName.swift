/// Names by which rows of the database refer to files of a folder.
///
/// A database may come from elsewhere, in a backup: what it holds as a name becomes a path here and nowhere else, so that
/// no name leads out of its folder.
package enum KeptFileName {
    /// Whether something is a name: 1 to 100 letters A to Z, digits and dashes.
    package static func isPlain(_ name: String) -> Bool {
        (1...100).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || byte == UInt8(ascii: "-")
            }
    }

    /// The path of a file in its folder.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` for what is no name.
    package static func path(of name: String, in folder: String) throws -> String {
        guard isPlain(name) else {
            throw ConsoleError(
                .unavailable,
                "The database names a file \(PrintableText.quoted(name)), but a name has 1 to 100 letters A to Z, digits "
                    + "and dashes: somebody has changed the database.")
        }
        return "\(folder)/\(name)"
    }
}
