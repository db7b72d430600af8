/// Finds a text in bytes.
enum ByteSearch {
    /// Whether bytes hold others.
    ///
    /// - Parameters:
    ///   - haystack: What is looked through.
    ///   - needle: What is looked for, in lower case if letter case is ignored.
    ///   - ignoringCase: Whether A to Z are as a to z.
    /// - Returns: Whether it is there; nothing is everywhere.
    static func contains(
        _ haystack: UnsafeRawBufferPointer, _ needle: [UInt8], ignoringCase: Bool = false
    ) -> Bool {
        guard let first = needle.first else { return true }
        guard haystack.count >= needle.count else { return false }
        let isLetter = ignoringCase && (97...122).contains(first)
        let other = isLetter ? first - 32 : first
        for start in 0...(haystack.count - needle.count) where haystack[start] == first || haystack[start] == other {
            var length = 1
            while length < needle.count {
                let byte = haystack[start + length]
                let folded = ignoringCase && (65...90).contains(byte) ? byte + 32 : byte
                guard folded == needle[length] else { break }
                length += 1
            }
            if length == needle.count { return true }
        }
        return false
    }

    /// Whether a text holds another, by its bytes.
    static func contains(_ text: String, _ part: String) -> Bool {
        var text = text
        let needle = Array(part.utf8)
        return text.withUTF8 { contains(UnsafeRawBufferPointer($0), needle) }
    }

    /// Whether a text holds another that is in lower case, letter case of A to Z ignored.
    static func contains(_ text: String, lowercased part: [UInt8]) -> Bool {
        var text = text
        return text.withUTF8 { contains(UnsafeRawBufferPointer($0), part, ignoringCase: true) }
    }
}
