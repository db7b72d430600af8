/// Escapes in paths, compared as RFC 3986 (section 6.2.2) does.
enum PathEscapes {
    /// A path without the escapes of characters that need none, and with all others in capitals: `/%41%2fb` is `/A%2Fb`.
    ///
    /// A star stays escaped, because it stands for something in a pattern.
    static func settled(_ path: String) -> String {
        let bytes = Array(path.utf8)
        guard bytes.contains(percent) else { return path }
        var settled: [UInt8] = []
        settled.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == percent, index + 2 < bytes.count, let high = digit(bytes[index + 1]),
                let low = digit(bytes[index + 2])
            else {
                settled.append(bytes[index])
                index += 1
                continue
            }
            let byte = high << 4 | low
            if plain.contains(byte) {
                settled.append(byte)
            } else {
                settled.append(percent)
                settled.append(contentsOf: format(byte).utf8)
            }
            index += 3
        }
        return String(decoding: settled, as: UTF8.self)
    }

    private static let percent = UInt8(ascii: "%")
    /// Characters that stand for themselves in a segment.
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()+,;=:@".utf8)

    /// The value of a hexadecimal digit.
    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    /// Two hexadecimal digits in capitals.
    private static func format(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count < 2 ? "0\(digits)" : digits
    }
}
