/// Members of JSON, and of what is meant to be JSON.
extension SecretScanner {
    /// The value of a member: a text, what is in an object or list, a number, or whatever it is instead.
    mutating func member(from start: Int, _ quote: StaticString, _ kind: SecretName.Kind) {
        guard start < bytes.count else { return }
        for mark in [quote] + SecretText.quotes {
            guard let text = after(mark, at: start) else { continue }
            return note(text..<SecretText.end(from: text, mark, in: bytes))
        }
        switch bytes[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): if kind != .singleText { everything(from: start, quote, kind) }
        default:
            // Such a number is no secret and not noted, so that nothing would keep the next one from being read to the
            // same end.
            if kind != .exact, beginsLongNumber(at: start) { return }
            bare(start..<SecretText.endOfBare(from: start, quote, in: bytes), quote, isExact: kind == .exact)
        }
    }

    /// Everything in an object or a list.
    private mutating func everything(from start: Int, _ quote: StaticString, _ kind: SecretName.Kind) {
        var parts = SecretParts(bytes, from: start, quote: quote)
        var depth = 0
        var isExact = kind == .exact
        while let part = parts.next() {
            switch part {
            case .open: depth += 1
            case .close: depth -= 1
            case .name(let name): isExact = kind == .exact || SecretName.kind(bytes[name]) == .exact
            case .text(let text): note(text)
            case .bare(let value): bare(value, quote, isExact: isExact)
            }
            if depth == 0 { break }
        }
        walked = max(walked, parts.place)
    }

    /// A value without quotes: a number only if it is a secret itself, anything that is no JSON in any case.
    private mutating func bare(_ value: Range<Int>, _ quote: StaticString, isExact: Bool) {
        let word = String(decoding: bytes[value].prefix(Self.longestWord), as: UTF8.self)
        if ["true", "false", "null", "none"].contains(word.lowercased()) { return }
        guard Self.isNumber(word) else { return note(value) }
        if isExact { note(value, isBare: quote.utf8CodeUnitCount == 1) }
    }

    /// The most bytes of a value without quotes that say what it is.
    private static let longestWord = 64

    /// Whether what stands at a place is a number by as many bytes as are ever looked at.
    private func beginsLongNumber(at start: Int) -> Bool {
        let word = bytes[start...].prefix(Self.longestWord)
        return word.count == Self.longestWord && Self.isNumber(String(decoding: word, as: UTF8.self))
    }

    /// Whether a word is a number of JSON.
    static func isNumber(_ word: String) -> Bool {
        guard let first = word.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else {
            return false
        }
        return word.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    }
}
