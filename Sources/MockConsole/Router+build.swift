import DeviceProtocol
import Hummingbird

/// The three routers, and who stands behind each.
struct ConsoleRouters {
    let parts: ConsoleParts
    let configuration: ConsoleConfiguration
    let credentials: ConsoleCredentials

    /// Where clients find this console; for links.
    var origin: PublicOrigin { PublicOrigin(configured: configuration.publicURL) }

    /// Everything that answers, behind one responder.
    func responder(readiness: Readiness, trustAnchorPath: String) throws -> ConsoleResponder {
        ConsoleResponder(
            device: RoutedResponder(router: device(), renderer: DeviceErrorRenderer()),
            admin: RoutedResponder(router: try admin(), renderer: AdminErrorRenderer()),
            pages: RoutedResponder(
                router: try pages(readiness: readiness, trustAnchorPath: trustAnchorPath),
                renderer: PageErrorRenderer()),
            consoleVersion: configuration.consoleVersion, requestIDs: RequestIDs(random: parts.random))
    }

    /// Device services.
    func device() -> Router<DeviceServicesContext> {
        let router = Router(context: DeviceServicesContext.self, options: .caseInsensitive)
        router.add(middleware: ErrorTranslation())
        DiscoveryController().addRoutes(to: router)
        let status = StatusDeviceController(
            devices: parts.devices, groups: parts.groups, users: parts.users, contact: statusAtContact)
        status.addOpenRoutes(to: router)
        let limits = configuration.limits
        addEnrollment(to: router.group().add(middleware: body(.buffered(limits.login))))

        let authenticator = authenticators()
        func authenticated(
            _ policy: BodyPolicy, refusal: ConsoleError.Code = .unauthorized
        ) -> RouterGroup<DeviceRequestContext> {
            router.group().add(middleware: authenticator(policy, refusal)).group(context: DeviceRequestContext.self)
        }
        let small = authenticated(.buffered(limits.login))
        status.addRoutes(to: small)
        ProfileDeviceController(store: parts.profiles, origin: origin).addRoutes(to: small)
        BrandingImageDeviceController(store: parts.images).addRoutes(to: router)
        addApplicationIcons(to: router)
        RegistrationDeviceController(store: enrollmentStore, outlook: registrationOutlook).addRoutes(to: small)
        addDiscovery(
            to: router, authenticated: small,
            gate: .init(authenticator: authenticator(.buffered(limits.login), .unauthorized)))
        addLifecycleRoutes(device: small)
        BeaconDeviceController(store: parts.beacons).addRoutes(to: authenticated(.buffered(limits.message)))
        let packaging = CommandPackaging(
            groups: parts.groups, credentials: parts.credentials, random: parts.random)
        CommandDeviceController(store: parts.commands, packaging: packaging)
            .addRoutes(to: authenticated(.buffered(limits.command), refusal: .badRequest))
        var logging = authenticator(.spooled(limits.log), .unauthorized)
        if limits.unverifiedLog > 0 {
            logging.builtInKeyPolicy = .spooled(min(limits.log, limits.unverifiedLog))
        }
        LogDeviceController(store: parts.logs, spool: parts.spool)
            .addRoutes(to: router.group().add(middleware: logging).group(context: SenderRequestContext.self))
        addSampleRoutes { authenticated($0) }
        return router
    }
}
