import Foundation
import GRDB

extension ConsoleDatabase {
    /// With less room than this, the next beacon or login may be refused.
    private static let leastRoom: Int64 = 256 << 10

    /// Whether there is room for more, on the disk and in the file if that may not grow as it likes.
    package func hasRoom() async -> Bool {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: pool.path)
        if let free = attributes?[.systemFreeSize] as? NSNumber, free.int64Value < Self.leastRoom { return false }
        guard maximumPages > 0 else { return true }
        let (maximum, least) = (Int64(maximumPages), Self.leastRoom)
        let isRoomy = try? await read { db in
            let size = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 0
            let used = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            let free = try Int64.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
            return (maximum - used + free) * size >= least
        }
        return isRoomy ?? false
    }
}
