import Foundation
import GRDB

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import MockConsole

extension DataFolder {
    /// Fills a folder that is empty with what a console finds at a later start, else with a migrated database.
    ///
    /// - Parameters:
    ///   - settings: Those of the console; only one with defaults finds what another with defaults has left.
    ///   - clock: That of the console.
    /// - Returns: Random bytes for the console.
    /// - Throws: What writing the files throws.
    func prepare(for settings: ConfigurationSettings, clock: TestClock) async throws -> RandomSource {
        if settings.texts.isEmpty, clock.now == TestClock.start { return try await SeededFolder.shared.copy(to: self) }
        try await MigratedDatabase.shared.copy(to: file("mockuem.sqlite"))
        return .counting()
    }
}

/// What a console of tests leaves in its data folder after its first start, made once: seeding costs more than most
/// tests, and a console that starts again finds the same.
actor SeededFolder {
    static let shared = SeededFolder()

    private var made: Content?

    /// A data folder, and where the random bytes of its console go on.
    private struct Content {
        var files: [String: Data]
        var position: UInt64
    }

    /// Writes it into a data folder that is empty.
    ///
    /// - Returns: The random bytes for the console that starts there: none of those that were used to seed it.
    func copy(to folder: DataFolder) async throws -> RandomSource {
        let content = try await content()
        for (name, data) in content.files { try folder.writeSecret(data, to: name) }
        return CountingBytes(from: content.position).source
    }

    /// Made again by each who asks before the first is done; all make the same.
    private func content() async throws -> Content {
        if let made { return made }
        let folder = try DataFolder(temporaryNamed: "mockuem-test-\(UUID().uuidString)")
        defer { folder.close() }
        try await MigratedDatabase.shared.copy(to: folder.file("mockuem.sqlite"))
        let random = CountingBytes()
        let console = try await Console(
            try .test(), folder: folder, surroundings: .test(random: random.source))
        // Moves what is in the write-ahead log into the file.
        try console.parts.core.database.pool.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        // Without the state that a reset goes back to: hardly any test needs it, and one that does makes it.
        let files = try names.filter { !["lock", "snapshots"].contains($0) }.map { name in
            (name, try Data(contentsOf: URL(filePath: folder.file(name))))
        }
        let content = Content(files: Dictionary(uniqueKeysWithValues: files), position: random.position)
        made = content
        return content
    }
}
