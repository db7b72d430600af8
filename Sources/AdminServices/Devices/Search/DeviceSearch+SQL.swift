import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import GRDB

extension DeviceSearch {
    /// A search as SQL: conditions on `device`, and the index that answers them without reading rows.
    struct Query: Sendable {
        fileprivate(set) var conditions: [String] = []
        fileprivate(set) var arguments: StatementArguments = []
        fileprivate(set) var order = ""
        fileprivate(set) var hint = ""

        /// How many devices fulfil the conditions.
        func count(_ db: GRDB.Database) throws -> Int {
            // Of all devices, or of groups alone, SQLite knows best how to count.
            let hint = conditions.allSatisfy { $0 == DeviceSearch.scope } ? "" : hint
            return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM device \(hint) \(clause)", arguments: arguments) ?? 0
        }

        /// The ids on a page, in order.
        ///
        /// Ids come first, from an index alone, and rows only for them: pages far behind cost little more than the first.
        func ids(_ page: PageRequest, _ db: GRDB.Database) throws -> [Int64] {
            try Int64.fetchAll(
                db, sql: "\(idsSQL) LIMIT ? OFFSET ?", arguments: arguments + [page.size, page.offset])
        }

        /// All ids, in order.
        var idsSQL: String { "SELECT device.id FROM device \(hint) \(clause) ORDER BY \(order)" }

        private var clause: String {
            conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        }
    }

    /// Devices in the groups of a subtree.
    fileprivate static let scope = "device.groupId IN (\(Subtree.groupsInBounds))"

    /// The search in a subtree.
    func query(in subtree: Subtree) -> Query {
        var query = Query()
        func add(_ condition: String, _ arguments: StatementArguments) {
            query.conditions.append(condition)
            query.arguments += arguments
        }
        if !subtree.isWhole { add(Self.scope, subtree.bounds) }
        if let platform { add("device.platform = ?", [platform.rawValue]) }
        if let ownership { add("device.ownership = ?", [ownership.rawValue]) }
        if let model { add("instr(lower(device.model), lower(?)) > 0", [model]) }
        if let friendlyName { add("instr(lower(device.friendlyName), lower(?)) > 0", [friendlyName]) }
        if let compliance {
            let numbers = compliance.map { String($0.rawValue) }.sorted().joined(separator: ", ")
            add("device.complianceStatus IN (\(numbers))", [])
        }
        if let seenSince { add("device.lastSeenAt >= ?", [seenSince]) }
        if let seenUntil { add("device.lastSeenAt <= ?", [seenUntil]) }
        if let seenBefore { add("device.lastSeenAt < ?", [seenBefore]) }
        if let enrollment { add("device.enrollmentStatus = ?", [enrollment.rawValue]) }
        addPicks(add)
        if let user { add("device.userId IN (SELECT id FROM enrollmentUser WHERE username = ?)", [user]) }
        query.order = isByID ? order : "\(order), device.id"
        query.hint = hint
        return query
    }

    /// Conditions of the extensive search and of lists.
    private func addPicks(_ add: (String, StatementArguments) -> Void) {
        if findsNothing { add("0", []) }
        if let serialNumber { add("device.serialNumber = ?", [serialNumber]) }
        if let changedSince { add("device.statusChangedAt >= ?", [changedSince]) }
        if let changedBefore { add("device.statusChangedAt < ?", [changedBefore]) }
        if let devices {
            add("device.id IN (SELECT value FROM json_each(?))", [Self.json(devices.map { .number(String($0)) })])
        }
        if let addresses {
            let plain = "replace(replace(upper(device.macAddress), ':', ''), '-', '')"
            add("\(plain) IN (SELECT value FROM json_each(?))", [Self.json(addresses.map { .string($0) })])
        }
        if let tag {
            add(
                "device.id IN (SELECT deviceId FROM deviceTag WHERE tagId IN (SELECT id FROM tag WHERE name = ?))",
                [tag])
        }
        for attribute in attributes {
            let value = attribute.value == nil ? "" : " AND value = ?"
            add(
                "device.id IN (SELECT deviceId FROM deviceAttribute WHERE name = ?\(value))",
                StatementArguments([attribute.name] + [attribute.value].compactMap { $0 }))
        }
        if let change = attributeChange {
            add(
                """
                device.id IN (SELECT deviceId FROM deviceAttribute WHERE updatedAt >= ? AND updatedAt < ?
                    AND updatedAt <= ? AND name = COALESCE(?, name)
                    AND applicationGroup = COALESCE(?, applicationGroup))
                """,
                [
                    change.since ?? Timestamp(milliseconds: .min), change.before ?? Timestamp(milliseconds: .max),
                    change.until ?? Timestamp(milliseconds: .max), change.name, change.applicationGroup,
                ])
        }
        if hasToldSafety { add("device.compromisedCheckedAt IS NOT NULL", []) }
    }

    /// Values as SQLite reads them.
    private static func json(_ values: [JSONValue]) -> String {
        String(decoding: JSONValue.array(values).encoded(), as: UTF8.self)
    }

    /// Whether something is looked for that no index below has.
    private var isSpecial: Bool {
        user != nil || findsNothing || serialNumber != nil || devices != nil || addresses != nil || enrollment != nil
            || seenBefore != nil || tag != nil || changedSince != nil || changedBefore != nil || !attributes.isEmpty
            || attributeChange != nil
    }

    private var isByID: Bool { ["device.id", "device.id DESC"].contains(order) }

    /// The index that has all the search looks at; none where SQLite is to choose, or rows have to be read.
    private var hint: String {
        if isSpecial { return "" }
        if hasToldSafety { return "INDEXED BY deviceBySafety" }
        let isByTime = order.hasPrefix("device.lastSeenAt")
        if seenSince != nil || seenUntil != nil || isByTime {
            let namesKind = platform != nil || ownership != nil || compliance != nil
            let namesDevice = model != nil || friendlyName != nil
            return !namesKind && !namesDevice && (isByTime || isByID) ? "INDEXED BY deviceByLastSeen" : "NOT INDEXED"
        }
        let ordered = [
            "device.id", "device.platform", "device.ownership", "device.complianceStatus",
            "device.model COLLATE NOCASE",
        ]
        let isCovered = friendlyName == nil && ordered.contains { order == $0 || order == "\($0) DESC" }
        return isCovered ? "INDEXED BY deviceInOrder" : "NOT INDEXED"
    }
}
