package import ConsoleHTTP
package import ConsoleModel
package import Logging
package import ServiceLifecycle

/// Un-enrollment by devices, and the end of wipes that nobody acknowledges (DeviceServices, section 23).
package struct UnenrollmentFeature: Feature {
    /// Ends wipes.
    let wipes: PendingWipeService
    private let store: UnenrollmentStore
    private let limits: Limits

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - model: Knows how an enrollment ends.
    ///   - pendingTimeout: Seconds a wipe may be pending; 0 for ever.
    ///   - logger: Where to say that wipes could not be ended.
    package init(_ core: Core, _ model: Model, pendingTimeout: Int64, logger: Logger) {
        store = UnenrollmentStore(database: core.database, ending: model.ending, clock: core.clock)
        wipes = PendingWipeService(
            database: core.database, ending: model.ending, clock: core.clock, timeout: pendingTimeout, logger: logger)
        limits = core.limits
    }

    /// The service that ends wipes after a time, if one is configured.
    package var services: [any Service] { wipes.timeout > 0 ? [wipes] : [] }

    /// Wipes that nobody acknowledges end.
    package var due: [DueWork] {
        guard wipes.timeout > 0 else { return [] }
        return [
            DueWork("wipe timed out", count: wipes.count(in:_:)) { [wipes] _ in
                try await wipes.endOverdue()
            }
        ]
    }

    /// Adds its routes, which are for apps.
    package func addRoutes(to doors: Doors) {
        UnenrollmentDeviceController(store: store)
            .addRoutes(to: doors.device.authenticated(.buffered(limits.login), admitsLeaving: true))
    }
}
