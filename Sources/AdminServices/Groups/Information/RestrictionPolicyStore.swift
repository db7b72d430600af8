import ConsoleModel
import ConsolePlatform
import GRDB

/// The enrollment requirements of a group as one policy, with the user groups that it applies to.
struct RestrictionPolicy: Sendable {
    let group: OrganizationGroupRecord
    let settings: GroupSettings
    let userGroups: [UserGroupRecord]

    /// The same uuid for a group everywhere and always.
    var uuid: String { Self.uuid(of: group) }

    /// The uuid of a group's policy.
    static func uuid(of group: OrganizationGroupRecord) -> String {
        NamedUUID.of([.init("restrictionPolicy".utf8), .init(group.uuid.utf8)])
    }
}

extension GroupInformationStore {
    /// The policies of a subtree: one of each group, by id of the group.
    func policies(in subtree: Subtree, page: PageRequest) async throws -> Page<RestrictionPolicy> {
        try await database.read { db in
            let groups = subtree.records
            let rows = try groups.order(sql: "id").limit(page.size, offset: page.offset).fetchAll(db)
            return Page(items: try Self.policies(of: rows, db), request: page, total: try groups.fetchCount(db))
        }
    }

    /// The policy with a uuid.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func policy(_ uuid: String, in subtree: Subtree) async throws -> RestrictionPolicy {
        try await database.read { db in try Self.policy(uuid, in: subtree, db) }
    }

    /// Replaces the user groups that a policy applies to; writes nothing if they are the same.
    ///
    /// - Throws: ``ConsoleError`` `notFound`, `badRequest` for an unknown user group.
    func assign(_ uuid: String, to userGroups: [RecordReference], by administrator: AdministratorIdentity) async throws
    {
        try await database.write { transaction in
            let db = transaction.db
            let policy = try Self.policy(uuid, in: administrator.subtree, db)
            let records = try userGroups.map { reference in
                guard let record = try UserGroupRecord.find(reference, db),
                    try administrator.subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
                else { throw ConsoleError(.badRequest, "There is no user group \(reference).") }
                return record
            }
            let groupID = try policy.group.storedID()
            // Only the group's own, because those of a group above may change independently.
            let former = try EnrollmentRestrictions.userGroups(namedBy: groupID, db)
            try replace(former, with: records, at: policy.group, by: administrator, in: transaction)
        }
    }

    /// Replaces the user groups that the policy of a group names; writes nothing if they are the same.
    func replace(
        _ former: [UserGroupRecord], with records: [UserGroupRecord], at home: OrganizationGroupRecord,
        by administrator: AdministratorIdentity, in transaction: Transaction
    ) throws {
        let groupID = try home.storedID()
        guard Set(records.compactMap(\.id)) != Set(former.compactMap(\.id)) else { return }
        try EnrollmentRestrictions.replaceUserGroups(
            namedBy: groupID, with: records.compactMap(\.id), in: transaction)
        func names(_ groups: [UserGroupRecord]) -> [String: String?] {
            ["userGroups": groups.map(\.name).joined(separator: ", ")]
        }
        try events.record(
            ConsoleEvent(
                action: .restrictionPolicyUpdated, subjectKind: "organizationGroup", subject: home.code,
                groupID: groupID, at: clock.now(in: groupID)),
            by: .administrator(administrator.name), before: names(former), after: names(records), in: transaction)
    }

    private static func policy(_ uuid: String, in subtree: Subtree, _ db: GRDB.Database) throws
        -> RestrictionPolicy
    {
        let groups = try subtree.records.order(sql: "id").fetchAll(db)
        guard let group = groups.first(where: { RestrictionPolicy.uuid(of: $0) == uuid.lowercased() }) else {
            throw ConsoleError(.notFound, "Restriction policy \(uuid.prefix(60)) not found.")
        }
        return RestrictionPolicy(
            group: group, settings: try OrganizationGroupStore.settings(of: group, db),
            userGroups: try EnrollmentRestrictions.userGroups(of: group, db))
    }

    private static func policies(
        of groups: [OrganizationGroupRecord], _ db: GRDB.Database
    ) throws -> [RestrictionPolicy] {
        let settings = try OrganizationGroupStore.settings(of: groups, db)
        let userGroups = try EnrollmentRestrictions.userGroups(of: groups, db)
        return zip(groups, zip(settings, userGroups)).map {
            RestrictionPolicy(group: $0, settings: $1.0, userGroups: $1.1)
        }
    }
}
