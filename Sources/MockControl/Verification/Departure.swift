import NIOCore

/// Notices that the client of a connection goes away while its request is still being answered.
struct Departure {
    private let channel: any Channel
    private let name: String

    /// Watches a connection, or the stream of an HTTP/2 connection; one that is closed has been left already.
    static func watch(_ channel: any Channel, _ bell: WaitBell) async throws -> Departure {
        let name = "departure-\(ObjectIdentifier(bell).hashValue)"
        // A stream ends its input with each request; a connection only when the client closes it.
        let isStream = channel.parent?.parent != nil
        do {
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(
                    DepartureHandler(bell, isStream: isStream), name: name, position: .first)
            }.get()
        } catch {
            bell.end(.clientLeaves)
        }
        return Departure(channel: channel, name: name)
    }

    /// Looks no longer.
    func end() {
        channel.pipeline.removeHandler(name: name, promise: nil)
    }
}

/// Rings when the other side closes.
private final class DepartureHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let bell: WaitBell
    private let isStream: Bool

    init(_ bell: WaitBell, isStream: Bool) {
        (self.bell, self.isStream) = (bell, isStream)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if !isStream, case .inputClosed? = event as? ChannelEvent { bell.end(.clientLeaves) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        bell.end(.clientLeaves)
        context.fireChannelInactive()
    }
}
