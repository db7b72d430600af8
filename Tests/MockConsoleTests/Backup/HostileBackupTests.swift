import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Backups whose sums are right and whose database is somebody else's: refused, and everything stays as it was.
struct HostileBackupTests {
    /// Writes a backup anew with another database, and with sums that are right.
    private static func forge(_ archive: String, to forged: String, _ change: (_ database: String) throws -> Void)
        throws
    {
        var reader = TarReader(try #require(FileHandle(forReadingAtPath: archive)))
        let manifest = try BackupArchive.manifest(&reader)
        var contents: [(path: String, bytes: [UInt8])] = []
        try BackupArchive.readFiles(&reader, of: manifest) { file, next in
            var bytes: [UInt8] = []
            while case let piece = try next(), !piece.isEmpty { bytes += piece }
            contents.append((file.path, bytes))
        }
        let piece = "\(forged).piece"
        defer { try? FileManager.default.removeItem(atPath: piece) }
        let files = try contents.indices.map { index in
            try Data(contents[index].bytes).write(to: URL(filePath: piece))
            if index == 0 {
                try change(piece)
                contents[index].bytes = [UInt8](try Data(contentsOf: URL(filePath: piece)))
            }
            let sum = try FileSum.read(piece) { _ in }
            return BackupManifest.File(path: contents[index].path, byteCount: sum.byteCount, sha256: sum.sha256)
        }
        let text = try BackupManifest(
            version: manifest.version, takenAt: manifest.takenAt, migrations: manifest.migrations, files: files
        ).data()
        contents.insert((BackupManifest.name, [UInt8](text)), at: 0)
        var bytes: [UInt8] = []
        for (path, content) in contents {
            let parts = path.split(separator: "/").map(String.init)
            let header = TarHeader(
                folder: ([BackupManifest.folder] + parts.dropLast()).joined(separator: "/"), name: parts.last ?? "",
                byteCount: content.count, modifiedAt: TestClock.start, permissions: 0o600)
            bytes += header.bytes + content + TarHeader.padding(after: content.count)
        }
        try Data(bytes + TarHeader.end).write(to: URL(filePath: forged))
    }

    /// Runs statements, without foreign keys.
    private static func run(_ statements: [String], in database: String) throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: database, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            for statement in statements { try db.execute(sql: statement) }
        }
        try queue.close()
    }

    /// What a restore in the place of a console is refused with; the console has to stay as it is.
    private static func refusal(_ archive: String, into data: String) throws -> String {
        let before = try contents(below: data)
        let error = #expect(throws: ConsoleError.self) { _ = try restore(data, replacing: true).read(archive) }
        let after = try contents(below: data)
        #expect(after == before)
        return error?.message ?? ""
    }

    /// Statements that make a database useless, and what is said then.
    private static let schemas: [([String], String)] = [
        (["DROP TABLE tag"], "lacks the table tag."),
        (["DROP TABLE organizationGroup"], "lacks the table organizationGroup."),
        (["DROP TABLE grdb_migrations"], "lacks the table grdb_migrations."),
        (
            [
                "DROP TABLE grdb_migrations",
                "CREATE VIEW grdb_migrations AS WITH RECURSIVE endless (identifier) AS "
                    + "(SELECT 1 UNION ALL SELECT identifier FROM endless) SELECT identifier FROM endless",
            ], "lacks the table grdb_migrations."
        ),
        (
            [
                "DROP TABLE tag",
                "CREATE VIEW tag AS WITH RECURSIVE endless (id) AS "
                    + "(SELECT 1 UNION ALL SELECT id + 1 FROM endless) SELECT id FROM endless",
            ], "lacks the table tag."
        ),
        (["DROP INDEX organizationGroupByName"], "lacks the index organizationGroupByName."),
        (["ALTER TABLE tag ADD COLUMN extra TEXT"], "has another table tag than MockUEM makes."),
        (
            ["CREATE TRIGGER evil AFTER INSERT ON eventLog BEGIN DELETE FROM device; END"],
            "has the trigger evil, which no database of MockUEM has."
        ),
        (
            ["CREATE VIEW \"\u{1B}[2J\" AS SELECT 1"],
            #"has the view \u{1B}[2J, which no database of MockUEM has."#
        ),
        (
            // SQLite gives such names to nobody, but takes them from a file.
            [
                "PRAGMA writable_schema = ON",
                "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES ('trigger', 'sqlite_evil', 'tag', "
                    + "0, 'CREATE TRIGGER sqlite_evil AFTER INSERT ON tag BEGIN SELECT 1; END')",
            ], "has the trigger sqlite_evil, which no database of MockUEM has."
        ),
        (
            ["DELETE FROM grdb_migrations WHERE identifier = 'V0003_Devices'"],
            "lacks the migration V0003_Devices, but has had later ones."
        ),
        (["INSERT INTO grdb_migrations VALUES ('V9999_Future')"], "was written by a newer version of MockUEM."),
        (["DELETE FROM organizationGroup WHERE id = 7"], "has no topmost group (7)"),
    ]

    @Test func `A database with which no console can run replaces none`() async throws {
        try await withBackup { folder, data, archive in
            let forged = "\(folder)/forged.tar"
            for (statements, sentence) in Self.schemas {
                try Self.forge(archive, to: forged) { try Self.run(statements, in: $0) }
                let message = try Self.refusal(forged, into: data)
                let start = "The backup \(forged) cannot be restored. The database in it \(sentence)"
                #expect(message.hasPrefix(start), "\(statements): \(message)")
            }
            try Self.forge(archive, to: forged) { try Data().write(to: URL(filePath: $0)) }
            let empty = try Self.refusal(forged, into: data)
            #expect(empty.hasSuffix("The database in it lacks the table grdb_migrations."), "\(empty)")
            // What is written anew without a change is restored, and so is what Litestream has copied.
            let harmless = [
                "ANALYZE", "VACUUM", "CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);",
                "CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);",
            ]
            try Self.forge(archive, to: forged) { try Self.run(harmless, in: $0) }
            _ = try restore(data, replacing: true).read(forged)
        }
    }

    @Test func `A database that names files that are not in the backup replaces none`() async throws {
        let names = [
            "../../../secret-outside.txt", "../sealing.key", "..", "/etc/passwd", "a/b", "\u{1B}[2J\u{202E}", "",
            "11111111-1111-4111-8111-111111111111",
        ]
        try await withBackup { folder, data, archive in
            let forged = "\(folder)/forged.tar"
            for name in names {
                let insert = """
                    INSERT INTO storedFile (name, byteCount, sha256, createdAt) VALUES ('\(name)', 33, zeroblob(32), 1)
                    """
                try Self.forge(archive, to: forged) { try Self.run([insert], in: $0) }
                let message = try Self.refusal(forged, into: data)
                let shown = PrintableText.escaped(name)
                #expect(message.contains(" names ") && message.contains(shown), "\(message)")
                let isPlain = message.unicodeScalars.allSatisfy { (" "..."~").contains($0) }
                #expect(isPlain)
            }
            let swap = "UPDATE storedFile SET name = '../tokens.key'"
            try Self.forge(archive, to: forged) { try Self.run([swap], in: $0) }
            let message = try Self.refusal(forged, into: data)
            #expect(message.contains(#"names a file "../tokens.key""#), "\(message)")
        }
    }

    @Test func `A row that names a file elsewhere leads nowhere`() async throws {
        try await withTemporaryFolder { folder in
            let (data, outside) = ("\(folder)/data", "\(folder)/outside.txt")
            try Data("SECRET".utf8).write(to: URL(filePath: outside))
            try await withKeptConsole(data) { console in
                let blob = try await console.api.upload([1, 2], named: "Some.ipa")
                try await console.parts.core.database.write { transaction in
                    try transaction.db.execute(sql: "UPDATE storedFile SET name = '../../outside.txt'")
                }
                let download = try await console.admin(.get, "/api/mam/blobs/downloadblob/\(blob)")
                #expect(download.status == .serviceUnavailable && !download.text.contains("SECRET"))
                let snapshot = try await console.admin(.post, "/_mock/snapshots/one")
                #expect(snapshot.status == .serviceUnavailable, "\(snapshot.text)")
                let error = #expect(throws: ConsoleError.self) { _ = try backup(data).write(to: "\(folder)/b.tar") }
                #expect(
                    error?.message.contains(#"names a file "../../outside.txt""#) == true, "\(error?.message ?? "")")
                // The row can be removed; the file is not that of the row.
                let removal = try await console.admin(.delete, "/api/mam/blobs/\(blob)")
                #expect(removal.status.code < 300, "\(removal.text)")
                let again = try await console.admin(.post, "/_mock/snapshots/one")
                #expect(again.status == .created, "\(again.text)")
            }
            let left = FileManager.default.contents(atPath: outside)
            #expect(left == Data("SECRET".utf8))
        }
    }
}
