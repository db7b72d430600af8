extension ConsoleRouters {
    /// Devices registered in advance, in the admin REST API.
    func addRegistrations(to routes: AdminRoutes) {
        let store = RegistrationAdministrationStore(
            database: parts.database, secrets: parts.credentials.secrets, events: parts.events, clock: parts.clock,
            random: parts.random)
        RegistrationAdminController(store: store, origin: origin).addRoutes(to: routes)
    }
}
