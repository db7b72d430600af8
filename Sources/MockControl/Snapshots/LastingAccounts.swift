import ConsoleModel
import ConsolePlatform
import GRDB

/// What stays as it is when the rest of the database is replaced.
///
/// Accounts of administrators stay: whoever could sign in before can do so afterwards, with the same credentials, and who
/// was shut out stays shut out. An account goes only if its group is not there afterwards; one comes back with a group
/// that does. And ids go on from where they were, so that none is given to something else.
enum LastingAccounts {
    private static let accounts = [
        AdministratorRecord.databaseTableName, APIKeyRecord.databaseTableName, OAuthClientRecord.databaseTableName,
    ]

    /// Tokens go with their administrators.
    private static let tokens = AdministratorTokenRecord.databaseTableName

    /// Remembers the accounts of a state beside it, so that it can be put in place more than once.
    static func remember(in state: GRDB.Database) throws {
        for table in accounts + [tokens] {
            try state.execute(sql: "CREATE TEMP TABLE first_\(table) AS SELECT * FROM main.\(table)")
        }
    }

    /// Prepares a state to take the place of the present one.
    static func prepare(_ state: GRDB.Database, instead present: GRDB.Database) throws {
        for table in accounts {
            try state.execute(sql: "DELETE FROM main.\(table)")
            try state.execute(sql: "INSERT INTO main.\(table) SELECT * FROM temp.first_\(table)")
        }
        let groups = "SELECT id FROM organizationGroup"
        let (there, here) = (try Int64.fetchSet(state, sql: groups), try Int64.fetchSet(present, sql: groups))
        for table in accounts {
            try state.execute(literal: "DELETE FROM \(sql: table) WHERE groupId IN (\(SQL.ids(here)))")
            let rows = try SQLRequest<Row>(
                literal: "SELECT * FROM \(sql: table) WHERE groupId IN (\(SQL.ids(there)))"
            ).fetchAll(present)
            for row in rows { try insert(row, into: table, state) }
        }
        try prepareTokens(state, instead: present, of: here)
        try state.execute(
            sql: """
                UPDATE administratorSignIn SET administratorId = NULL
                WHERE administratorId NOT IN (SELECT id FROM administrator)
                """)
        try keepCounting(state, present)
    }

    /// Puts tokens in place: those of administrators who come back, and present ones of those who stay.
    private static func prepareTokens(
        _ state: GRDB.Database, instead present: GRDB.Database, of groups: Set<Int64>
    ) throws {
        try state.execute(sql: "DELETE FROM main.\(tokens)")
        let all = try Row.fetchAll(state, sql: "SELECT id, groupId FROM main.administrator")
        var staying: Set<Int64> = []
        var returning: Set<Int64> = []
        for row in all {
            let (id, group): (Int64, Int64) = (row[0], row[1])
            if groups.contains(group) { staying.insert(id) } else { returning.insert(id) }
        }
        let kept = try SQLRequest<Row>(
            literal: "SELECT * FROM temp.\(sql: "first_\(tokens)") WHERE administratorId IN (\(SQL.ids(returning)))"
        ).fetchAll(state)
        let own = try SQLRequest<Row>(
            literal: "SELECT * FROM \(sql: tokens) WHERE administratorId IN (\(SQL.ids(staying)))"
        ).fetchAll(present)
        for row in kept + own { try insert(row, into: tokens, state) }
    }

    private static func insert(_ row: Row, into table: String, _ state: GRDB.Database) throws {
        let names = row.columnNames.map { "\"\($0)\"" }.joined(separator: ", ")
        let marks = row.columnNames.map { _ in "?" }.joined(separator: ", ")
        try state.execute(
            sql: "INSERT OR REPLACE INTO \(table) (\(names)) VALUES (\(marks))",
            arguments: StatementArguments(row.databaseValues))
    }

    /// Ids go on from the highest that either has given out.
    private static func keepCounting(_ state: GRDB.Database, _ present: GRDB.Database) throws {
        let update = try state.cachedStatement(sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?")
        for row in try Row.fetchAll(present, sql: "SELECT seq, name FROM sqlite_sequence") {
            let (last, table): (Int64, String) = (row[0], row[1])
            try update.execute(arguments: [last, table])
            if state.changesCount == 0 {
                try state.execute(
                    sql: "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)", arguments: [last, table])
            }
        }
    }
}
