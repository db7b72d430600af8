package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import Logging
package import ServiceLifecycle

/// The journal: every request of device services and of the admin REST API with its answer (MockControl, "Journal").
package struct JournalFeature: Feature {
    /// The entries.
    package let memory: JournalMemory
    /// Makes them.
    let recorder: JournalRecorder
    /// What has to run beside the listeners: the file, if there is one.
    package let services: [any Service]
    private let archive: JournalArchive
    private let limits: Limits
    private let version: String
    /// Sends requests once more.
    let replayer = JournalReplayer()
    /// What listeners know of connections.
    let connections: ConnectionBook

    /// A journal that is read from its file once its service runs.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - model: The stores that features share.
    ///   - rules: What is kept.
    ///   - folder: Where the file is; a temporary folder has none, since nothing of it outlives the process.
    ///   - matching: Reads matchers.
    ///   - version: Version of this program, for exported files.
    ///   - logger: Where to say what is wrong with the file.
    ///   - origin: Whom a request belongs to of which nothing was noted while it was answered.
    package init(
        _ core: Core, _ model: Model, rules: JournalRules, folder: DataFolder, matching: @escaping JournalMatching,
        version: String, logger: Logger, origin: @escaping JournalRecorder.Origin
    ) {
        memory = JournalMemory(rules)
        let path = rules.isOn && !folder.isTemporary ? folder.file("journal.sqlite") : nil
        services =
            path.flatMap { [memory] path in
                JournalFileService(at: path, memory: memory, rules: rules, clock: core.clock, logger: logger)
            }.map { [$0] } ?? []
        let customers = JournalCustomers(groups: model.groups, database: core.database)
        let users = JournalUsers(users: model.users, database: core.database)
        let unwatched = JournalRecorder(
            rules, memory: memory, clock: core.clock, customer: customers.customer(of:), user: users.name(of:))
        connections = ConnectionBook(report: unwatched.record)
        recorder = JournalRecorder(
            rules, memory: memory, clock: core.clock, customer: customers.customer(of:), user: users.name(of:),
            tls: connections.facts(of:), origin: origin)
        archive = JournalArchive(core, rules: rules, memory: memory, matching: matching)
        limits = core.limits
        self.version = version
    }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        let routes = doors.admin.mock(.console)
        let export = JournalExport(parties: archive.parties, rules: archive.rules, version: version)
        JournalMockController(archive: archive, pageLimit: limits.page).addRoutes(to: routes)
        JournalReplayMockController(archive: archive, export: export, replayer: replayer, bodyLimit: limits.message)
            .addRoutes(to: routes)
    }
}

/// Finds the customer a group belongs to, and remembers it until groups change.
struct JournalCustomers: Sendable {
    let groups: OrganizationGroupStore
    let database: ConsoleDatabase
    private let known = GenerationCache<Int64, Int64?>()

    init(groups: OrganizationGroupStore, database: ConsoleDatabase) {
        self.groups = groups
        self.database = database
    }

    /// The customer of a group; nil for a group that is gone.
    @Sendable func customer(of groupID: Int64) async -> Int64? {
        let generation = database.generation
        if let customer = known.cached(groupID, generation: generation) { return customer }
        let customer = try? await groups.customer(of: groupID)
        known.store(customer, for: groupID, generation: generation)
        return customer
    }
}

/// Finds what the user of a credential is called, and remembers it until configuration changes.
struct JournalUsers: Sendable {
    let users: UserStore
    let database: ConsoleDatabase
    private let known = GenerationCache<Int64, String?>()

    init(users: UserStore, database: ConsoleDatabase) {
        self.users = users
        self.database = database
    }

    /// Name of a user; nil for one that is gone.
    @Sendable func name(of userID: Int64) async -> String? {
        let generation = database.generation
        if let name = known.cached(userID, generation: generation) { return name }
        let name = (try? await users.user(id: userID))?.username
        known.store(name, for: userID, generation: generation)
        return name
    }
}
