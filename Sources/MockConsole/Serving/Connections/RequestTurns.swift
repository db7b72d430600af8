import NIOCore
import NIOHTTPTypes

/// Lets requests of HTTP/1.1 that come one behind the other wait until the answer before is on its way.
///
/// Answers are made on other threads, much quicker than TLS encrypts them: a client that asks a hundred times and reads
/// nothing would have them all in memory before anything notices that it does not read.
final class RequestTurns: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    /// What came behind a request that is being answered.
    private enum Held {
        case part(HTTPRequestPart)
        case error(any Error)
        case event(Any)
    }

    private var held = CircularBuffer<Held>()
    /// Whether a request has come through whose answer has not.
    private var isAnswering = false
    /// Whether somebody wants to read what is not read for now.
    private var isReadWanted = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = Self.unwrapInboundIn(data)
        guard held.isEmpty, isItsTurn(part) else { return held.append(.part(part)) }
        context.fireChannelRead(data)
    }

    /// Whether a part may come through; a head may if nothing is being answered.
    private func isItsTurn(_ part: HTTPRequestPart) -> Bool {
        guard case .head = part else { return true }
        guard !isAnswering else { return false }
        isAnswering = true
        return true
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = Self.unwrapOutboundIn(data)
        context.write(data, promise: promise)
        guard case .end = part else { return }
        isAnswering = false
        if !held.isEmpty { deliver(context) }
    }

    /// Lets through what waits, up to the request after the next.
    private func deliver(_ context: ChannelHandlerContext) {
        while let next = held.first {
            if case .part(let part) = next, !isItsTurn(part) { break }
            held.removeFirst()
            switch next {
            case .part(let part): context.fireChannelRead(NIOAny(part))
            case .error(let error): context.fireErrorCaught(error)
            case .event(let event): context.fireUserInboundEventTriggered(event)
            }
        }
        context.fireChannelReadComplete()
        guard held.isEmpty, isReadWanted else { return }
        isReadWanted = false
        context.read()
    }

    /// Nothing more is read as long as something waits.
    func read(context: ChannelHandlerContext) {
        if held.isEmpty { context.read() } else { isReadWanted = true }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if held.isEmpty { context.fireErrorCaught(error) } else { held.append(.error(error)) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // A client that will send nothing more still wants its answers.
        guard !held.isEmpty, case ChannelEvent.inputClosed? = event as? ChannelEvent else {
            return context.fireUserInboundEventTriggered(event)
        }
        held.append(.event(event))
    }

    func channelInactive(context: ChannelHandlerContext) {
        held.removeAll()
        context.fireChannelInactive()
    }
}
