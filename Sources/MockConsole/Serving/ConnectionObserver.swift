import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// A listener's connections, watched until it is clear that client and console speak the same protocol.
///
/// A failure before a request arrives never reaches the console, so nobody would notice a client that does not trust
/// the certificate, or uses the wrong port.
struct ObservedChannel<Base: ServerChildChannel>: ServerChildChannel {
    typealias Value = Base.Value

    let base: Base
    let observer: ConnectionObserver

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        do {
            let first = FirstBytesHandler(observer)
            try channel.pipeline.syncOperations.addHandler(first)
            let made = base.setup(channel: channel, logger: logger)
            if observer.isSecure {
                let secured = try channel.pipeline.syncOperations.handler(type: NIOSSLServerHandler.self)
                try channel.pipeline.syncOperations.addHandler(
                    HandshakeHandler(observer, after: first), position: .after(secured))
            }
            return made
        } catch {
            return channel.eventLoop.makeFailedFuture(error)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}

/// Says in the log why a connection came to nothing, a sentence for each.
struct ConnectionObserver: Sendable {
    /// Whether the listener speaks TLS.
    let isSecure: Bool
    /// Path of the certificate that a client has to trust.
    let trustAnchorPath: String
    let logger: Logger

    /// Plain HTTP came where TLS is spoken.
    func plainOnSecure(from client: SocketAddress?) {
        tell("A client speaks plain HTTP to the HTTPS port: its URL has to begin with https://", client, cause: nil)
    }

    /// TLS came where plain HTTP is spoken.
    func secureOnPlain(from client: SocketAddress?) {
        tell("A client speaks TLS to the port for plain HTTP: its URL has to name the HTTPS port", client, cause: nil)
    }

    /// A handshake failed.
    func handshakeFailed(_ error: any Error, from client: SocketAddress?) {
        tell(sentence(for: "\(error)"), client, cause: "\(error)")
    }

    /// The meaning of an error's description for the person who set up the client.
    func sentence(for error: String) -> String {
        let untrusted = ["UNKNOWN_CA", "BAD_CERTIFICATE", "CERTIFICATE_UNKNOWN", "CERTIFICATE_EXPIRED"]
        if untrusted.contains(where: error.contains) {
            return "A client does not accept the certificate of the HTTPS port: it has to trust \(trustAnchorPath), "
                + "and to use a name the certificate has (tls.names)"
        }
        if ["UNSUPPORTED_PROTOCOL", "NO_SHARED_CIPHER", "PROTOCOL_VERSION"].contains(where: error.contains) {
            return "A client and the HTTPS port have no version of TLS or cipher in common: TLS 1.2 is the least"
        }
        // Some clients leave with an alert in the clear, which cannot be decrypted.
        if error.lowercased().contains("eof") || error.contains("BAD_RECORD_MAC") {
            return "A client left during the TLS handshake, as one does that does not trust the certificate: it has "
                + "to trust \(trustAnchorPath)"
        }
        return "A TLS handshake failed"
    }

    private func tell(_ sentence: String, _ client: SocketAddress?, cause: String?) {
        var metadata: Logger.Metadata = [:]
        if let address = client?.ipAddress { metadata["client"] = "\(address)" }
        if let cause { metadata["cause"] = "\(cause)" }
        logger.info("\(sentence)", metadata: metadata)
    }
}

/// Looks at the first bytes of a connection, then leaves its pipeline.
private final class FirstBytesHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// First bytes of a record of a TLS handshake.
    private static let handshake: [UInt8] = [0x16, 0x03]
    private let observer: ConnectionObserver
    /// Whether the client has sent anything: what only looks whether a port is open has not.
    private(set) var hasSeenBytes = false
    /// Whether the client was answered that it speaks plain HTTP to the HTTPS port.
    private(set) var isRefused = false

    init(_ observer: ConnectionObserver) {
        self.observer = observer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Bytes that a client sends after it was refused are ignored.
        guard !isRefused else { return }
        hasSeenBytes = true
        let bytes = Self.unwrapInboundIn(data).readableBytesView.prefix(8)
        if observer.isSecure, Self.isRequest(bytes) { return refuse(context) }
        if !observer.isSecure, bytes.starts(with: Self.handshake) {
            observer.secureOnPlain(from: context.remoteAddress)
        }
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    /// Whether bytes begin as a request does: with a method in capitals.
    private static func isRequest(_ bytes: ByteBufferView) -> Bool {
        let method = bytes.prefix { $0 != UInt8(ascii: " ") }
        return method.count >= 3 && method.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    /// Answers plain HTTP in plain HTTP, past the TLS handler.
    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        observer.plainOnSecure(from: context.remoteAddress)
        let body = "This port speaks HTTPS: begin the URL with https://\n"
        let head = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
        let answer = ByteBuffer(string: "\(head)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(Self.wrapOutboundOut(answer)).whenComplete { _ in bound.value.close(promise: nil) }
    }
}

/// Waits behind the TLS handler for the end of the handshake, then leaves the pipeline.
private final class HandshakeHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let observer: ConnectionObserver
    private let first: FirstBytesHandler
    private var isTold = false
    /// Where the client is; gone from the channel once it is closed.
    private var client: SocketAddress?

    init(_ observer: ConnectionObserver, after first: FirstBytesHandler) {
        self.observer = observer
        self.first = first
    }

    func handlerAdded(context: ChannelHandlerContext) {
        client = context.remoteAddress
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        context.fireUserInboundEventTriggered(event)
        guard let event = event as? TLSUserEvent, case .handshakeCompleted = event else { return }
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if first.hasSeenBytes, !first.isRefused, !isTold {
            isTold = true
            observer.handshakeFailed(error, from: client ?? context.remoteAddress)
        }
        context.fireErrorCaught(error)
    }
}
