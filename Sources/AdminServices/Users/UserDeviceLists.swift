import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

/// A device of a user in a list.
struct UserDevice: Sendable {
    let device: DeviceRecord
    /// Name of its user; empty for none.
    let username: String
    /// Name of its group.
    let group: String
    /// Its custom attributes, by name.
    let attributes: [DeviceAttributeRecord]
}

/// The filters of a list of users' devices, all of which must hold.
struct UserDeviceSearch: Sendable {
    let status: EnrollmentStatus
    var group: RecordReference?
    /// Name or code of the group.
    var groupName: String?
    var platform: DevicePlatform?
    /// Whether the platform is one that no device of this console has.
    var findsNothing = false
    var serialNumber: String?
    /// Part of the user's name, letter case of A to Z ignored.
    var username: String?
    var seen: (since: Timestamp?, till: Timestamp?) = (nil, nil)
    var enrolled: (since: Timestamp?, till: Timestamp?) = (nil, nil)
    /// Custom attributes a device has to have.
    var attributes: [DeviceAttributeFilter] = []
}

extension UserAccountStore {
    /// Devices of the administrator's groups in one status, by id.
    func devices(
        _ search: UserDeviceSearch, for administrator: AdministratorIdentity, page: PageRequest
    ) async throws -> Page<UserDevice> {
        try await database.read { db in
            let (condition, arguments) = try Self.condition(search, in: administrator.subtree, db)
            // An entry with only a serial number is no device yet.
            let isUnion = search.status == .registered
            let devices = isUnion ? "(\(Self.registered)) AS device" : "device"
            let users = "LEFT JOIN enrollmentUser ON enrollmentUser.id = device.userId"
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT device.id AS listedDevice, enrollmentUser.username AS listedUser,
                        home.name AS listedGroup
                    FROM \(devices) JOIN organizationGroup home ON home.id = device.groupId \(users)
                    WHERE \(condition)
                    ORDER BY \(isUnion ? "device.id < 0, abs(device.id)" : "device.id") LIMIT :size OFFSET :offset
                    """, arguments: arguments + ["size": page.size, "offset": page.offset])
            // Counting all of them is most of the work: it joins nothing.
            let total = try page.total(showing: rows.count) {
                try Int.fetchOne(
                    db, sql: "SELECT COUNT(*) FROM \(devices) WHERE \(condition)", arguments: arguments) ?? 0
            }
            let ids: [Int64] = rows.map { $0["listedDevice"] }
            let attributes = try DeviceAttributeRecord.attributes(of: ids, db)
            let records = try Self.devices(ids, db)
            let items = rows.compactMap { row in
                records[row["listedDevice"]].map {
                    UserDevice(
                        device: $0, username: row["listedUser"] ?? "", group: row["listedGroup"],
                        attributes: attributes[row["listedDevice"]] ?? [])
                }
            }
            return Page(items: items, request: page, total: total)
        }
    }

    /// Registered devices; those that name no identifier and still wait have negative ids.
    private static let registered = """
        SELECT id, groupId, userId, platform, serialNumber, enrollmentStatus, lastSeenAt, enrolledAt FROM device
        WHERE enrollmentStatus = \(EnrollmentStatus.registered.rawValue)
        UNION ALL SELECT -id, groupId, userId, platform, serialNumber, \(EnrollmentStatus.registered.rawValue), NULL, NULL
        FROM deviceRegistration WHERE kind = 'REGISTER_DEVICE' AND identifier IS NULL AND deviceId IS NULL
        """

    /// The devices with some ids, and, for negative ones, what is known of those that are awaited.
    private static func devices(_ ids: [Int64], _ db: GRDB.Database) throws -> [Int64: DeviceRecord] {
        var devices: [Int64: DeviceRecord] = [:]
        for device in try DeviceRecord.fetchAll(db, keys: ids.filter { $0 > 0 }) {
            devices[try device.storedID()] = device
        }
        let blank = DeviceIdentifier("unknown")
        for entry in try RegisteredDeviceRecord.fetchAll(db, keys: ids.filter { $0 < 0 }.map { -$0 }) {
            guard let id = entry.id, let blank else { continue }
            var device = DeviceRecord.new(blank, groupID: entry.groupId, uuid: entry.uuid, at: entry.createdAt)
            device.identifier = ""
            device.serialNumber = entry.serialNumber
            device.imei = entry.imei
            (device.assetNumber, device.friendlyName) = (entry.assetNumber, entry.friendlyName)
            device.platform = entry.platform
            devices[-id] = device
        }
        return devices
    }

    private static func condition(
        _ search: UserDeviceSearch, in subtree: Subtree, _ db: GRDB.Database
    ) throws -> (String, StatementArguments) {
        var conditions = ["device.enrollmentStatus = :status", inGroups(Subtree.range("path", in: ":top"))]
        var arguments: StatementArguments = ["status": search.status.rawValue, "top": subtree]
        func add(_ condition: String, _ name: String, _ value: (any DatabaseValueConvertible)?) {
            guard let value else { return }
            conditions.append(condition)
            arguments += [name: value]
        }
        if let reference = search.group {
            let searched = try OrganizationGroupStore.subtree(ofSearched: reference, db)
            add(inGroups(Subtree.range("path", in: ":group")), "group", searched)
        }
        add(inGroups("name = :name COLLATE NOCASE OR code = :name"), "name", search.groupName)
        add("device.platform = :platform", "platform", search.platform?.rawValue)
        if search.findsNothing { conditions.append("0") }
        add("device.serialNumber = :serial", "serial", search.serialNumber)
        if let username = search.username { add(try isOf(usersNamed: username, db), "username", username) }
        add("device.lastSeenAt >= :seenSince", "seenSince", search.seen.since)
        add("device.lastSeenAt <= :seenTill", "seenTill", search.seen.till)
        add("device.enrolledAt >= :enrolledSince", "enrolledSince", search.enrolled.since)
        add("device.enrolledAt <= :enrolledTill", "enrolledTill", search.enrolled.till)
        for (number, attribute) in search.attributes.enumerated() {
            let having = attribute.value.map { _ in " AND value = :value\(number)" } ?? ""
            add(
                "device.id IN (SELECT deviceId FROM deviceAttribute WHERE name = :name\(number)\(having))",
                "name\(number)", attribute.name)
            if let value = attribute.value { arguments += ["value\(number)": value] }
        }
        return (conditions.joined(separator: " AND "), arguments)
    }

    /// Users whose devices are looked up one by one; those of more are found faster among all.
    private static let fewUsers = 200

    /// Whether a device is that of a user whose name contains a text, which is `:username`.
    ///
    /// Ids of few, and no subquery: SQLite then begins with the users' devices, on both sides of the union.
    private static func isOf(usersNamed text: String, _ db: GRDB.Database) throws -> String {
        let named = "SELECT id FROM enrollmentUser WHERE instr(lower(username), lower(:username)) > 0"
        let users = try Int64.fetchAll(
            db, sql: "\(named) LIMIT \(fewUsers + 1)", arguments: ["username": text])
        guard users.count <= fewUsers else { return "+device.userId IN (\(named))" }
        // The text is named all the same, since it is bound.
        return "device.userId IN (\(users.map(String.init).joined(separator: ", "))) AND :username IS NOT NULL"
    }

    /// Whether a device is in one of the groups a condition is true of.
    private static func inGroups(_ condition: String) -> String {
        "device.groupId IN (SELECT id FROM organizationGroup WHERE \(condition))"
    }
}
