package import NIOCore

/// Notices that the client of a connection goes away while its request is still being answered.
package struct ClientDeparture {
    private let channel: any Channel
    private let name: String

    /// Watches a connection, or the stream of an HTTP/2 connection; one that is closed has been left already.
    ///
    /// - Parameters:
    ///   - channel: The connection or stream.
    ///   - key: Tells apart who watches the same one.
    ///   - leave: Called once the client is gone, perhaps more than once.
    /// - Returns: The watch, to be ended.
    /// - Throws: Nothing yet; a loop that shuts down may.
    package static func watch(
        _ channel: any Channel, for key: AnyObject, _ leave: @escaping @Sendable () -> Void
    ) async throws -> ClientDeparture {
        let name = "departure-\(ObjectIdentifier(key).hashValue)"
        // A stream ends its input with each request; a connection only when the client closes it.
        let isStream = channel.parent?.parent != nil
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(
                    DepartureHandler(leave, isStream: isStream), name: name, position: .first)
            }.get()
        } catch {
            leave()
        }
        return ClientDeparture(channel: channel, name: name)
    }

    /// Looks no longer.
    package func end() {
        channel.pipeline.removeHandler(name: name, promise: nil)
    }
}

/// Says when the other side closes.
private final class DepartureHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let leave: @Sendable () -> Void
    private let isStream: Bool

    init(_ leave: @escaping @Sendable () -> Void, isStream: Bool) {
        (self.leave, self.isStream) = (leave, isStream)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if !isStream, case .inputClosed? = event as? ChannelEvent { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }
}
