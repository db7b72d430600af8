/// The modules of a QR code while it is drawn.
struct QRMatrix {
    private let version: QRVersion
    private var modules: [[Bool]]
    /// Modules that are no data, and are not masked.
    private var fixed: [[Bool]]

    /// With the patterns by which readers find their way.
    init(_ version: QRVersion) {
        self.version = version
        let empty = [[Bool]](repeating: [Bool](repeating: false, count: version.size), count: version.size)
        (modules, fixed) = (empty, empty)
        for index in 0..<version.size {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, version.size - 4), (version.size - 4, 3)] { addFinder(row, column) }
        addAlignment()
        addFormat(mask: 0)
        addVersion()
    }

    private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
        modules[row][column] = isDark
        fixed[row][column] = true
    }

    /// A pattern in a corner, with the light border around it.
    private mutating func addFinder(_ row: Int, _ column: Int) {
        for down in -4...4 {
            for right in -4...4 {
                guard modules.indices.contains(row + down), modules.indices.contains(column + right) else { continue }
                let distance = max(abs(down), abs(right))
                set(row + down, column + right, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func addAlignment() {
        let places = version.alignment
        for row in places {
            for column in places {
                let isCorner = [row, column] == [6, 6] || Set([row, column]) == [6, version.size - 7]
                if isCorner { continue }
                for down in -2...2 {
                    for right in -2...2 { set(row + down, column + right, max(abs(down), abs(right)) != 1) }
                }
            }
        }
    }

    /// The level of error correction (M is 0) and the mask, twice.
    private mutating func addFormat(mask: Int) {
        var rest = mask
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (mask << 10 | rest) ^ 0x5412
        func isDark(_ bit: Int) -> Bool { bits >> bit & 1 == 1 }
        let size = version.size
        for bit in 0...5 { set(bit, 8, isDark(bit)) }
        set(7, 8, isDark(6))
        set(8, 8, isDark(7))
        set(8, 7, isDark(8))
        for bit in 9...14 { set(8, 14 - bit, isDark(bit)) }
        for bit in 0...7 { set(8, size - 1 - bit, isDark(bit)) }
        for bit in 8...14 { set(size - 15 + bit, 8, isDark(bit)) }
        set(size - 8, 8, true)
    }

    /// The version, which larger codes say twice.
    private mutating func addVersion() {
        guard version.number > 6 else { return }
        var rest = version.number
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version.number << 12 | rest
        for bit in 0..<18 {
            let isDark = bits >> bit & 1 == 1
            set(bit / 3, version.size - 11 + bit % 3, isDark)
            set(version.size - 11 + bit % 3, bit / 3, isDark)
        }
    }

    /// Fills the rest with codewords: in columns of two from the right, up and down in turn.
    mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        var isUpward = true
        for right in stride(from: version.size - 1, to: 0, by: -2).map({ $0 <= 6 ? $0 - 1 : $0 }) {
            for step in 0..<version.size {
                let row = isUpward ? version.size - 1 - step : step
                for column in [right, right - 1] where !fixed[row][column] && bit < codewords.count * 8 {
                    modules[row][column] = codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
            isUpward.toggle()
        }
    }

    /// The modules under the mask that readers have the least trouble with.
    func masked() -> [[Bool]] {
        let all = (0..<8).map { masked($0) }
        return all.min { QRPenalty.of($0) < QRPenalty.of($1) } ?? modules
    }

    private func masked(_ mask: Int) -> [[Bool]] {
        var result = self
        result.addFormat(mask: mask)
        for row in modules.indices {
            for column in modules.indices where !fixed[row][column] && Self.inverts(mask, row, column) {
                result.modules[row][column].toggle()
            }
        }
        return result.modules
    }

    private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}
