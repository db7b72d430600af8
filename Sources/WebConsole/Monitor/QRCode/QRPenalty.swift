/// How much trouble readers have with the modules of a QR code (ISO/IEC 18004, section 7.8.3).
enum QRPenalty {
    /// The sum of all troubles.
    static func of(_ modules: [[Bool]]) -> Int {
        let columns = modules.indices.map { column in modules.map { $0[column] } }
        let lines = (modules + columns).reduce(0) { $0 + runs($1) + finders($1) }
        return lines + squares(modules) + balance(modules)
    }

    /// Five or more equal modules in a line.
    private static func runs(_ line: [Bool]) -> Int {
        var sum = 0
        var length = 0
        for index in line.indices {
            length = index > 0 && line[index] == line[index - 1] ? length + 1 : 1
            sum += length == 5 ? 3 : length > 5 ? 1 : 0
        }
        return sum
    }

    /// What looks like the pattern in the corners.
    private static func finders(_ line: [Bool]) -> Int {
        let pattern = [true, false, true, true, true, false, true, false, false, false, false]
        var count = 0
        for start in 0...max(0, line.count - pattern.count) {
            let part = line[start...].prefix(pattern.count)
            if part.elementsEqual(pattern) || part.elementsEqual(pattern.reversed()) { count += 1 }
        }
        return count * 40
    }

    /// Squares of four equal modules.
    private static func squares(_ modules: [[Bool]]) -> Int {
        var count = 0
        for row in modules.indices.dropLast() {
            for column in modules.indices.dropLast() {
                let first = modules[row][column]
                if first == modules[row][column + 1], first == modules[row + 1][column],
                    first == modules[row + 1][column + 1]
                {
                    count += 1
                }
            }
        }
        return count * 3
    }

    /// More dark than light modules, or fewer.
    private static func balance(_ modules: [[Bool]]) -> Int {
        let dark = modules.reduce(0) { $0 + $1.count { $0 } }
        let all = modules.count * modules.count
        return abs(dark * 20 - all * 10) / all * 10
    }
}
