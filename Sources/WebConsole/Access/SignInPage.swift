import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

/// Signs administrators in to the console, and out (Security, "Pages").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/console/sign-in` | the page |
/// | POST | `/console/sign-in` | begins a session, and ends the one of the cookie |
/// | POST | `/console/sign-out` | ends it |
struct SignInPage {
    /// What the page shows.
    struct Model: PageValue {
        let next: String
        let name: String
        let problem: String
        /// Name and password to type, where the reader is the person who started the console; empty elsewhere.
        let hintName: String
        let hintPassword: String
        let version: String
        let formToken: String
    }

    let gate: ConsoleGate
    let shell: Shell
    /// What the form carries.
    let token: SignInToken
    /// What to type, if it may be said to whoever asked.
    let hint: @Sendable (Request) async -> SignInHint?
    let version: String

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/console/sign-in", use: page)
        router.post("/console/sign-in", use: begin)
        router.post("/console/sign-out", use: end)
    }

    @Sendable private func page(_ request: Request, context: PageContext) async throws -> Response {
        let next = QueryParameters(request).text("next").flatMap(ConsoleGate.ownPage) ?? "/console/"
        if let secret = gate.cookie.value(in: request), let session = gate.sessions.session(secret),
            try await gate.signIn.identity(of: session.owner) != nil
        {
            return ConsoleGate.seeOther(next)
        }
        return await show(request, next: next, name: "", problem: "")
    }

    @Sendable private func begin(_ request: Request, context: PageContext) async throws -> Response {
        guard !gate.origin.isForeign(request) else {
            throw ConsoleError(.forbidden, "A page of another site sent this form.")
        }
        let form = try await FormBody.values(of: request, formLimit: gate.formLimit, fileLimit: gate.formLimit)
        let next = ConsoleGate.ownPage(form.exactly("next")) ?? "/console/"
        guard token.admits(form, of: request) else {
            var response = await show(request, next: next, name: form["name"], problem: SignInToken.refusal)
            response.status = .forbidden
            return response
        }
        do {
            let person = try await gate.signIn.administrator(
                name: form["name"], password: form.exactly("password"), from: context.sender)
            var response = ConsoleGate.seeOther(next)
            let secret = gate.sessions.begin(person, replacing: gate.cookie.value(in: request))
            response.headers[.setCookie] = gate.cookie.holding(secret, for: request)
            return response
        } catch let error as ConsoleError where [.unauthorized, .forbidden, .tooManyRequests].contains(error.code) {
            var response = await show(request, next: next, name: form["name"], problem: error.message)
            response.status = error.code == .tooManyRequests ? .tooManyRequests : .unprocessableContent
            if let seconds = error.headers["Retry-After"] { response.headers[.retryAfter] = seconds }
            return response
        }
    }

    @Sendable private func end(_ request: Request, context: PageContext) async throws -> Response {
        let form = try await FormBody.values(of: request, formLimit: gate.formLimit, fileLimit: gate.formLimit)
        guard let secret = gate.cookie.value(in: request), let session = gate.sessions.session(secret),
            !gate.origin.isForeign(request),
            SecretHash.areEqual(form.exactly("formToken"), session.formToken)
        else { return ConsoleGate.seeOther("/console/sign-in") }
        gate.sessions.end(secret)
        var response = ConsoleGate.seeOther("/console/sign-in")
        response.headers[.setCookie] = gate.cookie.forgetting(for: request)
        return response
    }

    private func show(_ request: Request, next: String, name: String, problem: String) async -> Response {
        let (hint, token) = (await hint(request), token.of(request))
        var response = shell.html(
            Model(
                next: next, name: name, problem: problem, hintName: hint?.name ?? "",
                hintPassword: hint?.password ?? "", version: version, formToken: token), template: "Access/SignIn")
        self.token.give(token, with: &response, to: request)
        return response
    }
}

/// What to type on a sign-in page.
package struct SignInHint: Hashable, Sendable {
    let name: String
    let password: String

    /// Name and password.
    package init(name: String, password: String) {
        self.name = name
        self.password = password
    }
}
