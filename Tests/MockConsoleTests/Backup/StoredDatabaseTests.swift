import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceSimulator
@testable import MockConsole

/// Data folders of released versions, kept as text: every later version opens them, with all that is in them.
struct StoredDatabaseTests {
    /// A data folder as text.
    private struct Stored: Codable {
        /// Files but for the database, in base64 by their names.
        var files: [String: String]
        /// HMAC tokens of a device that was signed in, by authentication group.
        var tokens: [String: String]
        /// The key it has had the console keep.
        var key: String
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "StoredDatabases").path(percentEncoded: false)
    private static let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted()
    private static let files = ["sealing.key", "tokens.key", "admin-tokens.key", "credentials.json"]

    @Test(arguments: versions) func `A database of an earlier version is opened with all that is in it`(
        version: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let data = "\(folder)/data"
            let stored = try await Self.unpack(version, to: data)
            try await withKeptConsole(data) { console in
                #expect(try await Self.isSound(console))
                #expect(console.console.credentials.user == "demo" && console.console.credentials.groupId == "demo")
                // The device goes on with the credential it has, and gets back what was sealed.
                var device = try console.device()
                device.tokens = stored.tokens
                try await device.sendBeacon(device.beacon())
                #expect(try await device.retrieveKey() == stored.key)
                #expect(try await device.fetchProfile() != nil)
                #expect(try await console.adminJSON("/api/mdm/devices/search")["Total"] as? Int == 1)
                let counts = try await Self.counts(console)
                #expect(counts.allSatisfy { $0.value > 0 }, "\(counts)")
                // Passwords of before sign in.
                var other = try console.device("0f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c")
                try await other.logIn(username: "demo", password: "demo", organizationGroup: "demo")
                #expect(try await console.api.call(.get, "system/info").status == .ok)
            }
        }
    }

    @Test(arguments: versions) func `A database of an earlier version is backed up, and restored by this one`(
        version: String
    ) async throws {
        try await withTemporaryFolder { folder in
            _ = try await Self.unpack(version, to: "\(folder)/data")
            _ = try backup("\(folder)/data").write(to: "\(folder)/b.tar")
            _ = try restore("\(folder)/other").read("\(folder)/b.tar")
            try await withKeptConsole("\(folder)/other") { console in
                let isSound = try await Self.isSound(console)
                #expect(isSound)
            }
        }
    }

    /// `MOCKUEM_WRITE=1 swift test --filter StoredDatabaseTests` writes that of this version, once before a release.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["MOCKUEM_WRITE"] == "1"))
    func `The database of this version is written`() async throws {
        let place = "\(Self.root)/\(MockUEMVersion.current)"
        try await withTemporaryFolder { folder in
            let data = "\(folder)/data"
            var stored = Stored(files: [:], tokens: [:], key: Data(repeating: 7, count: 32).base64EncodedString())
            let key = stored.key
            stored.tokens = try await withKeptConsole(data) { console in
                let device = try await console.signedInDevice()
                try await device.sendBeacon(device.beacon())
                try await device.storeKey(key)
                return device.tokens
            }
            for name in Self.files {
                stored.files[name] = try Data(contentsOf: URL(filePath: "\(data)/\(name)")).base64EncodedString()
            }
            let dump = try await run("/usr/bin/env", ["sqlite3", "\(data)/mockuem.sqlite", ".dump"])
            try #require(dump.status == 0, "\(dump.errors)")
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Data(dump.output.utf8).write(to: URL(filePath: "\(place)/database.sql"))
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(stored).write(to: URL(filePath: "\(place)/folder.json"))
        }
    }

    /// Makes a data folder of what is kept.
    private static func unpack(_ version: String, to data: String) async throws -> Stored {
        let place = "\(root)/\(version)"
        let stored = try JSONDecoder().decode(
            Stored.self, from: Data(contentsOf: URL(filePath: "\(place)/folder.json")))
        let folder = try DataFolder(path: data)
        defer { folder.close() }
        for (name, text) in stored.files { try folder.writeSecret(try #require(Data(base64Encoded: text)), to: name) }
        let dump = try String(contentsOfFile: "\(place)/database.sql", encoding: .utf8)
        let queue = try DatabaseQueue(path: "\(data)/mockuem.sqlite")
        try await queue.writeWithoutTransaction { try $0.execute(sql: dump) }
        try queue.close()
        return stored
    }

    /// Whether all migrations were made, and nothing in the file contradicts itself.
    private static func isSound(_ console: TestConsole) async throws -> Bool {
        try await console.parts.core.database.read { db in
            let applied = try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier")
            let verdict = try String.fetchOne(db, sql: "PRAGMA integrity_check")
            let broken = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
            return applied == Migration.embedded().map(\.name) && verdict == "ok" && broken.isEmpty
        }
    }

    /// Rows of what every console has after a sign-in and a beacon.
    private static func counts(_ console: TestConsole) async throws -> [String: Int] {
        let tables = [
            "organizationGroup", "enrollmentUser", "application", "smartGroup", "sdkProfile", "device", "beacon",
            "eventLog", "escrowedKey", "administrator",
        ]
        return try await console.parts.core.database.read { db in
            try tables.reduce(into: [:]) { counts, table in
                guard try db.tableExists(table) else { return counts[table] = 0 }
                counts[table] = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)")
            }
        }
    }
}
