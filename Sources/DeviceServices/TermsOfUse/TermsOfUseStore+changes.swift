import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A version of terms of use as administrators see it.
struct TermsOfUseEntry: Sendable {
    let terms: TermsOfUseRecord
    let version: TermsOfUseVersionRecord
    /// Code of the group the terms belong to.
    let group: String
    /// Whether it is the latest version of terms that are not retired.
    let isInForce: Bool
}

extension TermsOfUseStore {
    /// Every version of a group's terms, the latest first.
    ///
    /// - Parameters:
    ///   - code: The group.
    ///   - subtree: Where the group may be.
    ///   - inherited: Whether to list those of the groups above it as well.
    ///   - page: Which part.
    /// - Returns: The versions.
    /// - Throws: ``ConsoleError`` `notFound`.
    func versions(of code: GroupCode, in subtree: Subtree, inherited: Bool, page: PageRequest) async throws
        -> Page<TermsOfUseEntry>
    {
        try await database.read { db in
            let group = try Self.group(code, in: subtree, db)
            let ids = inherited ? group.ancestorsAndSelf : [try group.storedID()]
            let marks = ids.map { _ in "?" }.joined(separator: ", ")
            let condition = "termsId IN (SELECT id FROM termsOfUse WHERE groupId IN (\(marks)))"
            let all = TermsOfUseVersionRecord.filter(sql: condition, arguments: StatementArguments(ids))
            let rows = try all.order(sql: "id DESC").limit(page.size, offset: page.offset).fetchAll(db)
            return Page(
                items: try rows.map { try Self.details(of: $0, db) }, request: page, total: try all.fetchCount(db))
        }
    }

    /// Adds a version: to the terms the group has for exactly these apps, which are in force again if they were
    /// retired, or to new ones.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func add(
        _ content: String, for scope: TermsOfUseScope, to code: GroupCode, by administrator: AdministratorIdentity
    ) async throws -> TermsOfUseEntry {
        let uuid = random.uuid()
        return try await database.write { transaction in
            let group = try Self.group(code, in: administrator.subtree, transaction.db)
            let now = clock.now(in: group.id)
            let version = try Self.save(
                content, for: scope, uuid: nil, newUUID: uuid, in: try group.storedID(), at: now, transaction)
            try events.record(
                ConsoleEvent(
                    action: .termsOfUsePublished, subjectKind: "termsOfUse", subject: String(try version.storedID()),
                    groupID: group.id, at: now),
                by: .administrator(administrator.name),
                after: ["version": String(version.version), "applications": scope.key], in: transaction)
            return try Self.details(of: version, transaction.db)
        }
    }

    /// Withdraws terms; the decisions of users about them stay.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for terms the group does not have, or that are retired already.
    func retire(_ uuid: String, of code: GroupCode, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let group = try Self.group(code, in: administrator.subtree, transaction.db)
            let now = clock.now(in: group.id)
            let own = TermsOfUseRecord.filter(
                sql: "groupId = ? AND uuid = ? AND retiredAt IS NULL", arguments: [group.id, uuid])
            guard var terms = try own.fetchOne(transaction.db) else {
                throw ConsoleError(
                    .notFound, "There are no terms of use \(uuid.prefix(60)) in force that belong to \(group.code).")
            }
            terms.retiredAt = now
            try terms.update(transaction.db)
            transaction.changesConfiguration()
            try events.record(
                ConsoleEvent(
                    action: .termsOfUseRetired, subjectKind: "termsOfUse", subject: terms.uuid, groupID: group.id,
                    at: now),
                by: .administrator(administrator.name), before: ["applications": terms.scope], in: transaction)
        }
    }

    /// Stores a version of the terms a group has for some apps, and puts them into force.
    ///
    /// - Parameters:
    ///   - content: The HTML.
    ///   - scope: The apps.
    ///   - uuid: The uuid the terms get; nil keeps what they have.
    ///   - newUUID: The uuid of new terms where none is given.
    ///   - groupID: The group.
    ///   - now: The time.
    ///   - transaction: Where.
    /// - Returns: The version.
    /// - Throws: What the database throws.
    static func save(
        _ content: String, for scope: TermsOfUseScope, uuid: String?, newUUID: String, in groupID: Int64,
        at now: Timestamp, _ transaction: Transaction
    ) throws -> TermsOfUseVersionRecord {
        let db = transaction.db
        var terms =
            try terms(for: scope, inExactly: groupID, db)
            ?? TermsOfUseRecord(
                id: nil, uuid: newUUID, groupId: groupID, scope: scope.key, applications: "[]", createdAt: now,
                retiredAt: nil)
        terms.uuid = uuid ?? terms.uuid
        terms.applications = try TermsOfUseRecord.json(scope)
        terms.retiredAt = nil
        try terms.save(db)
        let known = try latest(of: terms, db)
        var version = TermsOfUseVersionRecord(
            id: nil, termsId: try terms.storedID(), version: (known?.version ?? 0) + 1, content: content,
            createdAt: now)
        try version.insert(db)
        transaction.changesConfiguration()
        return version
    }

    /// The terms a group has for exactly these apps, in force or retired.
    static func terms(for scope: TermsOfUseScope, inExactly groupID: Int64, _ db: GRDB.Database) throws
        -> TermsOfUseRecord?
    {
        try TermsOfUseRecord.first(where: "groupId = ? AND scope = ?", [groupID, scope.key], db)
    }

    /// The latest version of terms.
    static func latest(of terms: TermsOfUseRecord, _ db: GRDB.Database) throws -> TermsOfUseVersionRecord? {
        guard let id = terms.id else { return nil }
        return try TermsOfUseVersionRecord.filter(sql: "termsId = ?", arguments: [id]).order(sql: "version DESC")
            .fetchOne(db)
    }

    private static func details(of version: TermsOfUseVersionRecord, _ db: GRDB.Database) throws -> TermsOfUseEntry {
        guard let terms = try TermsOfUseRecord.stored(version.termsId, db) else {
            throw ConsoleError(.internalError, "A version of terms of use belongs to none.")
        }
        let isLatest = try latest(of: terms, db)?.id == version.id
        return TermsOfUseEntry(
            terms: terms, version: version, group: try OrganizationGroupStore.group(id: terms.groupId, db).code,
            isInForce: isLatest && terms.retiredAt == nil)
    }

    private static func group(_ code: GroupCode, in subtree: Subtree, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupStore.group(named: code.value, in: subtree, db) else {
            throw ConsoleError(.notFound, "There is no organization group \(code).")
        }
        return group
    }
}
