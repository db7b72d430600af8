package import ConsolePlatform
import DeviceProtocol
import GRDB

/// Which accounts of a list are requested.
package struct AccountQuery: Sendable {
    private var conditions: [String]
    private var arguments: StatementArguments
    private var text: String?
    /// Where they belong.
    private let subtree: Subtree
    /// What names the group they have to be in or below: code, uuid, id or name.
    private var group: String?

    /// The accounts of a subtree.
    package init(in subtree: Subtree) {
        conditions = [Subtree.condition("own.path", in: "?")]
        arguments = [subtree, subtree]
        self.subtree = subtree
    }

    /// The accounts of a subtree, narrowed by the parameters of a request.
    ///
    /// - Parameters:
    ///   - parameters: `group` with the groups below it, `text` in the name, `active`, and `role` if there are roles.
    ///   - activity: The condition in SQL that an account is active.
    ///   - hasRoles: Whether accounts have roles.
    ///   - subtree: Where they belong.
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown parameter or an impossible value.
    package init(_ parameters: QueryParameters, activity: String, hasRoles: Bool, in subtree: Subtree) throws {
        let roles: Set<String> = hasRoles ? ["role"] : []
        try parameters.require(only: roles.union(["page", "pageSize", "group", "text", "active"]))
        self.init(in: subtree)
        if let value = parameters.value("group") {
            guard let code = GroupCode(value) else {
                throw ConsoleError(.badRequest, "group is \"\(value.prefix(80))\"; it has to be \(GroupCode.rule).")
            }
            group = code.value
        }
        if let isActive = try parameters.bool("active") { add(isActive ? activity : "NOT (\(activity))", []) }
        if let value = parameters.value("role") {
            add("account.role = ?", [try AdministratorRole(name: value, of: "role").rawValue])
        }
        text = parameters.text("text")
    }

    /// Accounts with a text in a column, letter case of ASCII ignored.
    package mutating func match(_ column: String, containing text: String) {
        add("instr(lower(account.\(column)), lower(?)) > 0", [text])
    }

    /// Accounts with a truth value in a column.
    package mutating func match(_ column: String, _ value: Bool) { add("account.\(column) = ?", [value]) }

    /// Accounts of a group and of those below it.
    package mutating func match(group id: Int64) { add(Subtree.condition("own.path", belowID: "?"), [id]) }

    private mutating func add(_ condition: String, _ more: StatementArguments) {
        conditions.append(condition)
        arguments += more
    }

    /// The `WHERE` clause with its arguments; a column is searched for `text`, and an unknown group has no accounts.
    ///
    /// - Throws: ``ConsoleError`` `conflict` with their uuids if several groups have the name that is asked for.
    func clause(name column: String, _ db: GRDB.Database) throws -> (sql: String, arguments: StatementArguments) {
        var query = self
        if let group {
            query.match(group: try OrganizationGroupStore.group(filtering: subtree, named: group, db)?.id ?? 0)
        }
        if let text { query.match(column, containing: text) }
        return ("WHERE " + query.conditions.joined(separator: " AND "), query.arguments)
    }
}

extension AdministratorRole {
    /// The role of a name in any version's spelling.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the member or parameter, and all roles.
    package init(name: String, of member: String) throws {
        guard let role = Self.allCases.first(where: { FoldedWord.of($0.rawValue) == FoldedWord.of(name) }) else {
            let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConsoleError(.badRequest, "\(member) is \"\(name.prefix(40))\"; it has to be one of \(names).")
        }
        self = role
    }
}
