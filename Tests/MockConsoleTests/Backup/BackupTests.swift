import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceSimulator
@testable import MockConsole

/// What a backup has in it, and that a console comes back from it as it was.
struct BackupTests {
    private static let key = Data((0..<32).map { UInt8($0) }).base64EncodedString()

    /// The common part of the tests: a console with a device, a key in escrow and a file, backed up while it runs.
    private static func made(_ folder: String, _ archive: String) async throws -> (SimulatedClient, ConsoleCredentials)
    {
        try await withKeptConsole(folder) { console in
            let device = try await console.signedInDevice()
            try await device.storeKey(key)
            _ = try await console.api.upload([1, 2, 3], named: "Some.ipa")
            let sentence = try backup(folder).write(to: archive)
            #expect(sentence.hasPrefix("Backed up \(folder) to \(archive): "), "\(sentence)")
            #expect(sentence.hasSuffix(", read back and right."))
            return (device, console.console.credentials)
        }
    }

    @Test func `A console comes back as it was: credentials, sealed keys, files`() async throws {
        try await withTemporaryFolder { folder in
            let (earlier, credentials) = try await Self.made("\(folder)/data", "\(folder)/b.tar")
            let sentence = try restore("\(folder)/other").read("\(folder)/b.tar")
            #expect(sentence.contains(" into \(folder)/other: "), "\(sentence)")
            try await withKeptConsole("\(folder)/other") { console in
                #expect(console.console.credentials == credentials)
                var device = try console.device()
                device.tokens = earlier.tokens
                try await device.sendBeacon(device.beacon())
                #expect(try await device.retrieveKey() == Self.key)
                #expect(try await console.adminJSON("/api/mdm/devices/search")["Total"] as? Int == 1)
                let blobs = try contents(below: "\(folder)/other/blobs")
                #expect(blobs.values.contains(Data([1, 2, 3])) && blobs.count == 1)
            }
            // The certificate authority is the same: clients go on trusting it.
            let authorities = ["data", "other"].map { FileManager.default.contents(atPath: "\(folder)/\($0)/ca.pem") }
            #expect(authorities[0] == authorities[1] && authorities[0] != nil)
        }
    }

    @Test func `An archive is its owner's, lists every file with its sum, and leaves nothing beside it`() async throws {
        try await withTemporaryFolder { folder in
            let (data, archive) = ("\(folder)/data", "\(folder)/b.tar")
            _ = try await Self.made(data, archive)
            #expect(try permissions(of: archive) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["b.tar", "data"])
            #expect(!FileManager.default.fileExists(atPath: "\(data)/backup.staging"))
            var reader = TarReader(try #require(FileHandle(forReadingAtPath: archive)))
            let manifest = try BackupArchive.manifest(&reader)
            #expect(manifest.version == MockUEMVersion.current && manifest.takenAt == TestClock.start)
            #expect(manifest.migrations == Migration.embedded().map(\.name))
            let paths = manifest.files.map(\.path)
            for path in ["sealing.key", "tokens.key", "admin-tokens.key", "credentials.json", "ca.pem", "ca-key.pem"] {
                #expect(paths.contains(path), "\(path)")
                let here = try FileSum.read("\(data)/\(path)") { _ in }
                #expect(manifest.files.contains { $0.path == path && $0.sha256 == here.sha256 })
            }
            #expect(paths.first == "mockuem.sqlite" && paths.contains { $0.hasPrefix("blobs/") })
            // The journal may be lost, and the rest is made anew at each start.
            #expect(!paths.contains { $0.hasPrefix("journal") || $0.hasPrefix("ready") || $0 == "lock" })
        }
    }

    @Test func `Any tar reads it, and permissions are kept`() async throws {
        try await withTemporaryFolder { folder in
            _ = try await Self.made("\(folder)/data", "\(folder)/b.tar")
            let result = try await run("/usr/bin/env", ["tar", "-C", folder, "-xf", "\(folder)/b.tar"])
            #expect(result.status == 0, "\(result.errors)")
            #expect(try permissions(of: "\(folder)/mockuem-backup/sealing.key") == 0o600)
            let queue = try DatabaseQueue(path: "\(folder)/mockuem-backup/mockuem.sqlite")
            #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM device") } == 1)
            try queue.close()
        }
    }

    @Test func `Backups beside writers each are of one moment`() async throws {
        try await withTemporaryFolder { folder in
            let data = "\(folder)/data"
            try await withKeptConsole(data) { console in
                let device = try await console.signedInDevice()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { for _ in 0..<150 { try await device.sendBeacon(device.beacon()) } }
                    group.addTask {
                        for number in 0..<15 {
                            _ = try await console.api.upload([UInt8(number)], named: "\(number).ipa")
                        }
                    }
                    for number in 0..<4 { _ = try backup(data).write(to: "\(folder)/\(number).tar") }
                    try await group.waitForAll()
                }
            }
            for number in 0..<4 {
                let place = "\(folder)/restored-\(number)"
                _ = try restore(place).read("\(folder)/\(number).tar")
                let queue = try DatabaseQueue(path: "\(place)/mockuem.sqlite")
                let names = try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM storedFile") }
                #expect(try Set(contents(below: "\(place)/blobs").keys) == Set(names))
                try queue.close()
            }
        }
    }

    @Test func `A folder whose console was killed is backed up with what is in the write-ahead log`() async throws {
        try await withTemporaryFolder { folder in
            let data = "\(folder)/data"
            // What a killed console leaves is a copy of what a running one has.
            try await withKeptConsole(data) { console in
                _ = try await console.signedInDevice()
                try FileManager.default.copyItem(atPath: data, toPath: "\(folder)/killed")
            }
            let log = try FileManager.default.attributesOfItem(atPath: "\(folder)/killed/mockuem.sqlite-wal")[.size]
            #expect((log as? NSNumber)?.intValue ?? 0 > 0)
            _ = try backup("\(folder)/killed").write(to: "\(folder)/b.tar")
            _ = try restore("\(folder)/other").read("\(folder)/b.tar")
            try await withKeptConsole("\(folder)/other") { console in
                let total = try await console.adminJSON("/api/mdm/devices/search")["Total"] as? Int
                #expect(total == 1)
            }
        }
    }

    @Test func `A backup leaves the note of a clean stop as it is`() async throws {
        try await withTemporaryFolder { folder in
            let data = "\(folder)/data"
            try await withKeptConsole(data) { _ in }
            let note = CleanStop(ofDatabase: "\(data)/mockuem.sqlite", migrations: Migration.embedded())
            #expect(note.isNoted)
            _ = try backup(data).write(to: "\(folder)/b.tar")
            #expect(note.isNoted)
        }
    }
}
