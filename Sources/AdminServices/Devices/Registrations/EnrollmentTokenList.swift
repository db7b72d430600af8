import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// An enrollment token in the list of all of them.
struct ListedToken: Sendable {
    /// Its text; nil if it cannot be, or may not be, read back.
    let token: String?
    /// The registered device it came with.
    let device: RegisteredDeviceRecord?
    let username: String
    /// Name of the user's group.
    let group: String
    let enrollmentStatus: EnrollmentStatus
    let complianceStatus: ComplianceStatus
}

/// The filters of a list of enrollment tokens, all of which must hold.
struct ListedTokenSearch: Sendable {
    /// The organization group of the users with all below it.
    var group: RecordReference?
    /// Part of the user's name, letter case of A to Z ignored.
    var username: String?
    var serialNumber: String?

    /// Reads a query; empty parameters filter nothing.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    init(_ query: QueryParameters) throws {
        group = try query.group("organizationgroupid")
        (username, serialNumber) = (query.text("username"), query.text("serialnumber"))
    }
}

extension RegisteredDeviceStore {
    /// Enrollment tokens issued by administrators, by id.
    ///
    /// Their texts are only for administrators who could issue tokens themselves.
    func tokens(
        _ search: ListedTokenSearch, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> Page<ListedToken> {
        let mayRead = administrator.role.permits(AdminPermission(area: .users, access: .write))
        return try await database.read { db in
            var conditions = ["t.kind = 'enrollment'", Subtree.condition("home.path", in: ":top")]
            var arguments: StatementArguments = ["top": administrator.subtree]
            func add(_ condition: String, _ name: String, _ value: String?) {
                guard let value else { return }
                conditions.append(condition)
                arguments += [name: value]
            }
            if let reference = search.group {
                conditions.append(Subtree.condition("home.path", in: ":group"))
                arguments += ["group": try OrganizationGroupStore.subtree(ofSearched: reference, db)]
            }
            add("instr(lower(u.username), lower(:username)) > 0", "username", search.username)
            add("r.serialNumber = :serial", "serial", search.serialNumber)
            let source = """
                FROM enrollmentToken t JOIN enrollmentUser u ON u.id = t.userId
                LEFT JOIN deviceRegistration r ON r.tokenId = t.id
                JOIN organizationGroup home ON home.id = COALESCE(r.groupId, u.groupId)
                LEFT JOIN device d ON d.id = r.deviceId WHERE \(conditions.joined(separator: " AND "))
                """
            let total = try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT r.id AS entry, u.username AS listedUser, home.name AS listedGroup, t.usedAt AS used,
                        d.enrollmentStatus AS enrollment, d.complianceStatus AS compliance
                    \(source) ORDER BY t.id LIMIT :size OFFSET :offset
                    """, arguments: arguments + ["size": page.size, "offset": page.offset])
            let ids: [Int64] = rows.compactMap { $0["entry"] }
            let entries = Dictionary(
                try SQLRequest<RegisteredDeviceRecord>(
                    literal: "SELECT * FROM deviceRegistration WHERE id IN (\(.ids(ids)))"
                ).fetchAll(db).map { ($0.id, $0) }
            ) { $1 }
            return Page(
                items: try rows.map { try token($0, entries[$0["entry"]], mayRead) }, request: page, total: total)
        }
    }

    private func token(_ row: Row, _ record: RegisteredDeviceRecord?, _ mayRead: Bool) throws -> ListedToken {
        let used: Timestamp? = row["used"]
        let enrollment: Int? = row["enrollment"]
        let compliance: Int? = row["compliance"]
        let text = try record.flatMap { record in
            try mayRead ? record.sealedToken.map { try secrets.open($0, context: Self.context(record.uuid)) } : nil
        }
        return ListedToken(
            token: text, device: record, username: row["listedUser"], group: row["listedGroup"],
            enrollmentStatus: enrollment.flatMap(EnrollmentStatus.init(rawValue:))
                ?? (used == nil ? .registered : .enrolled),
            complianceStatus: compliance.flatMap(ComplianceStatus.init(rawValue:)) ?? .notAvailable)
    }
}
