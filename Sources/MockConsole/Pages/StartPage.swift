import ConsolePlatform
import ConsoleResources
import HTTPTypes
import Hummingbird
import Mustache

/// The page a browser sees at `/`: what this is, and what one needs to point an app at it.
struct StartPage: Sendable {
    /// The content of the page.
    struct Model: Sendable {
        /// Origin to give to an app.
        let serverURL: String
        /// Origin without TLS; empty behind a proxy.
        let plainURL: String
        let version: String
        let consoleVersion: String
        /// Whether the environment was seeded, so that there is a user to name.
        let isSeeded: Bool
        let groupId: String
        let user: String
        let password: String
        let bundleId: String
        /// The domains by which autodiscovery finds the group; empty if there are none.
        let emailDomains: String
        /// Whether passwords may be shown: only to this machine.
        let showsSecrets: Bool
        /// Whether clients meet a certificate of the console's own authority.
        let hasOwnAuthority: Bool
        /// Whether clients meet a certificate the operator has brought.
        let hasOwnCertificate: Bool
        /// Whether clients meet a proxy and its certificate.
        let isBehindProxy: Bool
        /// Names and addresses the certificate of the HTTPS port is valid for.
        let certificateNames: String
        /// A command that finds the console and verifies its certificate.
        let curl: String
    }

    private let template: MustacheTemplate

    /// The page with its template.
    ///
    /// - Throws: `MustacheTemplate.ParserError` for a template that is broken.
    init() throws {
        template = try MustacheTemplate(
            string: try EmbeddedFile.required("Sources/MockConsole/Pages/StartPage.mustache").text)
    }

    /// The page as HTML.
    func render(_ model: Model) -> String { template.render(model) }
}
