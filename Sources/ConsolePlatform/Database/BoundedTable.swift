package import GRDB

/// A table that only grows by appending and is kept within a bound; evicted rows are counted.
///
/// The bound is shared: when there are too many rows, whoever has most over an equal share loses the oldest first, and
/// nobody else loses any. Triggers keep the count of all rows in `boundedTable`, and of each owner in `boundedShare`, so
/// keeping the bound costs one lookup as long as there is room.
package struct BoundedTable: Sendable {
    /// What rows are shared by.
    package enum Sharing: Sendable {
        /// The group of a row, which counts for its customer; rows of no group have a share of their own.
        case groups
        /// A column of the row.
        case column(String)
    }

    /// What some holder of a share has to give up.
    package struct Loss: Sendable {
        /// The owners its rows have, as `boundedShare` names them.
        let owners: [DatabaseValue]
        /// How many rows.
        package let count: Int
    }

    /// Name of the count, which is that of the table unless only a part of its rows is counted.
    let name: String
    /// The most rows it may hold.
    package let bound: Int
    private var table: String
    private var condition: String?
    private var sharing = Sharing.groups

    /// All rows of a table, shared by groups.
    package init(name: String, bound: Int) {
        self.name = name
        self.bound = bound
        table = name
    }

    /// A part of the rows, which has a bound of the same size to itself.
    ///
    /// - Parameters:
    ///   - name: Name of its count, which the triggers of the table keep.
    ///   - condition: The rows, in SQL.
    ///   - sharing: What they are shared by.
    /// - Returns: The part.
    package func part(_ name: String, where condition: String, sharedBy sharing: Sharing = .groups) -> BoundedTable {
        var part = BoundedTable(name: name, bound: bound)
        part.table = table
        part.condition = condition
        part.sharing = sharing
        return part
    }

    /// Evicts rows beyond the bound.
    ///
    /// Call it after each insert, in the same transaction.
    ///
    /// - Throws: What the database throws.
    package func trim(_ db: GRDB.Database) throws {
        for loss in try losses(db) { try evict(try oldest(loss.count, of: loss, db), db) }
    }

    /// Who has to give up how many rows; nobody as long as the bound is kept.
    ///
    /// A large table gives up some more at a time, so that an insert into a full one seldom evicts.
    ///
    /// - Throws: What the database throws.
    package func losses(_ db: GRDB.Database) throws -> [Loss] {
        let count = try db.cachedStatement(sql: "SELECT rowCount FROM boundedTable WHERE name = ?")
        guard let count = try Int.fetchOne(count, arguments: [name]), count > bound else { return [] }
        var holders: [DatabaseValue: (owners: [DatabaseValue], rows: Int)] = [:]
        for row in try Row.fetchAll(db.cachedStatement(sql: holdings), arguments: [name]) {
            let holder: DatabaseValue = row["holder"]
            holders[holder, default: ([], 0)].owners.append(row["owner"])
            holders[holder, default: ([], 0)].rows += row["rowCount"] as Int
        }
        // In an order that does not change from run to run.
        let all = holders.values.sorted { ($0.rows, "\($0.owners)") > ($1.rows, "\($1.owners)") }
        let losses = FairShares.losses(of: all.map(\.rows), bound: bound, slack: bound / 1024)
        return zip(all, losses).compactMap { $1 > 0 ? Loss(owners: $0.owners, count: $1) : nil }
    }

    /// Ids of the oldest rows of a holder.
    ///
    /// - Parameters:
    ///   - count: How many, at most.
    ///   - loss: Whose.
    ///   - further: A condition in SQL for rows that go first.
    ///   - db: The database.
    /// - Returns: The ids, the oldest first.
    /// - Throws: What the database throws.
    package func oldest(
        _ count: Int, of loss: Loss, where further: String? = nil, _ db: GRDB.Database
    ) throws -> [Int64] {
        var column = "groupId"
        if case .column(let name) = sharing { column = name }
        let conditions = ["\(column) IS ?", condition, further].compactMap(\.self).joined(separator: " AND ")
        let statement = try db.cachedStatement(
            sql: "SELECT id FROM \(table) WHERE \(conditions) ORDER BY id LIMIT ?")
        // Each owner from the index, which is quicker than to walk past rows of others.
        let ids = try loss.owners.flatMap { owner -> [Int64] in
            try Int64.fetchAll(statement, arguments: [isNobody(owner) ? .null : owner, count])
        }
        return loss.owners.count == 1 ? ids : Array(ids.sorted().prefix(count))
    }

    /// Removes rows and counts them as evicted.
    ///
    /// - Throws: What the database throws.
    package func evict(_ ids: [Int64], _ db: GRDB.Database) throws {
        guard !ids.isEmpty else { return }
        let list = "[\(ids.map(String.init).joined(separator: ","))]"
        let delete = try db.cachedStatement(
            sql: "DELETE FROM \(table) WHERE id IN (SELECT value FROM json_each(?))")
        try delete.execute(arguments: [list])
        let note = try db.cachedStatement(sql: "UPDATE boundedTable SET evicted = evicted + ? WHERE name = ?")
        try note.execute(arguments: [ids.count, name])
    }

    /// Counts as evicted what something else than a table's bound has given up.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - name: The name under which they are counted.
    ///   - db: The database.
    /// - Throws: What the database throws.
    package static func note(evicted count: Int, of name: String, _ db: GRDB.Database) throws {
        guard count > 0 else { return }
        try db.execute(
            sql: """
                INSERT INTO boundedTable (name, rowCount, evicted) VALUES (?, 0, ?)
                ON CONFLICT (name) DO UPDATE SET evicted = evicted + excluded.evicted
                """, arguments: [name, count])
    }

    /// How many rows the bound has evicted since the database was made.
    func evicted(_ db: GRDB.Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT evicted FROM boundedTable WHERE name = ?", arguments: [name]) ?? 0
    }

    /// Rows of no group are those of owner 0.
    private func isNobody(_ owner: DatabaseValue) -> Bool {
        if case .groups = sharing { owner == 0.databaseValue } else { false }
    }

    /// The counts with the holders they count for.
    private var holdings: String {
        switch sharing {
        case .groups:
            """
            SELECT share.owner, share.rowCount, coalesce(holder.holder, share.owner) AS holder
            FROM boundedShare AS share LEFT JOIN boundedShareHolder AS holder ON holder.owner = share.owner
            WHERE share.name = ? AND share.rowCount > 0
            """
        case .column:
            "SELECT owner, rowCount, owner AS holder FROM boundedShare WHERE name = ? AND rowCount > 0"
        }
    }
}
