import ConsolePlatform
import Logging
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle

/// Reads what an earlier start has left, and writes entries behind the answers (MockControl, "The file").
///
/// It looks at memory a moment after something has changed there, and writes what is still there then. No answer waits
/// for it, and it holds no entries of its own: a slow disk loses some of the file, never memory. With thousands of requests
/// a second it falls behind, and catches up once there are fewer: what was evicted by then is never written.
final class JournalFileService: Service {
    /// How long changes gather before they are written.
    private static let pause = Duration.milliseconds(200)
    /// Entries of one transaction, and of one read.
    private static let batch = 500
    /// How many times as long as it has written it rests while there is more to write, so that it never takes more than
    /// a small part of a processor from those who answer; and how long at most, so that a slow disk is no reason to
    /// fall behind.
    private static let rest = (factor: 15, limit: Duration.milliseconds(500))
    /// Nanoseconds between two lines of the log about a disk that is full.
    private static let complaints = TimeAmount.minutes(1)

    private struct State {
        var file: JournalFile?
        /// When the log was last told that something could not be written.
        var complained: NIODeadline?
    }

    private let state: NIOLockedValueBox<State>
    private let memory: JournalMemory
    private let rules: JournalRules
    private let clock: ConsoleClock
    private let logger: Logger

    /// A service that has opened its file; nil if there can be none.
    ///
    /// From then on memory has ids that the file does not have, and readers wait until it is read.
    init?(at path: String, memory: JournalMemory, rules: JournalRules, clock: ConsoleClock, logger: Logger) {
        let opening = JournalFile.open(at: path, secrets: rules.secrets, now: clock.machine, logger: logger)
        guard let file = opening.file else {
            memory.skip(to: opening.nextID)
            return nil
        }
        memory.beginLoading(below: opening.nextID)
        state = NIOLockedValueBox(State(file: file))
        self.memory = memory
        self.rules = rules
        self.clock = clock
        self.logger = logger
    }

    /// Reads, then writes until the console stops, then what is left.
    func run() async {
        let (changes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await cancelWhenGracefulShutdown {
            await self.load()
            self.memory.endLoading()
            self.memory.wake(wake)
            for await _ in changes {
                try? await Task.sleep(for: Self.pause)
                await self.flush()
            }
        }
        await flush(isLast: true)
        state.withLockedValue { $0.file }?.close()
    }

    // MARK: Reading

    /// Reads entries, the latest first, until memory has no room for more.
    func load() async {
        guard let file = state.withLockedValue({ $0.file }) else { return }
        do {
            var loaded: [JournalEntry] = []
            var room = (entries: rules.entries, bytes: rules.bytes)
            var next = memory.nextID
            reading: while !Task.isCancelled {
                let entries = try await file.entries(below: next, limit: Self.batch)
                for entry in entries {
                    guard room.entries > 0, room.bytes >= entry.byteCount else { break reading }
                    room = (room.entries - 1, room.bytes - entry.byteCount)
                    next = entry.id
                    loaded.append(entry)
                }
                if entries.isEmpty { break }
            }
            guard !Task.isCancelled else { return }
            memory.restore(loaded.reversed(), evictions: try await file.evictions())
            memory.restore([], evictions: try await file.drop(below: next))
        } catch {
            fail(error)
        }
    }

    // MARK: Writing

    /// Writes what has changed since the last time.
    ///
    /// - Parameter isLast: Whether nothing will follow.
    func flush(isLast: Bool = false) async {
        guard let file = state.withLockedValue({ $0.file }) else { return }
        var isWritten = false
        repeat {
            let began = ContinuousClock.now
            let changes = memory.changes(limit: Self.batch)
            do {
                try await file.write(changes, isLast: isLast)
                memory.settle(changes)
                isWritten = changes.entries.count < Self.batch
                if !isWritten, !isLast {
                    let pause = (ContinuousClock.now - began) * Self.rest.factor
                    try? await Task.sleep(for: min(pause, Self.rest.limit))
                }
            } catch {
                // What is not the fault of the file is tried again with the next change.
                memory.unsettle()
                return fail(error)
            }
        } while !isWritten
    }

    /// Begins a new file if this one is beyond use; otherwise says what happened, once a minute.
    private func fail(_ error: any Error) {
        guard JournalFile.isBeyondUse(error), let file = state.withLockedValue({ $0.file }) else {
            let now = NIODeadline.now()
            let isDue = state.withLockedValue { state in
                if let last = state.complained, now - last < Self.complaints { return false }
                state.complained = now
                return true
            }
            guard isDue else { return }
            return logger.warning("The journal could not be written to its file", metadata: ["error": "\(error)"])
        }
        file.close()
        JournalFile.putAside(file.path, because: error, logger: logger)
        let opening = JournalFile.open(
            at: file.path, secrets: rules.secrets, now: clock.machine, logger: logger)
        state.withLockedValue { $0.file = opening.file }
        memory.startOver()
    }
}
