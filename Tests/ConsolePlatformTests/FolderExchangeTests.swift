import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Other contents take the place of those of a folder: all or none, wherever the process is killed.
struct FolderExchangeTests {
    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func write(_ text: String, _ path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    /// A folder with a console, and something of somebody else's.
    private static func old(_ path: String) throws {
        for name in [
            "mockuem.sqlite", "mockuem.sqlite-wal", "sealing.key", "blobs/one", "snapshots/s/manifest.json", "mine.txt",
        ] {
            try write("old", "\(path)/\(name)")
        }
    }

    private static func new(_ path: String) throws {
        for name in ["mockuem.sqlite", "sealing.key", "tokens.key", "blobs/two"] { try write("new", "\(path)/\(name)") }
    }

    private static func expectNew(_ path: String) {
        for name in ["mockuem.sqlite", "sealing.key", "tokens.key", "blobs/two"] {
            #expect(text("\(path)/\(name)") == "new", "\(name)")
        }
        for name in ["mockuem.sqlite-wal", "blobs/one", "snapshots", "restore.ready", "restore.moving", "restore.new"] {
            #expect(!FileManager.default.fileExists(atPath: "\(path)/\(name)"), "\(name)")
        }
        #expect(text("\(path)/mine.txt") == "old")
    }

    @Test func `What is complete replaces what a console kept, and nothing else`() async throws {
        try await withTemporaryFolder { path in
            try Self.old(path)
            let folder = try DataFolder(path: path)
            defer { folder.close() }
            try Self.new(try FolderExchange.begin(in: folder))
            try FolderExchange.complete(in: folder)
            Self.expectNew(path)
        }
    }

    @Test func `What is not complete is gone at the next start`() async throws {
        try await withTemporaryFolder { path in
            try Self.old(path)
            try Self.new("\(path)/restore.new")
            try DataFolder(path: path).close()
            #expect(Self.text("\(path)/mockuem.sqlite") == "old" && Self.text("\(path)/blobs/one") == "old")
            #expect(!FileManager.default.fileExists(atPath: "\(path)/restore.new"))
        }
    }

    @Test(arguments: ["mockuem.sqlite", "sealing.key", "blobs", "snapshots", "nothing"])
    func `Killed while the old ones go, the next start finishes it`(gone: String) async throws {
        try await withTemporaryFolder { path in
            try Self.old(path)
            try Self.new("\(path)/restore.ready")
            try? FileManager.default.removeItem(atPath: "\(path)/\(gone)")
            try DataFolder(path: path).close()
            Self.expectNew(path)
        }
    }

    @Test(arguments: ["mockuem.sqlite", "sealing.key", "blobs", "nothing"])
    func `Killed while the new ones come, the next start finishes it`(moved: String) async throws {
        try await withTemporaryFolder { path in
            try Self.write("old", "\(path)/mine.txt")
            try Self.new("\(path)/restore.moving")
            if moved != "nothing" {
                try FileManager.default.moveItem(
                    atPath: "\(path)/restore.moving/\(moved)", toPath: "\(path)/\(moved)")
            }
            try DataFolder(path: path).close()
            Self.expectNew(path)
        }
    }
}
