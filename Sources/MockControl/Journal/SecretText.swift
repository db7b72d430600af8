/// Texts in bytes that may be JSON, or something like it, wherever that stands.
enum SecretText {
    /// What stands around names and texts: JSON, JSON in a text of JSON, JSON in XML, and what others write.
    static let quotes: [StaticString] = ["\"", "\\\"", "\\u0022", "&quot;", "&#34;", "'"]
    /// What separates words.
    static let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]

    /// The place after a text that stands at a place; nil if it does not.
    static func after(_ text: StaticString, at place: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        let count = text.utf8CodeUnitCount
        guard place >= 0, place + count <= bytes.count else { return nil }
        return text.withUTF8Buffer { bytes[place..<(place + count)].elementsEqual($0) } ? place + count : nil
    }

    /// The next place that is no blank.
    static func skipBlanks(_ start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var place = start
        while place < bytes.count, blanks.contains(bytes[place]) { place += 1 }
        return place
    }

    /// Where a text ends: at its quote, or where the body breaks off.
    static func end(from start: Int, _ quote: StaticString, in bytes: UnsafeRawBufferPointer) -> Int {
        let isPlain = quote.utf8CodeUnitCount == 1
        var place = start
        while place < bytes.count {
            if after(quote, at: place, in: bytes) != nil { return place }
            // A text inside a text ends at a quote with one backslash; with three the quote belongs to it.
            let isEscape = bytes[place] == UInt8(ascii: "\\")
            place += isEscape ? (isPlain ? 2 : lengthOfEscape(at: place, in: bytes)) : 1
        }
        return bytes.count
    }

    /// Bytes of an escape inside a text that stands in another: its backslashes, and what they are for.
    private static func lengthOfEscape(at place: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var end = place
        while end < bytes.count, bytes[end] == UInt8(ascii: "\\") { end += 1 }
        return end - place + 1
    }

    /// Where a value ends that has no quotes: before a comma, a bracket, or the end of the line.
    static func endOfBare(from start: Int, _ quote: StaticString, in bytes: UnsafeRawBufferPointer) -> Int {
        var end = start
        while end < bytes.count, !isEnd(bytes[end], quote) { end += 1 }
        while end > start, blanks.contains(bytes[end - 1]) { end -= 1 }
        return end
    }

    private static func isEnd(_ byte: UInt8, _ quote: StaticString) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x0A, 0x0D: true
        case UInt8(ascii: "\\"): quote.utf8Start.pointee == byte
        default: endsText(byte, quote)
        }
    }

    /// Whether the text that JSON stands in ends at a byte.
    static func endsText(_ byte: UInt8, _ quote: StaticString) -> Bool {
        switch quote.utf8Start.pointee {
        case UInt8(ascii: "\\"): byte == UInt8(ascii: "\"")
        case UInt8(ascii: "&"): byte == UInt8(ascii: "<")
        default: false
        }
    }
}

/// JSON, or something like it, as its parts in their order; nothing is too broken.
struct SecretParts {
    /// A part.
    enum Part: Sendable {
        /// The name of a member, without its quotes.
        case name(Range<Int>)
        /// A text, without its quotes.
        case text(Range<Int>)
        /// Anything without quotes: a number, a word.
        case bare(Range<Int>)
        /// The beginning of an object or array.
        case open
        /// The end of one.
        case close
    }

    private let bytes: UnsafeRawBufferPointer
    private let quote: StaticString
    /// How far it is read.
    private(set) var place: Int

    /// The parts from a place on.
    init(_ bytes: UnsafeRawBufferPointer, from start: Int, quote: StaticString) {
        self.bytes = bytes
        self.quote = quote
        place = start
    }

    /// The next part; nil at the end of the body, or of the text that all this stands in.
    mutating func next() -> Part? {
        defer { place = min(place, bytes.count) }
        while place < bytes.count {
            if let text = text() { return text }
            let byte = bytes[place]
            if SecretText.endsText(byte, quote) { return nil }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                place += 1
                return .open
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                place += 1
                return .close
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0...0x20: place += 1
            // A line break of a text inside a text.
            case UInt8(ascii: "\\"): place += 2
            default:
                let start = place
                place = max(SecretText.endOfBare(from: start, quote, in: bytes), start + 1)
                return .bare(start..<place)
            }
        }
        return nil
    }

    private mutating func text() -> Part? {
        for quote in [quote, "'"] {
            guard let start = SecretText.after(quote, at: place, in: bytes) else { continue }
            let end = SecretText.end(from: start, quote, in: bytes)
            place = SecretText.after(quote, at: end, in: bytes) ?? bytes.count
            let next = SecretText.skipBlanks(place, in: bytes)
            return SecretText.after(":", at: next, in: bytes) == nil ? .text(start..<end) : .name(start..<end)
        }
        return nil
    }
}
