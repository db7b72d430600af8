import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension UserAccountStore {
    /// A user of the administrator's groups.
    ///
    /// - Throws: What the route says of an unknown user.
    static func find(
        _ user: NamedUser, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> UserRecord {
        guard let record = try UserRecord.find(user.reference, db),
            try administrator.subtree.contains(OrganizationGroupStore.group(id: record.groupId, db))
        else { throw user.missing }
        return record
    }

    /// Sets the group that devices enroll into; the user's own is stored as none.
    static func setEnrollmentGroup(
        _ reference: RecordReference?, of record: inout UserRecord, for administrator: AdministratorIdentity,
        _ db: GRDB.Database
    ) throws {
        guard let reference else { return }
        let group = try OrganizationGroupStore.group(inBody: reference, in: administrator.subtree, db)
        record.enrollmentGroupId = group.id == record.groupId ? nil : group.id
    }

    /// Refuses a user name another user of the group has.
    static func requireFreeName(
        _ record: UserRecord, in group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws {
        guard let other = try UserStore.user(named: record.username, inExactly: record.groupId, db),
            other.id != record.id
        else { return }
        throw ConsoleError(
            .badRequest, "A user with the name \(other.username) exists in \(group.code) already.", number: 6)
    }

    /// The error for a missing required field.
    static func required(_ field: String) -> ConsoleError {
        ConsoleError(.unprocessable, "The field \(field) is required.", number: 1012)
    }

    /// The user with an id, with group and devices, for a caller who may see one of their devices; nil if there is
    /// none.
    func overview(of id: Int64) async throws -> UserOverview? {
        try await database.read { db in
            try UserRecord.stored(id, db).map { try Self.details(of: $0, db) }
        }
    }

    /// A user with what surrounds them.
    static func details(of record: UserRecord, _ db: GRDB.Database) throws -> UserOverview {
        guard let details = try details(of: [record], db).first else {
            throw ConsoleError(.notFound, "The user is deleted.")
        }
        return details
    }

    /// Users with what surrounds them, in the same order.
    static func details(of records: [UserRecord], _ db: GRDB.Database) throws -> [UserOverview] {
        let users = records.compactMap(\.id)
        // The plus keeps SQLite from going through all that are enrolled.
        let counts = try SQLRequest<Row>(
            literal: """
                SELECT userId, COUNT(*) AS devices FROM device
                WHERE +enrollmentStatus = \(EnrollmentStatus.enrolled.rawValue) AND userId IN (\(.ids(users)))
                GROUP BY userId
                """
        ).fetchAll(db)
        let devices = Dictionary(counts.map { ($0["userId"] as Int64, $0["devices"] as Int) }) { first, _ in first }
        let groups = try OrganizationGroupStore.groups(
            records.map(\.groupId) + records.compactMap(\.enrollmentGroupId), db)
        return records.compactMap { record in
            guard let group = groups[record.groupId] else { return nil }
            let target = record.enrollmentGroupId.flatMap { groups[$0] } ?? group
            return UserOverview(
                record: record, group: group, enrollmentGroupUUID: target.uuid,
                enrolledDevices: record.id.flatMap { devices[$0] } ?? 0)
        }
    }

    /// Users of the administrator's groups.
    func search(
        _ search: UserSearch, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> Page<UserOverview> {
        try await database.read { db in
            var conditions = [Subtree.condition("home.path", in: ":top")]
            var arguments: StatementArguments = ["top": administrator.subtree]
            if let reference = search.group {
                conditions.append(Subtree.condition("home.path", in: ":group"))
                arguments += ["group": try OrganizationGroupStore.subtree(ofSearched: reference, db)]
            }
            if let isActive = search.isActive {
                conditions.append("enrollmentUser.isActive = :active")
                arguments += ["active": isActive]
            }
            for (column, text) in search.parts {
                conditions.append("instr(lower(enrollmentUser.\(column.rawValue)), lower(:\(column.rawValue))) > 0")
                arguments += [column.rawValue: text]
            }
            let source = """
                FROM enrollmentUser JOIN organizationGroup home ON home.id = enrollmentUser.groupId
                WHERE \(conditions.joined(separator: " AND "))
                """
            let order = "ORDER BY \(search.order), enrollmentUser.id LIMIT :size OFFSET :offset"
            let records = try UserRecord.fetchAll(
                db, sql: "SELECT enrollmentUser.* \(source) \(order)",
                arguments: arguments + ["size": page.size, "offset": page.offset])
            let total = try page.total(showing: records.count) {
                try Int.fetchOne(db, sql: "SELECT COUNT(*) \(source)", arguments: arguments) ?? 0
            }
            return Page(items: try Self.details(of: records, db), request: page, total: total)
        }
    }
}
