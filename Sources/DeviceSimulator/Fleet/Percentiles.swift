/// Times of answers, by which a fleet is judged.
public struct Percentiles: Hashable, Codable, Sendable {
    /// Milliseconds half of the answers took at most, and so on.
    public let p50, p90, p99, max: Double

    /// Those of some times in seconds, by nearest rank; zero of none.
    public init(seconds: [Double]) {
        let sorted = seconds.sorted()
        func rank(_ share: Double) -> Double {
            guard !sorted.isEmpty else { return 0 }
            let index = Int((share * Double(sorted.count)).rounded(.up)) - 1
            return Self.milliseconds(sorted[Swift.max(0, Swift.min(index, sorted.count - 1))])
        }
        p50 = rank(0.5)
        p90 = rank(0.9)
        p99 = rank(0.99)
        max = rank(1)
    }

    private static func milliseconds(_ seconds: Double) -> Double {
        (seconds * 1_000_000).rounded() / 1000
    }
}
