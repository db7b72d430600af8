package import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform

/// Enrollment users, their groups, devices and enrollment tokens (AdminUsers; AdminAPI, "Enrollment tokens").
package struct UserFeature: Feature {
    private let accounts: UserAccountStore
    private let userGroups: UserGroupStore
    private let tokens: EnrollmentTokenStore
    private let groups: OrganizationGroupStore
    private let database: ConsoleDatabase
    private let hasher: PasswordHasher
    private let limits: Limits

    /// Users keep their organization group; user groups go with it.
    package static let groupDeletion = GroupDeletionParticipant(
        keeping: ("enrollmentUser", "users"), removing: ["userGroup"])

    /// Makes the stores.
    package init(_ core: Core, _ model: Model) {
        accounts = UserAccountStore(
            database: core.database, events: core.events, hasher: model.hasher, clock: core.clock, random: core.random)
        userGroups = UserGroupStore(
            database: core.database, events: core.events, clock: core.clock, random: core.random)
        tokens = EnrollmentTokenStore(
            database: core.database, events: core.events, clock: core.clock, random: core.random)
        groups = model.groups
        database = core.database
        hasher = model.hasher
        limits = core.limits
    }

    /// Environment files have users, their groups, and for which of those a group restricts enrollment.
    package var environment: [any EnvironmentSection] {
        [
            UserEnvironmentSection(database: database, hasher: hasher), UserGroupEnvironmentSection(),
            RestrictedUserGroupsEnvironmentSection(),
        ]
    }

    /// Accounts that wrong passwords have locked open again.
    package var due: [DueWork] {
        [DueWork("account unlocked", count: UserAccountStore.countUnlocked(in:_:))]
    }

    /// Adds its routes: users and their groups, those of an organization group, and tokens for testers.
    package func addRoutes(to doors: Doors) {
        let routes = doors.admin.routes(.users)
        UserDeviceAdminController(store: accounts).addRoutes(to: routes)
        UserAdminController(store: accounts, origin: doors.origin).addRoutes(to: routes)
        UserGroupAdminController(store: userGroups).addRoutes(to: routes)
        GroupUserAdminController(store: accounts, groups: groups)
            .addRoutes(to: doors.admin.routes(.organizationGroups))
        EnrollmentTokenMockController(store: tokens, pageLimit: limits.page, bodyLimit: limits.message)
            .addRoutes(to: doors.admin.mock(.users))
    }

    /// The user with an id as version 1 answers users; nil if there is none.
    ///
    /// - Throws: What the database throws.
    package func overview(of id: Int64) async throws -> (any Encodable & Sendable)? {
        guard let user = try await accounts.overview(of: id) else { return nil }
        return try UserBody(user)
    }
}
