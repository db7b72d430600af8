import NIOCore
import NIOHTTP1

/// Ends a connection whose server answers with an unknown status.
///
/// The client behind it takes every status below 200 for the announcement of another answer, 101 excepted. NIO reads
/// `HTTP/1.1 000` as a whole answer, however, and the client ends the process over its end.
final class AnswerGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var isRefused = false

    /// Stands behind what reads the answers of a connection; on its event loop.
    static func guardAnswers(of channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(AnswerGuard(), position: .after(decoder))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            isRefused = true
            context.fireErrorCaught(OutgoingFailure("the status of the answer is \(head.status.code)"))
            context.close(promise: nil)
        }
        // What follows belongs to the answer that was refused.
        if !isRefused { context.fireChannelRead(data) }
    }
}
