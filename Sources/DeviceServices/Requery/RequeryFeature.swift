package import ConsoleHTTP
package import ConsoleModel

/// Requery: queries through device management that apps ask for (DeviceServices, section 24).
package struct RequeryFeature: Feature {
    private let store: RequeryStore
    private let limits: Limits

    /// Makes the store.
    package init(_ core: Core) {
        store = RequeryStore(database: core.database, events: core.events, clock: core.clock)
        limits = core.limits
    }

    /// Adds its route, which is for apps.
    package func addRoutes(to doors: Doors) {
        RequeryDeviceController(store: store).addRoutes(to: doors.device.authenticated(.buffered(limits.login)))
    }
}
