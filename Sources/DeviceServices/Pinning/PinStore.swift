import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// Pins of public keys, and reports that one did not match.
struct PinStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let table: BoundedTable

    /// The pins in force at a group.
    func pins(of groupID: Int64) async throws -> PublicKeyPins {
        try await database.read { db in
            let group = try OrganizationGroupStore.group(id: groupID, db)
            return PublicKeyPins(try OrganizationGroupStore.settings(of: group, db).pinsInForce)
        }
    }

    /// The pins in force at any group for a host, because the caller is unknown.
    ///
    /// A group that sets neither the pins nor the switch has those of a group above it.
    func pins(for host: PinnedHost) async throws -> PublicKeyPins {
        let texts = try await database.read { db in
            let groups = try OrganizationGroupRecord.fetchAll(
                db,
                sql: """
                    SELECT * FROM organizationGroup
                    WHERE id IN (SELECT groupId FROM organizationGroupSetting WHERE key IN (?, ?)) ORDER BY id
                    """, arguments: [GroupSetting.sslPins.rawValue, GroupSetting.sslPinning.rawValue])
            return try groups.flatMap { try OrganizationGroupStore.settings(of: $0, db).pinsInForce }
        }
        return PublicKeyPins(texts).covering(host.value)
    }

    /// Keeps a report that a host did not show a pinned key.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - device: The device the report claims to come from.
    /// - Throws: What the database throws.
    func keepReport(on host: PinnedHost, claimedBy device: DeviceIdentifier?) async throws {
        try await database.write { transaction in
            let known = try device.flatMap { try DeviceStore.device($0, transaction.db) }
            let now = clock.now(in: known?.groupId)
            var record = PinReportRecord(
                id: nil, receivedAt: now, groupId: known?.groupId, deviceId: known?.id, installationId: nil,
                userId: known?.userId, host: host.value, claimedDevice: device?.value)
            try record.insert(transaction.db)
            try table.trim(transaction.db)
            events.publish(
                ConsoleEvent(
                    action: .pinMismatch, subjectKind: "host", subject: host.value, groupID: known?.groupId, at: now),
                in: transaction)
        }
    }

    /// Reports, read back.
    var archive: RecordArchive<PinReportRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .pinReport)
    }
}
