import DeviceProtocol
import GRDB

/// How many devices a group and those below it have.
struct GroupDevices: Sendable {
    let group: OrganizationGroupRecord
    let all: Int
    let enrolled: Int
}

/// What the admin REST API tells of a group beside the group itself (AdminGroups).
struct GroupDetailStore: Sendable {
    let database: Database
    let events: EventLogStore
    let clock: ConsoleClock

    /// A group with the settings in force there.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008).
    func settings(
        of reference: RecordReference, below groupPath: String
    ) async throws -> (group: OrganizationGroupRecord, settings: GroupSettings) {
        try await database.read { db in
            let group = try OrganizationGroupStore.group(reference, below: groupPath, db)
            return (group, try OrganizationGroupStore.settings(of: group, db))
        }
    }

    /// How many devices each group of a subtree has, with those below it, by id.
    ///
    /// - Parameters:
    ///   - reference: The top; nil for that of the administrator.
    ///   - seen: When devices were last seen.
    ///   - groupPath: Path of the administrator's subtree.
    ///   - page: Which page.
    /// - Returns: The page.
    /// - Throws: ``ConsoleError`` `notFound` (6008).
    func devices(
        of reference: RecordReference?, seen: (since: Timestamp?, till: Timestamp?), below groupPath: String,
        page: PageRequest
    ) async throws -> Page<GroupDevices> {
        try await database.read { db in
            let top = try reference.map { try OrganizationGroupStore.group($0, below: groupPath, db).path } ?? groupPath
            let groups = OrganizationGroupRecord.filter(sql: "substr(path, 1, length(?)) = ?", arguments: [top, top])
            let rows = try groups.order(sql: "id").limit(page.size, offset: page.offset).fetchAll(db)
            let counts = try Self.counts(seen, db)
            let items = rows.map { group in
                let inside = counts.filter { $0.path.hasPrefix(group.path) }
                return GroupDevices(
                    group: group, all: inside.reduce(0) { $0 + $1.all }, enrolled: inside.reduce(0) { $0 + $1.enrolled }
                )
            }
            return Page(items: items, request: page, total: try groups.fetchCount(db))
        }
    }

    /// How many devices each group has itself, in one pass over all devices; groups without devices are left out.
    private static func counts(
        _ seen: (since: Timestamp?, till: Timestamp?), _ db: GRDB.Database
    ) throws -> [(path: String, all: Int, enrolled: Int)] {
        // What is not asked for is left out, as without times an index is enough to count from.
        var conditions: [String] = []
        var arguments: StatementArguments = ["enrolled": EnrollmentStatus.enrolled.rawValue]
        for (name, comparison, time) in [("since", ">=", seen.since), ("till", "<=", seen.till)] {
            guard let time else { continue }
            conditions.append("lastSeenAt \(comparison) :\(name)")
            arguments += [name: time]
        }
        let filter = conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
        return try Row.fetchAll(
            db,
            sql: """
                SELECT home.path, counted.number, counted.enrolled FROM (
                    SELECT groupId, COUNT(*) AS number, SUM(enrollmentStatus = :enrolled) AS enrolled
                    FROM device \(filter)
                    GROUP BY groupId) counted JOIN organizationGroup home ON home.id = counted.groupId
                """, arguments: arguments
        ).map { ($0["path"], $0["number"], $0["enrolled"]) }
    }
}
