package import ConsoleHTTP
package import ConsoleModel

/// Do-not-disturb: whether devices are silenced (DeviceServices, section 18; ours).
package struct DoNotDisturbFeature: Feature {
    private let store: DoNotDisturbStore
    private let limits: Limits

    /// Makes the store.
    package init(_ core: Core) {
        store = DoNotDisturbStore(database: core.database, events: core.events, clock: core.clock)
        limits = core.limits
    }

    /// Adds its routes, which are for apps.
    package func addRoutes(to doors: Doors) {
        DoNotDisturbDeviceController(store: store)
            .addRoutes(to: doors.device.authenticated(.buffered(limits.login)))
    }
}
