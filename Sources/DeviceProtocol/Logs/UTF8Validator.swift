/// Checks UTF-8 that arrives in pieces, by the table of well-formed sequences of the Unicode standard.
struct UTF8Validator {
    /// Continuation bytes that must still come.
    private(set) var remaining = 0
    /// The lowest value of the next continuation byte.
    private var lowest: UInt8 = 0x80
    /// The highest value of the next continuation byte.
    private var highest: UInt8 = 0xBF

    /// Takes a byte of 0x80 or above, or any byte while a sequence is open; answers whether it may stand there.
    mutating func accept(_ byte: UInt8) -> Bool {
        guard remaining == 0 else {
            guard byte >= lowest, byte <= highest else { return false }
            remaining -= 1
            lowest = 0x80
            highest = 0xBF
            return true
        }
        switch byte {
        case 0xC2...0xDF: remaining = 1
        case 0xE0...0xEF:
            remaining = 2
            if byte == 0xE0 { lowest = 0xA0 }
            if byte == 0xED { highest = 0x9F }
        case 0xF0...0xF4:
            remaining = 3
            if byte == 0xF0 { lowest = 0x90 }
            if byte == 0xF4 { highest = 0x8F }
        default: return byte < 0x80
        }
        return true
    }
}
