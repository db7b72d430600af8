/// Aliases of a YAML text, counted before it is parsed.
///
/// The parser hashes mapping keys with all that aliases in them stand for, so a few nested aliases could keep it busy for
/// ever. With at most ``limit`` of them the worst text is read at once.
enum YAMLAliases {
    /// The most a file may have.
    static let limit = 32

    /// Whether a text seems to have more aliases than are allowed.
    ///
    /// Texts in double quotes on one line are ignored: exports write every text with such characters that way.
    static func areTooMany(in text: String) -> Bool {
        var aliases = 0
        var anchors = 0
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            count(line, aliases: &aliases, anchors: &anchors)
        }
        return anchors > 0 && aliases > limit
    }

    private static func count(_ line: Substring.UTF8View, aliases: inout Int, anchors: inout Int) {
        var isQuoted = false
        var isEscaped = false
        var previous = UInt8(ascii: " ")
        for byte in line {
            if isQuoted {
                if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte == UInt8(ascii: "*"), beginsToken(after: previous) {
                aliases += 1
            } else if byte == UInt8(ascii: "&"), beginsToken(after: previous) {
                anchors += 1
            }
            previous = byte
        }
    }

    private static func beginsToken(after byte: UInt8) -> Bool {
        " \t[{,:?-".utf8.contains(byte)
    }
}
