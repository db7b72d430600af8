import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleResources
@testable import ConsoleTestSupport

/// The folder that holds everything the console keeps.
struct DataFolderTests {
    private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test func `It is made for its owner only, with whatever lies above`() async throws {
        try await withTemporaryFolder { parent in
            let folder = try DataFolder(path: "\(parent)/a/b///")
            defer { folder.close() }
            #expect(folder.path == "\(parent)/a/b")
            #expect(folder.file("x") == "\(parent)/a/b/x")
            #expect(try permissions(of: folder.path) == 0o700)
            #expect(try permissions(of: folder.file("lock")) == 0o600)
            #expect(!folder.isTemporary)
        }
    }

    @Test func `A second opener is refused until the first closes`() async throws {
        try await withTemporaryFolder { parent in
            let first = try DataFolder(path: parent)
            let error = #expect(throws: ConsoleError.self) { try DataFolder(path: "\(parent)/") }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("in use by another MockUEM") == true)
            first.close()
            try DataFolder(path: parent).close()
            #expect(Self.exists(parent))
        }
    }

    @Test func `A temporary one is removed with everything in it`() throws {
        let folder = try DataFolder(temporaryNamed: "mockuem-test-\(UUID().uuidString)")
        try folder.writeSecret(Data("x".utf8), to: "secret")
        #expect(folder.isTemporary && Self.exists(folder.file("secret")))
        folder.close()
        #expect(!Self.exists(folder.path))
    }

    @Test func `A folder that cannot be made is named`() {
        let error = #expect(throws: ConsoleError.self) { try DataFolder(path: "/dev/null/data") }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "The data folder /dev/null/data cannot be made.")
    }

    @Test func `A secret is made once, for its owner only`() async throws {
        try await withTemporaryFolder { parent in
            let folder = try DataFolder(path: parent)
            defer { folder.close() }
            let first = try folder.secret("key", byteCount: 3) { Data([1, 2, 3]) }
            let second = try folder.secret("key", byteCount: 3) { Data([9]) }
            #expect(first == Data([1, 2, 3]) && second == first)
            #expect(try permissions(of: folder.file("key")) == 0o600)
        }
    }

    @Test(arguments: [0, 1, 31, 33]) func `A secret of another length is refused with a sentence`(byteCount: Int)
        async throws
    {
        try await withTemporaryFolder { parent in
            let folder = try DataFolder(path: parent)
            defer { folder.close() }
            let damaged = Data(repeating: 1, count: byteCount)
            try folder.writeSecret(damaged, to: "key")
            let error = #expect(throws: ConsoleError.self) { try folder.secret("key", byteCount: 32) { damaged } }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("has \(byteCount) bytes instead of 32") == true, "\(error?.message ?? "")")
            #expect(FileManager.default.contents(atPath: folder.file("key")) == damaged, "It stays for whoever looks.")
        }
    }

    @Test func `Writing replaces a file whole and leaves nothing beside it`() async throws {
        try await withTemporaryFolder { parent in
            let path = "\(parent)/file"
            try DataFolder.write(Data("long text".utf8), to: path, permissions: 0o644)
            try DataFolder.write(Data("x".utf8), to: path, permissions: 0o600)
            #expect(FileManager.default.contents(atPath: path) == Data("x".utf8))
            #expect(try permissions(of: path) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["file"])
        }
    }

    @Test func `A file that cannot be written is named and nothing is left`() async throws {
        try await withTemporaryFolder { parent in
            try FileManager.default.createDirectory(atPath: "\(parent)/taken", withIntermediateDirectories: false)
            for path in ["\(parent)/taken", "\(parent)/nowhere/file"] {
                let error = #expect(throws: ConsoleError.self) {
                    try DataFolder.write(Data(), to: path, permissions: 0o600)
                }
                #expect(error?.message == "The file \(path) cannot be written.")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["taken"])
        }
    }

    @Test func `A key that is missed is not made anew: the sentence says what to do`() async throws {
        try await withTemporaryFolder { parent in
            let folder = try DataFolder(path: parent)
            defer { folder.close() }
            try folder.writeSecret(Data(repeating: 1, count: 32), to: "one.key")
            try folder.require(secrets: ["one.key"], byteCount: 32)
            let error = #expect(throws: ConsoleError.self) {
                try folder.require(secrets: ["one.key", "two.key"], byteCount: 32)
            }
            #expect(error?.code == .unavailable)
            for words in ["\(folder.file("two.key")) is missing", "backup", "head -c 32 /dev/urandom"] {
                #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
            }
            #expect(!Self.exists(folder.file("two.key")))
        }
    }

    @Test func `Uploads of a killed process are removed`() async throws {
        try await withTemporaryFolder { parent in
            let folder = try DataFolder(path: parent)
            defer { folder.close() }
            try FileManager.default.createDirectory(atPath: folder.file("spool"), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: URL(filePath: folder.file("spool/left")))
            folder.removeLeftovers()
            #expect(!Self.exists(folder.file("spool")))
        }
    }
}

/// Files that travel inside the binary.
struct EmbeddedFileTests {
    @Test func `Migrations are there in name order`() {
        let names = Migration.embedded().map(\.name)
        #expect(names == names.sorted() && names.count >= 4)
        #expect(names.allSatisfy { $0.wholeMatch(of: /V\d{4}_\w+/) != nil })
    }

    @Test func `A file that is not embedded is our fault`() {
        let error = #expect(throws: ConsoleError.self) { try EmbeddedFile.required("nothing") }
        #expect(error?.code == .internalError)
    }
}
