package import ConsoleHTTP
package import ConsoleModel

/// Key escrow: keys that apps leave here and fetch again (DeviceServices, section 22).
package struct KeyEscrowFeature: Feature {
    private let store: KeyEscrowStore
    private let limits: Limits

    /// Makes the store, which seals what it keeps.
    package init(_ core: Core, _ model: Model) {
        store = KeyEscrowStore(
            database: core.database, secrets: model.keys.secrets, events: core.events, clock: core.clock)
        limits = core.limits
    }

    /// Adds its routes: keys for apps, and what is kept of them for testers.
    package func addRoutes(to doors: Doors) {
        KeyEscrowDeviceController(store: store).addRoutes(to: doors.device.authenticated(.buffered(limits.login)))
        KeyEscrowMockController(store: store).addRoutes(to: doors.admin.mock(.devices))
    }
}
