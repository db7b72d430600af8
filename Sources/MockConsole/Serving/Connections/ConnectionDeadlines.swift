import ConsoleHTTP
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends a connection on which something takes too long: the handshake, a head, a body, an answer, or nothing at all.
///
/// It stands where bytes come in and go out, before TLS, and looks once a second.
final class ConnectionDeadlines: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData

    /// Between two looks.
    private static let tick = TimeAmount.seconds(1)
    /// How long a client has to read why its connection ends.
    private static let leave = TimeAmount.milliseconds(250)

    private let census: ConnectionCensus
    private let id: Int
    private let activity: ConnectionActivity?
    private var rules: ConnectionRules { census.rules }
    /// The most requests that may be under way on the connection.
    var streamLimit: Int { rules.streams }
    private var context: ChannelHandlerContext?
    private var look: Scheduled<Void>?
    /// The end of a connection that is closed for what its client sent; nothing more of it is read.
    private var farewell: Scheduled<Void>?
    /// Until when nothing is read, since others of the address kept the console busy for nothing; nil once it is.
    private var pausedUntil: NIODeadline?
    private var resumption: Scheduled<Void>?
    /// Whether bytes are those of requests: at once without TLS.
    private var isOpen: Bool
    /// Since when it has waited for its handshake, or for its first head.
    private var waitingSince = NIODeadline.now()
    private var hasAsked = false
    /// Since when no request is under way.
    private var quietSince = NIODeadline.now()
    /// Bytes that were given to be sent, those of them that were taken, and when that number last grew.
    private var sent = 0
    private var taken = 0
    private var takenAt = NIODeadline.now()
    /// Requests under way.
    private var exchanges: [ObjectIdentifier: RequestWatch] = [:]
    /// How many of them room was taken for: all but the first.
    private var streams = 0

    init(_ census: ConnectionCensus, _ id: Int, isSecure: Bool) {
        self.census = census
        self.id = id
        activity = census.activity(of: id)
        isOpen = !isSecure
        let pause = census.pause(of: id)
        guard pause > .zero else { return }
        waitingSince = .now() + pause
        pausedUntil = waitingSince
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        look = context.eventLoop.assumeIsolated().scheduleTask(in: Self.tick) { self.check() }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        look?.cancel()
        look = nil
        resumption?.cancel()
        resumption = nil
        farewell?.cancel()
        farewell = nil
        context = nil
        exchanges = [:]
        giveBack()
    }

    /// Gives back the room of requests that have ended.
    private func giveBack() {
        let ended = streams - max(0, exchanges.count - 1)
        guard ended > 0 else { return }
        streams -= ended
        census.releaseStreams(ended, of: id)
    }

    // MARK: What happens

    /// Reads on, or once the pause of a connection in bad standing is over.
    func read(context: ChannelHandlerContext) {
        guard let pausedUntil else { return context.read() }
        guard resumption == nil else { return }
        resumption = context.eventLoop.assumeIsolated().scheduleTask(deadline: pausedUntil) {
            self.pausedUntil = nil
            self.context?.read()
        }
    }

    /// Passes on what comes, until the console has ended the connection.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if farewell == nil { context.fireChannelRead(data) }
    }

    /// The console ends it for what its client sent: it is closed soon, whether or not the client ends TLS, and what stands
    /// in memory of it goes.
    func takeLeave() {
        guard farewell == nil, let context else { return }
        farewell = context.eventLoop.assumeIsolated().scheduleTask(in: Self.leave) {
            self.context?.close(mode: .all, promise: nil)
        }
    }

    /// The console ends it, since its client keeps it busy for nothing.
    func noteFlood() { census.noteFlood(of: id) }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if sent == taken { takenAt = .now() }
        sent += Self.unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
    }

    /// The handshake is done.
    func open() {
        isOpen = true
        waitingSince = .now()
        quietSince = .now()
    }

    /// A request begins.
    ///
    /// - Returns: Whether there is room for it.
    fileprivate func begin(_ exchange: RequestWatch) -> Bool {
        let key = ObjectIdentifier(exchange)
        if !exchanges.isEmpty, exchanges[key] == nil {
            guard exchanges.count < rules.streams, census.takeStream(id) else {
                census.note(.streams)
                return false
            }
            streams += 1
        }
        if exchanges.isEmpty { activity?.begin() }
        exchanges[key] = exchange
        if !hasAsked {
            hasAsked = true
            census.settle(id)
        }
        return true
    }

    fileprivate func end(_ exchange: RequestWatch) {
        guard exchanges.removeValue(forKey: ObjectIdentifier(exchange)) != nil else { return }
        giveBack()
        guard exchanges.isEmpty else { return }
        quietSince = .now()
        activity?.end(at: quietSince)
    }

    // MARK: Looking

    private func check() {
        guard let context else { return }
        let now = NIODeadline.now()
        noteTaken(context, now)
        if let cause = overdue(now) {
            census.note(cause)
            return context.close(mode: .all, promise: nil)
        }
        if isOpen, hasAsked, exchanges.isEmpty, now - quietSince > rules.idle {
            return context.close(mode: .all, promise: nil)
        }
        for exchange in exchanges.values {
            guard let cause = exchange.overdue(now, rules) else { continue }
            census.note(cause)
            exchange.giveUp()
        }
        look = context.eventLoop.assumeIsolated().scheduleTask(in: Self.tick) { self.check() }
    }

    /// What the connection is to be given up for; nil if all is well.
    private func overdue(_ now: NIODeadline) -> ConnectionRules.Cause? {
        if !isOpen { return now - waitingSince > rules.handshake ? .handshake : nil }
        if !hasAsked, now - waitingSince > min(rules.head, rules.idle) { return .head }
        if sent > taken, now - takenAt > rules.stall { return .answer }
        return nil
    }

    /// Notes how many bytes the client has taken.
    private func noteTaken(_ context: ChannelHandlerContext, _ now: NIODeadline) {
        guard sent > taken else { return }
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        guard sent - waiting > taken else { return }
        (taken, takenAt) = (sent - waiting, now)
    }
}

/// Tells the deadlines of a connection of the requests on it: those of HTTP/1.1, or the one of a stream of HTTP/2.
final class RequestWatch: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Bytes of a body that are sent at once on a stream: as many as a frame of HTTP/2 has.
    private static let piece = 16_384

    private var deadlines: ConnectionDeadlines?
    private var context: ChannelHandlerContext?
    private var isStream = false
    /// Requests that were not answered yet.
    private var count = 0
    /// Whether there is more to come of the latest of them, whether somebody wants to read it, and when something came.
    private var isBeingRead = false
    private var isReading = false
    private var readAt = NIODeadline.now()
    /// Bytes of it so far, and how often somebody waited for more when it was looked at, once a second.
    private var received = 0
    private var waits = 0
    /// Whether it was refused: the rest of it is dropped.
    private var isRefused = false
    /// Pieces of an answer that were not taken yet, and when the latest was.
    private var unsent = 0
    private var takenAt = NIODeadline.now()
    /// What is to be sent over HTTP/1.1.
    private let queue = AnswerQueue()
    private var isForwarding = false

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let own = try? context.pipeline.syncOperations.handler(type: ConnectionDeadlines.self)
        isStream = own == nil
        deadlines =
            own
            ?? context.channel.parent.flatMap {
                try? $0.pipeline.syncOperations.handler(type: ConnectionDeadlines.self)
            }
        if !isStream { try? context.pipeline.syncOperations.addHandler(RequestTurns(), position: .before(self)) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        queue.giveUp()
        deadlines?.end(self)
        deadlines = nil
        context = nil
    }

    func read(context: ChannelHandlerContext) {
        if !isReading { readAt = .now() }
        isReading = true
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        context.fireChannelReadComplete()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        readAt = .now()
        switch Self.unwrapInboundIn(data) {
        case .head:
            guard deadlines?.begin(self) ?? true else { return refuse(context) }
            count += 1
            isBeingRead = true
            (received, waits) = (0, 0)
        case .body(let piece): received += piece.readableBytes
        case .end: isBeingRead = false
        }
        context.fireChannelRead(data)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let interruption = event as? BodyInterruption else { return context.fireUserInboundEventTriggered(event) }
        if isBeingRead { context.fireErrorCaught(interruption.error) }
    }

    /// Answers a request for which there is no room; nobody else hears of it.
    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        let text = ByteBuffer(string: "Too many requests of yours are under way; send it again later.\n")
        let fields: HTTPFields = [
            .retryAfter: "1", .contentType: "text/plain; charset=utf-8", .contentLength: "\(text.readableBytes)",
        ]
        context.write(
            Self.wrapOutboundOut(.head(HTTPResponse(status: .tooManyRequests, headerFields: fields))), promise: nil)
        context.write(Self.wrapOutboundOut(.body(text)), promise: nil)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in bound.value.close(promise: nil) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = Self.settled(Self.unwrapOutboundIn(data))
        guard isStream else {
            queue.add(part, promise)
            return forward(context)
        }
        if case .end = part { count -= 1 }
        guard case .body(var rest) = part, rest.readableBytes > Self.piece else {
            return send(Self.wrapOutboundOut(part), context, promise)
        }
        // A client that takes a large body slowly takes some of it all the same.
        while rest.readableBytes > Self.piece, let piece = rest.readSlice(length: Self.piece) {
            send(Self.wrapOutboundOut(.body(piece)), context, nil)
        }
        send(Self.wrapOutboundOut(.body(rest)), context, promise)
    }

    /// A part of an answer; its head with the header fields it wants in place of those that listeners add.
    private static func settled(_ part: HTTPResponsePart) -> HTTPResponsePart {
        guard case .head(var head) = part, ListenerFields.settle(&head.headerFields) else { return part }
        return .head(head)
    }

    /// Sends what the connection takes of the queue.
    private func forward(_ context: ChannelHandlerContext) {
        // What is flushed may be taken at once, and ask for more: that is for the loop that is under way.
        guard !isForwarding else { return }
        isForwarding = true
        defer { isForwarding = false }
        while let (part, promise) = queue.next(isWritable: context.channel.isWritable) {
            if case .end = part {
                count -= 1
                if count <= 0 { deadlines?.end(self) }
            }
            context.write(Self.wrapOutboundOut(part), promise: promise)
            // Only what was flushed is encrypted, and shows whether the client takes it.
            if queue.takeFlush() { context.flush() }
        }
        if queue.isEmpty, let (mode, promise) = queue.takeClose() { context.close(mode: mode, promise: promise) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if !isStream, context.channel.isWritable, !queue.isEmpty {
            forward(context)
            context.flush()
        }
        context.fireChannelWritabilityChanged()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // What was written before is sent before.
        guard mode == .output, !queue.isEmpty else { return context.close(mode: mode, promise: promise) }
        queue.close(mode, promise)
    }

    /// Sends a piece, and notes when it was taken.
    private func send(_ data: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        if unsent == 0 { takenAt = .now() }
        unsent += 1
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { _ in
            self.unsent -= 1
            self.takenAt = .now()
        }
        context.write(data, promise: written)
    }

    /// What the request is to be given up for; nil if all is well.
    ///
    /// Of a stream also an answer, if the client does not open its window.
    func overdue(_ now: NIODeadline, _ rules: ConnectionRules) -> ConnectionRules.Cause? {
        if isBeingRead, isReading {
            if now - readAt > rules.stall { return .body }
            waits += 1
            // As often as it was waited for, and no longer: a console that reads slowly is no fault of the client.
            if waits > rules.stall.nanoseconds / 1_000_000_000, received < waits * rules.bodyRate { return .slow }
        }
        return unsent > 0 && now - takenAt > rules.stall ? .answer : nil
    }

    /// Resets the stream, or closes the connection.
    func giveUp() { context?.close(mode: .all, promise: nil) }
}
