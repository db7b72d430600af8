package import ConsolePlatform
import GRDB

/// Keeps who signed in with a password, and when (AdminAdministrators, "Sign-ins").
package struct SignInLog: Sendable {
    /// Seconds in which requests of an administrator are one sign-in.
    private static let interval: Int64 = 900

    let table: BoundedTable

    /// Made of its parts.
    package init(table: BoundedTable) {
        self.table = table
    }

    /// Notes a sign-in, unless the same administrator signed in a moment ago.
    func succeeded(
        _ identity: AdministratorIdentity, from address: String, at now: Timestamp, in database: ConsoleDatabase
    ) async throws {
        guard case .password(let id, _) = identity.credential else { return }
        // Because of this read, most sign-ins need not wait for a commit.
        guard try await database.read({ db in try Self.isNews(id, at: now, db) }) else { return }
        try await database.write { transaction in
            // Another request may have come in between, or the administrator may have been deleted.
            guard try Self.isNews(id, at: now, transaction.db) else { return }
            try transaction.db.execute(
                sql: "UPDATE administrator SET lastLoginAt = ? WHERE id = ?", arguments: [now, id])
            var record = SignInRecord(
                id: nil, at: now, groupId: identity.groupID, administratorId: id, username: identity.name,
                address: address, succeeded: true)
            try record.insert(transaction.db)
            try table.trim(transaction.db)
        }
    }

    /// Whether the administrator exists, and last signed in before this moment.
    private static func isNews(_ id: Int64, at now: Timestamp, _ db: GRDB.Database) throws -> Bool {
        guard let record = try AdministratorRecord.fetchOne(db, key: id) else { return false }
        guard let last = record.lastLoginAt else { return true }
        return now < last || now >= last.adding(seconds: interval)
    }

    /// Notes an attempt that failed.
    func failed(_ username: String, from address: String, at now: Timestamp, in transaction: Transaction) throws {
        let known = try AdministratorRecord.first(where: "username = ?", [username], transaction.db)
        var record = SignInRecord(
            id: nil, at: now, groupId: known?.groupId, administratorId: known?.id,
            username: String(username.prefix(255)), address: address, succeeded: false)
        try record.insert(transaction.db)
        try table.trim(transaction.db)
    }
}
