import ConsoleModel
import ConsolePlatform
import GRDB

/// User groups, made, filled and deleted by administrators (AdminUsers, "User groups").
struct UserGroupStore: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// User groups of the administrator's organization groups.
    func groups(
        _ search: UserGroupSearch, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> Page<UserGroupOverview> {
        try await database.read { db in
            var conditions = [Subtree.condition("home.path", in: ":top")]
            var arguments: StatementArguments = ["top": administrator.subtree]
            if let reference = search.group {
                conditions.append(Subtree.condition("home.path", in: ":group"))
                arguments += ["group": try OrganizationGroupStore.subtree(ofSearched: reference, db)]
            }
            if let name = search.name {
                conditions.append("instr(lower(userGroup.name), lower(:name)) > 0")
                arguments += ["name": name]
            }
            let source = """
                FROM userGroup JOIN organizationGroup home ON home.id = userGroup.groupId
                WHERE \(conditions.joined(separator: " AND "))
                """
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT userGroup.*, (\(Self.memberCount(for: administrator))) AS memberCount
                    \(source) ORDER BY \(search.order), userGroup.id LIMIT :size OFFSET :offset
                    """, arguments: arguments + ["size": page.size, "offset": page.offset])
            let items = try rows.map {
                UserGroupOverview(record: try UserGroupRecord(row: $0), users: $0["memberCount"])
            }
            return Page(items: items, request: page, total: total)
        }
    }

    /// Users of a user group, by id.
    ///
    /// - Parameters:
    ///   - reference: The user group.
    ///   - page: Which of them; nil for all.
    ///   - administrator: Who asks.
    /// - Returns: The users of the page, and how many there are.
    /// - Throws: ``ConsoleError`` `notFound`.
    func users(
        of reference: RecordReference, page: PageRequest?, for administrator: AdministratorIdentity
    ) async throws -> (users: [UserOverview], total: Int) {
        try await database.read { db in
            let id = try Self.userGroup(reference, for: administrator, db).storedID()
            let all = UserRecord.filter(
                sql: """
                    id IN (SELECT userId FROM userGroupMember WHERE userGroupId = :id)
                        AND groupId IN (\(Subtree.groups(in: ":top")))
                    """, arguments: ["id": id, "top": administrator.subtree])
            let rows = try all.order(sql: "id").limit(page?.size ?? -1, offset: page?.offset ?? 0).fetchAll(db)
            return (try UserAccountStore.details(of: rows, db), try all.fetchCount(db))
        }
    }

    /// Creates an empty user group.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a name that is taken or an unknown organization group.
    func create(_ draft: UserGroupDraft, by administrator: AdministratorIdentity) async throws -> UserGroupRecord {
        let uuid = random.uuid()
        return try await database.write { transaction in
            let home = try OrganizationGroupStore.group(
                inBody: draft.group ?? .id(administrator.groupID), in: administrator.subtree, transaction.db)
            let now = clock.now(in: home.id)
            var record = UserGroupRecord(
                id: nil, uuid: uuid, groupId: try home.storedID(), name: draft.name, createdAt: now,
                description: draft.description)
            guard try UserStore.userGroup(named: record.name, inExactly: record.groupId, transaction.db) == nil else {
                throw ConsoleError(
                    .badRequest, "A user group with the name \(record.name) exists in \(home.code) already.")
            }
            try record.insert(transaction.db)
            transaction.changesConfiguration()
            try log(
                .userGroupCreated, record, by: administrator, at: now, nil, try EventLogStore.fields(record),
                in: transaction)
            return record
        }
    }

    /// Takes a user into a user group, or out of it; smart groups follow at once.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown user group or user, `badRequest` if nothing would change.
    func setMember(
        _ user: NamedUser, of reference: RecordReference, _ isMember: Bool, by administrator: AdministratorIdentity
    ) async throws {
        try await database.write { transaction in
            let group = try Self.userGroup(reference, for: administrator, transaction.db)
            let now = clock.now(in: group.groupId)
            let user = try UserAccountStore.find(user, for: administrator, transaction.db)
            let isChanged = try UserStore.setMember(
                try user.storedID(), of: try group.storedID(), isMember, in: transaction)
            guard isChanged else {
                let sentence = isMember ? "already assigned" : "not assigned"
                throw ConsoleError(
                    .badRequest,
                    "Enrollment User is \(sentence) to the User Group: \(user.username), \(group.name).", number: 6)
            }
            let told = ["user": user.username]
            try log(
                .userGroupUpdated, group, by: administrator, at: now, isMember ? nil : told, isMember ? told : nil,
                in: transaction)
        }
    }

    /// Deletes a user group; its users stay.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ reference: RecordReference, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let group = try Self.userGroup(reference, for: administrator, transaction.db)
            let now = clock.now(in: group.groupId)
            try group.delete(transaction.db)
            transaction.changesConfiguration()
            try log(
                .userGroupDeleted, group, by: administrator, at: now, try EventLogStore.fields(group), nil,
                in: transaction)
        }
    }

    /// How many users of a user group an administrator sees; they may belong to groups elsewhere.
    private static func memberCount(for administrator: AdministratorIdentity) -> String {
        let members = "SELECT COUNT(*) FROM userGroupMember member WHERE member.userGroupId = userGroup.id"
        guard !administrator.subtree.isWhole else { return members }
        return """
            \(members) AND (SELECT person.groupId FROM enrollmentUser person WHERE person.id = member.userId)
                IN (\(Subtree.groups(in: ":top")))
            """
    }

    /// The error for an unknown user group.
    static func missing(_ reference: some CustomStringConvertible) -> ConsoleError {
        ConsoleError(
            .notFound,
            "User group \(String(describing: reference).prefix(80)) not found or user does not have access to it.")
    }

    private static func userGroup(
        _ reference: RecordReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> UserGroupRecord {
        guard let group = try UserGroupRecord.find(reference, db),
            try administrator.subtree.contains(OrganizationGroupStore.group(id: group.groupId, db))
        else { throw missing(reference) }
        return group
    }

    private func log(
        _ action: EventAction, _ group: UserGroupRecord, by administrator: AdministratorIdentity, at now: Timestamp,
        _ before: [String: String?]?, _ after: [String: String?]?, in transaction: Transaction
    ) throws {
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "userGroup", subject: group.name, groupID: group.groupId,
                at: now),
            by: .administrator(administrator.name), before: before, after: after, in: transaction)
    }
}
