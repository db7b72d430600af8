import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

extension LogStore {
    /// A page of the verified logs of an app on a device; of a long one only the beginning, ``pieceSize`` bytes.
    ///
    /// - Throws: What the database throws.
    func excerpts(_ search: DeviceLogSearch) async throws -> (logs: [DeviceLogEntry], total: Int) {
        try await database.read { db in
            let condition = """
                deviceId = :device AND bundleId = :bundle AND verified
                AND (:after IS NULL OR receivedAt > :after) AND (:before IS NULL OR receivedAt < :before)
                """
            let arguments: StatementArguments = [
                "device": search.deviceID, "bundle": search.bundle, "after": search.after, "before": search.before,
            ]
            let total = try Int.fetchOne(
                db, sql: "SELECT COUNT(*) FROM deviceLog WHERE \(condition)", arguments: arguments)
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, receivedAt, (SELECT data FROM deviceLogPiece WHERE logId = deviceLog.id AND sequence = 0)
                        AS data
                    FROM deviceLog WHERE \(condition) ORDER BY id \(search.isAscending ? "ASC" : "DESC")
                    LIMIT :limit OFFSET :offset
                    """, arguments: arguments + ["limit": search.limit, "offset": search.offset])
            let logs = rows.map { row in
                DeviceLogEntry(
                    id: row["id"], receivedAt: row["receivedAt"],
                    text: String(decoding: row["data"] as Data? ?? Data(), as: UTF8.self))
            }
            return (logs, total ?? 0)
        }
    }
}
