package import ConsolePlatform
package import DeviceProtocol
package import GRDB

/// A rule with the group it belongs to.
package struct ComplianceRuleEntry: Sendable {
    package let rule: ComplianceRuleRecord
    /// Code of its group.
    package let groupCode: String
    /// Whether it comes from a group above the requested one.
    package let isInherited: Bool
}

/// Compliance rules of organization groups, read and changed by administrators.
package struct ComplianceRuleStore: Sendable {
    package let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource

    /// The rules of a group and of those above it, from the root down, inactive ones as well.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func rules(of code: GroupCode, in subtree: Subtree, page: PageRequest) async throws
        -> Page<ComplianceRuleEntry>
    {
        try await database.read { db in
            let group = try Self.group(code, in: subtree, db)
            var all: [ComplianceRuleEntry] = []
            for owner in try OrganizationGroupStore.ancestorsAndSelf(of: group, db) {
                let isInherited = owner.id != group.id
                let rules = try Self.rules(of: owner.storedID(), db)
                all += rules.map {
                    ComplianceRuleEntry(rule: $0, groupCode: owner.code, isInherited: isInherited)
                }
            }
            return Page(page, of: all)
        }
    }

    /// The rule with a uuid.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func rule(_ uuid: String, in subtree: Subtree) async throws -> ComplianceRuleEntry {
        try await database.read { db in try Self.rule(uuid, in: subtree, db) }
    }

    /// Adds a rule to a group.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, and `conflict` for a name that is taken.
    package func create(_ draft: ComplianceRuleDraft, in code: GroupCode, by administrator: AdministratorIdentity)
        async throws
        -> ComplianceRuleEntry
    {
        let uuid = random.uuid()
        return try await database.write { transaction in
            let group = try Self.group(code, in: administrator.subtree, transaction.db)
            let now = clock.now(in: group.id)
            var record = draft.record(changing: nil, uuid: uuid, groupID: try group.storedID(), at: now)
            try requireFreeName(record, in: group, transaction.db)
            try record.insert(transaction.db)
            try log(.complianceRuleCreated, record, at: now, by: administrator, after: record, in: transaction)
            return ComplianceRuleEntry(rule: record, groupCode: group.code, isInherited: false)
        }
    }

    /// Replaces a rule; devices are evaluated by it at their next contact.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, and `conflict` for a name that is taken.
    package func replace(_ uuid: String, by draft: ComplianceRuleDraft, _ administrator: AdministratorIdentity)
        async throws
        -> ComplianceRuleEntry
    {
        return try await database.write { transaction in
            let known = try Self.rule(uuid, in: administrator.subtree, transaction.db)
            let group = try OrganizationGroupStore.group(id: known.rule.groupId, transaction.db)
            let now = clock.now(in: group.id)
            let record = draft.record(changing: known.rule, uuid: known.rule.uuid, groupID: known.rule.groupId, at: now)
            guard record != known.rule else { return known }
            try requireFreeName(record, in: group, transaction.db)
            try record.update(transaction.db)
            try log(
                .complianceRuleUpdated, record, at: now, by: administrator, before: known.rule, after: record,
                in: transaction)
            return ComplianceRuleEntry(rule: record, groupCode: known.groupCode, isInherited: false)
        }
    }

    /// Deletes a rule; devices that it blocked are admitted again at their next contact.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func delete(_ uuid: String, by administrator: AdministratorIdentity) async throws {
        try await database.write { transaction in
            let known = try Self.rule(uuid, in: administrator.subtree, transaction.db).rule
            let now = clock.now(in: known.groupId)
            try known.delete(transaction.db)
            try log(.complianceRuleDeleted, known, at: now, by: administrator, before: known, in: transaction)
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
        _ action: EventAction, _ rule: ComplianceRuleRecord, at now: Timestamp, by administrator: AdministratorIdentity,
        before: ComplianceRuleRecord? = nil, after: ComplianceRuleRecord? = nil, in transaction: Transaction
    ) throws {
        transaction.changesConfiguration()
        try events.record(
            ConsoleEvent(
                action: action, subjectKind: "complianceRule", subject: rule.name,
                groupID: rule.groupId, at: now),
            by: .administrator(administrator.name), before: try before.map(EventLogStore.fields),
            after: try after.map(EventLogStore.fields), in: transaction)
    }
}

extension ComplianceRuleStore {
    /// The active rules of a group and of the groups above it, from the root down.
    static func rulesInForce(atTopOf subtree: Subtree, _ db: GRDB.Database) throws -> [ComplianceRuleRecord] {
        let groups = subtree.ancestorsAndSelf
        let marks = groups.map { _ in "?" }.joined(separator: ", ")
        let statement = try db.cachedStatement(
            sql: "SELECT * FROM complianceRule WHERE isActive = 1 AND groupId IN (\(marks)) ORDER BY id")
        let rules = try ComplianceRuleRecord.fetchAll(statement, arguments: StatementArguments(groups))
        return groups.flatMap { group in rules.filter { $0.groupId == group } }
    }

    /// The rules a group itself has, by name.
    package static func rules(of groupID: Int64, _ db: GRDB.Database) throws -> [ComplianceRuleRecord] {
        try ComplianceRuleRecord.filter(sql: "groupId = ?", arguments: [groupID]).order(sql: "name").fetchAll(db)
    }

    /// The rule with a name in a group, letter case ignored; nil if there is none.
    package static func rule(named name: String, inExactly groupID: Int64, _ db: GRDB.Database) throws
        -> ComplianceRuleRecord?
    {
        try ComplianceRuleRecord.first(where: "groupId = ? AND name = ?", [groupID, name], db)
    }

    private static func rule(_ uuid: String, in subtree: Subtree, _ db: GRDB.Database) throws
        -> ComplianceRuleEntry
    {
        guard let rule = try ComplianceRuleRecord.first(where: "uuid = ?", [uuid], db),
            case let group = try OrganizationGroupStore.group(id: rule.groupId, db), subtree.contains(group)
        else { throw ConsoleError(.notFound, "There is no compliance rule \(uuid.prefix(60)).") }
        return ComplianceRuleEntry(rule: rule, groupCode: group.code, isInherited: false)
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
