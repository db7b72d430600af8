package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import Hummingbird
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
    /// The journal as administrators see it.
    let archive: JournalArchive
    /// Whose exports are open.
    let exports: CustomerLimiter
    /// The customer a group belongs to; nil if there is none.
    private let customer: @Sendable (Int64) async -> Int64?
    /// The same if it was asked for before.
    let rememberedCustomer: @Sendable (Int64) -> Int64?
    private let limits: Limits
    private let version: String
    private let origins: @Sendable (Request) -> ConsoleOrigins
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
    ///   - addresses: Says where requests come from.
    ///   - version: Version of this program, for exported files.
    ///   - logger: Where to say what is wrong with the file, and that exports were refused.
    ///   - origin: Whom a request belongs to of which nothing was noted while it was answered.
    ///   - works: Where large bodies are looked through.
    ///   - origins: Where whoever sent a request finds the console.
    ///   - home: The customer whose base URL has a name or a port; nil for the console's own.
    package init(
        _ core: Core, _ model: Model, rules: JournalRules, folder: DataFolder, matching: @escaping JournalMatching,
        addresses: ClientAddresses, version: String, logger: Logger, origin: @escaping JournalRecorder.Origin,
        works: PatientWorks, origins: @escaping @Sendable (Request) -> ConsoleOrigins,
        home: @escaping @Sendable (_ name: String, _ port: Int?) -> Int64? = { _, _ in nil }
    ) {
        memory = JournalMemory(rules)
        let path = rules.isOn && !folder.isTemporary ? folder.file("journal.sqlite") : nil
        services =
            path.flatMap { [memory] path in
                JournalFileService(at: path, memory: memory, rules: rules, clock: core.clock, logger: logger)
            }.map { [$0] } ?? []
        let customers = JournalLookUp(core.database) { [groups = model.groups] in try await groups.customer(of: $0) }
        let users = JournalLookUp(core.database) { [users = model.users] in try await users.user(id: $0)?.username }
        connections = ConnectionBook(
            report: IncidentRecorder(rules: rules, memory: memory, clock: core.clock, home: home).record)
        recorder = JournalRecorder(
            rules, memory: memory, clock: core.clock, addresses: addresses, customer: customers.value(of:),
            user: users.value(of:), tls: connections.facts(of:), origin: origin, works: works)
        archive = JournalArchive(core, rules: rules, memory: memory, matching: matching)
        exports = CustomerLimiter(
            perCustomer: rules.exportsPerCustomer, "Exports", key: "journal.exportsPerCustomer", log: LimitLog(logger))
        customer = customers.value(of:)
        rememberedCustomer = customers.remembered
        limits = core.limits
        self.version = version
        self.origins = origins
    }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        let routes = doors.admin.mock(.console)
        let export = JournalExport(parties: archive.parties, rules: archive.rules, version: version)
        JournalMockController(archive: archive, pageLimit: limits.page).addRoutes(to: routes)
        JournalReplayMockController(
            archive: archive, export: export, exports: exports, customer: customer, replayer: replayer,
            bodyLimit: limits.message, origins: origins
        )
        .addRoutes(to: routes)
    }
}

/// Finds something by a row id, and remembers it until configuration changes.
struct JournalLookUp<Value: Sendable>: Sendable {
    private let database: ConsoleDatabase
    private let find: @Sendable (Int64) async throws -> Value?
    private let known = GenerationCache<Int64, Value?>()

    /// A look-up that remembers nothing yet.
    ///
    /// - Parameters:
    ///   - database: Whose generation what is remembered belongs to.
    ///   - find: Finds it; nil if it is gone.
    init(_ database: ConsoleDatabase, _ find: @escaping @Sendable (Int64) async throws -> Value?) {
        self.database = database
        self.find = find
    }

    /// What has an id, if that is remembered.
    @Sendable func remembered(_ id: Int64) -> Value? { known.cached(id, generation: database.generation) ?? nil }

    /// What has an id; nil if it is gone, or cannot be found now, which is not remembered.
    @Sendable func value(of id: Int64) async -> Value? {
        let generation = database.generation
        if let value = known.cached(id, generation: generation) { return value }
        do {
            let value = try await find(id)
            known.store(value, for: id, generation: generation)
            return value
        } catch {
            return nil
        }
    }
}
