/// A path that entries are looked for by; letter case of A to Z does not matter.
enum JournalPath: Hashable, Sendable {
    /// It begins with a slash: the whole path, or its first segments.
    case beginning(String)
    /// It has asterisks: each stands for anything, and what is between them is all there is.
    case pattern([String])
    /// Anything else is somewhere in the path.
    case part(TextNeedle)

    /// Reads a path; nil if it is empty.
    init?(_ text: String) {
        if text.utf8.contains(UInt8(ascii: "*")) {
            self = .pattern(
                text.lowercased().split(separator: "*", omittingEmptySubsequences: false).map(String.init))
        } else if text.hasPrefix("/") {
            let segments = text.lowercased().split(separator: "/")
            self = .beginning(segments.map { "/\($0)" }.joined())
        } else if let needle = TextNeedle(text) {
            self = .part(needle)
        } else {
            return nil
        }
    }

    /// Whether it says a path of a request, or of a route with its placeholders.
    func matches(_ path: String) -> Bool {
        switch self {
        case .part(let needle): return needle.isIn(path)
        case .beginning(let beginning):
            let path = path.utf8
            guard path.count >= beginning.utf8.count, zip(beginning.utf8, path).allSatisfy({ $0 == $1.lowercased })
            else {
                return false
            }
            let next = path.dropFirst(beginning.utf8.count).first
            return next == nil || next == UInt8(ascii: "/")
        case .pattern(let parts): return Self.matches(Array(path.utf8.map(\.lowercased)), parts.map { Array($0.utf8) })
        }
    }

    /// Whether parts follow each other in a text, the first at its beginning and the last at its end.
    private static func matches(_ text: [UInt8], _ parts: [[UInt8]]) -> Bool {
        guard let first = parts.first, let last = parts.last, text.starts(with: first),
            text.count >= first.count + last.count, text.suffix(last.count).elementsEqual(last)
        else { return false }
        var rest = text[first.count..<(text.count - last.count)]
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let place = rest.indices.first(where: { rest[$0...].starts(with: part) }) else { return false }
            rest = rest[(place + part.count)...]
        }
        return true
    }
}

extension UInt8 {
    /// The lower-case form of A to Z; every other byte as it is.
    fileprivate var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
