import ConsolePlatform
package import GRDB

/// Removes groups with everything that is theirs, so that nothing of them is left.
///
/// Deleting a group refuses while something uses it, and lets records survive it; this does neither. Which tables there
/// are is read from the schema, so that a new one is not forgotten: each with a column `groupId` has rows of groups.
package struct GroupErasure {
    /// A table with rows of groups.
    private struct Table {
        let name: String
        let hasDevice: Bool
    }

    private let tables: [Table]
    private let devices: [Int64]
    private let groups: [Int64]
    private let db: GRDB.Database

    /// Looks up what there is to remove.
    ///
    /// - Parameters:
    ///   - subtree: The groups.
    ///   - db: The database, inside a transaction.
    /// - Throws: What the database throws.
    package init(of subtree: Subtree, _ db: GRDB.Database) throws {
        self.db = db
        groups = try Int64.fetchAll(
            db,
            sql: "\(Subtree.groupsInBounds) ORDER BY \(Subtree.depth(of: "path")) DESC", arguments: subtree.bounds)
        devices = try Int64.fetchAll(
            db, sql: "SELECT id FROM device WHERE groupId IN (\(Self.list(groups)))")
        tables = try Self.tables(db)
    }

    /// Removes it all.
    ///
    /// A table is emptied once nothing refers to its rows any more, so several passes may be needed.
    ///
    /// - Throws: ``ConsoleError`` `conflict` if something outside of the groups uses what is theirs.
    package func run() throws {
        var waiting = tables
        while !waiting.isEmpty {
            var refused: [(table: Table, error: DatabaseError)] = []
            for table in waiting {
                do {
                    try empty(table)
                } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                    refused.append((table, error))
                }
            }
            if let first = refused.first, refused.count == waiting.count {
                throw ConsoleError(
                    .conflict, "Something that belongs to the group is used outside of it.", cause: first.error)
            }
            waiting = refused.map(\.table)
        }
        for id in groups { try db.execute(sql: "DELETE FROM organizationGroup WHERE id = ?", arguments: [id]) }
        for table in try Self.queues(db) where !devices.isEmpty {
            try db.execute(sql: "DELETE FROM \(table) WHERE deviceId IN (\(Self.list(devices)))")
        }
    }

    private func empty(_ table: Table) throws {
        try db.execute(sql: "DELETE FROM \(table.name) WHERE groupId IN (\(Self.list(groups)))")
        guard table.hasDevice, !devices.isEmpty else { return }
        try db.execute(sql: "DELETE FROM \(table.name) WHERE deviceId IN (\(Self.list(devices)))")
    }

    private static func list(_ ids: [Int64]) -> String { ids.map(String.init).joined(separator: ", ") }

    /// Tables with rows of groups, devices first.
    ///
    /// What is a part of something else, such as a criterion, goes with that; it may name a group that is not its own.
    private static func tables(_ db: GRDB.Database) throws -> [Table] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT m.name, EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'deviceId') AS hasDevice
                FROM sqlite_master m
                WHERE m.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'groupId')
                    AND NOT (EXISTS (
                            SELECT 1 FROM pragma_foreign_key_list(m.name) WHERE "from" = 'groupId' AND on_delete = 'SET NULL')
                        AND EXISTS (SELECT 1 FROM pragma_foreign_key_list(m.name) WHERE on_delete = 'CASCADE'))
                ORDER BY m.name = 'device' DESC, m.rowid
                """)
        return rows.map { Table(name: $0["name"], hasDevice: $0["hasDevice"]) }
    }

    /// Tables of changes of devices that somebody is told of; those by which members are counted anew stay.
    private static func queues(_ db: GRDB.Database) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT m.name FROM sqlite_master m
                WHERE m.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'deviceId')
                    AND NOT EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name IN ('groupId', 'smartGroupId'))
                    AND NOT EXISTS (SELECT 1 FROM pragma_foreign_key_list(m.name))
                """)
    }
}
