package import ConsoleHTTP
package import ConsolePlatform
package import Hummingbird
import NIOCore

/// Stands before everything that answers out of the database: a request is answered out of one state as a whole.
///
/// Each request belongs to the epoch in which it passes the gate. Pages, and what waits for a long time by its nature,
/// pass without: they hold up nobody, and look at what there is.
package struct GateResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context == ConsoleContext {
    /// What a request comes with.
    package typealias Context = ConsoleContext

    private let inner: Inner
    private let gate: RequestGate
    private let database: ConsoleDatabase
    /// Whom a request is answered for.
    private let caller: @Sendable (Request, ConsoleContext) -> RequestCaller

    /// A gate before what answers.
    ///
    /// - Parameters:
    ///   - inner: What answers.
    ///   - gate: The gate.
    ///   - database: Out of which it answers.
    ///   - caller: Whom a request is answered for.
    package init(
        _ inner: Inner, gate: RequestGate, database: ConsoleDatabase,
        caller: @escaping @Sendable (Request, ConsoleContext) -> RequestCaller = { _, context in
            RequestCaller(context.notes, at: { "" }, isOver: { false })
        }
    ) {
        self.inner = inner
        self.gate = gate
        self.database = database
        self.caller = caller
    }

    /// Answers as what is behind it does, once the gate is open.
    package func respond(to request: Request, context: ConsoleContext) async throws -> Response {
        let caller = caller(request, context)
        guard Self.isGated(request) else {
            var response = try await DatabaseCallers.during(caller) {
                try await inner.respond(to: request, context: context)
            }
            let body = response.body
            // What streams reads on as long as it lasts.
            if body.contentLength == nil {
                response.body = ResponseBody { writer in
                    try await DatabaseCallers.during(caller) { try await body.write(writer) }
                }
            }
            return response
        }
        let pass = await gate.pass(interrupting: Self.interruption(of: request, on: context.channel))
        let epoch = database.epoch
        var response = try await AnswerEpoch.during(epoch, for: caller) {
            try await inner.respond(to: request, context: context)
        }
        let body = response.body
        if !context.notes.isPaced, body.isSmall {
            if !context.notes.isWhole { response.body = await whole(body, of: epoch, for: caller) }
            withExtendedLifetime(pass) {}
            return response
        }
        // It is under way until its last byte, or until nobody wants it any more.
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            defer { withExtendedLifetime(pass) {} }
            try await AnswerEpoch.during(epoch, for: caller) { try await body.write(writer) }
        }
        return response
    }

    /// Refuses a request whose body is not complete, for instance since its client has stalled; nil for one without a body.
    private static func interruption(of request: Request, on channel: any Channel) -> (@Sendable () -> Void)? {
        guard request.method != .get, request.method != .head else { return nil }
        return { channel.pipeline.fireUserInboundEventTriggered(BodyInterruption(AnswerEpoch.refusal)) }
    }

    /// A body out of one state, so that it may be sent in one piece, however slowly the client takes it.
    ///
    /// Head, body and end then leave together. A client that is refused early, and so ends its own body short, which breaks
    /// its connection, has all of its answer.
    private func whole(_ body: ResponseBody, of epoch: UInt64, for caller: RequestCaller) async -> ResponseBody {
        do {
            return ResponseBody(whole: try await AnswerEpoch.during(epoch, for: caller) { try await body.whole() })
        } catch {
            return ResponseBody(contentLength: body.contentLength) { _ in throw error }
        }
    }

    /// Whether a request has to pass the gate.
    static func isGated(_ request: Request) -> Bool {
        switch ConsoleSurface(of: request) {
        case .pages: return false
        case .device, .admin: return true
        case .mock: break
        }
        let segments = request.uri.path.lowercased().split(separator: "/")
        guard segments.count > 1 else { return true }
        switch segments[1] {
        case "wait", "stream", "reset": return false
        case "snapshots": return segments.last != "restore"
        default: return true
        }
    }
}
