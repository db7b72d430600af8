import ConsoleHTTP
import ConsolePlatform
import NIOCore
import ServiceLifecycle

/// A request that is answered later: when something holds, at the end of its time, or when nobody wants it any more.
struct Wait: Sendable {
    /// Rings a bell whenever something may have changed, until it is cancelled.
    typealias Source = @Sendable (WaitBell) async -> Void

    let timeout: Duration
    /// The connection of whoever waits, or the stream of an HTTP/2 connection.
    let channel: any Channel
    /// Sleeps.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// A source that rings with each element of a stream.
    static func source(_ stream: AsyncStream<some Sendable>) -> Source {
        { bell in for await _ in stream { bell.ring() } }
    }

    /// Waits until a condition holds, or the time is over.
    ///
    /// - Parameters:
    ///   - sources: After each ring of one the condition is asked again.
    ///   - rest: How long rings are let gather after one, for a condition that costs something to ask; the first after a
    ///     rest counts at once, and so do the end of the time, of the console and of the client.
    ///   - condition: Whether the wait is over.
    /// - Throws: ``ConsoleError`` `unavailable` if the console stops or the client is gone; what the condition throws.
    func run(
        wokenBy sources: [Source], resting rest: Duration = .zero, until condition: () async throws -> Bool
    ) async throws {
        if try await condition() { return }
        let bell = WaitBell()
        let departure = try await Departure.watch(channel, bell)
        defer { departure.end() }
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await rung(bell, sources, rest, condition)
            } onGracefulShutdown: {
                bell.end(.consoleStops)
            }
        } onCancel: {
            bell.end(.clientLeaves)
        }
    }

    private func rung(
        _ bell: WaitBell, _ sources: [Source], _ rest: Duration, _ condition: () async throws -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            let changes = rest > .zero ? WaitBell(isRung: false) : bell
            for source in sources { group.addTask { await source(changes) } }
            if rest > .zero { group.addTask { try await changes.pass(to: bell) { try await sleep(rest) } } }
            group.addTask {
                try await sleep(timeout)
                bell.end(.timeIsOver)
            }
            for await _ in bell.rings {
                switch bell.ending {
                case .consoleStops?: throw ConsoleError(.unavailable, "The console is stopping.")
                case .clientLeaves?: throw ConsoleError(.unavailable, "The client is gone.")
                case .timeIsOver?:
                    _ = try await condition()
                    return
                case nil: if try await condition() { return }
                }
            }
        }
    }
}
