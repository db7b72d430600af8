package import ConsoleHTTP
package import ConsoleModel

/// Geofences: areas of groups, which SDK profiles name (AdminAPI, "Geofences"; SDKProfile, section 3.13).
package struct GeofenceFeature: Feature {
    private let store: GeofenceStore
    private let limits: Limits

    /// A feature on the store of the model, where profiles find geofences.
    package init(_ core: Core, _ model: Model) {
        store = model.geofences
        limits = core.limits
    }

    /// Environment files have geofences.
    package var environment: [any EnvironmentSection] { [GeofenceEnvironmentSection()] }

    /// Adds its routes, for testers.
    package func addRoutes(to doors: Doors) {
        GeofenceMockController(store: store, origin: doors.origin, bodyLimit: limits.message, pageLimit: limits.page)
            .addRoutes(to: doors.admin.mock(.profiles))
    }
}
