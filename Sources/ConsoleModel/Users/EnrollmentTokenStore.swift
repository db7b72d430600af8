package import ConsolePlatform
package import DeviceProtocol
import GRDB

/// Enrollment tokens, issued and revoked by administrators.
package struct EnrollmentTokenStore: Sendable {
    /// Bytes of a token, which is typed as hexadecimal digits.
    private static let tokenBytes = 16

    /// The user of some tokens.
    package struct Owner: Sendable {
        package let user: UserRecord
        package let group: OrganizationGroupRecord
    }

    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// Made of its parts.
    package init(database: ConsoleDatabase, events: EventLogStore, clock: ConsoleClock, random: RandomSource) {
        self.database = database
        self.events = events
        self.clock = clock
        self.random = random
    }

    /// The user with a name in a subtree.
    ///
    /// - Parameters:
    ///   - username: Letter case ignored.
    ///   - code: Code, uuid, id or name of the user's own group; nil if the user's name is enough.
    ///   - subtree: The subtree to search.
    /// - Returns: The user.
    /// - Throws: ``ConsoleError`` `notFound`, and `conflict` naming the groups if several users have the name.
    package func owner(_ username: String, group code: GroupCode?, in subtree: Subtree) async throws -> Owner {
        try await database.read { db in
            let named = try code.flatMap { try OrganizationGroupStore.group(named: $0.value, in: subtree, db) }
            var owners: [Owner] = []
            for user in try UserRecord.filter(sql: "username = ?", arguments: [username]).order(sql: "id").fetchAll(db)
            {
                let group = try OrganizationGroupStore.group(id: user.groupId, db)
                guard subtree.contains(group), code == nil || group.id == named?.id else { continue }
                owners.append(Owner(user: user, group: group))
            }
            guard let owner = owners.first else {
                let place = code.map { " in \($0)" } ?? ""
                throw ConsoleError(.notFound, "There is no user \(username.prefix(80))\(place).")
            }
            guard owners.count == 1 else {
                let codes = owners.map(\.group.code).joined(separator: ", ")
                throw ConsoleError(
                    .conflict, "The groups \(codes) have a user \(username.prefix(80)); say which with group=.")
            }
            return owner
        }
    }

    /// Issues a token.
    ///
    /// - Returns: The stored row, and the text of the key, which is kept nowhere.
    package func create(
        for owner: Owner, lastingMinutes minutes: Int64, by administrator: AdministratorIdentity
    ) async throws -> (record: EnrollmentTokenRecord, token: String) {
        let now = clock.now(in: owner.group.id)
        let token = random.secret(byteCount: Self.tokenBytes)
        let record = try await database.write { transaction in
            let userID = try owner.user.storedID()
            let record = try UserStore.add(
                EnrollmentTokenRecord(
                    id: nil, userId: userID, tokenHash: SecretHash.sha256(token), createdAt: now,
                    expiresAt: now.adding(seconds: minutes * 60), usedAt: nil),
                in: transaction)
            try note(record, .tokenCreated, of: owner, by: administrator, at: now, in: transaction)
            return record
        }
        return (record, token)
    }

    /// Tokens of a user, the latest first.
    package func tokens(of owner: Owner, page: PageRequest) async throws -> Page<EnrollmentTokenRecord> {
        try await database.read { db in
            let request = EnrollmentTokenRecord.filter(sql: "userId = ?", arguments: [owner.user.id])
            let rows = try request.order(sql: "id DESC").limit(page.size, offset: page.offset).fetchAll(db)
            return Page(items: rows, request: page, total: try request.fetchCount(db))
        }
    }

    /// Revokes a token.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func delete(_ id: Int64, of owner: Owner, by administrator: AdministratorIdentity) async throws {
        let now = clock.now(in: owner.group.id)
        try await database.write { transaction in
            guard let record = try EnrollmentTokenRecord.stored(id, transaction.db),
                record.userId == owner.user.id
            else { throw ConsoleError(.notFound, "\(owner.user.username) has no token \(id).") }
            try record.delete(transaction.db)
            try note(record, .tokenDeleted, of: owner, by: administrator, at: now, in: transaction)
        }
    }

    /// The time in the group of a user.
    package func now(of owner: Owner) -> Timestamp { clock.now(in: owner.group.id) }

    private func note(
        _ token: EnrollmentTokenRecord, _ action: EventAction, of owner: Owner, by administrator: AdministratorIdentity,
        at now: Timestamp, in transaction: Transaction
    ) throws {
        let fields = ["id": token.id.map(String.init), "expiresAt": token.expiresAt.description]
        let isNew = action == .tokenCreated
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "enrollmentUser", subject: owner.user.username, groupID: owner.group.id,
                at: now),
            by: administrator.actor, before: isNew ? nil : fields, after: isNew ? fields : nil,
            in: transaction)
    }
}
