import Foundation

/// Reads a QR code of error correction M from its picture; written from the standard, not from what draws it.
struct QRReader {
    /// What is wrong with a code.
    struct Unreadable: Error {
        let reason: String
    }

    /// Codewords in all, those of correction in each block, and blocks, by version from 1 (tables 7 and 9).
    private static let capacities = [
        (26, 10, 1), (44, 16, 1), (70, 26, 1), (100, 18, 2), (134, 24, 2), (172, 16, 4), (196, 18, 4), (242, 22, 4),
        (292, 22, 5), (346, 26, 5), (404, 30, 5), (466, 22, 8), (532, 22, 9), (581, 24, 9), (655, 24, 10),
        (733, 28, 10), (815, 28, 11), (901, 26, 13), (991, 26, 14), (1085, 26, 16),
    ]
    /// Centres of alignment patterns behind the first, by version from 2 (table E.1).
    private static let centres = [
        [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50], [30, 54], [32, 58], [34, 62],
        [26, 46, 66], [26, 48, 70], [26, 50, 74], [30, 54, 78], [30, 56, 82], [30, 58, 86], [34, 62, 90],
    ]
    /// Format information of M, by mask (table C.1).
    private static let formats = [
        0b101_0100_0001_0010, 0b101_0001_0010_0101, 0b101_1110_0111_1100, 0b101_1011_0100_1011,
        0b100_0101_1111_1001, 0b100_0000_1100_1110, 0b100_1111_1001_0111, 0b100_1010_1010_0000,
    ]

    let modules: [[Bool]]
    let version: Int

    /// The modules of a picture whose dark parts are rectangles one module high.
    init(svg: String) throws {
        guard let box = svg.firstMatch(of: /viewBox="0 0 (?<size>\d+) \d+"/), let all = Int(box.size) else {
            throw Unreadable(reason: "no picture")
        }
        let size = all - 8
        var modules = [[Bool]](repeating: [Bool](repeating: false, count: size), count: size)
        for match in svg.matches(of: /M(?<x>\d+) (?<y>\d+)h(?<run>\d+)v1h-\d+z/) {
            guard let left = Int(match.x), let top = Int(match.y), let run = Int(match.run) else { continue }
            for column in left..<left + run { modules[top - 4][column - 4] = true }
        }
        self.modules = modules
        version = (size - 17) / 4
    }

    /// The text of the code.
    func text() throws -> String {
        let mask = try mask()
        var bits: [Bool] = []
        var isUpward = true
        for right in stride(from: modules.count - 1, through: 1, by: -2).map({ $0 > 6 ? $0 : $0 - 1 }) {
            let rows = Array(modules.indices)
            for row in isUpward ? rows.reversed() : rows {
                for column in [right, right - 1] where !isPattern(row, column) {
                    bits.append(modules[row][column] != Self.isMasked(mask, row, column))
                }
            }
            isUpward.toggle()
        }
        let bytes = try repaired(Self.bytes(bits))
        let content: [Bool] = bytes.flatMap { byte in (0..<8).map { bit in (byte >> (7 - bit)) & 1 == 1 } }
        func number(_ range: Range<Int>) -> Int { content[range].reduce(0) { $0 << 1 | ($1 ? 1 : 0) } }
        guard number(0..<4) == 4 else { throw Unreadable(reason: "not bytes") }
        let start = version < 10 ? 12 : 20
        let count = number(4..<start)
        let text = (0..<count).map { UInt8(number(start + $0 * 8..<start + $0 * 8 + 8)) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The mask that both copies of the format information say.
    private func mask() throws -> Int {
        let size = modules.count
        let first = (0...5).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (0...5).reversed().map { ($0, 8) }
        let second = (1...7).map { (size - $0, 8) } + (0..<8).map { (8, size - 8 + $0) }
        let words = [first, second].map { places in places.reduce(0) { $0 << 1 | (modules[$1.0][$1.1] ? 1 : 0) } }
        guard words[0] == words[1], let mask = Self.formats.firstIndex(of: words[0]) else {
            throw Unreadable(reason: "no format")
        }
        return mask
    }

    private func isPattern(_ row: Int, _ column: Int) -> Bool {
        let size = modules.count
        if row == 6 || column == 6 { return true }
        if row < 9, column < 9 || column >= size - 8 { return true }
        if row >= size - 8, column < 9 { return true }
        if version > 6, row < 6 && column >= size - 11 || column < 6 && row >= size - 11 { return true }
        guard version > 1 else { return false }
        let centres = [6] + Self.centres[version - 2]
        return centres.contains { middle in
            centres.contains { across in
                let isCorner = [middle, across].allSatisfy { $0 == 6 || $0 == size - 7 } && min(middle, across) == 6
                return !isCorner && abs(row - middle) < 3 && abs(column - across) < 3
            }
        }
    }

    private static func isMasked(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        let product = row * column
        let values = [
            (row + column) % 2, row % 2, column % 3, (row + column) % 3, (row / 2 + column / 3) % 2,
            product % 2 + product % 3, (product % 2 + product % 3) % 2, ((row + column) % 2 + product % 3) % 2,
        ]
        return values[mask] == 0
    }

    private static func bytes(_ bits: [Bool]) -> [UInt8] {
        stride(from: 0, to: bits.count - 7, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    /// The data of codewords, blocks one after the other; refused if a block is damaged.
    private func repaired(_ codewords: [UInt8]) throws -> [UInt8] {
        let (total, correction, count) = Self.capacities[version - 1]
        guard codewords.count == total else { throw Unreadable(reason: "\(codewords.count) of \(total) codewords") }
        let data = total - correction * count
        let longer = data % count
        var blocks = [[UInt8]](repeating: [], count: count)
        var rest = codewords[...]
        for column in 0...data / count {
            for block in 0..<count where column < data / count || block >= count - longer {
                blocks[block].append(rest.removeFirst())
            }
        }
        let contents = blocks
        for _ in 0..<correction {
            for block in 0..<count { blocks[block].append(rest.removeFirst()) }
        }
        guard blocks.allSatisfy({ Self.isWhole($0, correction) }) else { throw Unreadable(reason: "damaged") }
        return contents.flatMap(\.self)
    }

    /// Whether a block is a multiple of its generator: zero at each of its roots.
    private static func isWhole(_ block: [UInt8], _ correction: Int) -> Bool {
        var powers = [1]
        for _ in 1..<255 {
            powers.append((powers[powers.count - 1] << 1) ^ (powers[powers.count - 1] > 127 ? 0x11D : 0))
        }
        return (0..<correction).allSatisfy { root in
            var sum = 0
            for byte in block {
                if let logarithm = powers.firstIndex(of: sum) { sum = powers[(logarithm + root) % 255] }
                sum ^= Int(byte)
            }
            return sum == 0
        }
    }
}
