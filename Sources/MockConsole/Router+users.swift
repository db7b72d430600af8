extension ConsoleRouters {
    /// Enrollment users, changed by administrators.
    var userAdministration: UserAdministrationStore {
        UserAdministrationStore(
            database: parts.database, events: parts.events, hasher: parts.hasher, clock: parts.clock,
            random: parts.random)
    }

    /// Enrollment users, as the admin REST API of a real console has them.
    func addUsers(to routes: AdminRoutes) {
        let store = userAdministration
        UserDeviceAdminController(store: store).addRoutes(to: routes)
        UserAdminController(store: store, origin: origin).addRoutes(to: routes)
        let userGroups = UserGroupAdministrationStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random)
        UserGroupAdminController(store: userGroups).addRoutes(to: routes)
    }
}
