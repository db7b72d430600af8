extension ConsoleRouters {
    /// Organization groups of the admin REST API.
    func addGroups(to routes: AdminRoutes) {
        let store = GroupAdministrationStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random
        ) { _, _, _ in }
        GroupAdministrationAdminController(store: store, origin: origin).addRoutes(to: routes)
    }
}
