/// Bytes with the letters of names as they are meant: `Pass\u0077ord` and `Pass&#119;ord` are `Password`.
struct UnescapedBytes {
    /// The bytes.
    private(set) var bytes: [UInt8] = []
    /// Where each byte stood, and where all ended.
    private var places: [UInt32] = []

    /// What escapes begin with.
    static let needles = ["\\u00", "&#"].compactMap(TextNeedle.init)

    /// Bytes without such escapes; nil if there are none.
    init?(_ sent: UnsafeRawBufferPointer) {
        guard Self.needles.contains(where: { $0.place(in: sent, from: 0) != nil }) else { return nil }
        bytes.reserveCapacity(sent.count)
        places.reserveCapacity(sent.count + 1)
        var place = 0
        while place < sent.count {
            places.append(UInt32(truncatingIfNeeded: place))
            if let escape = Self.escape(at: place, in: sent) {
                bytes.append(escape.byte)
                place = escape.end
            } else {
                bytes.append(sent[place])
                place += 1
            }
        }
        places.append(UInt32(truncatingIfNeeded: sent.count))
    }

    /// Where a range stood.
    func sent(_ range: Range<Int>) -> Range<Int> { Int(places[range.lowerBound])..<Int(places[range.upperBound]) }

    /// The letter that an escape stands for, and where it ends; nil if there is none.
    private static func escape(at place: Int, in sent: UnsafeRawBufferPointer) -> (byte: UInt8, end: Int)? {
        let escape =
            switch sent[place] {
            case UInt8(ascii: "\\"): json(at: place, in: sent)
            case UInt8(ascii: "&"): xml(at: place, in: sent)
            default: (byte: UInt8, end: Int)?.none
            }
        return escape.flatMap { SecretScanner.isOfName($0.byte) ? $0 : nil }
    }

    /// A text inside a text has more than one backslash.
    private static func json(at start: Int, in sent: UnsafeRawBufferPointer) -> (byte: UInt8, end: Int)? {
        var place = start
        while place < sent.count, place - start < 8, sent[place] == UInt8(ascii: "\\") { place += 1 }
        guard place + 5 <= sent.count, sent[place] == UInt8(ascii: "u") else { return nil }
        let digits = String(decoding: sent[(place + 1)..<(place + 5)], as: UTF8.self)
        return UInt8(digits, radix: 16).map { ($0, place + 5) }
    }

    private static func xml(at start: Int, in sent: UnsafeRawBufferPointer) -> (byte: UInt8, end: Int)? {
        let text = sent[start...].prefix(10)
        guard text.starts(with: "&#".utf8), let end = text.firstIndex(of: UInt8(ascii: ";")) else { return nil }
        let digits = String(decoding: text[(start + 2)..<end], as: UTF8.self)
        let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
        return UInt8(isHex ? digits.dropFirst() : digits[...], radix: isHex ? 16 : 10).map { ($0, end + 1) }
    }
}
