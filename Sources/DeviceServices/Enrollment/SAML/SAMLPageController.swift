import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// The built-in identity provider (DeviceServices, section 7.4).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/saml/signin` | the sign-in page |
/// | POST | `/_mock/saml/signin` | sends the browser to the app with a token, or shows the page again |
struct SAMLPageController {
    /// Where the pages are.
    static let path = "/_mock/saml/signin"

    let page: SAMLPage
    let signIn: SAMLSignIn
    let sealing: SAMLRequestSealing
    let origin: PublicOrigin
    /// Bytes of a form.
    let bodyLimit: Int

    /// Adds the routes, which ask for no administrator.
    func addRoutes(to router: some RouterMethods<AdminContext>) {
        router.get("/_mock/saml/signin") { request, context in
            try await withProblemPage(context) { try await show(request) }
        }
        router.post("/_mock/saml/signin") { request, context in
            try await withProblemPage(context) { try await receive(request, context) }
        }
    }

    private func show(_ request: Request) async throws -> Response {
        let sealed = QueryParameters(request).value("request") ?? ""
        return try await page(for: try sealing.open(sealed), sealed: sealed)
    }

    private func receive(_ request: Request, _ context: AdminContext) async throws -> Response {
        try requireSameOrigin(request)
        let fields = FormFields(try await request.data(limit: bodyLimit))
        let sealed = fields["request"] ?? ""
        let asked = try sealing.open(sealed)
        let form = SAMLSignIn.Form(
            username: (fields["username"] ?? "").trimmingCharacters(in: .whitespaces),
            password: fields["password"] ?? "",
            email: (fields["email"] ?? "").trimmingCharacters(in: .whitespaces))
        _ = try await signIn.group(of: asked)
        do {
            let token = try await signIn.token(form, for: asked, from: context.address)
            return SAMLPage.redirect(to: asked.returnAddress.url(token: token))
        } catch let refusal as LoginRefusal {
            context.logger.info(
                "Sign-in refused", metadata: ["code": "\(refusal.code.rawValue)", "reason": "\(refusal.reason)"])
            return try await page(for: asked, sealed: sealed, form, problem: Self.sentence(refusal.code))
        } catch let error as ConsoleError where error.code == .badRequest {
            return try await page(for: asked, sealed: sealed, form, problem: error.message)
        }
    }

    private func page(
        for asked: SAMLRequest, sealed: String, _ form: SAMLSignIn.Form = .init(), problem: String? = nil
    ) async throws -> Response {
        let (group, settings) = try await signIn.group(of: asked)
        return page.render(
            SAMLPage.Model(
                action: Self.path, request: sealed, groupName: group.name, bundleId: asked.bundle.value,
                provisions: settings.isOn(.provisionSAMLUsers), username: form.username, email: form.email,
                hasProblem: problem != nil, problem: problem ?? ""), returningTo: asked.returnAddress.scheme)
    }

    /// Refuses forms that another site has the browser send.
    private func requireSameOrigin(_ request: Request) throws {
        guard !origin.isForeign(request) else {
            throw ConsoleError(.badRequest, "This form was sent by another site. Go back to the app and begin again.")
        }
    }

    /// Users see a page whatever the reason, with the status that fits it.
    private func withProblemPage(
        _ context: AdminContext, _ body: () async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch let error as ConsoleError where error.code != .internalError {
            context.logger.info("Refused", metadata: ["reason": "\(error.message)"])
            return page.render(
                SAMLPage.ProblemModel(problem: error.message), status: DeviceErrorRenderer.status(of: error.code))
        }
    }

    /// The message for a user, which never says whether the name or the password was wrong.
    private static func sentence(_ code: LoginStatusCode) -> String {
        switch code {
        case .invalidCredentials: "User name, password or e-mail address is wrong."
        case .accountLocked: "This account is locked after too many failed sign-ins. Try again later."
        case .accountInactive: "This account is inactive. Ask your administrator."
        default: "Signing in is not possible now."
        }
    }
}
