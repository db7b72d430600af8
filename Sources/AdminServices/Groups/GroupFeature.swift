package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform

/// Organization groups: their tree, what is known of each, their settings (AdminGroups; AdminAPI, "Group settings").
package struct GroupFeature: Feature {
    /// Bytes used at a group, and how many may be; nil for no limit.
    package typealias Room =
        @Sendable (_ code: String, _ subtree: Subtree) async throws -> (used: Int64, limit: Int64?)

    /// Says which files of groups nothing refers to any more, once the returned closure is called after their deletion.
    package typealias Files = @Sendable (Subtree, Transaction) throws -> @Sendable (Transaction) throws -> Void

    private let tree: GroupTreeStore
    private let information: GroupInformationStore
    private let settings: GroupSettingsStore
    private let pinnedHosts: PinnedHostStore
    private let groups: OrganizationGroupStore
    private let room: Room
    private let profiles: EnvironmentTargets
    private let limits: Limits

    /// Makes the stores; a new customer group gets the smart groups that clients look for.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - model: Knows groups.
    ///   - room: Asks how much room logs of a group take.
    ///   - files: Removes the files of groups that are deleted.
    ///   - deletion: What keeps a group from being deleted, and what goes with it, in this order.
    ///   - profiles: Finds SDK profiles, which some settings name.
    package init(
        _ core: Core, _ model: Model, room: @escaping Room, files: @escaping Files,
        deletion: [GroupDeletionParticipant], profiles: EnvironmentTargets
    ) {
        let random = core.random
        tree = GroupTreeStore(
            database: core.database, events: core.events, clock: core.clock, random: random,
            furnish: { group, now, transaction in
                // Clients look for these in every customer's group.
                guard group.type == "Customer" else { return }
                try SmartGroupStore.seedDefaults(of: group, random: random, at: now, in: transaction)
            }, files: files, deletion: deletion)
        information = GroupInformationStore(database: core.database, events: core.events, clock: core.clock)
        settings = GroupSettingsStore(database: core.database, events: core.events, clock: core.clock)
        pinnedHosts = PinnedHostStore(settings: settings, random: random)
        groups = model.groups
        self.room = room
        self.profiles = profiles
        limits = core.limits
    }

    /// Environment files have settings; groups themselves are what the files are made of.
    package var environment: [any EnvironmentSection] { [GroupSettingsEnvironmentSection(profiles: profiles)] }

    /// Adds its routes: groups and what belongs to them, and settings for testers.
    package func addRoutes(to doors: Doors) {
        let routes = doors.admin.routes(.organizationGroups)
        GroupAdminController(store: tree, origin: doors.origin).addRoutes(to: routes)
        GroupInformationAdminController(store: information, groups: groups, room: room).addRoutes(to: routes)
        RestrictionPolicyAssignmentAdminController(store: information).addRoutes(to: routes)
        PinnedHostAdminController(store: pinnedHosts).addRoutes(to: routes)
        let mock = doors.admin.mock(.organizationGroups)
        GroupSettingsMockController(store: settings, bodyLimit: limits.message).addRoutes(to: mock)
        SSLPinMockController(store: settings, bodyLimit: limits.message).addRoutes(to: mock)
    }
}
