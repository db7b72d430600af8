import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import GRDB

/// Logs that apps have sent.
struct LogStore: Sendable {
    /// Bytes of a piece of text; the most that stands in memory while a log is written or read.
    static let pieceSize = 256 * 1024

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    /// How much all logs of the console may take.
    let room: LogRoom
    /// Quotas by group; what they come from moves the generation.
    private let quotas = GenerationCache<Int64, LogQuota>()
    /// How many customers share the room; that moves the generation, too.
    let customerCounts = GenerationCache<Int, Int>(limit: 1)

    /// Logs of a database.
    init(database: ConsoleDatabase, events: EventLogStore, clock: ConsoleClock, room: LogRoom) {
        self.database = database
        self.events = events
        self.clock = clock
        self.room = room
    }

    /// Logs, read back.
    var archive: RecordArchive<DeviceLogRecord> {
        RecordArchive(database: database, events: events, clock: clock, kind: .log, bundleColumn: "bundleId")
    }

    /// Keeps a log: its header and its text, in one transaction, if its group and its customer have room.
    ///
    /// - Parameters:
    ///   - header: What it says of itself.
    ///   - text: Its text.
    ///   - sender: Who sends it.
    ///   - network: What the address of the sender is counted under.
    ///   - home: The group whose base URL it came to; nil at the console's own.
    /// - Throws: ``ConsoleError`` `payloadTooLarge` if they have none; then only a note of the refusal is kept.
    func receive(
        _ header: LogUploadHeader, text: ReceivedBody, from sender: DeviceSender, network: String, at home: Int64?
    ) async throws {
        let refusal = try await database.write { transaction -> ConsoleError? in
            let db = transaction.db
            var record = try Self.record(header, text: text, from: sender, at: home, db)
            if !record.verified { record.network = network }
            let groupID = record.groupId ?? OrganizationGroupRecord.globalID
            record.receivedAt = clock.now(in: groupID)
            let (quota, isWarned) = try quotaInForce(of: groupID, db)
            let bounds = try bounds(of: record, groupID, quota, db)
            if let full = try makeRoom(for: record, within: bounds, db) {
                return try refuse(record, from: sender, full, in: transaction)
            }
            try Self.insert(record, text: text, db)
            var after = quota
            // Where others gave way, less is taken than before.
            let isAdded = bounds.allSatisfy { $0.excess(adding: record.byteCount) == 0 }
            after.used = isAdded ? quota.used + Int64(record.byteCount) : try Self.usedBytes(in: quota.scope, db)
            try warn(before: quota, after: after, isNoted: isWarned, in: transaction)
            events.publish(
                ConsoleEvent(
                    action: record.verified ? .logReceived : .logReceivedUnverified, subjectKind: "device",
                    subject: sender.device.value, groupID: groupID, at: record.receivedAt, deviceID: record.deviceId),
                in: transaction)
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Everything a log has to have room in, but what it has ample room in.
    private func bounds(
        of record: DeviceLogRecord, _ groupID: Int64, _ quota: LogQuota, _ db: GRDB.Database
    ) throws -> [LogBound] {
        if record.verified, try hasAmpleRoom(for: record.byteCount, db) { return [quota.bound] }
        let group = try OrganizationGroupStore.group(id: groupID, db)
        let bounds = [quota.bound, try share(of: group, db)]
        return record.verified ? bounds : bounds + [try unverifiedShare(of: group, db)]
    }

    /// The row of a log, not yet stored.
    ///
    /// An unverified request is never attributed to an app or a user.
    private static func record(
        _ header: LogUploadHeader, text: ReceivedBody, from sender: DeviceSender, at home: Int64?,
        _ db: GRDB.Database
    ) throws -> DeviceLogRecord {
        var record = DeviceLogRecord(
            id: nil, receivedAt: Timestamp(milliseconds: 0), groupId: nil, deviceId: nil, installationId: nil,
            userId: nil, bundleId: header.bundle.value, appVersion: header.appVersion, type: header.type.rawValue,
            level: header.level.rawValue, byteCount: text.byteCount, verified: true, claimedDevice: nil)
        switch sender {
        case .verified(let identity):
            (record.groupId, record.deviceId) = (identity.groupID, identity.deviceID)
            (record.installationId, record.userId) = (identity.installationID, identity.userID)
        case .claimed(let identifier):
            let device = try DeviceStore.claimed(identifier, at: home, db)
            (record.groupId, record.deviceId) = (
                device?.groupId ?? home ?? OrganizationGroupRecord.globalID, device?.id
            )
            (record.verified, record.claimedDevice) = (false, identifier.value)
        }
        return record
    }

    /// The quota of a group as it is now, looked up once for each generation of the configuration.
    ///
    /// - Returns: The quota, and whether administrators were notified of a warning.
    private func quotaInForce(of groupID: Int64, _ db: GRDB.Database) throws -> (LogQuota, isWarned: Bool) {
        let generation = database.generation
        var quota: LogQuota
        if let known = quotas.cached(groupID, generation: generation) {
            quota = known
        } else {
            quota = try Self.quota(of: try OrganizationGroupStore.group(id: groupID, db), db)
            quotas.store(quota, for: groupID, generation: generation)
        }
        let scope = quota.scope
        let statement = try db.cachedStatement(
            sql: """
                SELECT (SELECT COALESCE(SUM(byteCount), 0) FROM logUsage WHERE \(scope.condition)),
                    COALESCE((SELECT isWarned FROM logUsage WHERE groupId = ?), 0)
                """)
        let found: (used: Int64, isWarned: Bool)? = try statement.only(scope.arguments + [scope.group.id]) { row in
            (try row.value(0), try row.value(1))
        }
        quota.used = found?.used ?? 0
        return (quota, found?.isWarned ?? false)
    }

    private static func insert(_ record: DeviceLogRecord, text: ReceivedBody, _ db: GRDB.Database) throws {
        let log = try db.cachedStatement(
            sql: """
                INSERT INTO deviceLog (receivedAt, groupId, deviceId, installationId, userId, bundleId, appVersion, type,
                    level, byteCount, verified, claimedDevice, network)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        try log.execute(arguments: [
            record.receivedAt, record.groupId, record.deviceId, record.installationId, record.userId, record.bundleId,
            record.appVersion, record.type, record.level, record.byteCount, record.verified, record.claimedDevice,
            record.network,
        ])
        let logID = db.lastInsertedRowID
        let piece = try db.cachedStatement(
            sql: "INSERT INTO deviceLogPiece (logId, sequence, data) VALUES (?, ?, ?)")
        var sequence = 0
        try text.forEachPiece(pieceSize: pieceSize) { bytes in
            guard !bytes.isEmpty else { return }
            try piece.execute(arguments: [logID, sequence, Data(bytes)])
            sequence += 1
        }
    }
}

extension LogStore {
    /// One log of a device.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func log(_ id: Int64, of device: DeviceIdentifier, in subtree: Subtree) async throws -> DeviceLogRecord {
        try await database.read { db in
            let deviceID = try DeviceStore.device(device, in: subtree, db).storedID()
            guard let log = try DeviceLogRecord.stored(id, db), log.deviceId == deviceID else {
                throw ConsoleError(.notFound, "The device \(device) has no log \(id).")
            }
            return log
        }
    }

    /// Hands out the text of a log piece by piece.
    ///
    /// - Throws: ``ConsoleError`` `notFound` if the log was deleted meanwhile; what the closure throws.
    func forEachPiece(of log: DeviceLogRecord, _ body: (Data) async throws -> Void) async throws {
        var (sequence, rest) = (0, log.byteCount)
        while rest > 0 {
            guard let piece = try await piece(sequence, of: log) else {
                throw ConsoleError(.notFound, "The log \(try log.storedID()) was deleted while it was read.")
            }
            try await body(piece)
            sequence += 1
            rest -= piece.count
        }
    }

    /// Whether the text of a log is still there.
    func hasText(_ log: DeviceLogRecord) async throws -> Bool {
        try await database.read { db in
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM deviceLogPiece WHERE logId = ?)", arguments: [log.id]) ?? false
        }
    }

    /// A piece of a log's text; nil after the last.
    private func piece(_ sequence: Int, of log: DeviceLogRecord) async throws -> Data? {
        try await database.read { db in
            try Data.fetchOne(
                db, sql: "SELECT data FROM deviceLogPiece WHERE logId = ? AND sequence = ?",
                arguments: [log.id, sequence])
        }
    }
}
