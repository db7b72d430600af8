package import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform

/// The journal: every request of device services and of the admin REST API with its answer (MockControl, "Journal").
package struct JournalFeature: Feature {
    /// The entries.
    package let memory: JournalMemory
    /// Makes them.
    let recorder: JournalRecorder
    private let archive: JournalArchive
    private let pageLimit: Int

    /// A journal without entries.
    package init(_ core: Core, _ model: Model, rules: JournalRules) {
        memory = JournalMemory(rules)
        let customers = JournalCustomers(groups: model.groups, database: core.database)
        recorder = JournalRecorder(rules, memory: memory, clock: core.clock, customer: customers.customer(of:))
        archive = JournalArchive(core, rules: rules, memory: memory)
        pageLimit = core.limits.page
    }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        JournalMockController(archive: archive, pageLimit: pageLimit).addRoutes(to: doors.admin.mock(.console))
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
