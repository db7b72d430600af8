import GRDB

/// Whether a database from elsewhere is made as those of this program are: of the same tables, indexes, triggers and
/// views.
///
/// Whatever else stands in a schema runs later, in the place of what is meant: a view that never ends, a trigger that
/// writes on. Until the schema is known to be ours, nothing but its text is read.
package enum DatabaseSchema {
    /// A table, an index, a trigger or a view.
    private struct Part {
        /// Kind and name, which no two parts share.
        let label: Label
        /// The table it is of.
        let table: String
        /// The statement that makes it; nothing for an index that a table brings along.
        let text: String

        /// Whether SQLite or Litestream keeps it for itself, as it has always looked.
        var isOfTools: Bool {
            if label.kind == "index" { return text.isEmpty && label.name.hasPrefix("sqlite_autoindex_") }
            return label.kind == "table" && DatabaseSchema.tablesOfTools.contains(text)
        }
    }

    /// Kind and name of a part.
    private struct Label: Hashable, Comparable {
        let kind: String
        let name: String

        /// For a sentence.
        var text: String { "\(PrintableText.escaped(kind)) \(PrintableText.escaped(name))" }

        /// Tables come first: what else differs may follow from one that is missing.
        private var order: (Int, String, String) { (kind == "table" ? 0 : 1, kind, name) }

        static func < (left: Label, right: Label) -> Bool { left.order < right.order }
    }

    /// Statements of tables that SQLite makes where they are needed, or somebody asked it for statistics, and of those that
    /// Litestream makes in each database that it copies (Operations, "Continuous replication").
    private static let tablesOfTools: Set<String> = [
        "CREATE TABLE sqlite_sequence(name,seq)", "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
        "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)", "CREATE TABLE _litestream_lock (id INTEGER)",
        "CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)",
    ]
    /// The table that says which migrations a database has had.
    private static let steps = Label(kind: "table", name: "grdb_migrations")

    /// Requires that a database has the schema of one of this program after the same migrations.
    ///
    /// - Parameters:
    ///   - path: Where it is.
    ///   - name: What a sentence calls it.
    ///   - migrations: Those of this program; the database has had all of them, or the first ones.
    /// - Throws: ``ConsoleError`` `unprocessable` with the first difference, `unavailable` for a database that is newer
    ///   than this program, or damaged.
    package static func require(_ path: String, called name: String, migrations: [Migration]) throws {
        do {
            var readOnly = Configuration()
            readOnly.readonly = true
            let queue = try DatabaseQueue(path: path, configuration: readOnly)
            defer { try? queue.close() }
            let parts = try queue.read(schema)
            let fresh = try DatabaseQueue()
            try Migration.migrator(for: Array(migrations.prefix(1))).migrate(fresh)
            // Its rows are read, and a column may be made to take all memory.
            func isOfSteps(_ part: Part) -> Bool { part.label == steps }
            try compare(parts.filter(isOfSteps), with: try fresh.read(schema).filter(isOfSteps), name)
            let applied = try queue.read { try names($0, limit: migrations.count + 1) }
            try Migration.migrator(for: same(applied, of: migrations, name)).migrate(fresh)
            try compare(parts, with: try fresh.read(schema), name)
        } catch let error as DatabaseError {
            throw DatabaseCopy.sentence(error, name)
        }
    }

    /// All parts but those that SQLite and Litestream keep for themselves.
    ///
    /// The columns may have anything in them, which becomes text before it is read.
    private static func schema(_ db: GRDB.Database) throws -> [Part] {
        let columns = ["type", "name", "tbl_name", "sql"].map { "CAST(COALESCE(\($0), '') AS TEXT)" }
        let rows = try Row.fetchAll(db, sql: "SELECT \(columns.joined(separator: ", ")) FROM sqlite_master")
        return rows.map { Part(label: Label(kind: $0[0], name: $0[1]), table: $0[2], text: $0[3]) }
            .filter { !$0.isOfTools }
    }

    /// The migrations that a database says it has had.
    private static func names(_ db: GRDB.Database, limit: Int) throws -> [String] {
        try String.fetchAll(
            db,
            sql: "SELECT CAST(COALESCE(identifier, '') AS TEXT) FROM grdb_migrations ORDER BY identifier LIMIT ?",
            arguments: [limit])
    }

    /// The migrations of this program that a database has had.
    private static func same(
        _ applied: [String], of migrations: [Migration], _ name: String
    ) throws -> [Migration] {
        let found = Set(applied)
        guard Set(migrations.map(\.name)).isSuperset(of: found) else {
            throw ConsoleError(
                .unavailable, "The database \(name) was written by a newer version of MockUEM. Use that version.")
        }
        let first = Array(migrations.prefix(found.count))
        if let gap = first.first(where: { !found.contains($0.name) }) {
            throw ConsoleError(
                .unprocessable, "The database \(name) lacks the migration \(gap.name), but has had later ones.")
        }
        return first
    }

    /// Compares what there is with what there has to be.
    private static func compare(_ parts: [Part], with own: [Part], _ name: String) throws {
        var rest = Dictionary(own.map { ($0.label, $0) }) { first, _ in first }
        let found = Set(parts.map(\.label))
        if let missing = rest.keys.filter({ !found.contains($0) }).min() {
            throw ConsoleError(.unprocessable, "The database \(name) lacks the \(missing.text).")
        }
        for part in parts.sorted(by: { $0.label < $1.label }) {
            guard let same = rest.removeValue(forKey: part.label) else {
                throw ConsoleError(
                    .unprocessable,
                    "The database \(name) has the \(part.label.text), which no database of MockUEM has.")
            }
            // By bytes, as SQLite reads them: texts that only look the same are equal otherwise.
            guard same.text.utf8.elementsEqual(part.text.utf8), same.table.utf8.elementsEqual(part.table.utf8) else {
                throw ConsoleError(
                    .unprocessable, "The database \(name) has another \(part.label.text) than MockUEM makes.")
            }
        }
    }
}
