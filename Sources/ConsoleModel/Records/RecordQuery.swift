package import ConsolePlatform
package import DeviceProtocol
package import GRDB

/// Selects rows of an append-only table: those of a subtree, narrowed by filters.
///
/// In its conditions the table is called `record`.
package struct RecordQuery: Sendable {
    /// Parameters of every such list beside those of the page.
    package static let parameters: Set<String> = ["device", "bundleId", "user", "group", "from", "to", "text", "ids"]
    /// The most ids that can be selected at once.
    private static let maximumIDs = 1000

    /// Where the rows belong.
    let subtree: Subtree
    private var conditions: [String] = []
    private var arguments: StatementArguments = []
    /// What names the group the rows have to be in or below: code, uuid, id or name.
    private var group: String?
    /// The device whose rows are meant.
    private var device: DeviceIdentifier?

    /// Every row of a subtree; the topmost group also sees rows whose group is deleted.
    package init(in subtree: Subtree) {
        self.subtree = subtree
    }

    /// Whether a filter narrows it.
    package var isNarrowed: Bool { !conditions.isEmpty || group != nil || device != nil || search != nil }

    /// What finds the ids of rows with a text, if it looks for one: that takes longer than anything else about it.
    var search: (ids: String, text: String)?

    /// Adds a condition; each `?` takes one argument.
    package mutating func add(_ condition: String, _ arguments: StatementArguments = []) {
        conditions.append(condition)
        self.arguments += arguments
    }

    /// Rows with a text in a column.
    package mutating func match(_ column: String, _ value: String) { add("record.\(column) = ?", [value]) }

    /// Rows with a number in a column.
    package mutating func match(_ column: String, _ value: Int) { add("record.\(column) = ?", [value]) }

    /// Rows with a truth value in a column.
    package mutating func match(_ column: String, _ value: Bool) { add("record.\(column) = ?", [value]) }

    /// Rows of a device, with every customer that knows it.
    package mutating func match(_ device: DeviceIdentifier) { self.device = device }

    /// Rows of the device with a row id.
    package mutating func match(deviceID: Int64?) { add("record.deviceId = ?", [deviceID]) }

    /// Rows with one of many ids.
    package mutating func match(ids: [Int64]) {
        add(
            "record.id IN (SELECT value FROM json_each(?))",
            ["[\(ids.map(String.init).joined(separator: ","))]"])
    }

    /// Rows whose text contains another, letter case of ASCII ignored.
    package mutating func add(text: String, in columns: [String]) {
        let contains = columns.map { "instr(lower(record.\($0)), lower(?)) > 0" }
        add("(\(contains.joined(separator: " OR ")))", StatementArguments(columns.map { _ in text }))
    }

    /// The `WHERE` clause with its arguments; an unknown group has no rows.
    ///
    /// - Parameters:
    ///   - db: The database.
    ///   - table: The table, if its rows are wanted in their order; nil if it does not matter.
    /// - Returns: The clause; empty for every row.
    /// - Throws: ``ConsoleError`` `conflict` with their uuids if several groups have the name that is asked for.
    package func clause(
        _ db: GRDB.Database, inOrderOf table: String? = nil
    ) throws -> (sql: String, arguments: StatementArguments) {
        var all = conditions
        var bound = arguments
        if let search {
            all.append("record.id IN (\(search.ids))")
            bound += [search.text]
        }
        if let device {
            // Ids and no subquery: of one device, rows come in their order from its index.
            let ids = try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT id FROM device WHERE identifier = ?"), arguments: [device.value])
            all.append("record.deviceId IN (\(ids.map(String.init).joined(separator: ", ")))")
        }
        guard let reach = try reach(db) else { return ("WHERE 0", []) }
        if reachesAll { return all.isEmpty ? ("", []) : ("WHERE " + all.joined(separator: " AND "), bound) }
        let isDense = try table.map { try Self.isDense(reach, in: $0, db) } ?? false
        all.insert("\(isDense ? "+" : "")record.groupId IN (\(Subtree.groupsInBounds))", at: 0)
        bound = reach.bounds + bound
        return ("WHERE " + all.joined(separator: " AND "), bound)
    }

    /// Whether rows of every group, and of none, are meant.
    private var reachesAll: Bool { group == nil && subtree.isWhole }

    /// Where the rows have to be; nil for nowhere.
    private func reach(_ db: GRDB.Database) throws -> Subtree? {
        guard let group else { return subtree }
        let named = try OrganizationGroupStore.group(filtering: subtree, named: group, db)?.subtree
        // A group above means as much of it as may be seen.
        return named.map { $0.contains(subtree) ? subtree : $0 }
    }

    /// Rows that are looked at in their order rather than found by their groups and put in order.
    private static let pageOfRows = 100

    /// Whether so many rows of a table are in a subtree that the latest of them are found sooner by going through all.
    private static func isDense(_ reach: Subtree, in table: String, _ db: GRDB.Database) throws -> Bool {
        guard let all = try BoundedTable.rowCount(of: table, db),
            let here = try BoundedTable.rowCount(of: table, groups: reach.groups, db)
        else { return false }
        // A page of them is among so many rows, as if they came evenly: fewer than would have to be put in order.
        return here > 0 && pageOfRows * (all / here) < here
    }

    /// How many rows of a table it selects.
    ///
    /// All of a subtree are not counted one by one where the table is bounded: how many there are is known then.
    ///
    /// - Throws: ``ConsoleError`` as ``clause(_:inOrderOf:)`` does.
    package func count(in table: String, _ db: GRDB.Database) throws -> Int {
        if conditions.isEmpty, device == nil, search == nil {
            guard let reach = try reach(db) else { return 0 }
            let groups = reachesAll ? nil : reach.groups
            if let known = try BoundedTable.rowCount(of: table, groups: groups, db) { return known }
        }
        let (sql, arguments) = try clause(db, inOrderOf: table)
        return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table) AS record \(sql)", arguments: arguments) ?? 0
    }
}

extension RecordQuery {
    /// Ids of the rows it selects, in their order.
    ///
    /// What is found by its text alone need not be looked up again.
    ///
    /// - Throws: ``ConsoleError`` as ``clause(_:inOrderOf:)`` does.
    func ids(in table: String, _ db: GRDB.Database) throws -> [Int64] {
        if let search, conditions.isEmpty, device == nil, reachesAll {
            return try Int64.fetchAll(db, sql: search.ids, arguments: [search.text]).sorted()
        }
        let (sql, arguments) = try clause(db, inOrderOf: table)
        return try Int64.fetchAll(
            db, sql: "SELECT record.id FROM \(table) AS record \(sql) ORDER BY record.id", arguments: arguments)
    }

    /// Narrows by the parameters of every list except `text`, whose columns differ.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an impossible value.
    package mutating func narrow(_ parameters: QueryParameters, timeColumn: String, bundleColumn: String? = nil) throws
    {
        if let text = parameters.value("device") {
            match(try Self.read(text, "device", DeviceIdentifier.self))
        }
        if let text = parameters.value("bundleId") {
            let bundle = try Self.read(text, "bundleId", BundleIdentifier.self)
            let linked = "record.installationId IN (SELECT id FROM installation WHERE bundleId = ?)"
            add(bundleColumn.map { "record.\($0) = ?" } ?? linked, [bundle.value])
        }
        try narrowCommon(parameters, timeColumn: timeColumn)
    }

    /// Narrows by the parameters that lists of other things, such as devices, have too: user, group, times and ids.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an impossible value.
    package mutating func narrowCommon(_ parameters: QueryParameters, timeColumn: String) throws {
        if let user = parameters.value("user") {
            add("record.userId IN (SELECT id FROM enrollmentUser WHERE username = ?)", [user])
        }
        if let text = parameters.value("group") {
            group = try Self.read(text, "group", GroupCode.self).value
        }
        if let from = try parameters.time("from") { add("record.\(timeColumn) >= ?", [from]) }
        if let to = try parameters.time("to") { add("record.\(timeColumn) < ?", [to]) }
        if let text = parameters.value("ids") { try select(text) }
    }

    private mutating func select(_ text: String) throws {
        let ids = text.split(separator: ",", omittingEmptySubsequences: false).map { Int64($0) }
        guard !ids.isEmpty, ids.count <= Self.maximumIDs, ids.allSatisfy({ $0 != nil }) else {
            throw ConsoleError(
                .badRequest, "ids has to be numbers separated by commas, \(Self.maximumIDs) at most.")
        }
        let marks = ids.map { _ in "?" }.joined(separator: ", ")
        add("record.id IN (\(marks))", StatementArguments(ids))
    }

    /// The identifier in a parameter.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter and its rule.
    static func read<Identifier: TextIdentifier>(
        _ text: String, _ name: String, _: Identifier.Type
    ) throws -> Identifier {
        guard let value = Identifier(text) else {
            throw ConsoleError(.badRequest, "\(name) is \"\(text.prefix(80))\"; it has to be \(Identifier.rule).")
        }
        return value
    }
}
