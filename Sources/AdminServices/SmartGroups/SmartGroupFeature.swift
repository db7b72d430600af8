package import ConsoleHTTP
package import ConsoleModel

/// Smart groups, and previews of their members (AdminSmartGroups).
package struct SmartGroupFeature: Feature {
    private let store: SmartGroupLibraryStore
    private let limits: Limits

    /// Smart groups go with their organization group.
    package static let groupDeletion = GroupDeletionParticipant(removing: ["smartGroup"])

    /// Makes the store.
    package init(_ core: Core, _ model: Model) {
        store = SmartGroupLibraryStore(
            database: core.database, census: model.census, events: core.events, clock: core.clock,
            random: core.random)
        limits = core.limits
    }

    /// Environment files have smart groups.
    package var environment: [any EnvironmentSection] { [SmartGroupEnvironmentSection()] }

    /// Adds its routes: smart groups, and previews for testers, which change nothing.
    package func addRoutes(to doors: Doors) {
        SmartGroupAdminController(store: store).addRoutes(to: doors.admin.routes(.smartGroups))
        SmartGroupPreviewMockController(store: store, bodyLimit: limits.message, pageLimit: limits.page)
            .addRoutes(to: doors.admin.mock(.smartGroups, access: .read))
    }
}
