import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOFoundationCompat

/// Lets those in who have signed in, and sends all others to the sign-in page (Security, "Pages").
struct ConsoleGate: Sendable {
    let sessions: SessionBook<SignedInAdministrator>
    let cookie: SessionCookie
    let signIn: AdminSignIn
    let inside: InsideCalls
    let memory: RememberedAnswers
    let origin: PublicOrigin
    /// The most bytes of a form without a file.
    let formLimit: Int
    /// The most bytes of a form with a small file, such as a picture.
    let fileLimit: Int

    /// Answers somebody who has signed in.
    ///
    /// - Throws: What the answer throws; `forbidden` if a page of another site asks for something that is no page.
    func entered(
        _ request: Request, _ context: PageContext,
        _ answer: (Visit, Session<SignedInAdministrator>) async throws -> Response
    ) async throws -> Response {
        guard let secret = cookie.value(in: request), let session = sessions.session(secret),
            let identity = try await signIn.identity(of: session.owner)
        else { return signInPage(request) }
        var visit = try visit(request, context, identity: identity)
        visit.notice = request.headers[.accept]?.contains("text/html") ?? true ? sessions.takeNotice(of: secret) : nil
        var response = try await answer(visit, session)
        response.headers[.cacheControl] = response.headers[.cacheControl] ?? "no-store"
        return response
    }

    /// Does what a form asks for.
    ///
    /// - Throws: ``ConsoleError`` `forbidden` for a form that is not one of this console's pages, `payloadTooLarge`.
    func submitted(_ request: Request, _ context: PageContext, _ act: PageDoor.Act) async throws -> Response {
        try await sent(request, context, act) { visit in
            visit.form = try await FormBody.values(of: request, formLimit: formLimit, fileLimit: fileLimit)
        }
    }

    /// The same for a form whose last field is a file of any size, which the act reads while it arrives.
    ///
    /// - Throws: ``ConsoleError`` as before, `badRequest` for a form that cannot carry a file.
    func received(_ request: Request, _ context: PageContext, _ act: PageDoor.Act) async throws -> Response {
        try await sent(request, context, act) { visit in
            guard let boundary = MultipartFile.boundary(request.headers[.contentType]) else {
                throw ConsoleError(.badRequest, "A form with a file has to be sent as multipart/form-data.")
            }
            let form = MultipartForm(request.body, boundary: boundary, fieldLimit: formLimit)
            let fields = try await form.fields()
            visit.form = FormValues(fields.values)
            visit.file = fields.fileName.map { SentFile(name: $0, form: form) }
        }
    }

    private func sent(
        _ request: Request, _ context: PageContext, _ act: PageDoor.Act, read: (inout Visit) async throws -> Void
    ) async throws -> Response {
        guard !origin.isForeign(request) else { throw Self.foreign }
        guard let secret = cookie.value(in: request), let session = sessions.session(secret),
            let identity = try await signIn.identity(of: session.owner)
        else { return Self.told(signInPage(request), to: request) }
        var visit = try visit(request, context, identity: identity)
        try await read(&visit)
        guard SecretHash.areEqual(visit.form.exactly("formToken"), session.formToken) else { throw Self.foreign }
        return Self.told(try await outcome(of: act, visit, context, secret), to: request)
    }

    /// Does something, and leaves word of it for the page that comes next.
    private func outcome(
        of act: PageDoor.Act, _ visit: Visit, _ context: PageContext, _ secret: String
    ) async throws -> Response {
        let back = Self.ownPage(visit.form.exactly("formPage")) ?? "/console/"
        func refused(_ error: ConsoleError, _ field: String = "") -> Response {
            context.logger.info(
                "A form was refused", metadata: ["path": "\(visit.path.prefix(200))", "reason": "\(error.message)"])
            sessions.leave(
                Notice(
                    text: error.message, details: error.details, isProblem: true, fields: visit.form.shown,
                    form: visit.path, field: field), in: secret)
            return Self.seeOther(back)
        }
        func done(_ notice: Notice, _ path: String) -> Response {
            sessions.leave(notice, in: secret)
            return Self.seeOther(path)
        }
        do {
            return switch try await act(visit) {
            case .done(let text, let path): done(Notice(text: text), path)
            case .stay(let text): done(Notice(text: text), back)
            case .secret(let value, let text): done(Notice(text: text, secret: value), back)
            case .answer(let response): response
            }
        } catch let refusal as FieldRefusal {
            return refused(refusal.reason, refusal.field)
        } catch let error as ConsoleError where error.code != .internalError {
            return refused(error)
        }
    }

    /// The answer to a form; a script that has sent it is told the page to go to, since it would fetch it itself.
    private static func told(_ response: Response, to request: Request) -> Response {
        guard request.headers[.sentByScript] != nil, response.status == .seeOther,
            let next = response.headers[.location]
        else { return response }
        var answer = Response(status: .ok, headers: response.headers)
        answer.headers[.location] = nil
        answer.headers[.nextPage] = next
        return answer
    }

    private func visit(_ request: Request, _ context: PageContext, identity: AdministratorIdentity) throws -> Visit {
        var captures: [String: String] = [:]
        for (name, _) in context.parameters { captures[String(name)] = try context.pathParameter(String(name)) }
        let origin = origin.of(request)
        return Visit(
            identity: identity,
            api: ConsoleInterface(inside, for: .init(identity, context: context), at: origin, remembering: memory),
            request: request, captures: captures, query: QueryParameters(request), origin: origin,
            connection: Visit.Connection(channel: context.channel, logger: context.logger))
    }

    /// Sends a browser to the sign-in page, and back afterwards.
    private func signInPage(_ request: Request) -> Response {
        let target = request.method == .get ? request.head.path ?? "" : ""
        let next = Self.ownPage(target).map { "?next=\(URLText.escaped($0))" } ?? ""
        var response = Self.seeOther("/console/sign-in\(next)")
        if cookie.value(in: request) != nil { response.headers[.setCookie] = cookie.forgetting(for: request) }
        return response
    }

    /// The address of a page of the console; nil for anything else, so that nobody is sent elsewhere.
    static func ownPage(_ path: String) -> String? {
        guard path.hasPrefix("/console/"), path.utf8.count <= 2000,
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return path
    }

    /// Sends a browser to a page.
    static func seeOther(_ path: String) -> Response {
        Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }

    private static let foreign = ConsoleError(
        .forbidden, "The form is not from a page of this console, or that page is too old. Open it anew and try again.")
}

extension HTTPField.Name {
    /// What a script sends with a form that it sends in place of the browser.
    static let sentByScript = HTTPField.Name("x-sent-by-script") ?? .authorization
    /// The page that such a form leads to.
    static let nextPage = HTTPField.Name("x-next-page") ?? .location
}

/// A refusal of what a field holds, in a sentence that does not name the field.
struct FieldRefusal: Error {
    /// The name of the field.
    let field: String
    let reason: ConsoleError

    /// Does something whose refusals are about a field.
    ///
    /// - Throws: ``FieldRefusal``; what else the work throws, faults of the console among it.
    static func of<Value>(_ field: String, _ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as ConsoleError where error.code != .internalError {
            throw FieldRefusal(field: field, reason: error)
        }
    }
}
