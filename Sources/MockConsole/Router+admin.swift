import Hummingbird

extension ConsoleRouters {
    /// Admin REST API and what only a mock has.
    func admin() throws -> Router<AdminContext> {
        let router = Router(context: AdminContext.self, options: .caseInsensitive)
        router.add(middleware: ErrorTranslation())
        let cache = VerifiedCredentials()
        func authenticated(requiresTenantCode: Bool) -> RouterGroup<AdminRequestContext> {
            let authenticator = AdminAuthenticator(
                store: parts.administrators, hasher: parts.hasher, adminToken: credentials.adminToken, cache: cache,
                requiresTenantCode: requiresTenantCode)
            return router.group().add(middleware: authenticator).group(context: AdminRequestContext.self)
        }
        let interface = authenticated(requiresTenantCode: true)
        addInterface { AdminRoutes(interface, area: $0, bodyLimit: configuration.limits.message) }
        try addIdentityProvider(to: router)
        let mock = authenticated(requiresTenantCode: false)
        let limits = configuration.limits
        DeviceAdminController(store: parts.devices, pageLimit: limits.page).addRoutes(to: mock)
        GroupSettingsAdminController(store: parts.settings, bodyLimit: limits.message).addRoutes(to: mock)
        RecordAdminController.beacons(parts.beacons.archive, pageLimit: limits.page).addRoutes(to: mock)
        addSampleRecords(to: mock)
        RecordAdminController.commands(parts.commands.archive, pageLimit: limits.page).addRoutes(to: mock, show: false)
        CommandAdminController(
            store: parts.commands, renderProfile: renderedProfile, origin: origin, bodyLimit: limits.command
        ).addRoutes(to: mock)
        RecordAdminController.pushTokens(parts.beacons.pushTokenArchive, pageLimit: limits.page).addRoutes(to: mock)
        RecordAdminController.locations(parts.beacons.locationArchive, pageLimit: limits.page).addRoutes(to: mock)
        ComplianceRuleAdminController(
            store: parts.complianceRules, bodyLimit: limits.message, pageLimit: limits.page
        ).addRoutes(to: mock)
        DeviceComplianceAdminController(store: parts.compliance, bodyLimit: limits.message).addRoutes(to: mock)
        addLifecycleRoutes(admin: mock)
        addEnrollmentAdministration(to: mock)
        LogAdminController(store: parts.logs, pageLimit: limits.page, bodyLimit: limits.message).addRoutes(to: mock)
        addProfiles(to: mock)
        ExplainAdminController(database: parts.database, payloads: parts.profiles.sources).addRoutes(to: mock)
        EnvironmentAdminController(
            importer: parts.importer, exporter: parts.exporter, bodyLimit: limits.environment
        ).addRoutes(to: mock)
        return router
    }

    /// An SDK profile as an app would fetch it: commands ask, profiles know.
    private var renderedProfile: CommandAdminController.ProfileSource {
        { [profiles = parts.profiles] profile, target, origin in
            try await profiles.rendered(
                profile, for: target.bundle, onDevice: target.deviceID, origin: origin)
        }
    }

    /// Pages and operations.
    func pages(readiness: Readiness, trustAnchorPath: String) throws -> Router<PageContext> {
        let router = Router(context: PageContext.self)
        router.add(middleware: ErrorTranslation())
        try StartPageController(credentials: credentials, configuration: configuration, readiness: readiness)
            .addRoutes(to: router)
        OperationsController(readiness: readiness, trustAnchorPath: trustAnchorPath).addRoutes(to: router)
        EnrollmentPageController(page: try EnrollmentPage(), origin: origin).addRoutes(to: router)
        return router
    }
}
