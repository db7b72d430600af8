import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// What the database says of itself, and of devices.
struct MetricsStore: Sendable {
    let database: ConsoleDatabase

    /// Figures of one moment.
    struct Figures: Sendable {
        var pages: Int64 = 0
        var freePages: Int64 = 0
        /// How many devices there are, by name of their status.
        var devices: [String: Int] = [:]
    }

    /// The figures of this moment.
    func figures() async throws -> Figures {
        try await database.read { db in
            var figures = Figures()
            figures.pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            figures.freePages = try Int64.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            let sql = "SELECT enrollmentStatus AS status, count(*) AS count FROM device GROUP BY enrollmentStatus"
            for row in try Row.fetchAll(db, sql: sql) {
                let name = EnrollmentStatus(rawValue: row["status"])?.name ?? "unknown"
                figures.devices[name, default: 0] += row["count"]
            }
            return figures
        }
    }
}
