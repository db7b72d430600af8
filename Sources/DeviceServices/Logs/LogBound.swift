import ConsoleModel
import GRDB

/// The limit that logs exceed: its bytes, and the logs that use them.
struct LogBound: Sendable {
    /// Their bounds.
    enum Kind: String, Sendable {
        /// `logQuotaMegabytes` of a group.
        case quota
        /// The part of `retention.logBytes` that is a customer's.
        case share
        /// The part of `retention.unverifiedLogBytes` that is a customer's.
        case unverified
    }

    let kind: Kind
    /// The group it is counted at, or for.
    let group: OrganizationGroupRecord
    /// Bytes that are taken.
    let used: Int64
    /// Bytes that may be taken; nil for no limit.
    let limit: Int64?
    /// Which logs take them, in SQL.
    let condition: String
    /// The arguments of the condition.
    let arguments: StatementArguments
    /// Bytes a log counts for besides its text.
    var overhead: Int64 = 0

    /// Bytes that would have to go before a log of so many has room.
    func excess(adding byteCount: Int) -> Int64 {
        limit.map { max(0, used + Int64(byteCount) + overhead - $0) } ?? 0
    }

    /// How much of the limit is taken, in percent with one decimal; nil for no limit.
    var percent: Double? {
        limit.map { $0 > 0 ? (Double(used) / Double($0) * 1000).rounded() / 10 : 100 }
    }

    /// Why a log has no room, and what helps.
    func refusal(of byteCount: Int) -> String {
        let limit = limit ?? 0
        let size = "this one, of \(byteCount) bytes, has no room"
        return switch kind {
        case .quota:
            Self.refusal(ofQuotaIn: group.code, used: used, limit: limit, byteCount: byteCount)
        case .share:
            """
            The logs of the customer \(group.code) take \(used) of the \(limit) bytes that are its share of \
            retention.logBytes, \(overhead) for each log besides its text; \(size). \
            Delete or purge logs, or raise retention.logBytes.
            """
        case .unverified:
            """
            Logs of apps without identity take \(used) of the \(limit) bytes that are the share of the customer \
            \(group.code) of retention.unverifiedLogBytes; \(size). Delete or purge such logs.
            """
        }
    }

    /// Why a log has no room in the quota of a group.
    static func refusal(ofQuotaIn group: String, used: Int64, limit: Int64, byteCount: Int) -> String {
        """
        The logs of the group \(group) take \(used) of the \(limit) bytes they may have; this one, of \(byteCount) bytes, \
        has no room. Delete or purge logs, or raise logQuotaMegabytes.
        """
    }

    /// Its form in the event log.
    var fields: [String: String?] {
        let limitName = kind == .quota ? "quotaBytes" : kind == .share ? "shareBytes" : "unverifiedBytes"
        return ["usedBytes": String(used), limitName: limit.map(String.init), "percent": percent.map { "\($0)" }]
    }
}

/// Removing unverified logs for one that is verified: planned for every bound first, so that a log which is refused has
/// removed nothing.
extension LogBound {
    /// The newest unverified log that has to go, with the older ones, before a log has room.
    ///
    /// - Returns: Its id, 0 if none has to go; nil if there is no room even without all of them.
    func newestToGo(for record: DeviceLogRecord, _ db: GRDB.Database) throws -> Int64? {
        var excess = excess(adding: record.byteCount)
        guard excess > 0 else { return 0 }
        guard record.verified else { return nil }
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, byteCount FROM deviceLog WHERE verified = 0 AND \(condition) ORDER BY id",
            arguments: arguments)
        while let row = try rows.next() {
            excess -= row["byteCount"] as Int64 + overhead
            if excess <= 0 { return row["id"] }
        }
        return nil
    }

    /// Removes its unverified logs up to one, and counts them.
    func removeUnverified(upTo id: Int64, _ db: GRDB.Database) throws {
        guard id > 0 else { return }
        try db.execute(
            sql: "DELETE FROM deviceLog WHERE verified = 0 AND \(condition) AND id <= ?", arguments: arguments + [id])
        try db.execute(
            sql: "UPDATE logStock SET displaced = displaced + ? WHERE kind = 'unverified'",
            arguments: [db.changesCount])
    }
}
