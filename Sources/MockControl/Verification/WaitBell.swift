import NIOConcurrencyHelpers

/// Wakes one who waits: rings that come while they are awake are one.
final class WaitBell: Sendable {
    /// Why there is nothing more to wait for.
    enum Ending: Sendable {
        case timeIsOver, consoleStops, clientLeaves
    }

    /// The rings.
    let rings: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let box = NIOLockedValueBox<Ending?>(nil)

    /// A bell.
    ///
    /// - Parameter isRung: Whether it has rung already.
    init(isRung: Bool = true) {
        (rings, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        if isRung { ring() }
    }

    /// Why there is nothing more to wait for; nil if there is.
    var ending: Ending? { box.withLockedValue { $0 } }

    /// Rings.
    func ring() { continuation.yield() }

    /// Rings another bell with this one, and rests after each ring: those that come meanwhile are one.
    ///
    /// - Parameters:
    ///   - bell: The other bell.
    ///   - rest: Takes the time of a rest.
    /// - Throws: What a rest throws, which is the end of it.
    func pass(to bell: WaitBell, resting rest: () async throws -> Void) async rethrows {
        for await _ in rings {
            bell.ring()
            try await rest()
        }
    }

    /// Rings for the last time; the first reason counts.
    func end(_ ending: Ending) {
        box.withLockedValue { $0 = $0 ?? ending }
        ring()
    }
}
