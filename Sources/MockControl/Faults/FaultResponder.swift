package import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import HTTPTypes
package import Hummingbird
import NIOCore

/// Stands right before the console, and makes requests go wrong on purpose (Faults).
///
/// A request is only looked at while a fault or a scenario is in force.
package struct FaultResponder: HTTPResponder {
    /// What a request comes with.
    package typealias Context = ConsoleContext

    let console: ConsoleResponder
    let stage: FaultStage

    /// Answers as the console does, unless something else was asked for.
    package func respond(to request: Request, context: ConsoleContext) async throws -> Response {
        guard stage.isWatching, Self.mayFail(request) else {
            return try await console.respond(to: request, context: context)
        }
        let peeked = await PeekedRequest(request, limit: stage.rules.bodyBytes) {
            request.sendContinue(on: context.channel)
        }
        let subject = await stage.subject(peeked, context)
        guard let ruling = await stage.ruling(on: subject) else {
            return try await console.respond(to: peeked.request, context: context)
        }
        context.notes.note(fault: ruling.label, isPaced: ruling.action.isPaced)
        context.notes.note(listenerFields: ruling.action.listenerFields)
        return try await perform(ruling, on: peeked.request, subject, context)
    }

    /// What serves the tester is never touched: faults could not be taken away again.
    private static func mayFail(_ request: Request) -> Bool {
        switch ConsoleSurface(of: request) {
        case .device, .admin: true
        case .mock, .pages: false
        }
    }

    private func perform(
        _ ruling: FaultRuling, on request: Request, _ subject: PendingRequest, _ context: ConsoleContext
    ) async throws -> Response {
        var draw = ruling.draw
        if let latency = ruling.action.latency {
            let time = latency.duration(&draw, limit: Double(stage.rules.seconds) * 1000)
            do {
                try await stage.pause(time, ruling.label, on: context.channel)
            } catch let dropped as ConnectionDropped { throw await noted(dropped, request, context) }
        }
        let response: Response
        switch ruling.action.answer {
        case FaultAction.Answer.none?:
            throw await noted(ConnectionDropped(label: ruling.label), request, context)
        case .made(let answer)?:
            response = await console.respond(to: request, context: context, with: .answer(answer.response))
        case .refusal(let refusal)?:
            let error = await stage.error(refusal, subject)
            response = await console.respond(to: request, context: context, with: .refusal(error))
        case nil: response = try await console.respond(to: request, context: context)
        }
        let answer = FaultyAnswer(ruling: ruling) {
            try await stage.pause($0, ruling.label, on: context.channel)
        }
        return try await answer.changed(response, isHead: request.method == .head)
    }

    /// Gives a request that nobody gets an answer to its id and its line in the log.
    private func noted(
        _ dropped: ConnectionDropped, _ request: Request, _ context: ConsoleContext
    ) async -> ConnectionDropped {
        _ = await console.respond(to: request, context: context, with: .answer(Response(status: .noContent)))
        return dropped
    }
}

extension FaultAnswer {
    /// The answer, before it is changed.
    fileprivate var response: Response {
        var response = Response(
            status: status, body: body.readableBytes > 0 ? ResponseBody(byteBuffer: body) : ResponseBody())
        if let contentType { response.headers[.contentType] = contentType }
        return response
    }
}

/// Closes connections whose requests get no answer.
///
/// Stands before everything else, so that the journal has its entry first.
package struct DroppingResponder<Console: HTTPResponder>: HTTPResponder where Console.Context == ConsoleContext {
    /// What a request comes with.
    package typealias Context = ConsoleContext

    let console: Console

    /// Answers, or closes the connection; of HTTP/2 only the stream of the request.
    package func respond(to request: Request, context: ConsoleContext) async throws -> Response {
        do {
            return try await console.respond(to: request, context: context)
        } catch let dropped as ConnectionDropped {
            context.channel.close(promise: nil)
            // Nobody gets the head; whoever writes it finds the connection closed, and a caller in this process the error.
            return Response(status: .internalServerError, body: ResponseBody { _ in throw dropped })
        }
    }
}
