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
            let items = try rows.map { group in
                let row = try Row.fetchOne(
                    db,
                    sql: """
                        SELECT COUNT(*) AS number, COALESCE(SUM(enrollmentStatus = ?2), 0) AS enrolled FROM device
                        WHERE groupId IN (SELECT id FROM organizationGroup WHERE substr(path, 1, length(?1)) = ?1)
                            AND (?3 IS NULL OR lastSeenAt >= ?3) AND (?4 IS NULL OR lastSeenAt <= ?4)
                        """,
                    arguments: [group.path, EnrollmentStatus.enrolled.rawValue, seen.since, seen.till])
                return GroupDevices(group: group, all: row?["number"] ?? 0, enrolled: row?["enrolled"] ?? 0)
            }
            return Page(items: items, request: page, total: try groups.fetchCount(db))
        }
    }
}
