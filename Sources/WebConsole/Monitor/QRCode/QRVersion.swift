/// How large a QR code is, and how its codewords are divided for error correction M.
struct QRVersion: Hashable, Sendable {
    /// From 1.
    let number: Int
    /// Codewords of error correction in each block.
    let correction: Int
    /// Blocks of codewords.
    let blocks: Int

    /// The versions there are, the smallest first (ISO/IEC 18004, table 9).
    static let all: [QRVersion] = [
        (10, 1), (16, 1), (26, 1), (18, 2), (24, 2), (16, 4), (18, 4), (22, 4), (22, 5), (26, 5), (30, 5), (22, 8),
        (22, 9), (24, 9), (24, 10), (28, 10), (28, 11), (26, 13), (26, 14), (26, 16),
    ].enumerated().map { QRVersion(number: $0 + 1, correction: $1.0, blocks: $1.1) }

    /// Modules of a side.
    var size: Int { number * 4 + 17 }

    /// Codewords in all.
    var codewords: Int {
        var modules = (16 * number + 128) * number + 64
        if number > 1 {
            let count = number / 7 + 2
            modules -= (25 * count - 10) * count - 55
            if number > 6 { modules -= 36 }
        }
        return modules / 8
    }

    /// Codewords that are data.
    var data: Int { codewords - correction * blocks }

    /// Bits of the count of bytes.
    var countBits: Int { number < 10 ? 8 : 16 }

    /// The most bytes it takes.
    var capacity: Int { (data * 8 - 4 - countBits) / 8 }

    /// Rows and columns of the centres of alignment patterns.
    var alignment: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let step = (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).map { size - 7 - $0 * step }.sorted()
    }
}
