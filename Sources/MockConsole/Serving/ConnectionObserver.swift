import Hummingbird
import HummingbirdCore
import Logging
import MockControl
import NIOCore
import NIOHTTP1
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
    let census: ConnectionCensus

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        do {
            let pipeline = channel.pipeline.syncOperations
            let facts = ConnectionFacts(port: observer.isForSandboxes ? channel.localAddress?.port : nil)
            guard let id = census.enter(channel, from: channel.remoteAddress?.ipAddress ?? "") else {
                return channel.close().flatMap { channel.eventLoop.makeFailedFuture(ChannelError.alreadyClosed) }
            }
            channel.closeFuture.whenComplete { [census] _ in census.leave(id) }
            let deadlines = ConnectionDeadlines(census, id, isSecure: observer.isSecure)
            facts.deadlines = deadlines
            try pipeline.addHandler(deadlines)
            try pipeline.addHandler(FirstBytesHandler(observer, facts))
            if observer.isSecure {
                let named = SNIHandler { name in
                    if case .hostname(let name) = name { facts.serverName = name }
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                try pipeline.addHandler(ByteToMessageHandler(named))
            }
            let made = base.setup(channel: channel, logger: logger)
            if observer.isSecure {
                let secured = try pipeline.handler(type: NIOSSLServerHandler.self)
                try pipeline.addHandler(HandshakeHandler(observer, facts, secured), position: .after(secured))
            } else {
                try UnreadableHandler.watch(channel, observer, facts)
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

/// Says in the log and in the journal why a connection came to nothing, a sentence for each.
struct ConnectionObserver: Sendable {
    /// Whether the listener speaks TLS.
    let isSecure: Bool
    /// Whether it listens on a port for sandboxes.
    let isForSandboxes: Bool
    /// Path of the certificate that a client has to trust.
    let trustAnchorPath: String
    /// Where the journal learns of connections.
    let book: ConnectionBook
    let logger: Logger

    /// What is known of a connection that came to nothing.
    struct Failure {
        let client: SocketAddress?
        var cause: String?
        var serverName: String?
        var bytes = ByteBuffer()
        var status = 0
        var port: Int?
        var httpVersion = ""
    }

    /// Plain HTTP came where TLS is spoken.
    func plainOnSecure(_ failure: Failure) {
        tell(
            .plainOnSecure, "A client speaks plain HTTP to the HTTPS port: its URL has to begin with https://", failure)
    }

    /// TLS came where plain HTTP is spoken.
    func secureOnPlain(_ failure: Failure) {
        tell(
            .secureOnPlain, "A client speaks TLS to the port for plain HTTP: its URL has to name the HTTPS port",
            failure)
    }

    /// A handshake failed.
    func handshakeFailed(_ failure: Failure) {
        tell(.handshake, sentence(for: failure.cause ?? ""), failure)
    }

    /// What came is not HTTP, or breaks its rules.
    func unreadable(_ failure: Failure) {
        tell(
            .unreadable,
            "A client sent what is not HTTP, or breaks its rules; the connection is closed: look at what it sent",
            failure)
    }

    /// What came over HTTP/2 breaks its rules so that the connection ends.
    func brokenFrames(_ error: FrameError, _ failure: Failure) {
        tell(.brokenFrames, error.advice, failure)
    }

    /// A request over HTTP/2 could not be read, and only its stream ends.
    func brokenRequest(_ failure: Failure) {
        tell(
            .brokenFrames,
            "A client sent a request over HTTP/2 whose header fields break its rules; it is reset without an answer: look "
                + "at what it sends",
            failure)
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

    /// An error's description whose source files have lost the folders they were compiled in.
    static func withoutFolders(_ error: String) -> String { error.replacing(#/\ at\ /[^\s\]]*//#, with: " at ") }

    private func tell(_ kind: BrokenConnection.Kind, _ sentence: String, _ failure: Failure) {
        var metadata: Logger.Metadata = [:]
        if let address = failure.client?.ipAddress { metadata["client"] = "\(address)" }
        let cause = failure.cause.map(Self.withoutFolders)
        if let cause { metadata["cause"] = "\(cause)" }
        logger.info("\(sentence)", metadata: metadata)
        book.note(
            BrokenConnection(
                kind, advice: "\(sentence).", cause: cause, serverName: failure.serverName,
                address: failure.client?.ipAddress ?? "", scheme: isSecure ? "https" : "http",
                httpVersion: failure.httpVersion, bytes: failure.bytes, status: failure.status, port: failure.port))
    }
}

/// What is known of a connection, on its own thread.
final class ConnectionFacts {
    /// Whether the client has sent anything: what only looks whether a port is open has not.
    var hasSeenBytes = false
    /// Whether the client was told already why its connection comes to nothing, or somebody else was.
    var isTold = false
    /// The name that the client asked for (SNI).
    var serverName: String?
    /// The port it came to, if that is one for sandboxes.
    let port: Int?
    /// What ends it if something takes too long.
    var deadlines: ConnectionDeadlines?

    init(port: Int?) { self.port = port }
}

/// Looks at the first bytes of a connection, then leaves its pipeline.
private final class FirstBytesHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// First bytes of a record of a TLS handshake.
    private static let handshake: [UInt8] = [0x16, 0x03]
    private let observer: ConnectionObserver
    private let facts: ConnectionFacts
    /// Whether the client was answered that it speaks plain HTTP to the HTTPS port.
    private var isRefused = false

    init(_ observer: ConnectionObserver, _ facts: ConnectionFacts) {
        self.observer = observer
        self.facts = facts
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Bytes that a client sends after it was refused are ignored.
        guard !isRefused else { return }
        facts.hasSeenBytes = true
        let received = Self.unwrapInboundIn(data)
        let bytes = received.readableBytesView.prefix(8)
        if observer.isSecure, Self.isRequest(bytes) { return refuse(context, received) }
        if !observer.isSecure, bytes.starts(with: Self.handshake) {
            facts.isTold = true
            observer.secureOnPlain(.init(client: context.remoteAddress, port: facts.port))
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
    private func refuse(_ context: ChannelHandlerContext, _ received: ByteBuffer) {
        isRefused = true
        facts.isTold = true
        observer.plainOnSecure(.init(client: context.remoteAddress, bytes: received, status: 400))
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
    private let facts: ConnectionFacts
    private let secured: NIOSSLServerHandler
    /// Where the client is; gone from the channel once it is closed.
    private var client: SocketAddress?

    init(_ observer: ConnectionObserver, _ facts: ConnectionFacts, _ secured: NIOSSLServerHandler) {
        self.observer = observer
        self.facts = facts
        self.secured = secured
    }

    func handlerAdded(context: ChannelHandlerContext) {
        client = context.remoteAddress
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? TLSUserEvent, case .handshakeCompleted(let name) = event else {
            return context.fireUserInboundEventTriggered(event)
        }
        observer.book.note(
            TLSFacts(version: Self.text(secured.tlsVersion), protocolName: name, serverName: facts.serverName),
            of: context.channel)
        facts.deadlines?.open()
        // Whoever comes next puts the handlers for the protocol inside in place.
        context.fireUserInboundEventTriggered(event)
        try? UnreadableHandler.watch(context.channel, observer, facts)
        try? FrameWatch.begin(context.channel, observer, facts, streams: facts.deadlines?.streamLimit ?? 100)
        context.pipeline.syncOperations.removeHandler(self, promise: nil)
    }

    /// What a version is called in its standard.
    private static func text(_ version: TLSVersion?) -> String {
        switch version {
        case .tlsv13: "TLSv1.3"
        case .tlsv12: "TLSv1.2"
        case .tlsv11: "TLSv1.1"
        case .tlsv1: "TLSv1.0"
        default: "TLS"
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if facts.hasSeenBytes, !facts.isTold {
            facts.isTold = true
            observer.handshakeFailed(
                .init(
                    client: client ?? context.remoteAddress, cause: "\(error)", serverName: facts.serverName))
        }
        context.fireErrorCaught(error)
    }
}

/// Waits behind what reads HTTP/1.1 for what cannot be read.
final class UnreadableHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart

    private let observer: ConnectionObserver
    private let facts: ConnectionFacts
    private let recent: RecentBytesHandler
    /// Whether a request has begun that is not complete.
    private var isReading = false
    /// Requests whose answers are not complete.
    private var unanswered = 0

    private init(_ observer: ConnectionObserver, _ facts: ConnectionFacts, _ recent: RecentBytesHandler) {
        self.observer = observer
        self.facts = facts
        self.recent = recent
    }

    /// Watches a connection; one that speaks HTTP/2 is left alone.
    static func watch(_ channel: any Channel, _ observer: ConnectionObserver, _ facts: ConnectionFacts) throws {
        let pipeline = channel.pipeline.syncOperations
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
        let recent = RecentBytesHandler()
        try pipeline.addHandler(recent, position: .before(decoder))
        try pipeline.addHandlers(
            [UnreadableHandler(observer, facts, recent), HostFieldsHandler()], position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head: (isReading, unanswered) = (true, unanswered + 1)
        case .body: break
        case .end: isReading = false
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = Self.unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { observer.book.noteClosed(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError, !facts.isTold {
            facts.isTold = true
            observer.unreadable(
                .init(
                    client: context.remoteAddress, cause: "\(error)", serverName: facts.serverName,
                    bytes: recent.bytes, status: isAnswered ? 0 : 400, port: facts.port))
        }
        // A second answer would be taken for that of the next request.
        if error is HTTPParserError, isAnswered { return context.close(promise: nil) }
        context.fireErrorCaught(error)
    }

    /// Whether the request that is being read was answered before its end.
    private var isAnswered: Bool { isReading && unanswered == 0 }
}

/// Knows the bytes that are being read, and only as long as they are.
private final class RecentBytesHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private(set) var bytes = ByteBuffer()

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes = Self.unwrapInboundIn(data)
        context.fireChannelRead(data)
        bytes = ByteBuffer()
    }
}
