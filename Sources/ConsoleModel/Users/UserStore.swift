package import ConsolePlatform
import Foundation
package import GRDB

/// Enrollment users, user groups and enrollment tokens.
package struct UserStore: Sendable {
    let database: ConsoleDatabase

    /// The user with an id; nil if there is none.
    package func user(id: Int64) async throws -> UserRecord? {
        try await database.read { db in try UserRecord.stored(id, db) }
    }

    /// The user with a name in a group: of the group itself, or of its nearest ancestor that has one.
    package func user(named username: String, in group: OrganizationGroupRecord) async throws -> UserRecord? {
        try await database.read { db in try Self.user(named: username, in: group, db) }
    }

    /// The highest cost of a password that a name in a group may stand for, which checking any of them has to take as
    /// long as; nil if there is none.
    ///
    /// Only users of the group and its ancestors count: whoever brings hashes of a high cost slows down no other customer.
    package func highestPasswordCost(in group: OrganizationGroupRecord) async throws -> Int? {
        try await database.read { db in
            // As the index enrollmentUserByPasswordCost has it.
            let statement = try db.cachedStatement(
                sql: """
                    SELECT CAST(substr(passwordHash, 12) AS INTEGER) FROM enrollmentUser
                    WHERE groupId = ? AND substr(passwordHash, 1, 11) = '$scrypt$ln='
                    ORDER BY CAST(substr(passwordHash, 12) AS INTEGER) DESC LIMIT 1
                    """)
            return try group.ancestorsAndSelf.compactMap { try Int.fetchOne(statement, arguments: [$0]) }.max()
        }
    }

    /// A token, by the text that a user types; nil if it is unknown.
    package func token(_ text: String) async throws -> EnrollmentTokenRecord? {
        let hash = SecretHash.sha256(text)
        return try await database.read { db in
            try EnrollmentTokenRecord.first(where: "tokenHash = ?", [hash], db)
        }
    }

    /// Counts a failed sign-in, and locks the account after too many.
    ///
    /// - Parameters:
    ///   - userID: Whose.
    ///   - settings: The group's settings: how many lock the account, and for how long.
    ///   - now: The time in the user's group, which may lie above the group that is signed in to.
    /// - Returns: Whether the account is locked now.
    /// - Throws: What the database throws.
    package func recordFailedLogin(of userID: Int64, settings: GroupSettings, at now: Timestamp) async throws -> Bool {
        try await database.write { transaction in
            guard var user = try UserRecord.stored(userID, transaction.db) else { return false }
            if user.lockedAt != nil, !user.isLocked(minutes: settings.lockoutMinutes, at: now) {
                (user.failedLogins, user.lockedAt) = (0, nil)
            }
            user.failedLogins += 1
            let maximum = settings.maximumFailedLogins
            if maximum > 0, user.failedLogins >= maximum { user.lockedAt = now }
            try user.update(transaction.db)
            return user.lockedAt != nil
        }
    }
}

extension UserStore {
    /// The user with a name in a group: of the group itself, or of its nearest ancestor that has one.
    ///
    /// A name such as `ACME\jdoe` that no user has means the directory user `jdoe` of the domain.
    package static func user(named username: String, in group: OrganizationGroupRecord, _ db: GRDB.Database) throws
        -> UserRecord?
    {
        let parts = username.split(separator: "\\", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        for id in group.ancestorsAndSelf.reversed() {
            if let user = try Self.user(named: username, inExactly: id, db) { return user }
            guard parts.count == 2, !parts[0].isEmpty else { continue }
            let user = try Self.user(named: parts[1], inExactly: id, db)
            if let user, user.takesDomain(parts[0]) { return user }
        }
        return nil
    }

    /// Forgets the failed sign-ins of a user who has signed in.
    package static func forgetFailedLogins(of userID: Int64, in transaction: Transaction) throws {
        try transaction.db.execute(
            sql: """
                UPDATE enrollmentUser SET failedLogins = 0, lockedAt = NULL
                WHERE id = ? AND (failedLogins > 0 OR lockedAt IS NOT NULL)
                """, arguments: [userID])
    }

    /// Adds a token, and deletes those of its user that expired more than seven days before it was made.
    ///
    /// Only tokens that go by the same clock are deleted: of the same group, or also of none. A token without a group
    /// goes by the clock of its user's group, and its times must be read from that clock.
    package static func add(_ token: EnrollmentTokenRecord, in transaction: Transaction) throws -> EnrollmentTokenRecord
    {
        var token = token
        try transaction.db.execute(
            sql: "DELETE FROM enrollmentToken WHERE userId = ? AND groupId IS ? AND expiresAt < ?",
            arguments: [token.userId, token.groupId, token.createdAt.adding(seconds: -7 * 86_400)])
        try token.insert(transaction.db)
        return token
    }

    package static func user(named username: String, inExactly groupID: Int64, _ db: GRDB.Database) throws
        -> UserRecord?
    {
        try UserRecord.first(where: "groupId = ? AND username = ?", [groupID, username], db)
    }

    package static func userGroup(named name: String, inExactly groupID: Int64, _ db: GRDB.Database) throws
        -> UserGroupRecord?
    {
        try UserGroupRecord.first(where: "groupId = ? AND name = ?", [groupID, name], db)
    }

    /// Users of a user group, by id.
    package static func members(of userGroupID: Int64, _ db: GRDB.Database) throws -> [UserRecord] {
        try UserRecord.fetchAll(
            db,
            sql: """
                SELECT enrollmentUser.* FROM enrollmentUser JOIN userGroupMember ON userId = enrollmentUser.id
                WHERE userGroupId = ? ORDER BY enrollmentUser.id
                """, arguments: [userGroupID])
    }

    /// Replaces the users of a user group.
    package static func setMembers(_ userIDs: [Int64], of userGroupID: Int64, in transaction: Transaction) throws {
        try transaction.db.execute(
            sql: "DELETE FROM userGroupMember WHERE userGroupId = ?", arguments: [userGroupID])
        for userID in userIDs {
            try transaction.db.execute(
                sql: "INSERT INTO userGroupMember (userGroupId, userId) VALUES (?, ?)",
                arguments: [userGroupID, userID])
        }
        transaction.changesConfiguration()
    }

    /// Takes a user into a user group, or out of it.
    ///
    /// - Returns: Whether that made a difference.
    package static func setMember(
        _ userID: Int64, of userGroupID: Int64, _ isMember: Bool, in transaction: Transaction
    ) throws -> Bool {
        try transaction.db.execute(
            sql: isMember
                ? "INSERT INTO userGroupMember (userGroupId, userId) VALUES (?, ?) ON CONFLICT DO NOTHING"
                : "DELETE FROM userGroupMember WHERE userGroupId = ? AND userId = ?",
            arguments: [userGroupID, userID])
        guard transaction.db.changesCount > 0 else { return false }
        transaction.changesConfiguration()
        return true
    }

    /// Uses a token up.
    ///
    /// - Returns: Whether it was still unused: if two clients race for it, one gets true.
    package static func spend(tokenID: Int64, at now: Timestamp, in transaction: Transaction) throws -> Bool {
        try transaction.db.execute(
            sql: "UPDATE enrollmentToken SET usedAt = ? WHERE id = ? AND usedAt IS NULL", arguments: [now, tokenID])
        return transaction.db.changesCount == 1
    }
}
