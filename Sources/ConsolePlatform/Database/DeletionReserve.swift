import GRDB
import Logging

/// Room for deletions in a database that is full, so that an administrator can make room again (Operations, "When the disk
/// is full").
///
/// A deletion writes too: to the write-ahead log, and an event. Where the disk is full, it is tried again with the room
/// that a ``DiskReserve`` has held; where the file may not grow (`database.maximumMegabytes`), with a few pages more.
struct DeletionReserve: Sendable {
    /// Pages by which a deletion may let a file grow beyond its bound.
    private static let pages = 64

    /// Room on the disk; nil if none is held.
    let disk: DiskReserve?
    /// Pages the file may grow to; 0 is as many as the disk allows.
    let maximumPages: Int
    let logger: Logger

    /// Tries those deletions of a batch again that failed because there was no room.
    ///
    /// - Parameters:
    ///   - outcomes: How the units fared; those of deletions that succeed now are replaced.
    ///   - units: The units, in the same order.
    ///   - db: The connection that writes, outside of a transaction.
    func retry(_ outcomes: inout [WriteOutcome], of units: [WriteUnit], on db: GRDB.Database) {
        let failed = outcomes.indices.filter { outcomes[$0].isFull && units[$0].isDeletion }
        guard !failed.isEmpty else { return }
        logger.notice("The database is full: a deletion is given the reserve", metadata: ["count": "\(failed.count)"])
        disk?.release()
        limit(maximumPages + Self.pages, db)
        for index in failed {
            if let outcome = WriteBatch.perform([units[index]], on: db).first { outcomes[index] = outcome }
        }
        limit(maximumPages, db)
        guard let disk else { return }
        // What the write-ahead log takes is free again once it was copied into the file.
        _ = try? db.checkpoint(.truncate)
        disk.takeAgain()
    }

    /// SQLite lowers the bound as far as the size of the file allows.
    private func limit(_ pages: Int, _ db: GRDB.Database) {
        guard maximumPages > 0 else { return }
        _ = try? Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages)")
    }
}
