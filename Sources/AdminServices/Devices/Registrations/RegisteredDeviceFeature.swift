package import ConsoleHTTP
package import ConsoleModel

/// Devices registered, allowed and denied in advance (AdminRegistrations).
package struct RegisteredDeviceFeature: Feature {
    private let store: RegisteredDeviceStore

    /// Makes the store.
    package init(_ core: Core, _ model: Model) {
        store = RegisteredDeviceStore(
            database: core.database, secrets: model.keys.secrets, events: core.events, clock: core.clock,
            random: core.random)
    }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        let routes = doors.admin.routes(.users)
        RegisteredDeviceAdminController(store: store, origin: doors.origin).addRoutes(to: routes)
        RegisteredDeviceLookupAdminController(store: store).addRoutes(to: routes)
    }
}
