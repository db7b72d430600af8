import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// Reports of apps about their data usage.
struct DataUsageStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let table: BoundedTable

    /// Keeps a report, if the privacy policy of the group allows.
    ///
    /// - Parameters:
    ///   - report: A JSON object.
    ///   - identity: Whose it is.
    /// - Returns: Whether it was kept.
    /// - Throws: What the database throws.
    func receive(_ report: String, from identity: DeviceIdentity) async throws -> Bool {
        let now = clock.now(in: identity.groupID)
        return try await database.write { transaction in
            let group = try OrganizationGroupStore.group(id: identity.groupID, transaction.db)
            guard try OrganizationGroupStore.settings(of: group, transaction.db).isOn(.collectTelecom) else {
                return false
            }
            var record = DataUsageRecord(
                id: nil, receivedAt: now, groupId: identity.groupID, deviceId: identity.deviceID,
                installationId: identity.installationID, userId: identity.userID, report: report)
            try record.insert(transaction.db)
            try table.trim(transaction.db)
            events.publish(
                ConsoleEvent(
                    action: .dataUsageReceived, subjectKind: "device", subject: identity.device.value,
                    groupID: identity.groupID, at: now, deviceID: identity.deviceID), in: transaction)
            return true
        }
    }

    /// Reports of an installation within a period that come after one, the oldest first.
    ///
    /// - Parameters:
    ///   - period: When they came.
    ///   - identity: Whose they are.
    ///   - id: The last id that was read; nil at the beginning.
    ///   - size: The most reports.
    /// - Returns: The reports; none after the last.
    /// - Throws: What the database throws.
    func reports(
        in period: DataUsagePeriod, of identity: DeviceIdentity, after id: Int64?, size: Int
    ) async throws -> [DataUsageRecord] {
        try await database.read { db in
            try DataUsageRecord.fetchAll(
                db,
                sql: """
                    SELECT * FROM dataUsage
                    WHERE installationId = ?1 AND id > ?2 AND receivedAt >= ?3 AND receivedAt < ?4
                    ORDER BY id LIMIT ?5
                    """,
                arguments: [
                    identity.installationID, id ?? 0, period.start.map(Timestamp.init)?.milliseconds ?? Int64.min,
                    period.end.map(Timestamp.init)?.milliseconds ?? Int64.max, size,
                ])
        }
    }

    /// Reports, read back.
    var archive: RecordArchive<DataUsageRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .dataUsage)
    }
}
