import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// How many devices a group and those below it have.
struct GroupDevices: Sendable {
    let group: OrganizationGroupRecord
    let all: Int
    /// The same by enrollment status; statuses without devices are left out.
    let statuses: [EnrollmentStatus: Int]

    var enrolled: Int { statuses[.enrolled] ?? 0 }
}

/// Further information of the admin REST API about a group (AdminGroups).
struct GroupInformationStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock

    /// A group with the settings in force there.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008).
    func settings(
        of reference: RecordReference, in subtree: Subtree
    ) async throws -> (group: OrganizationGroupRecord, settings: GroupSettings) {
        try await database.read { db in
            let group = try OrganizationGroupStore.group(reference, in: subtree, db)
            return (group, try OrganizationGroupStore.settings(of: group, db))
        }
    }

    /// How many devices each group of a subtree has, with those below it, by id.
    ///
    /// - Parameters:
    ///   - reference: The top; nil for that of the administrator.
    ///   - seen: When devices were last seen.
    ///   - subtree: That of the administrator.
    ///   - page: Which page.
    /// - Returns: The page.
    /// - Throws: ``ConsoleError`` `notFound` (6008).
    func devices(
        of reference: RecordReference?, seen: (since: Timestamp?, till: Timestamp?), in subtree: Subtree,
        page: PageRequest
    ) async throws -> Page<GroupDevices> {
        try await database.read { db in
            let top = try reference.map { try OrganizationGroupStore.group($0, in: subtree, db).subtree } ?? subtree
            let groups = top.records
            let rows = try groups.order(sql: "id").limit(page.size, offset: page.offset).fetchAll(db)
            let counts = try Self.counts(seen, db)
            let items = rows.map { group in
                let own = counts.filter { group.subtree.contains($0.subtree) }
                return GroupDevices(
                    group: group, all: own.reduce(0) { $0 + $1.number },
                    statuses: own.reduce(into: [:]) { $0[$1.status, default: 0] += $1.number })
            }
            return Page(items: items, request: page, total: try groups.fetchCount(db))
        }
    }

    /// How many devices each group has itself in each status; groups without devices are left out.
    private static func counts(
        _ seen: (since: Timestamp?, till: Timestamp?), _ db: GRDB.Database
    ) throws -> [(subtree: Subtree, status: EnrollmentStatus, number: Int)] {
        // Conditions that are not requested are left out, so that without times an index is enough to count.
        var conditions: [String] = []
        var arguments: StatementArguments = [:]
        func add(_ condition: String, _ name: String, _ value: (any DatabaseValueConvertible)?) {
            guard let value else { return }
            conditions.append(condition)
            arguments += [name: value]
        }
        add("lastSeenAt >= :since", "since", seen.since)
        add("lastSeenAt <= :till", "till", seen.till)
        let filter = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
        return try Row.fetchAll(
            db,
            sql: """
                SELECT home.path, counted.status, counted.number FROM (
                    SELECT groupId, enrollmentStatus AS status, COUNT(*) AS number FROM device \(filter)
                    GROUP BY groupId, enrollmentStatus) counted
                JOIN organizationGroup home ON home.id = counted.groupId
                """, arguments: arguments
        ).map { ($0["path"], EnrollmentStatus(rawValue: $0["status"]) ?? .unknown, $0["number"]) }
    }
}
