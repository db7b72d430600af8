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
    /// The most bytes of a form with a file that is sent without a script.
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
        guard !origin.isForeign(request) else { throw Self.foreign }
        guard let secret = cookie.value(in: request), let session = sessions.session(secret),
            let identity = try await signIn.identity(of: session.owner)
        else { return signInPage(request) }
        var visit = try visit(request, context, identity: identity)
        visit.form = try await FormBody.values(of: request, formLimit: formLimit, fileLimit: fileLimit)
        guard SecretHash.areEqual(visit.form.exactly("formToken"), session.formToken) else { throw Self.foreign }
        let back = Self.ownPage(visit.form.exactly("formPage")) ?? "/console/"
        do {
            switch try await act(visit) {
            case .done(let text, let path):
                sessions.leave(Notice(text: text), in: secret)
                return Self.seeOther(path)
            case .stay(let text):
                sessions.leave(Notice(text: text), in: secret)
                return Self.seeOther(back)
            case .secret(let value, let text):
                sessions.leave(Notice(text: text, secret: value), in: secret)
                return Self.seeOther(back)
            case .answer(let response): return response
            }
        } catch let error as ConsoleError where error.code != .internalError {
            context.logger.info(
                "A form was refused", metadata: ["path": "\(visit.path.prefix(200))", "reason": "\(error.message)"])
            sessions.leave(
                Notice(
                    text: error.message, details: error.details, isProblem: true, fields: visit.form.shown,
                    form: visit.path), in: secret)
            return Self.seeOther(back)
        }
    }

    /// Takes a file that a script sends.
    func uploaded(
        _ request: Request, _ context: PageContext, _ act: (Visit, RequestBody) async throws -> Response
    ) async throws -> Response {
        guard !origin.isForeign(request) else { throw Self.foreign }
        guard let secret = cookie.value(in: request), let session = sessions.session(secret),
            let identity = try await signIn.identity(of: session.owner)
        else { throw ConsoleError(.unauthorized, "Sign in again: the session has ended.") }
        guard let token = request.headers[.formToken], SecretHash.areEqual(token, session.formToken) else {
            throw Self.foreign
        }
        return try await act(try visit(request, context, identity: identity), request.body)
    }

    private func visit(_ request: Request, _ context: PageContext, identity: AdministratorIdentity) throws -> Visit {
        var captures: [String: String] = [:]
        for (name, _) in context.parameters { captures[String(name)] = try context.pathParameter(String(name)) }
        return Visit(
            identity: identity,
            api: ConsoleInterface(inside, for: .init(identity, context: context), remembering: memory),
            request: request, captures: captures, query: QueryParameters(request), origin: origin.of(request),
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
    /// What a script sends beside a file, in place of the field of a form.
    static let formToken = HTTPField.Name("x-form-token") ?? .authorization
}
