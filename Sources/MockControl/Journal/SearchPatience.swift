import ConsoleModel
import ConsolePlatform
import NIOCore

/// How long looking through the journal may take, and for whom; others get a turn meanwhile.
///
/// The clock is asked before each entry: one may take as long as thousands of others.
struct SearchPatience: Sendable {
    /// How long one looks before others get a turn.
    private static let turn = TimeAmount.milliseconds(5)

    private let deadline: NIODeadline
    private var turnEnd: NIODeadline
    /// Whether nobody waits for the result any more.
    private let isAbandoned: @Sendable () -> Bool
    private let now: @Sendable () -> NIODeadline
    /// Where it looks if that takes long.
    private let works: PatientWorks
    private let key: ClientKey

    /// Begins now.
    ///
    /// - Parameters:
    ///   - time: How long it may take.
    ///   - works: Where it looks if that takes long.
    ///   - key: Whom it looks for, as they take turns.
    ///   - now: What time it is.
    ///   - isAbandoned: Whether nobody waits for the result any more.
    init(
        _ time: TimeAmount, works: PatientWorks = PatientWorks(), for key: ClientKey = .console,
        now: @escaping @Sendable () -> NIODeadline = { NIODeadline.now() },
        isAbandoned: @escaping @Sendable () -> Bool = { false }
    ) {
        let start = now()
        deadline = start + time
        turnEnd = start + Self.turn
        self.now = now
        self.isAbandoned = isAbandoned
        self.works = works
        self.key = key
    }

    /// Takes entries one after another.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - start: What is known before the first.
    ///   - isLong: Whether a single one may take long: then nobody who serves does it.
    ///   - take: Takes an entry.
    /// - Returns: What is known after the last.
    /// - Throws: As ``next()`` does; ``ConsoleError`` `tooManyRequests` if too many searches wait.
    mutating func fold<Known: Sendable>(
        _ entries: [JournalEntry], into start: Known, isLong: Bool,
        _ take: @escaping @Sendable (inout Known, JournalEntry) -> Void
    ) async throws -> Known {
        var (known, place) = (start, 0)
        while place < entries.count {
            try await next()
            let step = await works.run(for: key, isLong: isLong) { [now, known, place] in
                var (known, place) = (known, place)
                let end = now() + Self.turn
                repeat {
                    take(&known, entries[place])
                    place += 1
                } while place < entries.count && now() < end
                return (known, place)
            }
            guard let step else {
                throw ConsoleError(
                    .tooManyRequests, "Too many searches of the journal wait; try again.", headers: ["Retry-After": "1"]
                )
            }
            (known, place) = step
        }
        return known
    }

    /// Goes on with the next entry.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` if that takes too long, `unavailable` if nobody waits any more.
    mutating func next() async throws {
        let time = now()
        guard time < deadline else {
            throw ConsoleError(
                .unprocessable,
                "Looking through the journal takes too long (journal.searchSeconds); narrow the matcher by after, path, "
                    + "device or method.")
        }
        guard !Task.isCancelled, !isAbandoned() else { throw ConsoleError(.unavailable, "The request was given up.") }
        guard time >= turnEnd else { return }
        await Task.yield()
        turnEnd = now() + Self.turn
    }
}
