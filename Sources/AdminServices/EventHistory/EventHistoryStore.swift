import ConsoleModel
import ConsolePlatform
import GRDB

/// A row of the event log with the code of the group it happened in.
struct LoggedEvent: FetchableRecord, Sendable {
    let record: EventLogRecord
    /// Code of the group; nil if the group is deleted or the event is of none.
    let group: String?

    init(row: Row) throws {
        record = try EventLogRecord(row: row)
        group = row["originGroup"]
    }
}

/// The event log, read back.
struct EventHistoryStore: Sendable {
    private static let selection = """
        SELECT record.*, organizationGroup.code AS originGroup FROM eventLog AS record
        LEFT JOIN organizationGroup ON organizationGroup.id = record.groupId
        """

    let database: ConsoleDatabase

    /// A page of events, the latest first.
    func page(_ query: RecordQuery, _ page: PageRequest) async throws -> Page<LoggedEvent> {
        try await database.read { db in
            let (sql, arguments) = try query.clause(db, inOrderOf: EventLogRecord.databaseTableName)
            let total = try query.count(in: EventLogRecord.databaseTableName, db)
            let rows = try LoggedEvent.fetchAll(
                db, sql: "\(Self.selection) \(sql) ORDER BY record.id DESC LIMIT ? OFFSET ?",
                arguments: arguments + [page.size, page.offset])
            return Page(items: rows, request: page, total: total)
        }
    }

    /// Refuses what cannot be selected; for an answer that is written while it is read.
    ///
    /// - Throws: ``ConsoleError`` `conflict` for the name of several groups.
    func require(_ query: RecordQuery) async throws {
        try await database.read { db in _ = try query.clause(db) }
    }

    /// Events that come after one, the latest first; none after the last.
    ///
    /// - Parameters:
    ///   - query: Which events.
    ///   - id: The last id that was read; nil at the beginning.
    ///   - size: The most rows.
    /// - Returns: The events.
    /// - Throws: What the database throws.
    func batch(_ query: RecordQuery, after id: Int64?, size: Int) async throws -> [LoggedEvent] {
        var query = query
        if let id { query.add("record.id < ?", [id]) }
        return try await database.read { [query] db in
            let (sql, arguments) = try query.clause(db, inOrderOf: EventLogRecord.databaseTableName)
            return try LoggedEvent.fetchAll(
                db, sql: "\(Self.selection) \(sql) ORDER BY record.id DESC LIMIT ?", arguments: arguments + [size])
        }
    }
}

extension RecordQuery {
    /// Parameters the event log takes beside the page.
    static let eventParameters: Set<String> = [
        "actor", "actorKind", "action", "subject", "subjectKind", "group", "from", "to", "text", "ids",
    ]

    /// Events of a subtree, narrowed by the parameters of a request.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for a parameter that is not known, or a value that cannot be.
    init(events parameters: QueryParameters, beside others: Set<String>, in subtree: Subtree) throws {
        try parameters.require(only: Self.eventParameters.union(others))
        self.init(in: subtree)
        try narrowCommon(parameters, timeColumn: "at")
        for column in ["actor", "actorKind", "subject", "subjectKind"] {
            if let value = parameters.value(column) { match(column, value) }
        }
        if let action = parameters.value("action") {
            if action.hasSuffix(".*") {
                let prefix = String(action.dropLast())
                add("substr(record.action, 1, length(?)) = ?", [prefix, prefix])
            } else {
                match("action", action)
            }
        }
        if let text = parameters.value("text"), !text.isEmpty {
            add(text: text, in: ["action", "actor", "subject", "before", "after"])
        }
    }
}
