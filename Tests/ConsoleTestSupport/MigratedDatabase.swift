import Foundation
import GRDB

@testable import ConsolePlatform
@testable import MockConsole

/// A database with all migrations and nothing in it, made once: migrating costs more than most tests.
actor MigratedDatabase {
    static let shared = MigratedDatabase()

    private var bytes: Data?

    /// Writes the database to a file.
    func copy(to path: String) throws {
        try content().write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }

    private func content() throws -> Data {
        if let bytes { return bytes }
        let folder = FileManager.default.temporaryDirectory.appending(path: "mockuem-test-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/migrated.sqlite"
        let database = try ConsoleDatabase.open(
            at: path, options: .init(synchronous: .off, check: .none), migrations: Migration.embedded(),
            logger: Surroundings.test().logger)
        // Moves what is in the write-ahead log into the file.
        try database.pool.close()
        let made = try Data(contentsOf: URL(filePath: path))
        bytes = made
        return made
    }
}
