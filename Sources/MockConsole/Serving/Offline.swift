import ConsoleModel
package import ConsolePlatform
import Foundation
import Logging

/// The commands that work without a server: import, export, validate.
package struct OfflineConsole: Sendable {
    private let configuration: ConsoleConfiguration
    private let surroundings: Surroundings

    /// Offline work with a configuration.
    package init(_ configuration: ConsoleConfiguration, surroundings: Surroundings) {
        self.configuration = configuration
        self.surroundings = surroundings
    }

    /// Imports an environment file into the data folder.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - policy: What to do with existing objects that differ: a ``ConflictPolicy``.
    ///   - warn: Is given what is odd about a file that is imported all the same.
    /// - Returns: A sentence that says what was done.
    /// - Throws: ``ConsoleError`` with every problem as a detail; nothing is changed then.
    package func importFile(
        _ path: String, onConflict policy: String, warn: (String) -> Void = { _ in }
    ) async throws -> String {
        guard let policy = ConflictPolicy(rawValue: policy) else {
            throw ConsoleError(
                .badRequest,
                "--on-conflict is one of \(ConflictPolicy.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let text = try TextFile.read(path, called: "environment file")
        // Read before the folder is touched: a file that is not valid leaves nothing behind.
        let document = try EnvironmentReader.read(text)
        let summary = try await withParts { parts in
            try await parts.core.database.running {
                try await parts.features.environment.importer.importDocument(document, policy: policy, by: .commandLine)
            }
        }
        for warning in summary.warnings ?? [] { warn(warning) }
        return "Imported \(path): \(summary.created) created, \(summary.updated) updated, "
            + "\(summary.unchanged) unchanged, \(summary.skipped) skipped."
    }

    /// The environment of the data folder, as the text of an environment file.
    package func export() async throws -> String {
        guard FileManager.default.fileExists(atPath: "\(configuration.dataFolder)/mockuem.sqlite") else {
            throw ConsoleError(.notFound, "There is no console in \(configuration.dataFolder) yet.")
        }
        return try await withParts { try await $0.features.environment.exporter.exportText() }
    }

    /// Checks an environment file: its form, its values and what it refers to.
    ///
    /// - Returns: Warnings about a valid file.
    /// - Throws: ``ConsoleError`` with every problem as a detail.
    @discardableResult
    package static func validate(_ path: String, surroundings: Surroundings) async throws -> [String] {
        let document = try EnvironmentReader.read(try TextFile.read(path, called: "environment file"))
        var values = try ConsoleConfiguration(
            ResolvedConfiguration(ConfigurationSources(arguments: [:], environment: [:], file: nil, defaultFile: "")))
        values.isEphemeral = true
        let offline = OfflineConsole(values, surroundings: surroundings)
        // References can only be followed in a database: a throw-away one.
        let summary = try await offline.withParts { parts in
            try await parts.core.database.running {
                try await parts.features.environment.importer.importDocument(
                    document, policy: .overwrite, by: .commandLine)
            }
        }
        return summary.warnings ?? []
    }

    private func withParts<Value: Sendable>(_ body: (ConsoleParts) async throws -> Value) async throws -> Value {
        let folder = try configuration.openFolder()
        defer { folder.close() }
        let parts = try await ConsoleParts(configuration, folder: folder, surroundings: surroundings)
        defer { parts.core.database.close() }
        return try await body(parts)
    }
}

extension ConsoleConfiguration {
    /// Opens the data folder, or makes a temporary one.
    package func openFolder() throws -> DataFolder {
        if isEphemeral { return try DataFolder(temporaryNamed: "mockuem-\(RandomSource.system.uuid())") }
        let folder = try DataFolder(path: dataFolder)
        do {
            try LostDatabase.check(folder, isFreshWanted: isFresh)
        } catch {
            folder.close()
            throw error
        }
        return folder
    }
}
