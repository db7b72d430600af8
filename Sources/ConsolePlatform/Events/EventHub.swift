import NIOConcurrencyHelpers

/// Reports events to subscribers after they were committed.
///
/// Each subscriber has a bounded buffer: one that is too slow loses its oldest events, and holds up nobody.
package final class EventHub<Event: Sendable>: Sendable {
    private struct State {
        var nextID = 0
        var continuations: [Int: AsyncStream<Event>.Continuation] = [:]
    }

    private let state = NIOLockedValueBox(State())

    /// A hub that nobody listens to yet.
    package init() {}

    /// Hands an event to every subscriber.
    package func publish(_ event: Event) {
        let continuations = state.withLockedValue { $0.continuations.isEmpty ? [] : Array($0.continuations.values) }
        for continuation in continuations { continuation.yield(event) }
    }

    /// A stream of the events from now on; ends its subscription when it is dropped.
    package func events(buffer: Int = 256) -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(buffer))
        let id = state.withLockedValue { state in
            state.nextID += 1
            state.continuations[state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { _ in
            self.state.withLockedValue { _ = $0.continuations.removeValue(forKey: id) }
        }
        return stream
    }

    /// How many subscribers there are.
    var subscriberCount: Int { state.withLockedValue { $0.continuations.count } }
}
