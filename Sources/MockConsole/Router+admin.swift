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
        SystemAdminController(consoleVersion: configuration.consoleVersion, origin: origin)
            .addRoutes(to: authenticated(requiresTenantCode: true))
        try addIdentityProvider(to: router)
        let mock = authenticated(requiresTenantCode: false)
        let limits = configuration.limits
        DeviceAdminController(store: parts.devices, pageLimit: limits.page).addRoutes(to: mock)
        GroupSettingsAdminController(store: parts.settings, bodyLimit: limits.message).addRoutes(to: mock)
        RecordAdminController.beacons(parts.beacons.archive, pageLimit: limits.page).addRoutes(to: mock)
        addEnrollmentAdministration(to: mock)
        LogAdminController(store: parts.logs, pageLimit: limits.page).addRoutes(to: mock)
        ExplainAdminController(database: parts.database).addRoutes(to: mock)
        EnvironmentAdminController(
            importer: parts.importer, exporter: parts.exporter, bodyLimit: limits.environment
        ).addRoutes(to: mock)
        return router
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
