package import ConsolePlatform

/// The stores that several features share, made once.
package struct Model: Sendable {
    package let keys: ConsoleKeys
    /// What stands before whoever comes without a credential.
    package let guards: EntryGuards
    /// What passwords of administrators have to be like.
    package let administratorPasswords: AdministratorPasswords
    /// Hashes and checks passwords, off the event loops.
    package let hasher: PasswordHasher
    package let groups: OrganizationGroupStore
    package let administrators: AdministratorStore
    package let oauthClients: OAuthClientStore
    package let users: UserStore
    package let devices: DeviceStore
    package let credentials: CredentialStore
    /// Tokens of devices.
    package let tokens: AccessTokens
    /// Tokens of administrators.
    package let adminTokens: AdminTokens
    package let census: SmartGroupCensus
    package let ending: EnrollmentEnding
    package let compliance: ComplianceStore
    package let complianceRules: ComplianceRuleStore
    package let geofences: GeofenceStore

    /// Makes the stores.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - keys: Keys of the data folder.
    ///   - hasher: Checks passwords.
    ///   - guards: What stands before whoever comes without a credential.
    ///   - administratorPasswords: What passwords of administrators have to be like.
    ///   - tokenLifetime: Lifetime of administrators' tokens in seconds.
    ///   - follower: Ends what else belongs to the enrollment of a device.
    package init(
        _ core: Core, keys: ConsoleKeys, hasher: PasswordHasher, guards: EntryGuards,
        administratorPasswords: AdministratorPasswords, tokenLifetime: Int64,
        endingWith follower: @escaping EnrollmentEnding.Follower
    ) async {
        let database = core.database
        self.keys = keys
        self.hasher = hasher
        self.guards = guards
        self.administratorPasswords = administratorPasswords
        groups = OrganizationGroupStore(database: database)
        administrators = AdministratorStore(
            database: database, events: core.events, clock: core.clock, random: core.random)
        oauthClients = OAuthClientStore(database: database, events: core.events, clock: core.clock, random: core.random)
        users = UserStore(database: database)
        devices = DeviceStore(database: database)
        credentials = CredentialStore(database: database, secrets: keys.secrets)
        tokens = await AccessTokens(key: keys.tokens)
        adminTokens = await AdminTokens(
            key: keys.adminTokens, lifetime: tokenLifetime, random: core.random)
        census = SmartGroupCensus(database: database)
        ending = EnrollmentEnding(events: core.events, follower: follower)
        compliance = ComplianceStore(database: database, events: core.events, ending: ending, clock: core.clock)
        complianceRules = ComplianceRuleStore(
            database: database, events: core.events, clock: core.clock, random: core.random)
        geofences = GeofenceStore(database: database, events: core.events, clock: core.clock, random: core.random)
    }
}
