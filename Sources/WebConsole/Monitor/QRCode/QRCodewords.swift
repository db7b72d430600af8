/// The codewords of a QR code: data, and what repairs it.
enum QRCodewords {
    /// The data codewords of bytes: mode, count, bytes, and filling.
    static func data(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        var bits: [Bool] = []
        func add(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        add(0b0100, 4)
        add(bytes.count, version.countBits)
        for byte in bytes { add(Int(byte), 8) }
        add(0, min(4, version.data * 8 - bits.count))
        add(0, (8 - bits.count % 8) % 8)
        var result = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var filling: UInt8 = 0xEC
        while result.count < version.data {
            result.append(filling)
            filling ^= 0xEC ^ 0x11
        }
        return result
    }

    /// Data in blocks, each with what repairs it, one codeword of each block after the other.
    static func interleaved(_ data: [UInt8], _ version: QRVersion) -> [UInt8] {
        // The later blocks are one codeword longer if they are not all equal.
        let length = version.data / version.blocks
        let shorter = version.blocks - version.data % version.blocks
        let divisor = divisor(version.correction)
        var blocks: [[UInt8]] = []
        var corrections: [[UInt8]] = []
        var start = 0
        for index in 0..<version.blocks {
            let end = start + length + (index < shorter ? 0 : 1)
            blocks.append(Array(data[start..<end]))
            corrections.append(remainder(data[start..<end], divisor))
            start = end
        }
        let columns = (0...length).flatMap { column in blocks.compactMap { $0[safe: column] } }
        return columns + (0..<version.correction).flatMap { column in corrections.map { $0[column] } }
    }

    /// The polynomial that corrections are remainders of, its leading coefficient left out.
    private static func divisor(_ degree: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: degree)
        result[degree - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                result[index] = product(result[index], root) ^ (result[safe: index + 1] ?? 0)
            }
            root = product(root, 2)
        }
        return result
    }

    private static func remainder(_ data: ArraySlice<UInt8>, _ divisor: [UInt8]) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: divisor.count)
        for byte in data {
            let factor = byte ^ result.removeFirst()
            result.append(0)
            for index in result.indices { result[index] ^= product(divisor[index], factor) }
        }
        return result
    }

    /// The product of two elements of the field of 256 (polynomial 0x11D).
    private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            result ^= (Int(second) >> bit & 1) * Int(first)
        }
        return UInt8(truncatingIfNeeded: result)
    }
}
