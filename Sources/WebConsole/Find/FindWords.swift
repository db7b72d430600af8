import Foundation

/// A few letters that somebody types, and how well texts have them.
struct FindWords: Sendable {
    /// The letters as they were typed.
    let text: String
    /// In lower case, as UTF-8.
    private let words: [[UInt8]]

    /// The letters.
    init(_ text: String) {
        self.text = text
        // What stands between the places of a path that was copied from a guide, and around it.
        let around = CharacterSet(charactersIn: ">›→*“”\"")
        words = text.lowercased().split { $0.isWhitespace || $0 == ">" || $0 == "›" }
            .map { $0.trimmingCharacters(in: around) }.flatMap(Self.places).map { Array($0.utf8) }
    }

    /// The words between the slashes of a path that a guide prints; the path of a route is one word.
    private static func places(_ word: String) -> [String] {
        guard word.hasPrefix("/"), word.contains(where: { $0 != "/" }) else {
            return word.split(separator: "/").map(String.init)
        }
        return [word]
    }

    /// Values of which each word is somewhere in the texts, the best first; equal ones keep their order.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - texts: The texts of a value, the most telling first.
    /// - Returns: Those that have all words.
    func best<Value>(of values: [Value], texts: (Value) -> [String]) -> [Value] {
        let scored = values.enumerated().compactMap { place, value in
            score(of: texts(value)).map { (score: $0, place: place, value: value) }
        }
        return scored.sorted { ($0.score, $0.place) < ($1.score, $1.place) }.map(\.value)
    }

    /// How far down the words stand in texts, 0 for the first text itself; nil if one is missing.
    private func score(of texts: [String]) -> Int? {
        let texts = texts.map { Array($0.lowercased().utf8) }
        var sum = 0
        for word in words {
            let places = texts.enumerated().compactMap { index, text in
                Self.place(of: word, in: text).map { index * 10 + $0 }
            }
            guard let best = places.min() else { return nil }
            sum += best
        }
        return words.isEmpty ? nil : sum
    }

    /// 0 for the whole text, 1 at its beginning, 2 at that of a word, 3 elsewhere; nil for nowhere.
    ///
    /// Bytes, not characters: some thousand texts are looked through with each letter that is typed.
    private static func place(of word: [UInt8], in text: [UInt8]) -> Int? {
        guard let first = word.first, text.count >= word.count else { return nil }
        var isFound = false
        for start in 0...text.count - word.count
        where text[start] == first && text[start..<start + word.count].elementsEqual(word) {
            if start == 0 { return text.count == word.count ? 0 : 1 }
            if !isOfWord(text[start - 1]) { return 2 }
            isFound = true
        }
        return isFound ? 3 : nil
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
        default: false
        }
    }
}
