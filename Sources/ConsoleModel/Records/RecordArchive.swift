package import ConsolePlatform
package import GRDB

/// The origin of a row, by names for people; deleted objects have none.
package struct RecordOrigin: Hashable, Sendable {
    /// Identifier of the device.
    package let device: String?
    /// Bundle identifier of the app.
    package let bundle: String?
    /// Name of the user.
    package let user: String?
    /// Code of the organization group.
    package let group: String?

    /// Made of its parts.
    package init(device: String?, bundle: String?, user: String?, group: String?) {
        self.device = device
        self.bundle = bundle
        self.user = user
        self.group = group
    }
}

/// A row with its origin.
package struct RecordRow<Record: FetchableRecord & Sendable>: FetchableRecord, Sendable {
    /// The row.
    package let record: Record
    /// Its origin.
    package let origin: RecordOrigin

    /// A row made of its parts.
    init(record: Record, origin: RecordOrigin) {
        (self.record, self.origin) = (record, origin)
    }

    package init(row: Row) throws {
        record = try Record(row: row)
        origin = RecordOrigin(
            device: row["originDevice"], bundle: row["originBundle"], user: row["originUser"],
            group: row["originGroup"])
    }
}

/// An append-only table of what devices have sent or what was queued for them, to be read back and deleted.
///
/// The table has the columns `groupId`, `deviceId`, `installationId` and `userId`.
package struct RecordArchive<Record: StoredRecord & Sendable>: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    /// The name of one row, in events and refusals.
    let kind: RecordKind
    /// The column that `from` and `to` are compared with.
    package var timeColumn = "receivedAt"
    /// Brings rows up to date before they are read or deleted.
    var prepare: @Sendable () async throws -> Void = {}
    /// Gets the rows that are about to be deleted, in the transaction that deletes them.
    var willDelete: @Sendable (RecordQuery, AdministratorIdentity, Transaction) throws -> Void = { _, _, _ in }
    /// The column that `bundle` is compared with; nil compares with the app that the row is linked to.
    package var bundleColumn: String?

    /// Made of its parts.
    package init(
        database: ConsoleDatabase, events: EventLogStore, clock: ConsoleClock, kind: RecordKind,
        timeColumn: String = "receivedAt", prepare: @escaping @Sendable () async throws -> Void = {},
        willDelete: @escaping @Sendable (RecordQuery, AdministratorIdentity, Transaction) throws -> Void = { _, _, _ in
        },
        bundleColumn: String? = nil
    ) {
        self.database = database
        self.events = events
        self.clock = clock
        self.kind = kind
        self.timeColumn = timeColumn
        self.prepare = prepare
        self.willDelete = willDelete
        self.bundleColumn = bundleColumn
    }

    private static var selection: String {
        """
        SELECT record.*, device.identifier AS originDevice, installation.bundleId AS originBundle,
            enrollmentUser.username AS originUser, organizationGroup.code AS originGroup
        FROM \(Record.databaseTableName) AS record
        LEFT JOIN device ON device.id = record.deviceId
        LEFT JOIN installation ON installation.id = record.installationId
        LEFT JOIN enrollmentUser ON enrollmentUser.id = record.userId
        LEFT JOIN organizationGroup ON organizationGroup.id = record.groupId
        """
    }

    /// A page of rows, the latest first.
    package func page(_ query: RecordQuery, _ page: PageRequest) async throws -> Page<RecordRow<Record>> {
        try await prepare()
        return try await database.read { db in
            let (sql, arguments) = try query.clause(db, inOrderOf: Record.databaseTableName)
            let total = try query.count(in: Record.databaseTableName, db)
            let rows = try RecordRow<Record>.fetchAll(
                db, sql: "\(Self.selection) \(sql) ORDER BY record.id DESC LIMIT ? OFFSET ?",
                arguments: arguments + [page.size, page.offset])
            return Page(items: rows, request: page, total: total)
        }
    }

    /// Rows that come after one, the latest first; for reading all of them without holding them.
    ///
    /// - Parameters:
    ///   - query: Which rows.
    ///   - id: The last id that was read; nil at the beginning.
    ///   - size: The most rows.
    /// - Returns: The rows; none after the last.
    /// - Throws: What the database throws.
    package func batch(_ query: RecordQuery, after id: Int64?, size: Int) async throws -> [RecordRow<Record>] {
        var query = query
        if let id { query.add("record.id < ?", [id]) } else { try await prepare() }
        return try await database.read { [query] db in
            let (sql, arguments) = try query.clause(db, inOrderOf: Record.databaseTableName)
            return try RecordRow<Record>.fetchAll(
                db, sql: "\(Self.selection) \(sql) ORDER BY record.id DESC LIMIT ?", arguments: arguments + [size])
        }
    }

    /// Refuses what cannot be selected; for an answer that is written while it is read.
    ///
    /// - Throws: ``ConsoleError`` `conflict` for the name of several groups.
    package func require(_ query: RecordQuery) async throws {
        try await database.read { db in _ = try query.clause(db) }
    }

    /// One row.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func row(_ id: Int64, in subtree: Subtree) async throws -> RecordRow<Record> {
        var query = RecordQuery(in: subtree)
        query.add("record.id = ?", [id])
        guard let row = try await batch(query, after: nil, size: 1).first else { throw notFound(id) }
        return row
    }

    /// Deletes rows and notes it in the event log.
    ///
    /// - Parameters:
    ///   - query: Which rows.
    ///   - administrator: Who deletes them.
    /// - Returns: How many.
    /// - Throws: What the database throws.
    package func delete(_ query: RecordQuery, by administrator: AdministratorIdentity) async throws -> Int {
        let now = clock.now(in: administrator.groupID)
        let table = Record.databaseTableName
        try await prepare()
        return try await database.write { transaction in
            try willDelete(query, administrator, transaction)
            let (sql, arguments) = try query.clause(transaction.db)
            try transaction.db.execute(
                sql: "DELETE FROM \(table) WHERE id IN (SELECT record.id FROM \(table) AS record \(sql))",
                arguments: arguments)
            let count = transaction.db.changesCount
            guard count > 0 else { return 0 }
            try events.record(
                ConsoleEvent(
                    action: kind.deleted, subjectKind: kind.rawValue, subject: "\(count)",
                    groupID: administrator.groupID, at: now),
                by: .administrator(administrator.name), before: ["count": String(count)], in: transaction)
            return count
        }
    }

    /// Deletes one row.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func delete(_ id: Int64, by administrator: AdministratorIdentity) async throws {
        var query = RecordQuery(in: administrator.subtree)
        query.add("record.id = ?", [id])
        guard try await delete(query, by: administrator) == 1 else { throw notFound(id) }
    }

    private func notFound(_ id: Int64) -> ConsoleError {
        ConsoleError(.notFound, "There is no \(kind.rawValue) \(id).")
    }
}
