import ConsoleModel
import ConsolePlatform
import GRDB

/// An event of a device, in the audit of a group.
struct AuditedDevice: Sendable {
    let name: String
    let serialNumber: String
    let events: [AuditEvent]
}

/// Something that became of a device.
struct AuditEvent: Sendable {
    /// The kind of change, by the words of the admin REST API.
    enum Status: String, CaseIterable, Sendable {
        case unenrolled = "UnEnrolled"
        case deleted = "Deleted"
        case replaced = "Replaced"
        case inserted = "Inserted"
        case updated = "Updated"

        /// Actions of the event log it stands for.
        var actions: [EventAction] {
            switch self {
            case .unenrolled: [.deviceUnenrolled, .deviceEnterpriseWipeOrdered, .deviceWipeOrdered]
            case .deleted: [.deviceDeleted]
            case .replaced: [.deviceUserChanged, .deviceCheckedOut, .deviceCheckedIn]
            case .inserted: [.deviceRegistered, .deviceEnrolled]
            case .updated: [.deviceUpdated]
            }
        }
    }

    let at: Timestamp
    let status: Status
    let actor: String
}

/// The filters of an audit, all of which must hold.
struct DeviceAuditSearch: Sendable {
    var serialNumber: String?
    var status: AuditEvent.Status?
    var from: Timestamp?
    var till: Timestamp?

    /// Which device an entry is of, as a text: its row id, or, in older entries of deleted devices, `=` and its identifier.
    fileprivate static let device = "COALESCE(e.deviceId || '', '=' || e.subject)"

    /// The entries of the event log it is for, as `e`, in a group and those below it.
    ///
    /// Only what is asked for is a condition, and groups are looked up once: the log is long.
    fileprivate func source(in subtree: Subtree) -> SQL {
        let actions = (status.map { [$0] } ?? AuditEvent.Status.allCases).flatMap(\.actions).map(\.rawValue)
        var source: SQL = """
            FROM eventLog e WHERE e.subjectKind = 'device' AND e.action IN \(actions)
                AND +e.groupId IN (\(subtree.groups))
            """
        if let serialNumber {
            source += """
                 AND \(sql: Self.device) IN (
                    SELECT id || '' FROM device WHERE serialNumber = \(serialNumber)
                    UNION ALL SELECT \(sql: Self.device) FROM eventLog e WHERE e.subjectKind = 'device'
                        AND e.action = \(EventAction.deviceDeleted.rawValue)
                        AND json_extract(e.before, '$.serialNumber') = \(serialNumber) COLLATE NOCASE)
                """
        }
        if let from { source += " AND e.at >= \(from)" }
        if let till { source += " AND e.at <= \(till)" }
        return source
    }
}

/// Events of devices, from the event log (AdminDevices, "Audit").
struct DeviceAuditStore: Sendable {
    /// The latest changes of one device.
    private static let maximumEvents = 500

    let database: ConsoleDatabase

    /// Devices of a group and of those below it that something became of, in the order it first did.
    ///
    /// - Throws: ``ConsoleError`` `notFound` (6008) for an unknown group.
    func devices(
        of code: String, _ search: DeviceAuditSearch, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> Page<AuditedDevice> {
        try await database.read { db in
            guard let group = try OrganizationGroupStore.group(code: code, db),
                administrator.subtree.contains(group)
            else { throw OrganizationGroupStore.missing(code) }
            let source = search.source(in: group.subtree)
            // One pass over the log finds the page and counts all; a page beyond the end has no row to count in.
            let device = SQL(sql: DeviceAuditSearch.device)
            let found = try SQLRequest<Row>(
                literal: """
                    SELECT \(device) AS device, COUNT(*) OVER () AS total \(source)
                    GROUP BY device ORDER BY MIN(e.id) LIMIT \(page.size) OFFSET \(page.offset)
                    """
            ).fetchAll(db)
            let subjects: [String] = found.map { $0["device"] }
            let total: Int? =
                try found.first?["total"]
                ?? SQLRequest<Int>(literal: "SELECT COUNT(DISTINCT \(device)) \(source)").fetchOne(db)
            let events = Dictionary(
                grouping: try SQLRequest<Happening>(
                    literal: """
                        SELECT device, subject, at, action, actor FROM (
                            SELECT e.id, \(device) AS device, e.subject, e.at, e.action, e.actor,
                                ROW_NUMBER() OVER (PARTITION BY \(device) ORDER BY e.id DESC) AS place \(source)
                                AND \(device) IN (\(try SQL.texts(subjects))))
                        WHERE place <= \(Self.maximumEvents) ORDER BY id DESC
                        """
                ).fetchAll(db), by: \.device)
            let devices = Dictionary(
                try SQLRequest<Names>(
                    literal: """
                        SELECT id || '' AS device, friendlyName, serialNumber FROM device
                        WHERE id IN (\(.ids(Set(subjects.compactMap(Int64.init)))))
                        """
                ).fetchAll(db).map { ($0.device, $0) }
            ) { $1 }
            let items = try subjects.map { try Self.device($0, devices[$0], events[$0] ?? [], db) }
            return Page(items: items, request: page, total: total ?? 0)
        }
    }

    /// The audit of an entry of the event log.
    private struct Happening: Decodable, FetchableRecord {
        let device: String
        let subject: String
        let at: Timestamp
        let action: String
        let actor: String
    }

    /// The audit of an existing device.
    private struct Names: Decodable, FetchableRecord {
        let device: String
        let friendlyName: String
        let serialNumber: String?
    }

    private static func device(
        _ key: String, _ device: Names?, _ rows: [Happening], _ db: GRDB.Database
    ) throws -> AuditedDevice {
        let last =
            device != nil
            ? nil
            : try String.fetchOne(
                db,
                sql: """
                    SELECT e.before FROM eventLog e WHERE e.subjectKind = 'device' AND e.subject = ? AND e.action = ?
                        AND \(DeviceAuditSearch.device) = ?
                    ORDER BY e.id DESC LIMIT 1
                    """, arguments: [rows.first?.subject, EventAction.deviceDeleted.rawValue, key])
        func told(_ name: String) throws -> String? {
            try last.flatMap {
                try String.fetchOne(db, sql: "SELECT json_extract(?, ?)", arguments: [$0, "$.\(name)"])
            }
        }
        let events = rows.compactMap { row -> AuditEvent? in
            guard let action = EventAction(rawValue: row.action) else { return nil }
            return AuditEvent.Status.allCases.first { $0.actions.contains(action) }
                .map { AuditEvent(at: row.at, status: $0, actor: row.actor) }
        }
        return AuditedDevice(
            name: try device?.friendlyName ?? told("friendlyName") ?? rows.first?.subject ?? "",
            serialNumber: try device?.serialNumber ?? told("serialNumber") ?? "", events: events)
    }
}
