import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import DeviceServices
import Hummingbird
import Logging

/// The three routers, whose doors the features put their routes in.
struct ConsoleRouters {
    /// Device services.
    let device = ListedRouter<DeviceServicesContext>(
        options: .caseInsensitive, spellings: ["deviceservices", "DeviceServices", "deviceServices"])
    /// The admin REST API, and what only a mock has.
    let admin = ListedRouter<AdminContext>(options: .caseInsensitive)
    /// Pages and operations.
    let pages = ListedRouter<PageContext>()
    /// Every route there is, once the responder is made.
    let list = RouteList()
    private let doors: Doors
    private let inside = InsideCalls()
    private let consoleVersion: String
    private let requestIDs: RequestIDs
    private let hosts: KnownHosts
    private let logger: Logger
    /// Whether the world reaches the console.
    private let isPublic: Bool
    /// Value of `strict-transport-security`; nil unless the certificate is one that clients trust for good.
    private let strictTransport: String?
    private let addresses: ClientAddresses
    private let threads: LowPriorityThreads
    private let origins: AllowedOrigins
    private let generations: SDKGenerations

    /// Routers of a console.
    ///
    /// - Parameters:
    ///   - parts: What the console consists of.
    ///   - configuration: Everything it is configured with.
    ///   - adminToken: The bearer token printed at start.
    /// - Throws: ``ConsoleError`` `internalError` if the table of addresses that are not served cannot be read.
    init(_ parts: ConsoleParts, configuration: ConsoleConfiguration, adminToken: String) throws {
        device.add(middleware: ErrorTranslation())
        admin.add(middleware: ErrorTranslation())
        admin.add(middleware: ContinueMiddleware())
        pages.add(middleware: ErrorTranslation())
        hosts = configuration.knownHosts
        logger = parts.logger
        isPublic = configuration.profile == .public
        strictTransport = isPublic && configuration.certificateFiles != nil ? "max-age=31536000" : nil
        let origin = PublicOrigin(configured: configuration.publicURL, hosts: hosts)
        let signatures = parts.features.signatures
        doors = Doors(
            device: DeviceDoor(open: device, gated: signatures.gated(on: device), spool: parts.spool) { [device] in
                signatures.authenticated($0, on: device)
            },
            admin: AdminDoor(
                open: admin, signIn: Self.signIn(parts, configuration, token: adminToken),
                quota: RequestQuota(limit: configuration.admin.dailyQuota, clock: parts.core.clock), origin: origin,
                sites: configuration.origins, bodyLimit: parts.core.limits.message, list: list, inside: inside,
                unserved: try .embedded),
            pages: pages, origin: origin)
        consoleVersion = configuration.consoleVersion
        threads = parts.core.threads
        origins = configuration.origins
        requestIDs = RequestIDs(random: parts.core.random)
        addresses = configuration.entry.addresses
        generations = SDKGenerations(database: parts.core.database)
    }

    /// What checks credentials of administrators.
    private static func signIn(_ parts: ConsoleParts, _ configuration: ConsoleConfiguration, token: String)
        -> AdminSignIn
    {
        let (core, model) = (parts.core, parts.model)
        let access = configuration.admin
        let throttle = SignInThrottle(
            limit: access.signInFailures, seconds: access.signInWindow, site: configuration.site, clock: core.clock,
            limits: LimitLog(parts.logger))
        let guarding = SignInGuard(
            throttle: throttle, pacer: model.guards.pacer, database: core.database, events: core.events,
            clock: core.clock,
            log: SignInLog(table: core.table("administratorSignIn", \.signIns)))
        return AdminSignIn(
            administrators: model.administrators, clients: model.oauthClients, tokens: model.adminTokens,
            hasher: model.hasher, signIns: guarding, adminToken: token)
    }

    /// Adds the routes of features.
    func add(_ features: [any Feature]) throws {
        for feature in features { try feature.addRoutes(to: doors) }
    }

    /// Everything that answers, behind one responder, once all features were added.
    func responder() -> ConsoleResponder {
        let administrators = RoutedResponder(
            router: admin, list: list, renderer: AdminErrorRenderer(), fallback: doors.admin.unservedRoutes)
        inside.serve(administrators)
        var responder = ConsoleResponder(
            device: RoutedResponder(router: device, list: list, renderer: DeviceErrorRenderer()),
            admin: administrators,
            pages: RoutedResponder(router: pages, list: list, renderer: PageErrorRenderer()),
            consoleVersion: consoleVersion, requestIDs: requestIDs, addresses: addresses, threads: threads)
        responder.origins = origins
        responder.hostPolicy = HostPolicy(hosts: hosts, isStrict: isPublic, log: RareLog(logger))
        responder.strictTransport = strictTransport
        responder.versions = { [generations] in await generations.generation(of: $0)?.consoleVersion }
        return responder
    }
}
