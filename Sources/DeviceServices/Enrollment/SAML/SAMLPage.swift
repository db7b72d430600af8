import ConsolePlatform
import ConsoleResources
import HTTPTypes
import Hummingbird
import Mustache

/// The pages of the built-in identity provider (DeviceServices, section 7.4).
struct SAMLPage: Sendable {
    /// The content of the sign-in page.
    struct Model: Sendable {
        /// Where the form goes.
        let action: String
        /// The sealed sign-in.
        let request: String
        let groupName: String
        /// The app that asks.
        let bundleId: String
        /// Whether a name that is new is believed.
        let provisions: Bool
        /// The previous input.
        let username: String
        let email: String
        /// Whether something was refused, and what.
        let hasProblem: Bool
        let problem: String
    }

    /// The content of the page for a sign-in that cannot go on.
    struct ProblemModel: Sendable {
        let problem: String
    }

    private let signIn: MustacheTemplate
    private let problem: MustacheTemplate

    /// The pages with their templates.
    ///
    /// - Throws: `MustacheTemplate.ParserError` for a template that is broken.
    init() throws {
        func template(_ name: String) throws -> MustacheTemplate {
            let file = "Sources/DeviceServices/Enrollment/SAML/\(name).mustache"
            return try MustacheTemplate(string: try EmbeddedFile.required(file).text)
        }
        signIn = try template("SAMLSignInPage")
        problem = try template("SAMLProblemPage")
    }

    /// The sign-in page; its form may end at the app's scheme.
    func render(_ model: Model, returningTo scheme: String) -> Response {
        Self.page(signIn.render(model), status: .ok, formActions: "'self' \(scheme):")
    }

    /// The page of a sign-in that cannot go on.
    func render(_ model: ProblemModel, status: HTTPResponse.Status) -> Response {
        Self.page(problem.render(model), status: status, formActions: "'none'")
    }

    /// Sends the browser to the app.
    static func redirect(to address: String) -> Response {
        var response = page("", status: .seeOther, formActions: "'none'")
        response.headers[.location] = address
        return response
    }

    /// Not to be kept either.
    private static func page(_ html: String, status: HTTPResponse.Status, formActions: String) -> Response {
        var response = Response.page(html, status: status, formActions: formActions)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
