import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import GRDB
import NIOConcurrencyHelpers

/// Which sandbox requests came to by their base URL, and when each was used last.
///
/// Both are in memory: names and ports are read at start and kept up to date, and after a start all count as used just
/// then.
final class SandboxHomes: Sendable {
    private let database: ConsoleDatabase
    private let clock: ConsoleClock
    private let labels = NIOLockedValueBox<[String: Int64]>([:])
    private let ports = NIOLockedValueBox(Ports())
    private let customers = GenerationCache<Int64, Int64?>()
    private let uses = NIOLockedValueBox<[Int64: Timestamp]>([:])
    /// When the console was started.
    let startedAt: Timestamp

    private struct Ports {
        var groups: [Int: Int64] = [:]
        /// The one that was given last.
        var latest = 0
    }

    init(_ core: Core) {
        database = core.database
        clock = core.clock
        startedAt = core.clock.machine
    }

    /// Reads which sandboxes there are: at start, and when everything was replaced.
    func load() async throws {
        let found = try await database.read { db in try SandboxRecord.fetchAll(db) }
        let pairs = found.map { ($0.label.lowercased(), $0.groupId) }
        labels.withLockedValue { $0 = Dictionary(pairs) { $1 } }
        let given = found.compactMap { record in record.port.map { ($0, record.groupId) } }
        ports.withLockedValue { $0.groups = Dictionary(given) { $1 } }
        // What came back with a snapshot is not given up for the time that it was away.
        let now = clock.machine
        uses.withLockedValue { $0 = Dictionary(found.map { ($0.groupId, now) }) { $1 } }
    }

    /// The group of the sandbox that has a port, else of that at a host; nil for any other base URL.
    ///
    /// - Parameters:
    ///   - authority: The host that a request names, with or without a port.
    ///   - port: The port it came to, if that is one of those for sandboxes.
    /// - Returns: Its row id.
    @Sendable func group(at authority: String, port: Int?) -> Int64? {
        if let port, let owner = ports.withLockedValue({ $0.groups[port] }) { return owner }
        return Self.label(of: authority).flatMap { label in labels.withLockedValue { $0[label] } }
    }

    /// Notes a sandbox that was made.
    func add(_ record: SandboxRecord) {
        labels.withLockedValue { $0[record.label.lowercased()] = record.groupId }
        guard let port = record.port else { return }
        ports.withLockedValue { ports in
            ports.groups[port] = record.groupId
            ports.latest = port
        }
    }

    /// Chooses among free ports: the one after that which was given last, so that late requests of a test that is over
    /// meet nobody rather than the next test.
    func choose(among free: [Int]) -> Int? {
        let latest = ports.withLockedValue { $0.latest }
        return free.filter { $0 > latest }.min() ?? free.min()
    }

    /// The first part of a host that has several, in lower case; nil if it is no id of a sandbox.
    static func label(of authority: String) -> String? {
        guard let dot = authority.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let first = authority[..<dot].lowercased()
        return first.hasPrefix(SandboxPlan.labelPrefix) ? first : nil
    }

    /// Notes that a group was used.
    func note(_ facts: ExchangeNotes.Facts) async {
        guard let group = facts.identity?.groupID ?? facts.groupID ?? facts.administrator?.groupID,
            group != OrganizationGroupRecord.globalID, let sandbox = await sandbox(of: group)
        else { return }
        let now = clock.machine
        uses.withLockedValue { $0[sandbox] = now }
    }

    /// Whether it is one that was read or made: one that a snapshot has just brought back is not yet.
    func knows(_ record: SandboxRecord) -> Bool {
        labels.withLockedValue { $0[record.label.lowercased()] == record.groupId }
    }

    /// When the sandbox of a group was used last; nil if it was not since the start.
    func lastUse(of groupID: Int64) -> Timestamp? { uses.withLockedValue { $0[groupID] } }

    /// Forgets a sandbox that is gone, unless it was made anew meanwhile.
    func forget(_ record: SandboxRecord) {
        let (label, groupID) = (record.label, record.groupId)
        uses.withLockedValue { _ = $0.removeValue(forKey: groupID) }
        if let port = record.port {
            ports.withLockedValue { if $0.groups[port] == groupID { $0.groups[port] = nil } }
        }
        labels.withLockedValue { labels in
            if labels[label.lowercased()] == groupID { labels.removeValue(forKey: label.lowercased()) }
        }
    }

    /// The group of the sandbox that a group lies in; nil for any other.
    private func sandbox(of groupID: Int64) async -> Int64? {
        let generation = database.generation
        if let known = customers.cached(groupID, generation: generation) { return known }
        let found = try? await database.read { db -> [Int64?] in
            let customer = try OrganizationGroupStore.customer(of: groupID, db)
            return [try Int64.fetchOne(db, sql: "SELECT groupId FROM sandbox WHERE groupId = ?", arguments: [customer])]
        }
        guard let found else { return nil }
        customers.store(found[0], for: groupID, generation: generation)
        return found[0]
    }
}
