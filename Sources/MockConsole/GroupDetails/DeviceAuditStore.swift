import DeviceProtocol
import GRDB

/// What became of a device, in the audit of a group.
struct AuditedDevice: Sendable {
    let name: String
    let serialNumber: String
    let events: [AuditEvent]
}

/// Something that became of a device.
struct AuditEvent: Sendable {
    /// What kind of change it was, by the words of the admin REST API.
    enum Status: String, CaseIterable, Sendable {
        case unenrolled = "UnEnrolled"
        case deleted = "Deleted"
        case replaced = "Replaced"
        case inserted = "Inserted"
        case updated = "Updated"

        /// Actions of the event log it stands for.
        var actions: [String] {
            switch self {
            case .unenrolled:
                ["device.unenrolled", "device.enterpriseWipeOrdered", "device.deviceWipeOrdered"]
            case .deleted: ["device.deleted"]
            case .replaced: ["device.userChanged", "device.checkedOut", "device.checkedIn"]
            case .inserted: ["device.registered", "device.enrolled"]
            case .updated: ["device.updated"]
            }
        }
    }

    let at: Timestamp
    let status: Status
    let actor: String
}

/// Which changes an audit is for; all of it has to hold.
struct DeviceAuditSearch: Sendable {
    var serialNumber: String?
    var status: AuditEvent.Status?
    var from: Timestamp?
    var till: Timestamp?

    fileprivate var statuses: [AuditEvent.Status] { status.map { [$0] } ?? AuditEvent.Status.allCases }
}

/// What became of devices, from the event log (AdminDevices, "Audit").
struct DeviceAuditStore: Sendable {
    /// Changes told of one device: the latest.
    private static let maximumEvents = 500

    let database: Database

    /// Devices of a group and of those below it that something became of, in the order it first did.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008) for a group there is not.
    func devices(
        of code: String, _ search: DeviceAuditSearch, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> Page<AuditedDevice> {
        try await database.read { db in
            guard let group = try OrganizationGroupStore.group(code: code, db),
                group.path.hasPrefix(administrator.groupPath)
            else { throw OrganizationGroupStore.missing(code) }
            let actions = search.statuses.flatMap(\.actions).map { "'\($0)'" }.joined(separator: ", ")
            let source = """
                FROM eventLog e JOIN organizationGroup home ON home.id = e.groupId
                WHERE e.subjectKind = 'device' AND e.action IN (\(actions))
                    AND substr(home.path, 1, length(:top)) = :top
                    AND (:serial IS NULL OR e.subject IN (
                        SELECT identifier FROM device WHERE serialNumber = :serial
                        UNION ALL SELECT subject FROM eventLog WHERE subjectKind = 'device' AND action = 'device.deleted'
                            AND json_extract(before, '$.serialNumber') = :serial COLLATE NOCASE))
                    AND (:since IS NULL OR e.at >= :since) AND (:till IS NULL OR e.at <= :till)
                """
            let arguments: StatementArguments = [
                "top": group.path, "serial": search.serialNumber, "since": search.from, "till": search.till,
            ]
            // One pass over the log finds the page and counts all; a page beyond the end has no row to count in.
            let found = try Row.fetchAll(
                db,
                sql: """
                    SELECT e.subject, COUNT(*) OVER () AS total \(source)
                    GROUP BY e.subject ORDER BY MIN(e.id) LIMIT :size OFFSET :offset
                    """, arguments: arguments + ["size": page.size, "offset": page.offset])
            let subjects: [String] = found.map { $0["subject"] }
            let total: Int? =
                try found.first?["total"]
                ?? Int.fetchOne(db, sql: "SELECT COUNT(DISTINCT e.subject) \(source)", arguments: arguments)
            let events = Dictionary(
                grouping: try Happening.fetchAll(
                    db,
                    sql: """
                        SELECT subject, at, action, actor FROM (
                            SELECT e.id, e.subject, e.at, e.action, e.actor,
                                ROW_NUMBER() OVER (PARTITION BY e.subject ORDER BY e.id DESC) AS place \(source)
                                AND e.subject IN (\(Self.listed)))
                        WHERE place <= :most ORDER BY id DESC
                        """,
                    arguments: arguments + ["subjects": Self.list(subjects), "most": Self.maximumEvents]),
                by: \.subject)
            let devices = Dictionary(
                try Names.fetchAll(
                    db,
                    sql:
                        "SELECT identifier, friendlyName, serialNumber FROM device WHERE identifier IN (\(Self.listed))",
                    arguments: ["subjects": Self.list(subjects)]
                ).map { ($0.identifier, $0) }
            ) { $1 }
            let items = try subjects.map { try Self.device($0, devices[$0], events[$0] ?? [], db) }
            return Page(items: items, request: page, total: total ?? 0)
        }
    }

    /// What the audit tells of an entry of the log.
    private struct Happening: Decodable, FetchableRecord {
        let subject: String
        let at: Timestamp
        let action: String
        let actor: String
    }

    /// What the audit tells of a device there is.
    private struct Names: Decodable, FetchableRecord {
        let identifier: String
        let friendlyName: String
        let serialNumber: String?
    }

    /// The texts of ``list(_:)``, in SQL.
    private static let listed = "SELECT value FROM json_each(:subjects)"

    private static func list(_ texts: [String]) -> String {
        String(decoding: JSONValue.array(texts.map { .string($0) }).encoded(), as: UTF8.self)
    }

    private static func device(
        _ identifier: String, _ device: Names?, _ rows: [Happening], _ db: GRDB.Database
    ) throws -> AuditedDevice {
        let last =
            device != nil
            ? nil
            : try String.fetchOne(
                db,
                sql: """
                    SELECT before FROM eventLog WHERE subjectKind = 'device' AND subject = ? AND action = 'device.deleted'
                    ORDER BY id DESC LIMIT 1
                    """, arguments: [identifier])
        func told(_ name: String) throws -> String? {
            try last.flatMap {
                try String.fetchOne(db, sql: "SELECT json_extract(?, ?)", arguments: [$0, "$.\(name)"])
            }
        }
        let events = rows.compactMap { row in
            AuditEvent.Status.allCases.first { $0.actions.contains(row.action) }
                .map { AuditEvent(at: row.at, status: $0, actor: row.actor) }
        }
        return AuditedDevice(
            name: try device?.friendlyName ?? told("friendlyName") ?? identifier,
            serialNumber: try device?.serialNumber ?? told("serialNumber") ?? "", events: events)
    }
}
