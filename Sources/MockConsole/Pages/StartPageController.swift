import ConsoleHTTP
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird

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
    /// Asks whether the user still has the password that the console was started with.
    let isPasswordKept: @Sendable () async -> Bool
    /// The hosts under which the console is known.
    private let hosts: KnownHosts
    /// Pages that were asked for already.
    private let shelf = AnswerShelf()

    /// Pages of a console.
    init(
        credentials: ConsoleCredentials, configuration: ConsoleConfiguration, readiness: Readiness,
        access: ClientAccess, hosts: KnownHosts, isPasswordKept: @escaping @Sendable () async -> Bool
    ) throws {
        self.isPasswordKept = isPasswordKept
        self.hosts = hosts
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

    private func start(_ request: Request, context: PageContext) async -> Response {
        // The host decides all that is not the same for everybody. A host that is not known may be one that somebody
        // leads here, to read what the page shows to this machine.
        let authority = hosts.known(request.head.authority)
        let isOwner = isLoopback && Self.isThisMachine(request)
        let showsSecrets = isOwner ? await isPasswordKept() : false
        return await shelf.answer("\(authority) \(showsSecrets) \(readiness.ports != nil)") {
            ConstantAnswer(page: page.render(model(authority, showsSecrets: showsSecrets)))
        }.response(to: request)
    }

    private func model(_ authority: String, showsSecrets: Bool) -> StartPage.Model {
        let (server, plain) = origins(authority)
        return StartPage.Model(
            serverURL: server, plainURL: plain, version: MockUEMVersion.current, consoleVersion: consoleVersion,
            isSeeded: !credentials.groupId.isEmpty, groupId: credentials.groupId, user: credentials.user,
            password: credentials.password, bundleId: credentials.bundleId,
            emailDomains: credentials.emailDomains,
            showsSecrets: showsSecrets,
            hasOwnAuthority: !access.hasOwnCertificate && access.publicURL == nil,
            hasOwnCertificate: access.hasOwnCertificate && access.publicURL == nil,
            isBehindProxy: access.publicURL != nil, certificateNames: access.names.joined(separator: ", "),
            curl: curl(authority, server))
    }

    /// A command for whoever reads the page, who reaches the console as their browser did.
    private func curl(_ authority: String, _ server: String) -> String {
        if access.publicURL != nil { return CurlTarget(origin: server).command("/", trusting: nil) }
        let target =
            readiness.ports.map {
                access.curlTarget(reachedAt: KnownHosts.host(of: authority), port: $0.https)
            } ?? CurlTarget(origin: server)
        return target.command("/", trusting: "mockuem-ca.pem")
    }

    /// Whether a request was sent to this machine by name, and not handed on by a proxy, whose clients may be anywhere.
    static func isThisMachine(_ request: Request) -> Bool {
        namesThisMachine(request.head.authority) && request.headers[.forwarded] == nil
            && request.headers[.forwardedFor] == nil
    }

    /// Whether the browser's address names this machine; another name may belong to somebody who redirects it here.
    static func namesThisMachine(_ authority: String?) -> Bool {
        let host = KnownHosts.host(of: authority ?? "localhost").lowercased()
        return host.hasSuffix(".localhost") || ["localhost", "127.0.0.1", "[::1]"].contains(host)
    }

    /// The origins an app can use, by the host name the browser used.
    private func origins(_ authority: String) -> (server: String, plain: String) {
        if access.publicURL == nil, readiness.ports == nil { return ("http://\(authority)", "") }
        return access.origins(
            ports: readiness.ports ?? (http: 0, https: 0), asked: KnownHosts.host(of: authority))
    }
}
