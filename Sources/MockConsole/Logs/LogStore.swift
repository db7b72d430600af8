import DeviceProtocol
import Foundation
import GRDB

/// Logs that apps have sent.
struct LogStore: Sendable {
    /// Bytes of a piece of text; the most that stands in memory while a log is written or read.
    static let pieceSize = 256 * 1024

    let database: Database
    let events: EventLogStore
    let clock: ConsoleClock
    let table: BoundedTable

    /// Keeps a log: its header and its text, in one transaction.
    func receive(_ header: LogUploadHeader, text: ReceivedBody, from identity: DeviceIdentity) async throws {
        let now = clock.now(in: identity.groupID)
        try await database.write { transaction in
            var record = DeviceLogRecord(
                id: nil, receivedAt: now, groupId: identity.groupID, deviceId: identity.deviceID,
                installationId: identity.installationID, userId: identity.userID, bundleId: header.bundle.value,
                appVersion: header.appVersion, type: header.type.rawValue, level: header.level.rawValue,
                byteCount: text.byteCount)
            try record.insert(transaction.db)
            let logID = try record.storedID()
            var sequence = 0
            try text.forEachPiece(pieceSize: Self.pieceSize) { bytes in
                guard !bytes.isEmpty else { return }
                try DeviceLogPieceRecord(logId: logID, sequence: sequence, data: Data(bytes)).insert(transaction.db)
                sequence += 1
            }
            try table.trim(transaction.db)
            events.publish(
                ConsoleEvent(
                    action: "log.received", subjectKind: "device", subject: identity.device.value,
                    groupID: identity.groupID, at: now), in: transaction)
        }
    }

    /// Logs of a device, the latest first.
    func logs(of device: DeviceIdentifier, below groupPath: String, page: PageRequest) async throws
        -> Page<DeviceLogRecord>
    {
        try await database.read { db in
            let deviceID = try DeviceStore.device(device, below: groupPath, db).storedID()
            let logs = DeviceLogRecord.filter(sql: "deviceId = ?", arguments: [deviceID])
            return Page(
                items: try logs.order(sql: "id DESC").limit(page.size, offset: page.offset).fetchAll(db),
                request: page, total: try logs.fetchCount(db))
        }
    }

    /// One log of a device.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func log(_ id: Int64, of device: DeviceIdentifier, below groupPath: String) async throws -> DeviceLogRecord {
        try await database.read { db in
            let deviceID = try DeviceStore.device(device, below: groupPath, db).storedID()
            guard let log = try DeviceLogRecord.fetchOne(db, key: id), log.deviceId == deviceID else {
                throw ConsoleError(.notFound, "The device \(device) has no log \(id).")
            }
            return log
        }
    }

    /// A piece of a log's text; nil after the last.
    func piece(_ sequence: Int, of logID: Int64) async throws -> Data? {
        try await database.read { db in
            try Data.fetchOne(
                db, sql: "SELECT data FROM deviceLogPiece WHERE logId = ? AND sequence = ?",
                arguments: [logID, sequence])
        }
    }
}
