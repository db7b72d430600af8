import ConsolePlatform
import NIOCore

/// How long looking through the journal may take, and for whom; others get a turn meanwhile.
///
/// It is asked before each entry: one may take as long as thousands of others.
struct SearchPatience: Sendable {
    /// The longest that looking through the journal may take.
    static let usual = TimeAmount.seconds(20)
    /// How long one looks before others get a turn.
    private static let turn = TimeAmount.milliseconds(5)

    private let deadline: NIODeadline
    private var turnEnd: NIODeadline
    /// Whether nobody waits for the result any more.
    private let isAbandoned: @Sendable () -> Bool
    private let now: @Sendable () -> NIODeadline

    /// Begins now.
    ///
    /// - Parameters:
    ///   - time: How long it may take.
    ///   - now: What time it is.
    ///   - isAbandoned: Whether nobody waits for the result any more.
    init(
        _ time: TimeAmount = usual, now: @escaping @Sendable () -> NIODeadline = { NIODeadline.now() },
        isAbandoned: @escaping @Sendable () -> Bool = { false }
    ) {
        let start = now()
        deadline = start + time
        turnEnd = start + Self.turn
        self.now = now
        self.isAbandoned = isAbandoned
    }

    /// Goes on with the next entry.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` if that takes too long, `unavailable` if nobody waits any more.
    mutating func next() async throws {
        let time = now()
        guard time < deadline else {
            throw ConsoleError(
                .unprocessable,
                "Looking through the journal takes too long; narrow the matcher by after, path, device or method.")
        }
        guard !Task.isCancelled, !isAbandoned() else { throw ConsoleError(.unavailable, "The request was given up.") }
        guard time >= turnEnd else { return }
        await Task.yield()
        turnEnd = now() + Self.turn
    }
}
