package import ConsoleHTTP
package import ConsoleModel
package import DeviceProtocol

/// Un-enrollment by devices, and the end of wipes that were ordered (DeviceServices, section 23).
package struct UnenrollmentFeature: Feature {
    private let store: UnenrollmentStore
    private let limits: Limits

    /// Makes the store.
    package init(_ core: Core, _ model: Model) {
        store = UnenrollmentStore(database: core.database, ending: model.ending, clock: core.clock)
        limits = core.limits
    }

    /// Adds its routes, which are for apps.
    package func addRoutes(to doors: Doors) {
        UnenrollmentDeviceController(store: store)
            .addRoutes(to: doors.device.authenticated(.buffered(limits.login)))
    }

    /// The status to tell a device that asks for it, with which a wipe that was ordered is over.
    package func contact(_ device: DeviceRecord) async throws -> EnrollmentStatus {
        try await store.statusAtContact(device)
    }
}
