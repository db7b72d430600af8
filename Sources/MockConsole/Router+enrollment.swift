import Hummingbird

/// How clients find this console, and how their users sign in.
extension ConsoleRouters {
    /// Enrolls devices and hands out credentials.
    var enrollmentStore: EnrollmentStore {
        EnrollmentStore(
            database: parts.database, credentials: parts.credentials, tokens: parts.tokens,
            compliance: parts.compliance, events: parts.events, clock: parts.clock, random: parts.random)
    }

    private var passwords: PasswordCheck {
        PasswordCheck(users: parts.users, hasher: parts.hasher, clock: parts.clock)
    }

    private var sealing: SAMLRequestSealing {
        SAMLRequestSealing(secrets: parts.credentials.secrets, clock: parts.clock)
    }

    /// Login, SAML probe and the steps of enrollment agents.
    func addEnrollment(to router: RouterGroup<DeviceServicesContext>) {
        let signIn = SignIn(
            groups: parts.groups, users: parts.users, devices: parts.devices, compliance: parts.compliance,
            passwords: passwords, clock: parts.clock)
        LoginDeviceController(signIn: signIn, store: enrollmentStore, termsOfUse: termsOfUseAtLogin).addRoutes(
            to: router)
        SAMLProbeDeviceController(groups: parts.groups, devices: parts.devices, sealing: sealing, origin: origin)
            .addRoutes(to: router)
        let sessions = AgentSessionStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
        AgentDeviceController(
            agent: AgentEnrollment(sessions: sessions, groups: parts.groups, passwords: passwords),
            installPage: { [origin] in "\(origin.of($0))\(EnrollmentPageController.path)" }
        ).addRoutes(to: router)
    }

    /// Autodiscovery, pins, and what is not configured.
    func addDiscovery(
        to router: Router<DeviceServicesContext>, authenticated: RouterGroup<DeviceRequestContext>,
        gate: BuiltInSignatureGate
    ) {
        let autodiscovery = AutodiscoveryDeviceController(
            store: AutodiscoveryStore(database: parts.database), origin: origin)
        autodiscovery.addOpenRoutes(to: router)
        autodiscovery.addSignedRoutes(to: router.group().add(middleware: gate))
        let pinning = PinningDeviceController(store: parts.pins, origin: origin)
        pinning.addOpenRoutes(to: router)
        pinning.addRoutes(to: authenticated)
        NotConfiguredDeviceController().addOpenRoutes(to: router)
        NotConfiguredDeviceController().addRoutes(to: authenticated)
    }

    /// The built-in identity provider, whose users are no administrators.
    func addIdentityProvider(to router: Router<AdminContext>) throws {
        let store = SAMLStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
        SAMLPageController(
            page: try SAMLPage(), signIn: SAMLSignIn(groups: parts.groups, passwords: passwords, store: store),
            sealing: sealing, origin: origin, bodyLimit: configuration.limits.login
        ).addRoutes(to: router)
    }

    /// Tokens users enroll with, and reports of pins that did not match.
    func addEnrollmentAdministration(to groups: AdminRouteGroups) {
        let limits = configuration.limits
        let tokens = EnrollmentTokenStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
        EnrollmentTokenAdminController(store: tokens, pageLimit: limits.page, bodyLimit: limits.message)
            .addRoutes(to: groups.mock(.users))
        RecordAdminController.pinReports(parts.pins.archive, pageLimit: limits.page)
            .addRoutes(to: groups.mock(.devices))
    }
}
