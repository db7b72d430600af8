package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import DeviceProtocol

/// Ordered wipes, and the lock that holds them (AdminGroups, "Wipes").
package struct DeviceWipeFeature: Feature {
    private let store: DeviceWipeStore

    /// Makes the store; wipes that are held are not counted among those that are kept.
    package init(_ core: Core, _ model: Model) {
        store = DeviceWipeStore(
            database: core.database, ending: model.ending, events: core.events, clock: core.clock,
            table: core.table("deviceWipe", \.wipes))
    }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        DeviceWipeAdminController(store: store).addRoutes(to: doors.admin.routes(.organizationGroups))
    }

    /// Notes an ordered wipe, in the caller's transaction.
    ///
    /// - Returns: Whether it is carried out now; if not it is held.
    /// - Throws: What the database throws.
    package func admit(
        _ device: DeviceRecord, to status: EnrollmentStatus, by administrator: AdministratorIdentity,
        at now: Timestamp, in transaction: Transaction
    ) throws -> Bool {
        try store.admit(device, to: status, by: administrator, at: now, in: transaction)
    }
}
