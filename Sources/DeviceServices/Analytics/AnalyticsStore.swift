import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// Analytics events and device samples.
struct AnalyticsStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    /// Most analytics events.
    let eventTable: BoundedTable
    /// Most other samples.
    let sampleTable: BoundedTable
    /// Most places, whoever reported them.
    let locationTable: BoundedTable
    /// Numbers of types that the configuration names.
    let numbers: SampleTypeNumbers

    /// Keeps the samples of one packet or batch: all of them, or none.
    ///
    /// - Parameters:
    ///   - items: The samples; they are read one by one while they are written, so that many need no memory.
    ///   - channel: How they came.
    ///   - identity: Whose they are.
    /// - Returns: The result for each of them.
    /// - Throws: ``ConsoleError`` `notFound` for an event of another app.
    func receive(
        _ items: some Sequence<SampleData.Item> & Sendable, by channel: SampleChannel, from identity: DeviceIdentity
    ) async throws -> SampleIntake {
        let now = clock.now(in: identity.groupID)
        return try await database.write { transaction in
            let group = try OrganizationGroupStore.group(id: identity.groupID, transaction.db)
            let settings = try OrganizationGroupStore.settings(of: group, transaction.db)
            let writer = SampleWriter(
                db: transaction.db, identity: identity, settings: settings, numbers: numbers, now: now)
            var intake = SampleIntake()
            for item in items { try writer.write(item, counting: &intake) }
            try eventTable.trim(transaction.db)
            try sampleTable.trim(transaction.db)
            try locationTable.trim(transaction.db)
            try count(intake.counters(channel), identity, at: now, transaction.db)
            events.publish(
                ConsoleEvent(
                    action: .samplesReceived, subjectKind: "device", subject: identity.device.value,
                    groupID: identity.groupID, at: now, deviceID: identity.deviceID), in: transaction)
            return intake
        }
    }

    private func count(
        _ counters: [String: Int], _ identity: DeviceIdentity, at now: Timestamp, _ db: GRDB.Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO sampleIntake (installationId, counter, count, lastAt) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET count = count + excluded.count, lastAt = excluded.lastAt
                """)
        for (name, number) in counters {
            try statement.execute(arguments: [identity.installationID, name, number, now])
        }
    }

    /// Analytics events, read back.
    var eventArchive: RecordArchive<AnalyticsEventRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .analyticsEvent)
    }

    /// Other samples, read back.
    var sampleArchive: RecordArchive<DeviceSampleRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .sample)
    }

    /// What happened to the samples of each app of a subtree, by id of the installation.
    func intake(in subtree: Subtree, page: PageRequest) async throws -> Page<SampleIntakeSummary> {
        try await database.read { db in
            let condition = """
                FROM installation JOIN device ON device.id = installation.deviceId
                JOIN organizationGroup ON organizationGroup.id = device.groupId
                WHERE \(Subtree.condition("organizationGroup.path", in: "?1"))
                    AND installation.id IN (SELECT installationId FROM sampleIntake)
                """
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(condition)", arguments: [subtree]) ?? 0
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT installation.id, device.identifier, installation.bundleId, organizationGroup.code
                    \(condition) ORDER BY installation.id LIMIT ?2 OFFSET ?3
                    """, arguments: [subtree, page.size, page.offset])
            return Page(items: try rows.map { try Self.summary($0, db) }, request: page, total: total)
        }
    }

    private static func summary(_ row: Row, _ db: GRDB.Database) throws -> SampleIntakeSummary {
        let counters = try Row.fetchAll(
            db, sql: "SELECT counter, count, lastAt FROM sampleIntake WHERE installationId = ?", arguments: [row[0]])
        return SampleIntakeSummary(
            device: row[1], bundle: row[2], group: row[3],
            counters: Dictionary(counters.map { ($0[0], $0[1]) }) { $0 + $1 },
            lastAt: counters.map { $0[2] as Timestamp }.max() ?? Timestamp(milliseconds: 0))
    }
}
