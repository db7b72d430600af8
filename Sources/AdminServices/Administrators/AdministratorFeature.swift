package import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform

/// Administrators with their roles and sign-ins, API keys, OAuth clients and their tokens (AdminAdministrators; AdminAPI,
/// "OAuth", "API keys" and "Administrators").
package struct AdministratorFeature: Feature {
    private let accounts: AdministratorAccountStore
    private let signIns: SignInHistoryStore
    private let keys: APIKeyStore
    private let clients: OAuthClientStore
    private let groups: OrganizationGroupStore
    private let hasher: PasswordHasher
    private let passwords: AdministratorPasswords
    private let limits: Limits

    /// Administrators keep their organization group.
    package static let groupDeletion = GroupDeletionParticipant(keeping: ("administrator", "administrators"))

    /// Makes the stores.
    package init(_ core: Core, _ model: Model) {
        accounts = AdministratorAccountStore(
            database: core.database, events: core.events, clock: core.clock, random: core.random)
        signIns = SignInHistoryStore(database: core.database)
        keys = APIKeyStore(database: core.database, events: core.events, clock: core.clock, random: core.random)
        clients = model.oauthClients
        groups = model.groups
        hasher = model.hasher
        passwords = model.administratorPasswords
        limits = core.limits
    }

    /// Adds its routes: tokens for clients with a secret, and accounts below the admin REST API and `/_mock`.
    package func addRoutes(to doors: Doors) {
        let (admin, quota) = (doors.admin, doors.admin.quota)
        OAuthTokenController(signIn: admin.signIn, bodyLimit: limits.login).addRoutes(to: admin.open)
        let routes = admin.routes(.administrators)
        AdministratorAdminController(store: accounts, hasher: hasher, passwords: passwords).addRoutes(to: routes)
        AdministratorPasswordAdminController(store: accounts, hasher: hasher, passwords: passwords)
            .addRoutes(to: routes)
        SignInHistoryAdminController(store: signIns).addRoutes(to: routes)
        AdministratorSearchAdminController(store: accounts, quota: quota).addRoutes(to: routes)
        GroupAdministratorAdminController(store: accounts, groups: groups)
            .addRoutes(to: admin.routes(.organizationGroups))
        addRoutesForTesters(to: admin)
    }

    private func addRoutesForTesters(to admin: AdminDoor) {
        let mock = admin.mock(.administrators)
        APIKeyMockController(store: keys, quota: admin.quota, pageLimit: limits.page, bodyLimit: limits.message)
            .addRoutes(to: mock)
        OAuthClientMockController(
            store: clients, quota: admin.quota, pageLimit: limits.page, bodyLimit: limits.message
        ).addRoutes(to: mock)
        AdministratorMockController(
            store: accounts, hasher: hasher, passwords: passwords, pageLimit: limits.page,
            bodyLimit: limits.message
        ).addRoutes(to: mock)
    }
}
