import ConsoleModel
import ConsolePlatform
import GRDB

/// Organization groups, read and changed through the admin REST API.
struct GroupTreeStore: Sendable {
    /// How deep groups may lie in one another.
    static let maximumDepth = 32

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource
    /// Gives a new group what every group of its type begins with.
    let furnish: @Sendable (OrganizationGroupRecord, Timestamp, Transaction) throws -> Void
    /// Finds the files of groups that are about to be deleted; what it returns removes them once their rows are gone.
    let files: @Sendable (Subtree, Transaction) throws -> @Sendable (Transaction) throws -> Void

    /// What keeps a group from being deleted, and what goes with it.
    let deletion: [GroupDeletionParticipant]

    /// The filters of a search.
    struct Filter: Sendable {
        /// Part of the name, letter case ignored.
        var name: String?
        var type: String?
        /// The whole code.
        var code: String?
    }

    /// Groups of a subtree.
    ///
    /// - Parameters:
    ///   - filter: Which of them.
    ///   - subtree: Where to look; levels are counted from its top.
    ///   - page: Which page.
    ///   - order: Terms of ORDER BY over the columns of the table.
    /// - Returns: The page.
    /// - Throws: What the database throws.
    func groups(
        _ filter: Filter, in subtree: Subtree, page: PageRequest, order: String
    ) async throws -> Page<GroupSummary> {
        try await database.read { db in
            var request = subtree.records
            if let name = filter.name, !name.isEmpty {
                request = request.filter(sql: "instr(lower(name), lower(?)) > 0", arguments: [name])
            }
            if let type = filter.type, !type.isEmpty {
                request = request.filter(sql: "type = ? COLLATE NOCASE", arguments: [type])
            }
            if let code = filter.code, !code.isEmpty { request = request.filter(sql: "code = ?", arguments: [code]) }
            let rows = try request.order(sql: "\(order), id").limit(page.size, offset: page.offset).fetchAll(db)
            return Page(
                items: try Self.summaries(rows, in: subtree, db), request: page, total: try request.fetchCount(db))
        }
    }

    /// One group of a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008).
    func group(_ reference: RecordReference, in subtree: Subtree) async throws -> GroupSummary {
        try await database.read { db in
            let group = try OrganizationGroupStore.group(reference, in: subtree, db)
            guard let summary = try Self.summaries([group], in: group.subtree, db).first else {
                throw OrganizationGroupStore.missing(reference)
            }
            return summary
        }
    }

    /// A group and everything below it, parents before children.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008).
    func descendants(of reference: RecordReference, in subtree: Subtree) async throws -> [GroupSummary] {
        try await database.read { db in
            let top = try OrganizationGroupStore.group(reference, in: subtree, db)
            let rows = try top.subtree.records.order(sql: "id").fetchAll(db)
            let first = rows.filter { $0.id == top.id } + rows.filter { $0.id != top.id }
            return try Self.summaries(first, in: top.subtree, db)
        }
    }

    /// A group and the groups above it, the nearest first, up to the top of a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008).
    func ancestors(of reference: RecordReference, in subtree: Subtree) async throws -> [OrganizationGroupRecord] {
        try await database.read { db in
            let group = try OrganizationGroupStore.group(reference, in: subtree, db)
            return try OrganizationGroupStore.ancestorsAndSelf(of: group, db).filter { subtree.contains($0) }.reversed()
        }
    }
}

extension GroupTreeStore {
    /// Groups with their surroundings, read for all of them at once.
    private static func summaries(
        _ groups: [OrganizationGroupRecord], in subtree: Subtree, _ db: GRDB.Database
    ) throws -> [GroupSummary] {
        if groups.isEmpty { return [] }
        let counts = try counts(in: subtree, db)
        let ids = Set(groups.flatMap(\.ancestorsAndSelf))
        let known = Dictionary(
            try OrganizationGroupRecord.fetchAll(db, keys: ids).map { ($0.id ?? 0, $0) }
        ) { first, _ in first }
        return groups.map { group in
            GroupSummary(
                group: group, level: group.subtree.depth - subtree.depth, counts: counts[group.id ?? 0] ?? .init(),
                isBelowCustomer: group.ancestorsAndSelf.dropLast().contains { known[$0]?.type == "Customer" },
                parent: group.parentId.flatMap { known[$0] })
        }
    }

    /// The contents of each group of a subtree with those below it.
    private static func counts(in subtree: Subtree, _ db: GRDB.Database) throws -> [Int64: GroupSummary.Counts] {
        var counts: [Int64: GroupSummary.Counts] = [:]
        func add(_ table: String, _ field: WritableKeyPath<GroupSummary.Counts, Int>) throws {
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT g.path, c.number FROM (SELECT groupId, COUNT(*) AS number FROM \(table) GROUP BY groupId) c
                    JOIN organizationGroup g ON g.id = c.groupId WHERE \(Subtree.condition("g.path", in: "?1"))
                    """, arguments: [subtree])
            for row in rows {
                let own: Subtree = row["path"]
                for id in own.ancestorsAndSelf {
                    counts[id, default: .init()][keyPath: field] += row["number"]
                }
            }
        }
        try add("enrollmentUser", \.users)
        try add("administrator", \.administrators)
        try add("device", \.devices)
        return counts
    }
}
