/// The pixels of a PNG picture of eight bits each for red, green, blue and alpha.
struct PNGPixels {
    /// The most pixels that are unpacked.
    static let limit = 2048 * 2048
    private static let pixelSize = 4

    private let width: Int
    private var rows: [UInt8]

    /// Unpacks pixels that stand without a zlib header; nil if they are not as many as there have to be.
    init?(width: Int, height: Int, packed: [UInt8]) {
        guard width <= Self.limit, height <= Self.limit, width * height <= Self.limit else { return nil }
        let expected = height * (1 + width * Self.pixelSize)
        var data: [UInt8] = []
        data.reserveCapacity(expected)
        do {
            var inflater = try Inflater(.raw)
            _ = try packed.withUnsafeBytes { bytes in
                try inflater.inflate(bytes) { piece in
                    guard data.count + piece.count <= expected else { throw ZIPError("there are too many pixels") }
                    data.append(contentsOf: piece)
                }
            }
        } catch {
            return nil
        }
        guard data.count == expected else { return nil }
        self.width = width
        rows = data
        guard unfilter(rowSize: 1 + width * Self.pixelSize, count: height) else { return nil }
    }

    /// Rows, each behind a zero: no filter.
    var filtered: [UInt8] { rows }

    /// Undoes the filters (PNG, section 9); false for one that does not exist.
    private mutating func unfilter(rowSize: Int, count: Int) -> Bool {
        for row in 0..<count {
            let start = row * rowSize
            let filter = rows[start]
            guard filter <= 4 else { return false }
            rows[start] = 0
            if filter == 0 { continue }
            for place in start + 1..<start + rowSize {
                let isFirst = place - start <= Self.pixelSize
                let left = isFirst ? 0 : rows[place - Self.pixelSize]
                let above = row == 0 ? 0 : rows[place - rowSize]
                let aboveLeft = isFirst || row == 0 ? 0 : rows[place - rowSize - Self.pixelSize]
                rows[place] &+= Self.prediction(filter, left, above, aboveLeft)
            }
        }
        return true
    }

    private static func prediction(_ filter: UInt8, _ left: UInt8, _ above: UInt8, _ aboveLeft: UInt8) -> UInt8 {
        switch filter {
        case 1: return left
        case 2: return above
        case 3: return UInt8((Int(left) + Int(above)) / 2)
        default:
            let estimate = Int(left) + Int(above) - Int(aboveLeft)
            let one = abs(estimate - Int(left))
            let two = abs(estimate - Int(above))
            let three = abs(estimate - Int(aboveLeft))
            if one <= two, one <= three { return left }
            return two <= three ? above : aboveLeft
        }
    }

    /// Puts red before blue, and takes alpha out of the colours.
    mutating func makeStandard() {
        let rowSize = 1 + width * Self.pixelSize
        for start in stride(from: 0, to: rows.count, by: rowSize) {
            for place in stride(from: start + 1, to: start + rowSize, by: Self.pixelSize) {
                rows.swapAt(place, place + 2)
                let alpha = Int(rows[place + 3])
                guard alpha != 0, alpha != 255 else { continue }
                for colour in place..<place + 3 {
                    rows[colour] = UInt8(min(255, (Int(rows[colour]) * 255 + alpha / 2) / alpha))
                }
            }
        }
    }
}
