import GRDB

/// Keeps who signed in with a password, and when (AdminAdministrators, "Sign-ins").
struct SignInLog: Sendable {
    /// Seconds in which requests of an administrator are one sign-in.
    private static let interval: Int64 = 900

    let table: BoundedTable

    /// Notes a sign-in, unless the same administrator's last one was a moment ago.
    func succeeded(
        _ identity: AdministratorIdentity, from address: String, at now: Timestamp, in database: Database
    ) async throws {
        guard case .password(let id, _) = identity.credential else { return }
        let last = try await database.read { db in try AdministratorRecord.fetchOne(db, key: id)?.lastLoginAt }
        if let last, now >= last, now < last.adding(seconds: Self.interval) { return }
        try await database.write { transaction in
            try transaction.db.execute(
                sql: "UPDATE administrator SET lastLoginAt = ? WHERE id = ?", arguments: [now, id])
            var record = SignInRecord(
                id: nil, at: now, groupId: identity.groupID, administratorId: id, username: identity.name,
                address: address, succeeded: true)
            try record.insert(transaction.db)
            try table.trim(transaction.db)
        }
    }

    /// Notes an attempt that failed.
    func failed(_ username: String, from address: String, at now: Timestamp, in transaction: Transaction) throws {
        let known = try AdministratorRecord.filter(sql: "username = ?", arguments: [username])
            .fetchOne(transaction.db)
        var record = SignInRecord(
            id: nil, at: now, groupId: known?.groupId, administratorId: known?.id,
            username: String(username.prefix(255)), address: address, succeeded: false)
        try record.insert(transaction.db)
        try table.trim(transaction.db)
    }
}
