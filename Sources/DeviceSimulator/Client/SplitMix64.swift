/// Random numbers that are the same in every run (SplitMix64).
public struct SplitMix64: RandomNumberGenerator, Hashable, Sendable {
    private var state: UInt64

    /// A generator of a seed.
    public init(seed: UInt64) {
        state = seed &+ 0x1234_5678_9abc_def0
    }

    /// One of many generators of a seed that know nothing of each other.
    ///
    /// - Parameters:
    ///   - seed: Common to all.
    ///   - device: Whose it is.
    ///   - purpose: What it is for.
    public init(seed: UInt64, device: Int, purpose: UInt64) {
        var mixer = SplitMix64(seed: seed)
        var other = SplitMix64(seed: mixer.next() ^ UInt64(truncatingIfNeeded: device))
        self.init(seed: other.next() ^ purpose &* 0xd6e8_feb8_6659_fd93)
    }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Whether something of a probability happens; draws a number even where there is no doubt.
    mutating func happens(_ probability: Double) -> Bool {
        Double(next() >> 11) * 0x1p-53 < probability
    }

    /// So many hexadecimal digits.
    mutating func hexadecimal(_ digits: Int) -> String {
        var text = ""
        while text.count < digits {
            let word = String(next(), radix: 16)
            text += String(repeating: "0", count: 16 - word.count) + word
        }
        return String(text.prefix(digits))
    }

    /// A UUID of version 4, in lower case.
    mutating func uuid() -> String {
        var digits = Array(hexadecimal(32))
        digits[12] = "4"
        digits[16] = "a"
        let ends = [0, 8, 12, 16, 20, 32]
        return zip(ends, ends.dropFirst()).map { String(digits[$0..<$1]) }.joined(separator: "-")
    }
}
