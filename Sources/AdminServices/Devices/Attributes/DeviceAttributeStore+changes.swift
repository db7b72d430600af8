import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB

/// The changes of custom attributes that a report asks for.
struct DeviceAttributeChangeSearch: Sendable {
    /// The group whose subtree is searched; nil for the administrator's own.
    let group: RecordReference?
    /// Id of the device; nil for all.
    let device: Int64?
    /// At this time or later.
    let since: Timestamp?
    /// At this time or earlier.
    let until: Timestamp?
    let applicationGroup: String?
    let name: String?
    let source: String?

    /// Reads a query.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    init(_ query: QueryParameters) throws {
        group = try query.text("organizationgroupid").map { text in
            guard let reference = RecordReference(text) else {
                throw ConsoleError(
                    .badRequest, "organizationgroupid has to be the id or uuid of an organization group.")
            }
            return reference
        }
        let id = try query.integer("deviceid", in: 0...Int.max, default: 0)
        device = id == 0 ? nil : Int64(id)
        (since, until) = (try Self.day("startdate", query, atEnd: false), try Self.day("enddate", query, atEnd: true))
        (applicationGroup, name) = (query.text("applicationgroup"), query.text("customattributename"))
        source = query.text("source")
    }

    /// A day, or a moment.
    private static func day(_ name: String, _ query: QueryParameters, atEnd: Bool) throws -> Timestamp? {
        guard let text = query.text(name) else { return nil }
        guard let time = Timestamp(lenient: text) else {
            throw ConsoleError(
                .badRequest, "\(name) is \"\(text.prefix(40))\"; it has to be a date such as 2026-03-05.")
        }
        return atEnd && !text.contains(":") ? Timestamp(milliseconds: time.milliseconds + 86_399_999) : time
    }

    /// Whether a change is wanted.
    fileprivate func takes(_ change: DeviceAttributeStore.Change) -> Bool {
        func fits(_ wanted: String?, _ value: String) -> Bool {
            wanted.map { $0.lowercased() == value.lowercased() } ?? true
        }
        return fits(name, change.name) && fits(applicationGroup, change.applicationGroup) && fits(source, change.source)
    }
}

extension DeviceAttributeStore {
    /// A change of an attribute, as the event log has it.
    struct Change: Sendable {
        let name: String
        let applicationGroup: String
        /// Nil if it was new.
        let before: String?
        /// Nil if it was removed.
        let after: String?
        let at: Timestamp
        /// The group the device was in.
        let groupID: Int64?
        let groupName: String
        /// Who changed it: `Administrator`, `Device` or `System`.
        let source: String
    }

    /// A device with changes of its attributes, the latest first.
    struct ChangedDevice: Sendable {
        let id: Int64
        let friendlyName: String
        let changes: [Change]
    }

    /// The most events that a report is made of, the latest ones.
    private static let maximumEvents = 20_000

    /// A page of devices whose attributes were changed, by id.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown group in the administrator's subtree.
    func changes(
        _ search: DeviceAttributeChangeSearch, _ page: PageRequest, for administrator: AdministratorIdentity
    ) async throws -> Page<ChangedDevice> {
        try await database.read { db in
            let subtree = try DeviceDirectoryStore.subtree(of: search.group, in: administrator.subtree, db)
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT device.id AS device, device.friendlyName, eventLog.*, home.name AS groupName
                    FROM device JOIN organizationGroup ON organizationGroup.id = device.groupId
                    JOIN eventLog ON eventLog.deviceId = device.id
                    LEFT JOIN organizationGroup home ON home.id = eventLog.groupId
                    WHERE \(Subtree.condition("organizationGroup.path", in: ":top"))
                        AND eventLog.action = :action AND (:device IS NULL OR device.id = :device)
                        AND (:since IS NULL OR eventLog.at >= :since) AND (:until IS NULL OR eventLog.at <= :until)
                    ORDER BY eventLog.id DESC LIMIT :limit
                    """,
                arguments: [
                    "top": subtree, "action": EventAction.deviceAttributesChanged.rawValue, "device": search.device,
                    "since": search.since, "until": search.until, "limit": Self.maximumEvents,
                ])
            var devices: [Int64: (name: String, changes: [Change])] = [:]
            for row in rows {
                let wanted = try Self.changes(row).filter(search.takes)
                guard !wanted.isEmpty else { continue }
                devices[row["device"], default: (row["friendlyName"], [])].changes += wanted
            }
            let all = devices.sorted { $0.key < $1.key }
                .map { ChangedDevice(id: $0.key, friendlyName: $0.value.name, changes: $0.value.changes) }
            return Page(page, of: all)
        }
    }

    /// The changes of an event, by name.
    private static func changes(_ row: Row) throws -> [Change] {
        let (before, after) = (try fields(row["before"]), try fields(row["after"]))
        let source =
            switch row["actorKind"] as String {
            case "administrator": "Administrator"
            case "device": "Device"
            default: "System"
            }
        return Set(before.keys).union(after.keys).sorted().map { key in
            // The event log puts the group before the name.
            let parts = key.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            return Change(
                name: parts.last ?? key, applicationGroup: parts.count > 1 ? parts[0] : "", before: before[key],
                after: after[key], at: row["at"], groupID: row["groupId"], groupName: row["groupName"] ?? "",
                source: source)
        }
    }

    private static func fields(_ json: String?) throws -> [String: String] {
        guard let json else { return [:] }
        return try JSONDecoder().decode([String: String?].self, from: Data(json.utf8)).compactMapValues { $0 }
    }

    /// Of some attributes those that a device does not have.
    ///
    /// - Throws: ``ConsoleError`` `notFound` for an unknown device.
    func unknown(
        _ drafts: [Draft], of locator: DeviceLocator, for administrator: AdministratorIdentity
    ) async throws -> [Draft] {
        try await database.read { db in
            let id = try locator.device(in: administrator.subtree, db).storedID()
            return try drafts.filter { draft in
                try
                    !(Bool.fetchOne(
                        db,
                        sql: """
                            SELECT EXISTS (SELECT 1 FROM deviceAttribute
                                WHERE deviceId = ? AND applicationGroup = ? AND name = ?)
                            """, arguments: [id, draft.applicationGroup, draft.name]) ?? false)
            }
        }
    }
}
