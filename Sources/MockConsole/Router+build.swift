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
            admin: RoutedResponder(router: admin(), renderer: AdminErrorRenderer()),
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
        let enrollment = EnrollmentStore(
            database: parts.database, credentials: parts.credentials, tokens: parts.tokens, events: parts.events,
            clock: parts.clock, random: parts.random)
        let status = StatusDeviceController(devices: parts.devices, groups: parts.groups, users: parts.users)
        status.addOpenRoutes(to: router)
        let signIn = SignIn(
            groups: parts.groups, users: parts.users, devices: parts.devices, hasher: parts.hasher, clock: parts.clock)
        let limits = configuration.limits
        LoginDeviceController(signIn: signIn, store: enrollment)
            .addRoutes(to: router.group().add(middleware: body(.buffered(limits.login))))

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
        RegistrationDeviceController(store: enrollment, outlook: registrationOutlook).addRoutes(to: small)
        BeaconDeviceController(store: parts.beacons).addRoutes(to: authenticated(.buffered(limits.message)))
        let packaging = CommandPackaging(
            groups: parts.groups, credentials: parts.credentials, random: parts.random)
        CommandDeviceController(store: parts.commands, packaging: packaging)
            .addRoutes(to: authenticated(.buffered(limits.command), refusal: .badRequest))
        LogDeviceController(store: parts.logs, spool: parts.spool)
            .addRoutes(to: authenticated(.spooled(limits.log)))
        return router
    }
}
