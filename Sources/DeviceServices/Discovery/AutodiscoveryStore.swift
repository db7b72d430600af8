import ConsoleModel
import ConsolePlatform
import GRDB

/// Which organization group an e-mail domain belongs to.
struct AutodiscoveryStore: Sendable {
    /// Where the users of a domain enroll.
    struct Destination: Sendable {
        /// The group that lists the domain.
        let group: OrganizationGroupRecord
        /// The nearest customer, going up to the root from a group; the group itself if there is none.
        let tenant: OrganizationGroupRecord
    }

    let database: ConsoleDatabase

    /// Where the users of a domain enroll; nil if no group lists it.
    ///
    /// Inherited values do not count. Of several customers that list it the oldest is meant: nobody leads the users of
    /// another one to a group of their own. Within a customer the deepest group is chosen, and of those the oldest. Groups
    /// that belong to no customer come last.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - home: The group whose base URL the request came to: only it and those below it are asked, and it is the
    ///     destination if none of them lists the domain.
    /// - Returns: Where they enroll.
    /// - Throws: What the database throws.
    func destination(of domain: EmailDomain, at home: Int64?) async throws -> Destination? {
        try await database.read { db in
            let top = try home.map { try OrganizationGroupStore.group(id: $0, db) }
            let listed = try OrganizationGroupRecord.fetchOne(
                db,
                sql: """
                    SELECT organizationGroup.* FROM organizationGroup
                    JOIN organizationGroupSetting AS setting ON setting.groupId = organizationGroup.id AND setting.key = ?
                    WHERE EXISTS (SELECT 1 FROM json_each(setting.value) AS listed WHERE lower(listed.value) = ?)
                        AND \(Subtree.condition("path", in: "?"))
                    ORDER BY organizationGroup.customerId = ?, organizationGroup.customerId,
                        \(Subtree.depth(of: "path")) DESC, organizationGroup.id LIMIT 1
                    """,
                arguments: [
                    GroupSetting.emailDomains.rawValue, domain.value, top?.subtree ?? .whole, top?.subtree ?? .whole,
                    OrganizationGroupRecord.globalID,
                ])
            guard let group = listed ?? top else { return nil }
            let line = try OrganizationGroupStore.ancestorsAndSelf(of: group, db)
            return Destination(group: group, tenant: line.last { $0.type == "Customer" } ?? group)
        }
    }
}
