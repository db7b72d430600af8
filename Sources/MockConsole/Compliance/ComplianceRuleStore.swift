import DeviceProtocol
import GRDB

/// A rule with the group it belongs to.
struct ComplianceRuleDetails: Sendable {
    let rule: ComplianceRuleRecord
    /// Code of its group.
    let groupCode: String
    /// Whether it comes from a group above the one that was asked.
    let isInherited: Bool
}

/// Compliance rules of organization groups, read and changed by administrators.
struct ComplianceRuleStore: Sendable {
    let database: Database
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// The rules of a group and of those above it, from the root down, inactive ones as well.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func rules(of code: GroupCode, below groupPath: String, page: PageRequest) async throws
        -> Page<ComplianceRuleDetails>
    {
        try await database.read { db in
            let group = try Self.group(code, below: groupPath, db)
            var all: [ComplianceRuleDetails] = []
            for owner in try OrganizationGroupStore.ancestorsAndSelf(of: group, db) {
                let isInherited = owner.id != group.id
                let rules = try Self.rules(of: owner.storedID(), db)
                all += rules.map {
                    ComplianceRuleDetails(rule: $0, groupCode: owner.code, isInherited: isInherited)
                }
            }
            return Page(page, of: all)
        }
    }

    /// The rule with a uuid.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func rule(_ uuid: String, below groupPath: String) async throws -> ComplianceRuleDetails {
        try await database.read { db in try Self.rule(uuid, below: groupPath, db) }
    }

    /// Adds a rule to a group.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, and `conflict` for a name that is taken.
    func create(_ draft: ComplianceRuleDraft, in code: GroupCode, by administrator: AdministratorIdentity) async throws
        -> ComplianceRuleDetails
    {
        let now = clock.now(in: administrator.groupID)
        let uuid = random.uuid()
        return try await database.write { transaction in
            let group = try Self.group(code, below: administrator.groupPath, transaction.db)
            var record = draft.record(changing: nil, uuid: uuid, groupID: try group.storedID(), at: now)
            try requireFreeName(record, in: group, transaction.db)
            try record.insert(transaction.db)
            try log("created", record, at: now, by: administrator, after: record, in: transaction)
            return ComplianceRuleDetails(rule: record, groupCode: group.code, isInherited: false)
        }
    }

    /// Replaces a rule; devices are evaluated by it when they are next heard of.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, and `conflict` for a name that is taken.
    func replace(_ uuid: String, by draft: ComplianceRuleDraft, _ administrator: AdministratorIdentity) async throws
        -> ComplianceRuleDetails
    {
        let now = clock.now(in: administrator.groupID)
        return try await database.write { transaction in
            let known = try Self.rule(uuid, below: administrator.groupPath, transaction.db)
            let group = try OrganizationGroupStore.group(id: known.rule.groupId, transaction.db)
            let record = draft.record(changing: known.rule, uuid: known.rule.uuid, groupID: known.rule.groupId, at: now)
            guard record != known.rule else { return known }
            try requireFreeName(record, in: group, transaction.db)
            try record.update(transaction.db)
            try log("updated", record, at: now, by: administrator, before: known.rule, after: record, in: transaction)
            return ComplianceRuleDetails(rule: record, groupCode: known.groupCode, isInherited: false)
        }
    }

    /// Deletes a rule; what it blocked gets in when it is next heard of.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func delete(_ uuid: String, by administrator: AdministratorIdentity) async throws {
        let now = clock.now(in: administrator.groupID)
        try await database.write { transaction in
            let known = try Self.rule(uuid, below: administrator.groupPath, transaction.db).rule
            try known.delete(transaction.db)
            try log("deleted", known, at: now, by: administrator, before: known, in: transaction)
        }
    }

    private func requireFreeName(
        _ record: ComplianceRuleRecord, in group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws {
        guard let other = try Self.rule(named: record.name, inExactly: record.groupId, db), other.id != record.id else {
            return
        }
        throw ConsoleError(.conflict, "There is a compliance rule \(other.name) at \(group.code) already.")
    }

    private func log(
        _ change: String, _ rule: ComplianceRuleRecord, at now: Timestamp, by administrator: AdministratorIdentity,
        before: ComplianceRuleRecord? = nil, after: ComplianceRuleRecord? = nil, in transaction: Transaction
    ) throws {
        transaction.changesConfiguration()
        try events.record(
            ConsoleEvent(
                action: "complianceRule.\(change)", subjectKind: "complianceRule", subject: rule.name,
                groupID: rule.groupId, at: now),
            by: .administrator(administrator.name), before: try before.map(EventLogStore.fields),
            after: try after.map(EventLogStore.fields), in: transaction)
    }
}

extension ComplianceRuleStore {
    /// The active rules of a group and of those above it, from the root down.
    static func rulesInForce(atPath path: String, _ db: GRDB.Database) throws -> [ComplianceRuleRecord] {
        let groups = path.split(separator: "/").compactMap { Int64($0) }
        let marks = groups.map { _ in "?" }.joined(separator: ", ")
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM complianceRule WHERE isActive = 1 AND groupId IN (\(marks)) ORDER BY id")
        let rules = try ComplianceRuleRecord.fetchAll(statement, arguments: StatementArguments(groups))
        return groups.flatMap { group in rules.filter { $0.groupId == group } }
    }

    /// The rules a group itself has, by name.
    static func rules(of groupID: Int64, _ db: GRDB.Database) throws -> [ComplianceRuleRecord] {
        try ComplianceRuleRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "name").fetchAll(db)
    }

    /// The rule of a name in a group, letter case ignored; nil if there is none.
    static func rule(named name: String, inExactly groupID: Int64, _ db: GRDB.Database) throws
        -> ComplianceRuleRecord?
    {
        try ComplianceRuleRecord.filter(sql: "groupId = ? AND name = ?", arguments: [groupID, name]).fetchOne(db)
    }

    private static func rule(_ uuid: String, below groupPath: String, _ db: GRDB.Database) throws
        -> ComplianceRuleDetails
    {
        guard let rule = try ComplianceRuleRecord.filter(sql: "uuid = ?", arguments: [uuid]).fetchOne(db),
            case let group = try OrganizationGroupStore.group(id: rule.groupId, db), group.path.hasPrefix(groupPath)
        else { throw ConsoleError(.notFound, "There is no compliance rule \(uuid.prefix(60)).") }
        return ComplianceRuleDetails(rule: rule, groupCode: group.code, isInherited: false)
    }

    private static func group(_ code: GroupCode, below groupPath: String, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let group = try OrganizationGroupStore.group(code: code.value, db), group.path.hasPrefix(groupPath) else {
            throw ConsoleError(.notFound, "There is no organization group \(code).")
        }
        return group
    }
}
