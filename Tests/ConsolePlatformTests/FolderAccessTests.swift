import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Nobody but its owner has access to a data folder.
struct FolderAccessTests {
    private static func chmod(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Opens a folder and closes it again.
    private static func open(_ path: String) throws -> [String] {
        let folder = try DataFolder(path: path)
        folder.close()
        return folder.repairs
    }

    @Test(arguments: [0o777, 0o755, 0o750, 0o1777, 0o701])
    func `A folder of ours that others may enter is closed, with a sentence`(mode: Int) async throws {
        try await withTemporaryFolder { parent in
            let path = "\(parent)/data"
            try DataFolder(path: path).close()
            try Self.chmod(path, mode)
            let sentences = try Self.open(path)
            #expect(sentences.count == 1 && sentences[0].contains("The data folder \(path) was open to others"))
            #expect(sentences[0].hasSuffix("now it has 0700"), "\(sentences)")
            #expect(try permissions(of: path) == 0o700)
            #expect(try Self.open(path).isEmpty)
        }
    }

    @Test func `A folder with other things too may still be read, but not written to`() async throws {
        try await withTemporaryFolder { path in
            try Data().write(to: URL(filePath: "\(path)/notes.txt"))
            try Self.chmod(path, 0o755)
            #expect(try Self.open(path).isEmpty)
            #expect(try permissions(of: path) == 0o755)
            try Self.chmod(path, 0o777)
            #expect(try Self.open(path).count == 1)
            #expect(try permissions(of: path) == 0o755)
        }
    }

    @Test func `A folder in which everybody has things of their own is refused`() async throws {
        try await withTemporaryFolder { path in
            try Data().write(to: URL(filePath: "\(path)/notes.txt"))
            try Self.chmod(path, 0o1777)
            let error = #expect(throws: ConsoleError.self) { try Self.open(path) }
            #expect(error?.message.contains("Everybody may write to the data folder \(path) (mode 1777)") == true)
            #expect(try permissions(of: path) == 0o1777)
            // The lock is given back.
            try Self.chmod(path, 0o700)
            #expect(try Self.open(path).isEmpty)
        }
    }

    @Test func `Secrets that others may read are closed, each with a sentence`() async throws {
        try await withTemporaryFolder { parent in
            let folder = try DataFolder(path: "\(parent)/data")
            let names = ["sealing.key", "credentials.json", "mockuem.sqlite", "ca-key.pem", "server-key.pem"]
            for name in names {
                try folder.writeSecret(Data("x".utf8), to: name)
                try Self.chmod(folder.file(name), 0o644)
            }
            try DataFolder.write(Data("x".utf8), to: folder.file("ca.pem"), permissions: 0o644)
            try FileManager.default.createDirectory(
                atPath: folder.file("blobs"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            folder.close()
            let sentences = try Self.open(folder.path)
            #expect(sentences.count == names.count + 1, "\(sentences)")
            for name in names {
                #expect(sentences.contains { $0.contains("/\(name) was open to others (mode 0644); now it has 0600") })
                #expect(try permissions(of: folder.file(name)) == 0o600)
            }
            #expect(try permissions(of: folder.file("blobs")) == 0o700)
            #expect(try permissions(of: folder.file("ca.pem")) == 0o644)
        }
    }

    @Test func `A link is not followed`() async throws {
        try await withTemporaryFolder { parent in
            let target = "\(parent)/elsewhere"
            try DataFolder.write(Data("x".utf8), to: target, permissions: 0o644)
            let folder = try DataFolder(path: "\(parent)/data")
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("credentials.json"), withDestinationPath: target)
            folder.close()
            #expect(try Self.open(folder.path).isEmpty)
            #expect(try permissions(of: target) == 0o644)
        }
    }
}
