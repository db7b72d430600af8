import Foundation
import GRDB

extension ConsoleDatabase {
    /// With less room than this, the next beacon or login may be refused.
    private static let leastRoom: Int64 = 256 << 10

    /// Why no change can be kept now, in words for an operator; nil if changes are kept.
    package func obstacle() async -> String? {
        guard isFileInPlace() else { return "the database file was moved, deleted or replaced" }
        return await hasRoom() ? nil : "the disk is full"
    }

    /// Whether there is room for more, on the disk and in the file if that may not grow as it likes.
    func hasRoom() async -> Bool {
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
