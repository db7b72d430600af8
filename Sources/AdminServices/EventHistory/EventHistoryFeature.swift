package import ConsoleHTTP
package import ConsoleModel

/// The event log, read back (AdminAPI, "Event log").
package struct EventHistoryFeature: Feature {
    private let store: EventHistoryStore
    private let limits: Limits

    /// Makes the store.
    package init(_ core: Core) {
        store = EventHistoryStore(database: core.database)
        limits = core.limits
    }

    /// Adds its routes, for testers.
    package func addRoutes(to doors: Doors) {
        EventHistoryMockController(store: store, pageLimit: limits.page).addRoutes(to: doors.admin.mock(.console))
    }
}
