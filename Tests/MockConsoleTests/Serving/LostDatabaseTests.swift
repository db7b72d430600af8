import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// A database that is missing beside the keys of a console is not seeded anew, unless somebody wants that.
struct LostDatabaseTests {
    private static func configuration(_ path: String, isFresh: Bool = false) throws -> ConsoleConfiguration {
        var configuration = try ConsoleConfiguration.test([\.dataFolder: path])
        configuration.isFresh = isFresh
        return configuration
    }

    /// Lends a folder that a console has left.
    private static func withLeft(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryFolder { parent in
            let path = "\(parent)/data"
            try await withKeptConsole(path) { console in _ = try await console.api.upload([1], named: "Some.ipa") }
            try await body(path)
        }
    }

    private static func remove(_ names: [String], in path: String) throws {
        for name in names { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
    }

    @Test(arguments: [true, false])
    func `A start is refused with what is there, and the ways on`(isEmptied: Bool) async throws {
        try await Self.withLeft { path in
            try Self.remove(["mockuem.sqlite"], in: path)
            if isEmptied { try Data().write(to: URL(filePath: "\(path)/mockuem.sqlite")) }
            let before = try contents(below: path)
            let error = #expect(throws: ConsoleError.self) { try Self.configuration(path).openFolder() }
            let message = error?.message ?? ""
            for words in [
                path, "sealing.key, tokens.key, admin-tokens.key, credentials.json, blobs", "missing or empty",
                "mockuem restore FILE --replace", "move the folder away", "--fresh",
            ] {
                #expect(message.contains(words), "\(message)")
            }
            #expect(try contents(below: path) == before)
            // Nothing else goes on in such a folder either.
            await #expect(throws: ConsoleError.self) { try await withKeptConsole(path) { _ in } }
        }
    }

    @Test(arguments: ["sealing.key", "credentials.json", "blobs"])
    func `Any part of a console is enough`(kept: String) async throws {
        try await Self.withLeft { path in
            let names = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != kept }
            try Self.remove(names, in: path)
            let error = #expect(throws: ConsoleError.self) { try Self.configuration(path).openFolder() }
            #expect(error?.message.contains(" has \(kept) of a console") == true, "\(error?.message ?? "")")
        }
    }

    @Test func `A folder with certificates and a journal is begun anew`() async throws {
        try await Self.withLeft { path in
            let certificates = ["ca.pem", "ca-key.pem", "server.pem", "server-key.pem"]
            let authority = FileManager.default.contents(atPath: "\(path)/ca.pem")
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            try Self.remove(names.filter { !(certificates + ["journal.sqlite"]).contains($0) }, in: path)
            try await withKeptConsole(path) { console in
                #expect(console.console.credentials.user == "demo")
            }
            #expect(FileManager.default.contents(atPath: "\(path)/ca.pem") == authority)
        }
    }

    @Test func `Who wants a new database gets one, with the keys of before; a database that is there stays`()
        async throws
    {
        try await Self.withLeft { path in
            let key = FileManager.default.contents(atPath: "\(path)/sealing.key")
            let error = #expect(throws: ConsoleError.self) {
                try Self.configuration(path, isFresh: true).openFolder()
            }
            #expect(error?.code == .conflict && error?.message.contains("has a database") == true)
            try Self.remove(["mockuem.sqlite"], in: path)
            try Data([1, 2, 3]).write(to: URL(filePath: "\(path)/mockuem.sqlite-wal"))
            let folder = try Self.configuration(path, isFresh: true).openFolder()
            defer { folder.close() }
            #expect(!FileManager.default.fileExists(atPath: "\(path)/mockuem.sqlite-wal"))
            let console = try await Console(
                try Self.configuration(path), folder: folder, surroundings: .test(random: .system))
            console.close()
            #expect(FileManager.default.contents(atPath: "\(path)/sealing.key") == key)
        }
    }

    @Test(arguments: ["sealing.key", "tokens.key", "admin-tokens.key"])
    func `A key that is missing beside a database with something in it is not made anew`(key: String) async throws {
        try await Self.withLeft { path in
            let bytes = FileManager.default.contents(atPath: "\(path)/\(key)")
            try Self.remove([key], in: path)
            let error = await #expect(throws: ConsoleError.self) { try await withKeptConsole(path) { _ in } }
            #expect(error?.message.contains("\(path)/\(key) is missing") == true, "\(error?.message ?? "")")
            #expect(!FileManager.default.fileExists(atPath: "\(path)/\(key)"))
            try bytes?.write(to: URL(filePath: "\(path)/\(key)"))
            try await withKeptConsole(path) { console in
                let answer = try await console.logIn(try console.login())
                #expect(answer["StatusCode"] == "AUTH-0")
            }
        }
    }

    @Test func `A first start that was stopped before it seeded makes the keys that are missing`() async throws {
        try await Self.withLeft { path in
            try Self.remove(["mockuem.sqlite", "sealing.key"], in: path)
            for name in ["mockuem.sqlite-wal", "mockuem.sqlite-shm"] {
                try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
            }
            try await MigratedDatabase.shared.copy(to: "\(path)/mockuem.sqlite")
            try await withKeptConsole(path) { console in
                let answer = try await console.logIn(try console.login())
                #expect(answer["StatusCode"] == "AUTH-0")
            }
        }
    }
}
