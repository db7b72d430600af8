/// Wakes whoever sends deliveries; rings that come while it is awake count as one.
package struct NotificationBell: Sendable {
    /// Ends with the sender; one listener only.
    let rings: AsyncStream<Void>
    private let rope: AsyncStream<Void>.Continuation

    /// A bell that has not rung.
    package init() {
        (rings, rope) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes the listener.
    package func ring() { rope.yield() }
}
