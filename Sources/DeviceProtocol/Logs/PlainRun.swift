/// Finds the end of runs that need no second look.
enum PlainRun {
    /// The first place from the start on that holds a quote, a backslash, a control character or a byte above 0x7F.
    ///
    /// Examines eight bytes at a time; answers the count of bytes if there is none.
    static func end(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var index = start
        while index + 8 <= bytes.count {
            let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let special = flags(word)
            if special != 0 { return index + special.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, flags(UInt64(bytes[index]) | 0x2020_2020_2020_2000) == 0 { index += 1 }
        return index
    }

    /// The top bit of every byte that stops a run; bits above the lowest one set may be wrong.
    @inline(__always)
    private static func flags(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let control = (word &- (ones &* 0x20)) & ~word
        return (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | control | word) & tops
    }
}
