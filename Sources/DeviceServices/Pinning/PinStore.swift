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
    private let offers = GenerationCache<Int64?, PinOffer>()

    /// A store that remembers no pins yet.
    init(database: ConsoleDatabase, events: EventLogStore, clock: ConsoleClock, table: BoundedTable) {
        self.database = database
        self.events = events
        self.clock = clock
        self.table = table
    }

    /// The pins in force at a group.
    func pins(of groupID: Int64) async throws -> PublicKeyPins {
        try await database.read { db in
            let group = try OrganizationGroupStore.group(id: groupID, db)
            return PublicKeyPins(try OrganizationGroupStore.settings(of: group, db).pinsInForce)
        }
    }

    /// The pins for a host of a caller who is unknown: those in force at the group whose base URL it came to, else those of
    /// the topmost group, else those of the customers (DeviceServices, section 20).
    ///
    /// They are read again only once groups have changed: anybody may ask, as often as they like.
    func pins(for host: PinnedHost, at home: Int64?) async throws -> PublicKeyPins {
        let offer = try await offers.value(for: home, generation: database.generation) {
            if let home { return PinOffer(topmost: try await pins(of: home)) }
            return try await database.read { db in try Self.offer(db) }
        }
        return offer.pins(for: host.value)
    }

    /// The pins in force of the topmost group and of each customer.
    ///
    /// A group that sets neither the pins nor the switch has those of a group above it.
    private static func offer(_ db: GRDB.Database) throws -> PinOffer {
        let groups = try OrganizationGroupRecord.fetchAll(
            db,
            sql: """
                SELECT * FROM organizationGroup
                WHERE id IN (SELECT groupId FROM organizationGroupSetting WHERE key IN (?, ?)) ORDER BY id
                """, arguments: [GroupSetting.sslPins.rawValue, GroupSetting.sslPinning.rawValue])
        var topmost: [String] = []
        var customers: [Int64: [String]] = [:]
        for (group, settings) in zip(groups, try OrganizationGroupStore.settings(of: groups, db)) {
            if group.parentId == nil {
                topmost += settings.pinsInForce
            } else if let customer = try customer(of: group, db) {
                customers[customer, default: []] += settings.pinsInForce
            }
        }
        return PinOffer(topmost: PublicKeyPins(topmost), customers: customers.values.map(PublicKeyPins.init))
    }

    /// The customer of a group; of one that has none, the topmost group below the root.
    private static func customer(of group: OrganizationGroupRecord, _ db: GRDB.Database) throws -> Int64? {
        let customer = try OrganizationGroupStore.customer(of: group.id, db)
        return customer == group.ancestorsAndSelf.first ? group.ancestorsAndSelf.dropFirst().first : customer
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
            let known = try device.flatMap { try DeviceStore.claimed($0, at: home, transaction.db) }
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
