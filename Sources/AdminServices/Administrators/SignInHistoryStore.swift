import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import GRDB

/// The filters of a search of sign-ins, all of which must hold.
struct SignInSearch: Sendable {
    /// Part of the user name, letter case of A to Z ignored.
    var username: String?
    /// The organization group with all below it.
    var group: RecordReference?
    var from: Timestamp?
    var till: Timestamp?
    var succeeded: Bool?
    /// Uuid of the administrator.
    var administrator: String?
    /// Whether the earliest comes first.
    var isAscending = false

    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the field that is wrong.
    init(_ fields: AdminFields) throws {
        username = try fields.text("username") ?? fields.text("user_name") ?? fields.text("search_text")
        administrator = try fields.text("user_uuid").flatMap { $0.isEmpty ? nil : $0.lowercased() }
        let order = try fields.text("sort_order")?.lowercased() ?? ""
        isAscending = order.hasPrefix("asc") || order == "0"
        group = try fields.group("organization_group_uuid", "OrganizationGroupUuid", "OrganizationGroupId")
        from = try fields.time("from_date") ?? fields.time("start_date")
        till = try fields.time("to_date") ?? fields.time("end_date")
        switch try fields.text("status")?.lowercased() {
        case nil, "": break
        case "success": succeeded = true
        case "failure": succeeded = false
        default: throw fields.wrong("status", "has to be SUCCESS or FAILURE")
        }
    }
}

/// A sign-in with what surrounds it.
struct SignInEntry: Sendable {
    let record: SignInRecord
    let administratorUUID: String?
    let groupUUID: String?
}

/// Sign-ins of administrators, read back.
struct SignInHistoryStore: Sendable {
    let database: ConsoleDatabase

    /// Sign-ins of a subtree, the latest first unless the search says otherwise; only administrators of the topmost group see those of unknown names.
    func signIns(
        _ search: SignInSearch, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> Page<SignInEntry> {
        try await database.read { db in
            var conditions = ["(\(Subtree.condition("home.path", in: ":top")) OR (home.id IS NULL AND :seesAll))"]
            var arguments: StatementArguments = [
                "top": administrator.subtree, "seesAll": administrator.subtree.isWhole,
            ]
            func add(_ condition: String, _ name: String, _ value: (any DatabaseValueConvertible)?) {
                guard let value else { return }
                conditions.append(condition)
                arguments += [name: value]
            }
            if let reference = search.group {
                let searched = try OrganizationGroupStore.subtree(ofSearched: reference, db)
                add(Subtree.condition("home.path", in: ":group"), "group", searched)
            }
            add("instr(lower(signIn.username), lower(:name)) > 0", "name", search.username)
            add("signIn.at >= :from", "from", search.from)
            add("signIn.at <= :till", "till", search.till)
            add("administrator.uuid = :administrator", "administrator", search.administrator)
            add("signIn.succeeded = :succeeded", "succeeded", search.succeeded)
            let source = """
                FROM administratorSignIn signIn LEFT JOIN organizationGroup home ON home.id = signIn.groupId
                LEFT JOIN administrator ON administrator.id = signIn.administratorId
                WHERE \(conditions.joined(separator: " AND "))
                """
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT signIn.*, administrator.uuid AS whoUuid, home.uuid AS homeUuid \(source)
                    ORDER BY signIn.id \(search.isAscending ? "ASC" : "DESC") LIMIT :size OFFSET :offset
                    """, arguments: arguments + ["size": page.size, "offset": page.offset])
            let items = try rows.map {
                SignInEntry(
                    record: try SignInRecord(row: $0), administratorUUID: $0["whoUuid"], groupUUID: $0["homeUuid"])
            }
            return Page(items: items, request: page, total: total)
        }
    }
}
