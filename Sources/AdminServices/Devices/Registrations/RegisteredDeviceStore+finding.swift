import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension RegisteredDeviceStore {
    private static let selection = """
        SELECT r.*, u.username AS listedUser, d.id AS listedDevice FROM deviceRegistration r
        JOIN organizationGroup home ON home.id = r.groupId LEFT JOIN device d ON d.id = r.deviceId
        LEFT JOIN enrollmentUser u ON u.id = r.userId
        """

    /// Entries of a group and of those below it, by id.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group.
    func entries(
        _ search: RegisteredDeviceSearch, of group: RecordReference, for administrator: AdministratorIdentity,
        page: PageRequest
    ) async throws -> Page<RegisteredDeviceEntry> {
        try await database.read { db in
            let group = try OrganizationGroupStore.group(group, in: administrator.subtree, db)
            let (condition, arguments) = search.clause(in: group.subtree)
            let count = """
                SELECT COUNT(*) FROM deviceRegistration r JOIN organizationGroup home ON home.id = r.groupId
                LEFT JOIN device d ON d.id = r.deviceId WHERE \(condition)
                """
            let total = try Int.fetchOne(db, sql: count, arguments: arguments) ?? 0
            let rows = try Row.fetchAll(
                db, sql: "\(Self.selection) WHERE \(condition) ORDER BY r.id LIMIT :size OFFSET :offset",
                arguments: arguments + ["size": page.size, "offset": page.offset])
            return Page(items: try Self.entries(rows, db), request: page, total: total)
        }
    }

    /// One entry of a group or of those below it.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func entry(
        _ reference: RecordReference, of group: RecordReference, for administrator: AdministratorIdentity
    ) async throws -> RegisteredDeviceEntry {
        try await database.read { db in try Self.entry(reference, of: group, for: administrator, db) }
    }

    /// One entry of a group or of those below it, with what surrounds it.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    func details(
        _ reference: RecordReference, of group: RecordReference, for administrator: AdministratorIdentity
    ) async throws -> RegisteredDeviceOverview {
        try await database.read { db in
            let entry = try Self.entry(reference, of: group, for: administrator, db)
            let user = try UserRecord.stored(entry.record.userId, db)
            return RegisteredDeviceOverview(
                entry: entry, group: try OrganizationGroupStore.group(id: entry.record.groupId, db), user: user,
                userGroup: try user.map { try OrganizationGroupStore.group(id: $0.groupId, db) },
                expiresAt: try EnrollmentTokenRecord.stored(entry.record.tokenId, db)?.expiresAt)
        }
    }

    static func entry(
        _ reference: RecordReference, of group: RecordReference, for administrator: AdministratorIdentity,
        _ db: GRDB.Database
    ) throws -> RegisteredDeviceEntry {
        let group = try OrganizationGroupStore.group(group, in: administrator.subtree, db)
        let row = try Row.fetchOne(
            db,
            sql: "\(selection) WHERE r.\(reference.column) = :id AND \(Subtree.condition("home.path", in: ":top"))",
            arguments: ["id": reference.value, "top": group.subtree])
        guard let entry = try entries(row.map { [$0] } ?? [], db).first else { throw missing(reference) }
        return entry
    }

    private static func entries(_ rows: [Row], _ db: GRDB.Database) throws -> [RegisteredDeviceEntry] {
        let ids: [Int64] = rows.compactMap { $0["listedDevice"] }
        let devices = Dictionary(try DeviceRecord.fetchAll(db, keys: ids).map { ($0.id, $0) }) { $1 }
        return try rows.map { row in
            RegisteredDeviceEntry(
                record: try RegisteredDeviceRecord(row: row), device: devices[row["listedDevice"]],
                username: row["listedUser"] ?? "")
        }
    }

    /// The error for an unknown entry.
    static func missing(_ reference: some CustomStringConvertible) -> ConsoleError {
        ConsoleError(.notFound, "Enrollment token \(String(describing: reference).prefix(80)) not found.")
    }

    static func user(
        _ reference: RecordReference, for administrator: AdministratorIdentity, _ db: GRDB.Database
    ) throws -> UserRecord {
        guard let user = try UserRecord.find(reference, db),
            try administrator.subtree.contains(OrganizationGroupStore.group(id: user.groupId, db))
        else { throw ConsoleError(.notFound, "User not found") }
        return user
    }

    /// Refuses a device that is enrolled or about to be wiped, that an entry waits for, or that is on the list that says the opposite.
    static func requireFree(
        _ record: RegisteredDeviceRecord, in group: OrganizationGroupRecord, _ db: GRDB.Database
    ) throws {
        let traits = [
            ("identifier", record.identifier), ("serialNumber", record.serialNumber), ("imei", record.imei),
        ]
        for case (let column, let value?) in traits {
            let others = try RegisteredDeviceRecord.all(where: "\(column) = ?", [value], db)
            for other in others {
                let home = try OrganizationGroupStore.group(id: other.groupId, db)
                guard group.subtree.overlaps(home.subtree) else { continue }
                if (other.kind == .deny) != (record.kind == .deny) {
                    throw RegisteredDeviceDraft.refused(
                        .contradicted, "The device is in \(home.code) as \(other.kind.rawValue) already.")
                }
                if other.kind == record.kind, other.deviceId == nil || record.kind != .register {
                    throw RegisteredDeviceDraft.refused(
                        .known, "The device is in \(home.code) as \(other.kind.rawValue) already.")
                }
            }
            guard record.kind == .register else { continue }
            let known = try DeviceRecord.filter(
                sql: "\(column) = ? AND customerId = ?",
                arguments: [value, try OrganizationGroupStore.customer(of: group.id, db)]
            ).fetchAll(db)
            for status in known.compactMap({ EnrollmentStatus(rawValue: $0.enrollmentStatus) }) {
                if status == .enrolled {
                    throw RegisteredDeviceDraft.refused(.known, "The device is enrolled already.")
                }
                // The status is all there is of the wipe.
                if EnrollmentEnding.pending.contains(status) {
                    throw RegisteredDeviceDraft.refused(
                        .known, "A wipe of the device is pending; delete the device first.")
                }
            }
        }
    }
}
