/// A set of device ids, one bit each: ids are assigned one after the other, so most bits of a page are used.
package struct DeviceSet: Hashable, Sendable {
    /// Words of a page.
    private static let width = 64
    private static let bits = Int64(width * UInt64.bitWidth)

    /// Pages by their number; none is empty.
    private var pages: [Int64: [UInt64]] = [:]

    /// Made of its parts.
    package init(pages: [Int64: [UInt64]] = [:]) {
        self.pages = pages
    }

    /// How many devices are in it.
    package var count: Int { pages.values.reduce(0) { $0 + $1.reduce(0) { $0 + $1.nonzeroBitCount } } }

    /// Whether it is empty.
    package var isEmpty: Bool { pages.isEmpty }

    /// The ids, in order.
    package var sorted: [Int64] {
        pages.sorted { $0.key < $1.key }.flatMap { page, words in
            words.enumerated().flatMap { index, word -> [Int64] in
                var (word, ids): (UInt64, [Int64]) = (word, [])
                while word != 0 {
                    ids.append(page * Self.bits + Int64(index * UInt64.bitWidth + word.trailingZeroBitCount))
                    word &= word - 1
                }
                return ids
            }
        }
    }

    private static func place(_ id: Int64) -> (page: Int64, word: Int, bit: UInt64) {
        let (page, rest) = id.quotientAndRemainder(dividingBy: bits)
        return (page, Int(rest) / UInt64.bitWidth, 1 << UInt64(rest % Int64(UInt64.bitWidth)))
    }

    /// Whether a device is in it.
    package func contains(_ id: Int64) -> Bool {
        let place = Self.place(id)
        return (pages[place.page]?[place.word] ?? 0) & place.bit != 0
    }

    /// Adds a device.
    package mutating func insert(_ id: Int64) {
        let place = Self.place(id)
        pages[place.page, default: Array(repeating: 0, count: Self.width)][place.word] |= place.bit
    }

    /// Takes a device out.
    mutating func remove(_ id: Int64) {
        let place = Self.place(id)
        guard contains(id) else { return }
        pages[place.page]?[place.word] &= ~place.bit
        if pages[place.page]?.allSatisfy({ $0 == 0 }) == true { pages[place.page] = nil }
    }

    /// Adds the devices of another set.
    package mutating func formUnion(_ other: DeviceSet) {
        for (page, words) in other.pages {
            pages[page] = pages[page].map { zip($0, words).map { $0 | $1 } } ?? words
        }
    }

    /// Keeps only the devices that are in another set, too.
    package mutating func formIntersection(_ other: DeviceSet) {
        for (page, words) in pages {
            let common = other.pages[page].map { zip(words, $0).map { $0 & $1 } } ?? []
            pages[page] = common.allSatisfy { $0 == 0 } ? nil : common
        }
    }

    /// Takes the devices of another set out.
    package mutating func subtract(_ other: DeviceSet) {
        for (page, words) in other.pages {
            guard let known = pages[page] else { continue }
            let rest = zip(known, words).map { $0 & ~$1 }
            pages[page] = rest.allSatisfy { $0 == 0 } ? nil : rest
        }
    }
}
