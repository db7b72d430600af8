import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Lets enrollment users in who have signed in to the self-service portal (Security, "Pages").
struct PortalGate: Sendable {
    let sessions: SessionBook<PortalUser>
    let cookie: SessionCookie
    let store: PortalStore
    let inside: InsideCalls
    let origin: PublicOrigin
    /// The most bytes of a form.
    static let formLimit = 64 * 1024

    /// Whom a request is from: the session's secret, the session, and the user as of now; nil if nobody has signed in.
    func sender(of request: Request) async throws -> (secret: String, token: String, person: PortalPerson)? {
        guard let secret = cookie.value(in: request), let session = sessions.session(secret) else { return nil }
        guard let person = try await store.person(session.owner) else {
            sessions.end(secret)
            return nil
        }
        return (secret, session.formToken, person)
    }

    /// Answers a user who has signed in.
    ///
    /// - Throws: What the answer throws.
    func entered(
        _ request: Request, _ context: PageContext,
        _ answer: (PortalVisit, _ formToken: String) async throws -> Response
    ) async throws -> Response {
        guard let sender = try await sender(of: request) else { return signInPage(request) }
        var visit = try visit(request, context, person: sender.person)
        visit.notice = sessions.takeNotice(of: sender.secret)
        return try await answer(visit, sender.token)
    }

    /// Does what a form asks for.
    ///
    /// - Throws: ``ConsoleError`` `forbidden` for a form that is not one of the portal's pages, `notFound` for what is
    ///   another user's, `payloadTooLarge`.
    func submitted(
        _ request: Request, _ context: PageContext, _ act: @Sendable (PortalVisit) async throws -> Outcome
    ) async throws -> Response {
        guard !origin.isForeign(request) else { throw Self.foreign }
        guard let sender = try await sender(of: request) else { return signInPage(request) }
        var visit = try visit(request, context, person: sender.person)
        visit.form = try await Self.form(of: request)
        guard SecretHash.areEqual(visit.form.exactly("formToken"), sender.token) else { throw Self.foreign }
        let back = Self.ownPage(visit.form.exactly("formPage"))
        do {
            switch try await act(visit) {
            case .done(let text, let path):
                sessions.leave(Notice(text: text), in: sender.secret)
                return ConsoleGate.seeOther(path)
            case .stay(let text):
                sessions.leave(Notice(text: text), in: sender.secret)
                return ConsoleGate.seeOther(back)
            case .secret(let value, let text):
                sessions.leave(Notice(text: text, secret: value), in: sender.secret)
                return ConsoleGate.seeOther(back)
            case .answer(let response): return response
            }
        } catch let error as ConsoleError where ![.internalError, .notFound].contains(error.code) {
            context.logger.info(
                "A form was refused",
                metadata: ["path": "\(request.uri.path.prefix(200))", "reason": "\(error.message)"])
            sessions.leave(
                Notice(
                    text: error.message, details: error.details, isProblem: true, fields: visit.form.shown,
                    form: request.uri.path), in: sender.secret)
            return ConsoleGate.seeOther(back)
        }
    }

    /// The fields of a form.
    static func form(of request: Request) async throws -> FormValues {
        try await FormBody.values(of: request, formLimit: formLimit, fileLimit: formLimit)
    }

    private func visit(_ request: Request, _ context: PageContext, person: PortalPerson) throws -> PortalVisit {
        var captures: [String: String] = [:]
        for (name, _) in context.parameters { captures[String(name)] = try context.pathParameter(String(name)) }
        return PortalVisit(
            person: person, request: request, captures: captures, query: QueryParameters(request), store: store,
            routes: { [inside] in ConsoleInterface(inside, for: .init($0, context: context)) })
    }

    /// Sends a browser to the sign-in page.
    private func signInPage(_ request: Request) -> Response {
        var response = ConsoleGate.seeOther("/mydevice/sign-in")
        if cookie.value(in: request) != nil { response.headers[.setCookie] = cookie.forgetting(for: request) }
        return response
    }

    /// The address of a page of the portal; the first one for anything else, so that nobody is sent elsewhere.
    private static func ownPage(_ path: String) -> String {
        guard path.hasPrefix("/mydevice/"), path.utf8.count <= 2000,
            path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return "/mydevice/" }
        return path
    }

    /// Refuses a form of another site, or of a page that is too old.
    static let foreign = ConsoleError(
        .forbidden, "The form is not from a page of this portal, or that page is too old. Open it anew and try again.")
}
