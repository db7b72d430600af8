extension ConsoleRouters {
    /// Organization groups of the admin REST API.
    func addGroups(to routes: AdminRoutes) {
        let store = GroupAdministrationStore(
            database: parts.database, events: parts.events, clock: parts.clock, random: parts.random
        ) { [random = parts.random] group, now, transaction in
            // Clients look for these in every customer's group.
            guard group.type == "Customer" else { return }
            try SmartGroupStore.seedDefaults(of: group, random: random, at: now, in: transaction)
        }
        GroupAdministrationAdminController(store: store, origin: origin).addRoutes(to: routes)
    }
}
