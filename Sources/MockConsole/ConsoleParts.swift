import Foundation

/// The stores everything stands on, made once.
struct ConsoleParts: Sendable {
    let database: Database
    let hub: EventHub<ConsoleEvent>
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource
    let hasher: PasswordHasher
    let spool: BodySpool
    let groups: OrganizationGroupStore
    let settings: GroupSettingsStore
    let administrators: AdministratorStore
    let oauthClients: OAuthClientStore
    let adminTokens: AdminTokens
    let users: UserStore
    let devices: DeviceStore
    let census: SmartGroupCensus
    let credentials: CredentialStore
    let tokens: AccessTokens
    let sampleTokens: SampleTokens
    let ending: EnrollmentEnding
    let compliance: ComplianceStore
    let complianceRules: ComplianceRuleStore
    let profiles: ProfileStore
    let images: BrandingImageStore
    let commands: CommandStore
    let beacons: BeaconStore
    let logs: LogStore
    let pins: PinStore
    let applications: ApplicationParts
    let notifications: NotificationParts
    let importer: EnvironmentImporter

    /// Opens the database of a data folder and makes the stores.
    init(_ configuration: ConsoleConfiguration, folder: DataFolder, surroundings: Surroundings) async throws {
        (clock, random) = (surroundings.clock, surroundings.random)
        let bell = NotificationBell()
        hub = EventHub()
        let keep = configuration.retention
        events = EventLogStore(hub: hub, table: BoundedTable(name: "eventLog", bound: keep.events))
        database = try Self.database(configuration, in: folder, bell: bell, events: events, surroundings: surroundings)
        folder.removeLeftovers()
        hasher = PasswordHasher(
            cost: configuration.scryptCost, random: random, queueLimit: configuration.passwordQueue)
        spool = BodySpool(folder: folder.file("spool"), random: random)
        groups = OrganizationGroupStore(database: database)
        settings = GroupSettingsStore(database: database, events: events, clock: clock)
        administrators = AdministratorStore(database: database, events: events, clock: clock, random: random)
        oauthClients = OAuthClientStore(database: database, events: events, clock: clock, random: random)
        users = UserStore(database: database)
        devices = DeviceStore(database: database)
        census = SmartGroupCensus(database: database)
        let random = surroundings.random
        let sealing = try folder.secret("sealing.key") { Data(random.bytes(32)) }
        credentials = CredentialStore(database: database, secrets: SecretBox(key: sealing))
        let tokenKey = try folder.secret("tokens.key") { Data(random.bytes(32)) }
        tokens = await AccessTokens(key: tokenKey)
        // A key of its own: what is handed out for devices opens nothing here, and the other way round.
        adminTokens = await AdminTokens(
            key: try folder.secret("admin-tokens.key") { Data(random.bytes(32)) },
            lifetime: configuration.admin.tokenLifetime, random: random)
        sampleTokens = SampleTokens(key: tokenKey, clock: clock, random: random)
        // Queued commands expire with the enrollment.
        ending = EnrollmentEnding(events: events) { try CommandStore.expireAll(ofDevice: $0, at: $1, in: $2) }
        compliance = ComplianceStore(database: database, events: events, ending: ending, clock: clock)
        complianceRules = ComplianceRuleStore(database: database, events: events, clock: clock, random: random)
        profiles = ProfileStore(database: database, clock: clock, compliance: compliance)
        images = BrandingImageStore(database: database, events: events, clock: clock)
        commands = CommandStore(
            database: database, events: events, clock: clock, random: random,
            table: BoundedTable(name: "command", bound: keep.commands),
            maximumDeliveries: configuration.maximumDeliveries)
        beacons = BeaconStore(
            database: database, events: events, clock: clock, compliance: compliance,
            table: BoundedTable(name: "beacon", bound: keep.beacons),
            pushTokens: BoundedTable(name: "pushToken", bound: keep.pushTokens),
            locations: BoundedTable(name: "deviceLocation", bound: keep.locations))
        logs = LogStore(
            database: database, events: events, clock: clock,
            table: BoundedTable(name: "deviceLog", bound: keep.logs),
            unverifiedTable: LogStore.unverifiedTable(bound: keep.unverifiedLogs))
        pins = PinStore(
            database: database, events: events, clock: clock,
            table: BoundedTable(name: "pinReport", bound: keep.pinReports))
        applications = try await ApplicationParts(
            configuration, folder: folder, events: events, census: census, database: database,
            surroundings: surroundings)
        notifications = NotificationParts(
            configuration.notifications, events: events, secrets: credentials.secrets, database: database, bell: bell,
            surroundings: surroundings)
        importer = EnvironmentImporter(
            database: database, events: events, hasher: hasher, notifications: notifications.store, clock: clock,
            random: random)
    }

    /// Reads the environment back.
    var exporter: EnvironmentExporter { EnvironmentExporter(database: database) }

    /// Opens the database of a data folder; what is changed rings for event notifications.
    private static func database(
        _ configuration: ConsoleConfiguration, in folder: DataFolder, bell: NotificationBell, events: EventLogStore,
        surroundings: Surroundings
    ) throws -> Database {
        var options = configuration.database
        if folder.isTemporary { options.synchronous = .off }
        let outbox = NotificationParts.outbox(
            bell, bound: configuration.retention.deliveries, events: events, surroundings: surroundings)
        return try Database.open(
            at: folder.file("mockuem.sqlite"), options: options, migrations: Migration.embedded(),
            logger: surroundings.logger, closing: outbox.collect)
    }
}
