import ConsoleModel
import ConsolePlatform
import Foundation
import GRDB
import MockControl

/// The state that a start with the environment file and an empty data folder has, made beside the running console.
struct EnvironmentBaseline: Sendable {
    let configuration: ConsoleConfiguration
    /// The database of the running console, whose ids are not given out again.
    let database: ConsoleDatabase
    /// Where its keys are.
    let folder: DataFolder
    let surroundings: Surroundings

    /// Writes that state to a file.
    ///
    /// - Returns: The environment.
    /// - Throws: ``ConsoleError`` if the environment file cannot be read or is not valid, or the disk is full.
    @Sendable func write(to path: String) async throws -> String {
        let text = try Seeding.text(configuration)
        let document = try EnvironmentReader.read(text)
        // Two consoles with equal random numbers are not to meet in one folder.
        let scratch = try DataFolder(temporaryNamed: "mockuem-\(RandomSource.system.uuid())")
        defer { scratch.close() }
        for key in ConsoleKeys.files {
            try FileManager.default.copyItem(atPath: folder.file(key), toPath: scratch.file(key))
        }
        let parts = try await ConsoleParts(configuration, folder: scratch, surroundings: surroundings)
        defer { parts.core.database.close() }
        let counts = try await database.read { db in
            try Row.fetchAll(db, sql: "SELECT seq, name FROM sqlite_sequence").map { ($0[0] as Int64, $0[1] as String) }
        }
        try await parts.core.database.running {
            try await parts.core.database.write { transaction in
                try transaction.db.execute(sql: "DELETE FROM sqlite_sequence")
                for (last, table) in counts {
                    try transaction.db.execute(
                        sql: "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)", arguments: [last, table])
                }
            }
            _ = try await parts.features.environment.importer.importDocument(document, policy: .overwrite, by: .system)
            try await parts.control.start.begin(with: try StartFiles(configuration: configuration).clocks())
        }
        try await parts.core.database.copy(to: path)
        return text
    }
}
