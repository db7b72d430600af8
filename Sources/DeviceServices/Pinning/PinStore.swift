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

    /// The pins in force at any group for a host, because the caller is unknown, or at the one whose base URL it came to.
    ///
    /// A group that sets neither the pins nor the switch has those of a group above it.
    func pins(for host: PinnedHost, at home: Int64?) async throws -> PublicKeyPins {
        if let home { return try await pins(of: home).covering(host.value) }
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
    ///   - network: The network it came from.
    ///   - home: The group whose base URL it came to; nil at the console's own.
    /// - Throws: What the database throws.
    func keepReport(
        on host: PinnedHost, claimedBy device: DeviceIdentifier?, from network: String, at home: Int64?
    ) async throws {
        try await database.write { transaction in
            let known = try device.flatMap { try DeviceStore.latest($0, at: home, transaction.db) }
            let groupID = known?.groupId ?? home
            let now = clock.now(in: groupID)
            var record = PinReportRecord(
                id: nil, receivedAt: now, groupId: groupID, deviceId: known?.id, installationId: nil,
                userId: known?.userId, host: host.value, claimedDevice: device?.value,
                network: network, isKnown: known != nil)
            try record.insert(transaction.db)
            // Clients send no credential with it: whoever sends many loses their own, and those of devices nobody
            // knows never push out others.
            let part =
                record.isKnown
                ? table.part("pinReport", where: "isKnown = 1", sharedBy: .column("network"))
                : table.part("pinReportUnknown", where: "isKnown = 0", sharedBy: .column("network"))
            try part.trim(transaction.db)
            events.publish(
                ConsoleEvent(
                    action: .pinMismatch, subjectKind: "host", subject: host.value, groupID: groupID, at: now,
                    deviceID: known?.id),
                in: transaction)
        }
    }

    /// Reports, read back.
    var archive: RecordArchive<PinReportRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .pinReport)
    }
}
