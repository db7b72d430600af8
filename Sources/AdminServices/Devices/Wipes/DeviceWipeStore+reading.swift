import ConsoleModel
import ConsolePlatform
import GRDB

/// Whether wipes of a group are held.
struct WipeLockState: Sendable {
    let group: OrganizationGroupRecord
    /// The lock in force.
    let lock: WipeLockRecord?
    let threshold: Int64
    /// Minutes.
    let interval: Int64
    /// Wipes that wait.
    let held: Int
}

extension DeviceWipeStore {
    /// Whether wipes of a group are held.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008).
    func state(of reference: RecordReference, for administrator: AdministratorIdentity) async throws -> WipeLockState {
        try await database.read { db in
            let group = try OrganizationGroupStore.group(reference, in: administrator.subtree, db)
            let settings = try OrganizationGroupStore.settings(of: group, db)
            let held = try Int.fetchOne(
                db,
                sql: """
                    SELECT COUNT(*) FROM deviceWipe JOIN organizationGroup own ON own.id = deviceWipe.groupId
                    WHERE status = 'HELD' AND \(Subtree.condition("own.path", in: "?1"))
                    """, arguments: [group.subtree])
            return WipeLockState(
                group: group, lock: try Self.lock(of: group, db), threshold: settings.integer(.wipeThreshold),
                interval: settings.integer(.wipeThresholdMinutes), held: held ?? 0)
        }
    }

    /// Ordered wipes of a group and of those below it, the latest first.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008).
    func wipes(
        of reference: RecordReference, status: DeviceWipeRecord.Status?, for administrator: AdministratorIdentity,
        page: PageRequest
    ) async throws -> Page<DeviceWipeRecord> {
        try await database.read { db in
            let group = try OrganizationGroupStore.group(reference, in: administrator.subtree, db)
            let all = DeviceWipeRecord.filter(
                sql: "(? IS NULL OR status = ?) AND groupId IN (\(Subtree.groupsInBounds))",
                arguments: [status?.rawValue, status?.rawValue] + group.subtree.bounds)
            let rows = try all.order(sql: "id DESC").limit(page.size, offset: page.offset).fetchAll(db)
            return Page(items: rows, request: page, total: try all.fetchCount(db))
        }
    }
}
