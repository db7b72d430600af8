/// Words a person types into the search, and how well something fits them (Operations, "The documentation").
struct SearchWords: Sendable {
    /// A word to look for.
    struct Word: Sendable {
        /// In lower case, without the ending of a plural or of another form.
        let stem: [UInt8]
        /// A path if it is one, as it is or in an address, in lower case; empty for other words.
        let path: String
    }

    /// How much of what was typed something has, then how prominently.
    struct Score: Comparable, Sendable {
        /// How many of the words.
        var found = 0
        var weight = 0

        static func < (first: Score, second: Score) -> Bool {
            first.found == second.found ? first.weight < second.weight : first.found < second.found
        }
    }

    /// The search text, without superfluous blanks.
    let text: String
    let words: [Word]

    /// Characters of what was typed that count.
    private static let limit = 200
    /// Words that say nothing of what is looked for.
    private static let fillers: Set<String> = [
        "a", "an", "and", "are", "can", "do", "does", "for", "from", "how", "i", "in", "is", "it", "my", "of", "on",
        "or",
        "the", "to", "what", "when", "where", "which", "with",
    ]

    /// The search text.
    init(_ typed: String) {
        let all = typed.prefix(Self.limit).split(whereSeparator: \.isWhitespace)
        text = all.joined(separator: " ")
        let lowercased = all.map { $0.lowercased() }
        let telling = lowercased.filter { !Self.fillers.contains($0) }
        words = (telling.isEmpty ? lowercased : telling).map { word in
            let path = Self.path(in: word)
            return Word(stem: Array(Self.stem(of: path.isEmpty ? word : path).utf8), path: path)
        }
    }

    /// Whether nothing was typed.
    var isEmpty: Bool { words.isEmpty }

    /// A word without its ending, so that its other forms fit: words that begin with the stem match.
    private static func stem(of word: String) -> String {
        guard word.allSatisfy({ $0.isLetter }) else { return word }
        for (ending, least) in [("ies", 3), ("ing", 4), ("ed", 4), ("s", 3)] where word.hasSuffix(ending) {
            let rest = word.dropLast(ending.count)
            if rest.count >= least, !word.hasSuffix("ss") { return String(rest) }
        }
        return word
    }

    /// A path a word is; of an address, or a path with a query, only the path.
    private static func path(in word: String) -> String {
        guard let scheme = word.firstRange(of: "://") else {
            return word.hasPrefix("/") ? String(word.prefix { $0 != "?" }) : ""
        }
        return String(word[scheme.upperBound...].drop { $0 != "/" }.prefix { $0 != "?" })
    }
}

extension SearchWords.Word {
    /// Where a text first has something that begins with the word; offsets in UTF-8.
    ///
    /// Words also begin within names, as `Type` does in `AuthenticationType`.
    func place(in text: Substring, from start: Int = 0) -> Int? { Self.place(of: stem, in: text, from: start) }

    /// The same of bytes.
    func place(in text: [UInt8]) -> Int? { text.withUnsafeBufferPointer { Self.place(of: stem, in: $0, from: 0) } }

    private static func place(of word: [UInt8], in text: Substring, from start: Int) -> Int? {
        // Texts of the binary lie in one piece; others are copied.
        text.utf8.withContiguousStorageIfAvailable { place(of: word, in: $0, from: start) }
            ?? Array(text.utf8).withUnsafeBufferPointer { place(of: word, in: $0, from: start) }
    }

    private static func place(of word: [UInt8], in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let first = word.first, text.count >= word.count else { return nil }
        var index = start
        while index <= text.count - word.count {
            if lowercased(text[index]) == first, begins(at: index, text), fits(word, at: index, text) { return index }
            index += 1
        }
        return nil
    }

    private static func begins(at index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard index > 0 else { return true }
        let (before, character) = (text[index - 1], text[index])
        return !isOfWord(before) || !isOfWord(character) || isUppercase(character) && !isUppercase(before)
    }

    private static func fits(_ word: [UInt8], at start: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        word.indices.allSatisfy { lowercased(text[start + $0]) == word[$0] }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { isUppercase(byte) ? byte | 0x20 : byte }

    private static func isUppercase(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
            || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte >= 0x80
    }
}
