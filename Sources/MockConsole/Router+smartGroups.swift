import Hummingbird

extension ConsoleRouters {
    private var smartGroups: SmartGroupAdministrationStore {
        SmartGroupAdministrationStore(
            database: parts.database, census: parts.census, events: parts.events, clock: parts.clock,
            random: parts.random)
    }

    /// Smart groups of the admin REST API.
    func addSmartGroups(to routes: AdminRoutes) {
        SmartGroupAdminController(store: smartGroups).addRoutes(to: routes)
    }

    /// What only a mock tells of smart groups.
    func addSmartGroupPreview(to mock: some RouterMethods<AdminRequestContext>) {
        let limits = configuration.limits
        SmartGroupPreviewAdminController(store: smartGroups, bodyLimit: limits.message, pageLimit: limits.page)
            .addRoutes(to: mock)
    }
}
