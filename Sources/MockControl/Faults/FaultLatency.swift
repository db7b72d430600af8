import Foundation

/// How long a fault holds back an answer, in milliseconds.
enum FaultLatency: Hashable, Sendable {
    /// Always as long.
    case fixed(Double)
    /// Anything between two bounds, each as likely.
    case uniform(from: Double, to: Double)
    /// Mostly near the median and seldom much longer, as networks are: the logarithm is distributed normally.
    case lognormal(median: Double, sigma: Double)

    /// How long, drawn at random.
    ///
    /// - Parameters:
    ///   - draw: Where randomness comes from.
    ///   - limit: The most milliseconds.
    /// - Returns: The time.
    func duration(_ draw: inout FaultDraw, limit: Double) -> Duration {
        let milliseconds: Double =
            switch self {
            case .fixed(let value): value
            case .uniform(let from, let to): from + (to - from) * draw.fraction()
            case .lognormal(let median, let sigma): median * exp(sigma * draw.normal())
            }
        return .microseconds(Int64(min(milliseconds, limit) * 1000))
    }
}

/// How slowly a fault sends a body.
enum FaultPace: Hashable, Sendable {
    /// So many bytes in each second.
    case bytesPerSecond(Int)
    /// So many pieces of the same size over a time in milliseconds.
    case chunks(Int, milliseconds: Double)

    /// Pieces that are sent in a second at most: slow enough to be cheap, fast enough to look like a stream.
    private static let piecesPerSecond = 10

    /// How a body is cut, and how long each piece waits.
    ///
    /// - Parameter byteCount: Bytes of the body; nil if that is not known.
    /// - Returns: Bytes of a piece, and the pause before each.
    func plan(for byteCount: Int?) -> (size: Int, pause: Duration) {
        switch self {
        case .bytesPerSecond(let rate):
            let size = max(1, rate / Self.piecesPerSecond)
            return (size, .microseconds(Int64(Double(size) / Double(rate) * 1_000_000)))
        case .chunks(let count, let milliseconds):
            let size = byteCount.map { max(1, ($0 + count - 1) / count) } ?? 1024
            return (size, .microseconds(Int64(milliseconds / Double(count) * 1000)))
        }
    }
}
