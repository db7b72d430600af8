import Foundation
import GRDB
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Backups that cannot be made or restored: a sentence each, and everything stays as it was.
struct BackupRefusalTests {
    /// What a call is refused with.
    private static func refusal(_ body: () throws -> String) throws -> String {
        let error = #expect(throws: ConsoleError.self) { _ = try body() }
        return error?.message ?? ""
    }

    // MARK: Making one

    @Test func `There is nothing to back up where there is no console`() async throws {
        try await withTemporaryFolder { folder in
            let message = try Self.refusal { try backup("\(folder)/none").write(to: "\(folder)/b.tar") }
            #expect(message == "There is no console in \(folder)/none yet.")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func `Only a backup is replaced by another, once that is complete`() async throws {
        try await withBackup { folder, data, archive in
            let first = try contents(below: folder)["b.tar"]
            _ = try backup(data).write(to: archive)
            try Data("my notes".utf8).write(to: URL(filePath: "\(folder)/notes"))
            let message = try Self.refusal { try backup(data).write(to: "\(folder)/notes") }
            #expect(message == "\(folder)/notes is there already and is no backup of MockUEM; name another file.")
            #expect(FileManager.default.contents(atPath: "\(folder)/notes") == Data("my notes".utf8))
            // One that fails leaves the one before.
            try FileManager.default.removeItem(atPath: "\(data)/tokens.key")
            let missing = try Self.refusal { try backup(data).write(to: archive) }
            #expect(missing.hasPrefix("The key file \(data)/tokens.key is missing"), "\(missing)")
            #expect(FileManager.default.contents(atPath: archive)?.count == first?.count)
            #expect(!FileManager.default.fileExists(atPath: "\(archive).incomplete"))
        }
    }

    @Test func `A folder that is not there is named`() async throws {
        try await withBackup { folder, data, _ in
            let message = try Self.refusal { try backup(data).write(to: "\(folder)/none/b.tar") }
            #expect(message.contains("\(folder)/none/b.tar") && message.contains("No such file"), "\(message)")
            #expect(!FileManager.default.fileExists(atPath: "\(data)/backup.staging"))
        }
    }

    @Test func `What a restore would refuse is no backup, and the sentence says what to do`() async throws {
        try await withBackup { folder, data, archive in
            let database = "\(data)/mockuem.sqlite"
            func run(_ statement: String) throws {
                let queue = try DatabaseQueue(path: database)
                try queue.write { try $0.execute(sql: statement) }
                try queue.close()
            }
            try run("CREATE INDEX mine ON device (friendlyName)")
            let message = try Self.refusal { try backup(data).write(to: "\(folder)/c.tar") }
            #expect(
                message == "The database \(database) has the index mine, which no database of MockUEM has. "
                    + "A restore would refuse it; take back what was changed, and begin again.")
            let open = FileHandle(fileDescriptor: 1)
            let again = try Self.refusal { try backup(data).write(to: open, called: "standard output") }
            #expect(again == message && !FileManager.default.fileExists(atPath: "\(folder)/c.tar"))
            #expect(!FileManager.default.fileExists(atPath: "\(data)/backup.staging"))
            try run("DROP INDEX mine")
            _ = try backup(data).write(to: archive)
        }
    }

    @Test func `A damaged database, or a file that is missing, is no backup`() async throws {
        try await withBackup { folder, data, _ in
            let blobs = try contents(below: "\(data)/blobs")
            let name = try #require(blobs.keys.first)
            try FileManager.default.removeItem(atPath: "\(data)/blobs/\(name)")
            let missing = try Self.refusal { try backup(data).write(to: "\(folder)/c.tar") }
            #expect(missing == "The file \(data)/blobs/\(name), which the database names, is missing.", "\(missing)")
            let database = URL(filePath: "\(data)/mockuem.sqlite")
            var bytes = try Data(contentsOf: database)
            bytes.replaceSubrange(8192..<40960, with: [UInt8](repeating: 0xA5, count: 32768))
            try bytes.write(to: database)
            let damaged = try Self.refusal { try backup(data).write(to: "\(folder)/c.tar") }
            #expect(damaged.contains("\(data)/mockuem.sqlite is damaged"), "\(damaged)")
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/c.tar"))
        }
    }

    @Test func `Two backups of a folder are not made at once, and what a killed one left is removed`() async throws {
        try await withBackup { folder, data, archive in
            let stage = try BackupStage(of: data)
            let message = try Self.refusal { try backup(data).write(to: archive) }
            #expect(message == "Another backup of \(data) is being made; begin again once it is done.")
            stage.remove()
            try FileManager.default.createDirectory(atPath: "\(data)/backup.staging", withIntermediateDirectories: true)
            try Data(count: 9).write(to: URL(filePath: "\(data)/backup.staging/mockuem.sqlite"))
            _ = try backup(data).write(to: archive)
            #expect(!FileManager.default.fileExists(atPath: "\(data)/backup.staging"))
        }
    }

    @Test func `A full disk is a sentence`() async throws {
        try await withBackup { _, data, _ in
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let message = try Self.refusal { try backup(data).write(to: full, called: "standard output") }
            #expect(message == "The disk that holds standard output is full.")
        }
    }

    // MARK: Restoring one

    @Test func `A folder that is not empty stays as it is, unless it is to be replaced`() async throws {
        try await withBackup { _, data, archive in
            try Data("mine".utf8).write(to: URL(filePath: "\(data)/mine.txt"))
            let before = try contents(below: data)
            let message = try Self.refusal { try restore(data).read(archive) }
            #expect(message.hasPrefix("The data folder \(data) is not empty: ") && message.contains("--replace"))
            #expect(try contents(below: data) == before)
            _ = try restore(data, replacing: true).read(archive)
            #expect(FileManager.default.contents(atPath: "\(data)/mine.txt") == Data("mine".utf8))
            #expect(!FileManager.default.fileExists(atPath: "\(data)/snapshots"))
            try await withKeptConsole(data) { _ in
                let count = try contents(below: "\(data)/blobs").count
                #expect(count == 1)
            }
        }
    }

    @Test func `A folder in use is left alone`() async throws {
        try await withBackup { _, data, archive in
            try await withKeptConsole(data) { _ in
                let message = try Self.refusal { try restore(data, replacing: true).read(archive) }
                #expect(message.contains("in use by another MockUEM"), "\(message)")
            }
        }
    }

    @Test func `Whatever byte is changed, wherever it is cut off: nothing is restored`() async throws {
        try await withBackup { folder, _, archive in
            let bytes = try Data(contentsOf: URL(filePath: archive))
            let damaged = "\(folder)/damaged.tar"
            var places = (0..<40).map { bytes.count * $0 / 40 + 17 * $0 }.filter { $0 < bytes.count - 1024 }
            places.append(contentsOf: [0, 124, 600, 1000])
            for place in places {
                var changed = bytes
                changed[place] ^= 0x10
                // Filling after a file counts for nothing.
                guard !Self.isFilling(place, bytes) else { continue }
                try changed.write(to: URL(filePath: damaged))
                let message = try Self.refusal { try restore("\(folder)/new").read(damaged) }
                #expect(message.hasPrefix("The backup \(damaged) cannot be restored. "), "\(place): \(message)")
                #expect(!FileManager.default.fileExists(atPath: "\(folder)/new"))
            }
            for count in [0, 100, 512, 3000, bytes.count / 2, bytes.count - 1024, bytes.count - 600] {
                try bytes.prefix(count).write(to: URL(filePath: damaged))
                let message = try Self.refusal { try restore("\(folder)/new").read(damaged) }
                #expect(message.hasPrefix("The backup \(damaged) cannot be restored. "), "\(count): \(message)")
                #expect(!FileManager.default.fileExists(atPath: "\(folder)/new"))
            }
        }
    }

    /// Whether a place of an archive is in the zeros that fill the last block of a file: changes there change nothing.
    private static func isFilling(_ place: Int, _ archive: Data) -> Bool {
        var offset = 0
        while offset + 512 <= archive.count, archive[offset] != 0 {
            let digits = String(decoding: archive[offset + 124..<offset + 135], as: UTF8.self)
            let count = Int(digits, radix: 8) ?? 0
            let end = offset + 512 + count
            let next = end + (512 - count % 512) % 512
            if place < next { return place >= end }
            offset = next
        }
        return true
    }

    @Test func `What is no backup is refused by name`() async throws {
        try await withTemporaryFolder { folder in
            let file = "\(folder)/x.tar"
            let header = TarHeader(
                folder: "", name: "a.txt", byteCount: 1, modifiedAt: TestClock.start, permissions: 0o644)
            for bytes in [header.bytes + [1] + TarHeader.padding(after: 1) + TarHeader.end, TarHeader.end] {
                try Data(bytes).write(to: URL(filePath: file))
                let message = try Self.refusal { try restore("\(folder)/new").read(file) }
                #expect(message == "The backup \(file) cannot be restored. It is no backup of MockUEM.")
            }
            let missing = try Self.refusal { try restore("\(folder)/new").read("\(folder)/none") }
            #expect(missing == "The backup \(folder)/none is missing.")
            let other = try Self.refusal { try restore("\(folder)/new").read(folder) }
            #expect(other == "The backup \(folder) is a folder.")
        }
    }

    /// Changes the manifest of an archive.
    private static func rewrite(_ archive: String, _ change: (inout [String: Any]) -> Void) throws {
        let bytes = try Data(contentsOf: URL(filePath: archive))
        var reader = TarReader(try #require(FileHandle(forReadingAtPath: archive)))
        let old = try #require(try reader.next()).byteCount
        var json = try #require(try JSONSerialization.jsonObject(with: bytes[512..<512 + old]) as? [String: Any])
        change(&json)
        let text = [UInt8](try JSONSerialization.data(withJSONObject: json))
        let header = TarHeader(
            folder: BackupManifest.folder, name: BackupManifest.name, byteCount: text.count,
            modifiedAt: TestClock.start, permissions: 0o600)
        let rest = bytes.dropFirst(512 + old + TarHeader.padding(after: old).count)
        try Data(header.bytes + text + TarHeader.padding(after: text.count) + rest).write(to: URL(filePath: archive))
    }

    @Test func `One of a newer version is refused, with the version to use`() async throws {
        try await withBackup { folder, _, archive in
            try Self.rewrite(archive) { $0["migrations"] = ($0["migrations"] as? [String] ?? []) + ["V9999_Future"] }
            let schema = try Self.refusal { try restore("\(folder)/new").read(archive) }
            #expect(schema.contains("Its database is of MockUEM 0.1.0, which is newer than this one."), "\(schema)")
            try Self.rewrite(archive) { json in
                json["formatVersion"] = 2
                json["version"] = "7.0.0"
            }
            let form = try Self.refusal { try restore("\(folder)/new").read(archive) }
            #expect(form.contains("It was made by MockUEM 7.0.0, which is newer than this one."), "\(form)")
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/new"))
        }
    }

    @Test(arguments: ["", "1\u{1B}[31mX", "1\nAll is well.", "1.0\u{202E}", "0.1 0", String(repeating: "1", count: 41)])
    func `What a manifest calls its version does not reach the terminal`(version: String) async throws {
        try await withBackup { folder, _, archive in
            for formatVersion in [1, 2] {
                try Self.rewrite(archive) { json in
                    json["formatVersion"] = formatVersion
                    json["version"] = version
                }
                let message = try Self.refusal { try restore("\(folder)/new").read(archive) }
                #expect(message.hasSuffix("Its manifest names a version of MockUEM that cannot be one."), "\(message)")
            }
            try Self.rewrite(archive) { json in
                json["formatVersion"] = 1
                json["version"] = "0.1.0-beta.2+Build"
            }
            let sentence = try restore("\(folder)/new").read(archive)
            #expect(sentence.contains(" by MockUEM 0.1.0-beta.2+Build, into "), "\(sentence)")
        }
    }

    @Test(arguments: [
        "../escaped", "/etc/passwd", "blobs/../../x", "lock", "blobs/.hidden", "blobs/a/b", "blobs/a_b", "other",
    ])
    func `A manifest cannot name files elsewhere`(path: String) async throws {
        try await withBackup { folder, _, archive in
            try Self.rewrite(archive) { json in
                var files = json["files"] as? [[String: Any]] ?? []
                files[files.count - 1]["path"] = path
                json["files"] = files
            }
            let message = try Self.refusal { try restore("\(folder)/new").read(archive) }
            #expect(message.hasSuffix("Its manifest names files that no backup has."), "\(message)")
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/new"))
        }
    }
}
