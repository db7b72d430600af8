extension ConsoleRouters {
    /// Devices registered in advance, in the admin REST API.
    func addRegistrations(to routes: AdminRoutes) {
        let store = RegistrationAdministrationStore(
            database: parts.database, secrets: parts.credentials.secrets, events: parts.events, clock: parts.clock,
            random: parts.random,
            hardware: { platform, model, system in
                .init(
                    model: Picklist.models.word(of: model, platform),
                    osVersion: Picklist.operatingSystems.word(of: system, platform)?.split(separator: " ").last
                        .map(String.init))
            })
        RegistrationAdminController(store: store, origin: origin).addRoutes(to: routes)
    }
}
