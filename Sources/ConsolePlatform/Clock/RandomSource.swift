import Foundation

/// Where identifiers and secrets come from; replaced in tests.
package struct RandomSource: Sendable {
    /// Unpredictable bytes, as many as asked for.
    package let bytes: @Sendable (Int) -> [UInt8]

    /// A random (version 4) UUID in lower case.
    package func uuid() -> String {
        var raw = bytes(16)
        raw[6] = raw[6] & 0x0f | 0x40
        raw[8] = raw[8] & 0x3f | 0x80
        let hex = Self.hex(raw)
        var text = ""
        for (index, character) in hex.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(character)
        }
        return text
    }

    /// A secret of printable characters: lower-case hex digits, two per byte.
    package func secret(byteCount: Int = 32) -> String { Self.hex(bytes(byteCount)) }

    /// The operating system's generator.
    package static let system = RandomSource { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Bytes as lower-case hex digits.
    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
