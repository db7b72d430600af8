/// A path that entries are looked for by; letter case of A to Z does not matter.
enum JournalPath: Hashable, Sendable {
    /// It begins with a slash: the whole path, or its first segments.
    case beginning([UInt8])
    /// It has asterisks: each stands for anything, and what is between them is all there is.
    case pattern([[UInt8]])
    /// Anything else is somewhere in the path.
    case part(TextNeedle)

    /// Reads a path; nil if it is empty.
    init?(_ text: String) {
        let bytes = text.utf8.map(\.lowercased)
        if bytes.contains(UInt8(ascii: "*")) {
            self = .pattern(bytes.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init))
        } else if bytes.first == UInt8(ascii: "/") {
            self = .beginning(bytes.split(separator: UInt8(ascii: "/")).flatMap { [UInt8(ascii: "/")] + $0 })
        } else if let needle = TextNeedle(text) {
            self = .part(needle)
        } else {
            return nil
        }
    }

    /// Whether it says a path of a request, or of a route with its placeholders.
    func matches(_ path: Substring) -> Bool {
        var path = path
        return path.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
    }

    private func matches(_ path: UnsafeRawBufferPointer) -> Bool {
        switch self {
        case .part(let needle): return needle.isIn(path)
        case .beginning(let beginning):
            guard Self.stands(beginning, at: 0, in: path) else { return false }
            return path.count == beginning.count || path[beginning.count] == UInt8(ascii: "/")
        case .pattern(let parts): return Self.matches(path, parts)
        }
    }

    /// Whether parts follow each other in a text, the first at its beginning and the last at its end.
    private static func matches(_ text: UnsafeRawBufferPointer, _ parts: [[UInt8]]) -> Bool {
        guard let first = parts.first, let last = parts.last, text.count >= first.count + last.count,
            stands(first, at: 0, in: text), stands(last, at: text.count - last.count, in: text)
        else { return false }
        let end = text.count - last.count
        var start = first.count
        for part in parts.dropFirst().dropLast() {
            while start + part.count <= end, !stands(part, at: start, in: text) { start += 1 }
            start += part.count
            if start > end { return false }
        }
        return true
    }

    /// Whether a part stands at a place of a text.
    private static func stands(_ part: [UInt8], at start: Int, in text: UnsafeRawBufferPointer) -> Bool {
        guard start + part.count <= text.count else { return false }
        for (offset, byte) in part.enumerated() where text[start + offset].lowercased != byte { return false }
        return true
    }
}

extension UInt8 {
    /// The lower-case form of A to Z; every other byte as it is.
    var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
