import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird
import Logging

/// Signs enrollment users in to the self-service portal, and out (Security, "Pages").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/mydevice/sign-in` | the page |
/// | POST | `/mydevice/sign-in` | begins a session, and ends the one of the cookie |
/// | POST | `/mydevice/sign-out` | ends it |
struct PortalSignInPage {
    /// What the page shows.
    struct Model: PageValue {
        let group: String
        let name: String
        let problem: String
        /// What to type, where the reader is the person who started the console; empty elsewhere.
        let hintGroup: String
        let hintName: String
        let hintPassword: String
        let version: String
        let formToken: String
    }

    let gate: PortalGate
    let shell: Shell
    /// What the form carries.
    let token: SignInToken
    /// Throttles.
    let signIn: AdminSignIn
    /// Checks a password.
    let check: PortalSignIn
    /// What to type, if it may be said to whoever asked.
    let demo: @Sendable (Request) async -> DemoUser?
    let version: String

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/mydevice/sign-in", use: page)
        router.post("/mydevice/sign-in", use: begin)
        router.post("/mydevice/sign-out", use: end)
    }

    @Sendable private func page(_ request: Request, context: PageContext) async throws -> Response {
        if try await gate.sender(of: request) != nil { return ConsoleGate.seeOther("/mydevice/") }
        return await show(request, FormValues([:]), problem: "")
    }

    @Sendable private func begin(_ request: Request, context: PageContext) async throws -> Response {
        guard !gate.origin.isForeign(request) else { throw PortalGate.foreign }
        let form = try await PortalGate.form(of: request)
        guard token.admits(form, of: request) else {
            var response = await show(request, form, problem: SignInToken.refusal)
            response.status = .forbidden
            return response
        }
        do {
            let (group, name) = (form["group"], form["name"])
            let user = try await signIn.user(named: name, in: group, from: context.sender) {
                try await check(group, name, form.exactly("password"), context.address)
            }
            let secret = gate.sessions.begin(
                try await gate.store.begin(user), replacing: gate.cookie.value(in: request))
            var response = ConsoleGate.seeOther("/mydevice/")
            response.headers[.setCookie] = gate.cookie.holding(secret, for: request)
            return response
        } catch let error as ConsoleError where Self.refusals.contains(error.code) {
            context.logger.notice(
                "Sign-in failed",
                metadata: [
                    "kind": "enrollmentUser", "name": "\(form["name"])", "group": "\(form["group"])",
                    "address": "\(context.address)",
                ])
            var response = await show(request, form, problem: error.message)
            response.status =
                switch error.code {
                case .tooManyRequests: .tooManyRequests
                case .unavailable: .serviceUnavailable
                default: .unprocessableContent
                }
            if let seconds = error.headers["Retry-After"] { response.headers[.retryAfter] = seconds }
            return response
        }
    }

    private static let refusals: [ConsoleError.Code] = [.unauthorized, .forbidden, .tooManyRequests, .unavailable]

    @Sendable private func end(_ request: Request, context: PageContext) async throws -> Response {
        let form = try await PortalGate.form(of: request)
        guard let sender = try await gate.sender(of: request), !gate.origin.isForeign(request),
            SecretHash.areEqual(form.exactly("formToken"), sender.token)
        else { return ConsoleGate.seeOther("/mydevice/sign-in") }
        gate.sessions.end(sender.secret)
        var response = ConsoleGate.seeOther("/mydevice/sign-in")
        response.headers[.setCookie] = gate.cookie.forgetting(for: request)
        return response
    }

    private func show(_ request: Request, _ form: FormValues, problem: String) async -> Response {
        let (demo, token) = (await demo(request), token.of(request))
        var response = shell.html(
            Model(
                group: form["group"], name: form["name"], problem: problem, hintGroup: demo?.group ?? "",
                hintName: demo?.name ?? "", hintPassword: demo?.password ?? "", version: version,
                formToken: token),
            template: "Portal/PortalSignIn")
        self.token.give(token, with: &response, to: request)
        return response
    }
}

/// Checks the password of an enrollment user: group ID, user name, password and address of the client.
package typealias PortalSignIn =
    @Sendable (_ group: String, _ name: String, _ password: String, _ address: String) async throws -> UserRecord

/// A user whom the demo environment has, and whose password may be said.
package struct DemoUser: Sendable {
    let group: String
    let name: String
    let password: String
    /// Bundle identifier of an app for the user's devices.
    let bundle: String

    /// Made of its parts.
    package init(group: String, name: String, password: String, bundle: String) {
        self.group = group
        self.name = name
        self.password = password
        self.bundle = bundle
    }
}
