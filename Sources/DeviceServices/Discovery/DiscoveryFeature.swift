package import ConsoleHTTP
package import ConsoleModel

/// How clients find a console, and the page at its enrollment URL (DeviceServices, section 5).
package struct DiscoveryFeature: Feature {
    /// Path of the page at the enrollment URL.
    package static let enrollmentPage = EnrollmentPageController.path

    private let store: AutodiscoveryStore
    private let lookups: LookupThrottle

    /// Makes the store.
    package init(_ core: Core, _ model: Model) {
        lookups = model.guards.lookups
        store = AutodiscoveryStore(database: core.database)
    }

    /// Adds its routes: what says that there is a console, autodiscovery, and the page.
    package func addRoutes(to doors: Doors) throws {
        DiscoveryController().addRoutes(to: doors.device.open)
        let autodiscovery = AutodiscoveryDeviceController(store: store, lookups: lookups, origin: doors.origin)
        autodiscovery.addOpenRoutes(to: doors.device.open)
        autodiscovery.addSignedRoutes(to: doors.device.gated)
        EnrollmentPageController(page: try EnrollmentPage(), origin: doors.origin).addRoutes(to: doors.pages)
    }
}
