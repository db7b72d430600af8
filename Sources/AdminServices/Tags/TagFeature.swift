package import ConsoleHTTP
package import ConsoleModel

/// Tags, those of devices, and those of organization groups (AdminTags).
package struct TagFeature: Feature {
    private let store: TagLibraryStore
    private let groups: OrganizationGroupStore

    /// Makes the store.
    package init(_ core: Core, _ model: Model) {
        store = TagLibraryStore(
            database: core.database, events: core.events, clock: core.clock, random: core.random)
        groups = model.groups
    }

    /// Environment files have tags.
    package var environment: [any EnvironmentSection] { [TagEnvironmentSection()] }

    /// Adds its routes, each to those of what it is about.
    package func addRoutes(to doors: Doors) {
        TagAdminController(store: store, origin: doors.origin).addRoutes(to: doors.admin.routes(.smartGroups))
        DeviceTagAdminController(store: store).addRoutes(to: doors.admin.routes(.devices))
        GroupTagAdminController(store: store, groups: groups).addRoutes(to: doors.admin.routes(.organizationGroups))
    }
}
