package import ConsoleHTTP
package import ConsoleModel

/// MDM profiles, and those of devices (AdminProfiles).
package struct MDMProfileFeature: Feature {
    private let store: MDMProfileStore
    private let limits: Limits

    /// MDM profiles go with their organization group.
    package static let groupDeletion = GroupDeletionParticipant(removing: ["mdmProfile"])

    /// Makes the store.
    package init(_ core: Core, _ model: Model) {
        store = MDMProfileStore(
            database: core.database, census: model.census, events: core.events, clock: core.clock,
            random: core.random)
        limits = core.limits
    }

    /// Environment files have MDM profiles.
    package var environment: [any EnvironmentSection] { [MDMProfileEnvironmentSection()] }

    /// Adds its routes: profiles, those of devices, and what management clients would report for testers.
    package func addRoutes(to doors: Doors) {
        MDMProfileAdminController(store: store, origin: doors.origin, bodyLimit: limits.environment)
            .addRoutes(to: doors.admin.routes(.profiles))
        MDMProfileDeviceAdminController(store: store).addRoutes(to: doors.admin.routes(.devices))
        let mock = MDMProfileDeviceMockController(store: store, bodyLimit: limits.message, pageLimit: limits.page)
        mock.addDeviceRoutes(to: doors.admin.mock(.devices))
        mock.addProfileRoutes(to: doors.admin.mock(.profiles))
    }
}
