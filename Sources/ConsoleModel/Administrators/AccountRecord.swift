import ConsolePlatform
import DeviceProtocol
import GRDB

/// An account of the admin REST API: an administrator, an API key, or an OAuth client.
package protocol AccountRecord: ToldRecord, Codable {
    /// The name that people know it by.
    static var noun: String { get }
    /// The column with the name that people know it by.
    static var nameColumn: String { get }

    /// Its stable id, in lower case.
    var uuid: String { get }
    /// The group it belongs to.
    var groupId: Int64 { get }
}

extension APIKeyRecord {
    /// Whether it is active, and opens the API.
    package var isActive: Bool { revokedAt == nil }
}

extension OAuthClientRecord {
    /// Whether it gets tokens, and its tokens are accepted.
    package var isActive: Bool { revokedAt == nil }
}

/// An account with the group it belongs to.
package struct GroupAccount<Record: AccountRecord>: Sendable {
    package var record: Record
    package let group: OrganizationGroupRecord
}

extension GroupAccount {
    /// The account with a uuid in a subtree.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    static func find(_ uuid: String, in subtree: Subtree, _ db: GRDB.Database) throws -> GroupAccount {
        guard let record = try Record.first(where: "uuid = ?", [uuid], db),
            case let group = try OrganizationGroupStore.group(id: record.groupId, db), subtree.contains(group)
        else { throw ConsoleError(.notFound, "There is no \(Record.noun) \(uuid.prefix(60)).") }
        return GroupAccount(record: record, group: group)
    }

    /// A page of the accounts that a query selects, in order of creation unless the query has another order.
    static func page(
        _ query: AccountQuery, _ page: PageRequest, order: String = "account.id", _ db: GRDB.Database
    ) throws -> Page<GroupAccount> {
        let (sql, arguments) = try query.clause(name: Record.nameColumn, db)
        let from =
            "FROM \(Record.databaseTableName) AS account JOIN organizationGroup AS own ON own.id = groupId \(sql)"
        let records = try Record.fetchAll(
            db, sql: "SELECT account.* \(from) ORDER BY \(order), account.id LIMIT ? OFFSET ?",
            arguments: arguments + [page.size, page.offset])
        var groups: [Int64: OrganizationGroupRecord] = [:]
        let items = try records.map { record in
            let group = try groups[record.groupId] ?? OrganizationGroupStore.group(id: record.groupId, db)
            groups[record.groupId] = group
            return GroupAccount(record: record, group: group)
        }
        let total = try Int.fetchOne(db, sql: "SELECT count(*) \(from)", arguments: arguments) ?? 0
        return Page(items: items, request: page, total: total)
    }
}

extension OrganizationGroupStore {
    /// The group of a new account: the one with a code, or that of its creator.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for one outside the creator's subtree.
    static func group(_ code: GroupCode?, of maker: AdministratorIdentity, _ db: GRDB.Database) throws
        -> OrganizationGroupRecord
    {
        guard let code else { return try group(id: maker.groupID, db) }
        guard let group = try group(named: code.value, in: maker.subtree, db) else {
            throw ConsoleError(.notFound, "There is no organization group \(code).")
        }
        return group
    }
}
