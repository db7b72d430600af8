import ConsoleHTTP
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The start page (Operations, "The start page").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/` | the start page, for browsers |
struct StartPageController {
    let page: StartPage
    let credentials: ConsoleCredentials
    let consoleVersion: String
    /// Where clients find the console.
    let access: ClientAccess
    /// Knows the ports.
    let readiness: Readiness
    /// Whether the console listens only to this machine, so that the demo password can be shown.
    let isLoopback: Bool

    /// Pages of a console.
    init(
        credentials: ConsoleCredentials, configuration: ConsoleConfiguration, readiness: Readiness, access: ClientAccess
    ) throws {
        page = try StartPage()
        self.credentials = credentials
        self.readiness = readiness
        consoleVersion = configuration.consoleVersion
        self.access = access
        // Behind a proxy the listener is local and the reader is not.
        isLoopback = configuration.publicURL == nil && ["127.0.0.1", "::1", "localhost"].contains(configuration.host)
    }

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<PageContext>) {
        router.get("/", use: start)
    }

    private func start(_ request: Request, context: PageContext) -> Response {
        let (server, plain) = origins(request)
        return page.render(
            StartPage.Model(
                serverURL: server, plainURL: plain, version: MockUEMVersion.current, consoleVersion: consoleVersion,
                isSeeded: !credentials.groupId.isEmpty, groupId: credentials.groupId, user: credentials.user,
                password: credentials.password, bundleId: credentials.bundleId,
                emailDomains: credentials.emailDomains,
                showsSecrets: isLoopback && Self.namesThisMachine(request.head.authority),
                hasOwnAuthority: !access.hasOwnCertificate && access.publicURL == nil,
                hasOwnCertificate: access.hasOwnCertificate && access.publicURL == nil,
                isBehindProxy: access.publicURL != nil, certificateNames: access.names.joined(separator: ", "),
                curl: curl(request, server)))
    }

    /// A command for whoever reads the page, who reaches the console as their browser did.
    private func curl(_ request: Request, _ server: String) -> String {
        if access.publicURL != nil { return CurlTarget(origin: server).command("/", trusting: nil) }
        let target =
            readiness.ports.map {
                access.curlTarget(reachedAt: Self.host(of: request.head.authority ?? "localhost"), port: $0.https)
            } ?? CurlTarget(origin: server)
        return target.command("/", trusting: "mockuem-ca.pem")
    }

    /// Whether the browser's address names this machine; another name may belong to somebody who redirects it here.
    static func namesThisMachine(_ authority: String?) -> Bool {
        let host = host(of: authority ?? "localhost").lowercased()
        return host.hasSuffix(".localhost") || ["localhost", "127.0.0.1", "[::1]"].contains(host)
    }

    /// The host of an authority.
    private static func host(of authority: String) -> String {
        authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
    }

    /// The origins an app can use, by the host name the browser used.
    private func origins(_ request: Request) -> (server: String, plain: String) {
        let authority = request.head.authority ?? "localhost"
        if access.publicURL == nil, readiness.ports == nil { return ("http://\(authority)", "") }
        return access.origins(ports: readiness.ports ?? (http: 0, https: 0), asked: Self.host(of: authority))
    }
}
