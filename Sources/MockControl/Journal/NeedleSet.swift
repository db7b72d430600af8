/// Several texts that are looked for at once; letter case of A to Z does not matter.
///
/// Every second pair of bytes is looked up in a table: a text of three bytes or more has one of its first two pairs at
/// such a place, wherever it stands.
struct NeedleSet: Sendable {
    /// The texts by their first byte, a letter in either case.
    private let needles: [[TextNeedle]]
    /// A bit for each pair of bytes: whether it is the first or the second pair of a text.
    private let pairs: [UInt64]

    /// Looks for texts of three bytes or more; shorter ones are left out.
    init(_ texts: [String]) {
        var pairs = [UInt64](repeating: 0, count: 65_536 / 64)
        let texts = texts.filter { $0.utf8.count >= 3 }
        for text in texts {
            let bytes = Array(text.utf8)
            for (first, second) in [(bytes[0], bytes[1]), (bytes[1], bytes[2])] {
                for first in Self.cases(first) {
                    for second in Self.cases(second) {
                        let pair = Int(first) << 8 | Int(second)
                        pairs[pair >> 6] |= 1 << UInt64(pair & 63)
                    }
                }
            }
        }
        var needles = [[TextNeedle]](repeating: [], count: 256)
        for text in texts {
            guard let first = text.utf8.first, let needle = TextNeedle(text) else { continue }
            for first in Self.cases(first) { needles[Int(first)].append(needle) }
        }
        self.needles = needles
        self.pairs = pairs
    }

    /// A letter in both cases; any other byte as it is.
    private static func cases(_ byte: UInt8) -> Set<UInt8> {
        let lower = byte.lowercased
        return lower >= 0x61 && lower <= 0x7A ? [lower, lower & 0xDF] : [byte]
    }

    /// Whether one of the texts is somewhere in some bytes.
    func isIn(_ hay: UnsafeRawBufferPointer) -> Bool { place(in: hay, from: 0) != nil }

    /// Where one of the texts stands next; nil if none does.
    func place(in hay: UnsafeRawBufferPointer, from start: Int) -> Int? {
        pairs.withUnsafeBufferPointer { pairs in
            var place = start
            while place + 1 < hay.count {
                let pair = Int(hay[place]) << 8 | Int(hay[place + 1])
                if pairs[pair >> 6] & (1 << UInt64(pair & 63)) != 0 {
                    if place > start, stands(at: place - 1, in: hay) { return place - 1 }
                    if stands(at: place, in: hay) { return place }
                }
                place += 2
            }
            return nil
        }
    }

    private func stands(at place: Int, in hay: UnsafeRawBufferPointer) -> Bool {
        needles[Int(hay[place])].contains { $0.stands(at: place, in: hay) }
    }
}
