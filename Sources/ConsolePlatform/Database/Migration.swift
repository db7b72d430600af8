import ConsoleResources
import GRDB

/// One step of the schema, as plain SQL.
///
/// Never edited once released.
package struct Migration: Sendable {
    /// File name without its ending: `V0001_Organization`.
    package let name: String
    /// Statements, run in one transaction.
    let sql: String

    /// The embedded migrations, in name order.
    package static func embedded() -> [Migration] {
        EmbeddedFile.below("Migrations/", ending: ".sql").map { Migration(name: $0.name, sql: $0.text) }
    }

    /// Runs the migrations a database has not seen.
    static func migrator(for migrations: [Migration]) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in migrations {
            migrator.registerMigration(migration.name) { db in try db.execute(sql: migration.sql) }
        }
        return migrator
    }
}
