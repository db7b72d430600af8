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

    init() {
        (rings, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        ring()
    }

    /// Why there is nothing more to wait for; nil if there is.
    var ending: Ending? { box.withLockedValue { $0 } }

    /// Rings.
    func ring() { continuation.yield() }

    /// Rings for the last time; the first reason counts.
    func end(_ ending: Ending) {
        box.withLockedValue { $0 = $0 ?? ending }
        ring()
    }
}
