import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Taking down which rows a unit of work changes.
struct ChangeCollectorTests {
    private static let schema = """
        CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT, passwordHash TEXT, data BLOB, weight REAL) STRICT;
        CREATE TABLE book (
            id INTEGER PRIMARY KEY, shelfId INTEGER NOT NULL REFERENCES shelf (id) ON DELETE CASCADE, title TEXT
        ) STRICT;
        CREATE TABLE setting (shelfId INTEGER NOT NULL, key TEXT NOT NULL, value TEXT, PRIMARY KEY (shelfId, key))
            STRICT, WITHOUT ROWID;
        CREATE TRIGGER bookAdded AFTER INSERT ON book BEGIN UPDATE shelf SET weight = 1.5 WHERE id = NEW.shelfId; END;
        """

    /// What some work changes, each piece a unit of its own.
    private func changes(
        _ statements: String..., before: String = ""
    ) async throws -> RowChanges {
        try await withParts { parts in
            let database = parts.core.database
            try await database.write { try $0.db.execute(sql: Self.schema + before) }
            let log = ChangeLog(.journal())
            try await ChangeLog.$current.withValue(log) {
                for sql in statements { try await database.write { try $0.db.execute(sql: sql) } }
            }
            // Nobody wants to know of this.
            try await database.write { try $0.db.execute(sql: "INSERT INTO shelf (id, name) VALUES (900, 'other')") }
            return log.changes
        }
    }

    private func text(_ text: String) -> RowChange.Value { .text(text, isCut: false) }

    @Test func `A new row is there with its values, without those that are null`() async throws {
        let found = try await changes("INSERT INTO shelf (id, name, weight) VALUES (7, 'first', 2.5)")
        let row = try #require(found.rows.first)
        #expect(found.rows.count == 1 && row.table == "shelf" && row.id == 7 && row.kind == .insert && !row.isCut)
        #expect(row.columns.map(\.name) == ["id", "name", "weight"])
        #expect(row.columns.map(\.after) == [.integer(7), text("first"), .real(2.5)])
        #expect(row.columns.allSatisfy { $0.before == nil })
    }

    @Test func `Of an updated row there are the columns that changed, before and after`() async throws {
        let found = try await changes(
            "UPDATE shelf SET name = 'second', weight = 2 WHERE id = 7",
            before: "INSERT INTO shelf (id, name, weight) VALUES (7, 'first', 2);")
        let column = RowChange.Column(name: "name", before: text("first"), after: text("second"))
        #expect(found.rows.map(\.columns) == [[column]])
    }

    @Test func `What is written as it was is no change`() async throws {
        let found = try await changes(
            "UPDATE shelf SET name = 'first'", before: "INSERT INTO shelf (id, name) VALUES (7, 'first');")
        #expect(found.isEmpty)
    }

    @Test func `However an update is written, its columns are there`() async throws {
        let updates = [
            "UPDATE shelf SET NAME = 'b', \"weight\" = 3 WHERE id = 1", "UPDATE shelf SET (name, weight) = ('c', 4)",
            "INSERT INTO shelf (id, name, weight) VALUES (1, 'd', 5) ON CONFLICT DO UPDATE SET name = 'd', weight = 5",
            "/* why */ UPDATE shelf SET weight = 6, name = 'e' || (SELECT count(*) FROM book)",
        ]
        for update in updates {
            let found = try await changes(update, before: "INSERT INTO shelf (id, name, weight) VALUES (1, 'a', 2);")
            #expect(found.rows.map { $0.columns.map(\.name) } == [["name", "weight"]], "\(update)")
        }
    }

    @Test func `What a trigger sets is there, though the statement does not name it`() async throws {
        let trigger = """
            INSERT INTO shelf (id, name, weight) VALUES (1, 'a', 2);
            CREATE TRIGGER renamed AFTER UPDATE OF name ON shelf BEGIN UPDATE shelf SET weight = 9 WHERE id = NEW.id; END;
            """
        let found = try await changes("UPDATE shelf SET name = 'b'", before: trigger)
        #expect(found.rows.map { $0.columns.map(\.name) } == [["name"], ["weight"]])
    }

    @Test func `Many different statements are each understood`() async throws {
        try await withParts { parts in
            let database = parts.core.database
            try await database.write { try $0.db.execute(sql: Self.schema + "INSERT INTO shelf (id) VALUES (1);") }
            let rules = ChangeRules.journal()
            for number in 0..<700 {
                let (column, value) = number.isMultiple(of: 2) ? ("name", "'\(number)'") : ("weight", "\(number)")
                let log = ChangeLog(rules)
                try await ChangeLog.$current.withValue(log) {
                    try await database.write { try $0.db.execute(sql: "UPDATE shelf SET \(column) = \(value)") }
                }
                #expect(log.changes.rows.map { $0.columns.map(\.name) } == [[column]], "\(number)")
            }
        }
    }

    @Test func `Rows that foreign keys delete and triggers change are there`() async throws {
        let found = try await changes(
            "INSERT INTO book (id, shelfId, title) VALUES (3, 1, 'a')", "DELETE FROM shelf WHERE id = 1",
            before: "INSERT INTO shelf (id) VALUES (1);")
        let kinds = found.rows.map { "\($0.kind) \($0.table) \($0.id)" }
        #expect(Set(kinds) == ["insert book 3", "update shelf 1", "delete book 3", "delete shelf 1"])
        let book = try #require(found.rows.first { $0.table == "book" && $0.kind == .delete })
        #expect(book.columns.first { $0.name == "title" }?.before == text("a"))
    }

    @Test func `Rows without ids go by their keys`() async throws {
        let found = try await changes(
            "INSERT INTO setting VALUES (3, 'console.locale', 'de')", "UPDATE setting SET value = 'en'")
        #expect(found.rows.map(\.key) == ["3/console.locale", "3/console.locale"])
        #expect(found.rows.last?.columns.map(\.name) == ["value"])
    }

    @Test func `Secrets are never there, by names of columns and of settings`() async throws {
        let found = try await changes(
            "INSERT INTO shelf (id, passwordHash) VALUES (1, 'scrypt$abc')",
            "UPDATE shelf SET passwordHash = 'scrypt$def'",
            "INSERT INTO setting VALUES (1, 'smtp.password', 'hunter2')",
            "DELETE FROM setting")
        #expect(!"\(found)".contains("scrypt") && !"\(found)".contains("hunter2"))
        #expect(found.rows.count == 4)
        #expect(found.rows[1].columns.map(\.after) == [.secret])
        #expect(found.rows[3].columns.last?.before == .secret)
    }

    @Test func `Of bytes and documents only the size is there`() async throws {
        let found = try await changes(#"INSERT INTO shelf (id, name, data) VALUES (1, '{"a": 1}', x'0102')"#)
        #expect(found.rows[0].columns.map(\.after) == [.integer(1), .bytes(8), .bytes(2)])
    }

    @Test func `Long texts are cut between characters, and a row has an end`() async throws {
        let found = try await changes(
            "INSERT INTO shelf (id, name) VALUES (1, 'a' || replace(hex(zeroblob(500)), '00', 'ä'))")
        guard case .text(let text, true)? = found.rows[0].columns[1].after else { throw DeadlinePassed() }
        #expect(text.hasPrefix("aääää") && text.utf8.count <= 200 && !text.contains("\u{FFFD}"))
        #expect(found.rows[0].isCut)
    }

    @Test func `Many rows are counted, and the first have their values`() async throws {
        let many = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
            INSERT INTO shelf (id, name) SELECT i, 'x' FROM n
            """
        let found = try await changes(many, "DELETE FROM shelf WHERE id = 1")
        #expect(found.rows.count == 200 && found.more == 51)
        #expect(found.rows.filter { !$0.columns.isEmpty }.count == 16)
        #expect(found.rows[150].id == 151 && found.rows[150].isCut)
    }

    @Test func `Book-keeping is left out`() async throws {
        #expect(try await changes("INSERT INTO boundedTable (name) VALUES ('shelf')").isEmpty)
    }

    @Test func `What fails changes nothing, and what is refused with it neither`() async throws {
        try await withParts { parts in
            let database = parts.core.database
            try await database.write { try $0.db.execute(sql: Self.schema) }
            let log = ChangeLog(.journal())
            try await ChangeLog.$current.withValue(log) {
                await #expect(throws: ConsoleError.self) {
                    try await database.write { transaction in
                        try transaction.db.execute(sql: "INSERT INTO shelf (id) VALUES (1)")
                        throw ConsoleError(.conflict, "Not today.")
                    }
                }
                try await database.write { try $0.db.execute(sql: "INSERT INTO shelf (id) VALUES (2)") }
            }
            #expect(log.changes.rows.map(\.id) == [2])
        }
    }

    @Test func `Requests that are committed together keep their own rows`() async throws {
        try await withParts { parts in
            let database = parts.core.database
            try await database.write { try $0.db.execute(sql: Self.schema) }
            try await withThrowingTaskGroup(of: (Int64, [Int64]).self) { group in
                for number in Int64(1)...200 {
                    group.addTask {
                        let log = ChangeLog(.journal())
                        try await ChangeLog.$current.withValue(log) {
                            try await database.write {
                                try $0.db.execute(sql: "INSERT INTO shelf (id) VALUES (?)", arguments: [number])
                            }
                        }
                        return (number, log.changes.rows.map(\.id))
                    }
                }
                for try await (number, ids) in group { #expect(ids == [number]) }
            }
        }
    }

    @Test func `No column of the schema that sounds like a secret is shown`() async throws {
        let columns = try await withParts { parts in
            try await parts.core.database.read { db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT t.name AS tableName, c.name AS name, c.type AS type
                        FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c WHERE t.schema = 'main'
                        """
                ).map { (row: Row) -> (String, String, String) in (row["tableName"], row["name"], row["type"]) }
            }
        }
        let shown = columns.filter { $0.2 == "TEXT" && !ChangeRules.isSecret($0.1) }.map { "\($0.0).\($0.1)" }
        let suspicious = ["pass", "secret", "token", "hash", "salt", "seal", "private", "credential"]
        let found = shown.filter { name in
            suspicious.contains { name.split(separator: ".")[1].lowercased().contains($0) }
        }
        // An address of a device, which every list of devices shows as well.
        #expect(found == ["installation.pushToken"])
        for column in [
            "administrator.passwordHash", "enrollmentUser.passwordHash", "notificationAttempt.requestHeaders",
        ] {
            #expect(!shown.contains(column) && columns.contains { "\($0.0).\($0.1)" == column })
        }
    }
}
