import ConsoleModel
import ConsolePlatform
import ConsoleResources
import Foundation
import GRDB

/// Fills an empty database with an environment, and makes sure the administrator is there.
struct Seeding: Sendable {
    let parts: ConsoleParts
    let configuration: ConsoleConfiguration

    /// Seeds if there is nothing yet.
    ///
    /// - Parameter folder: Where credentials are kept.
    /// - Returns: What a person needs to use the console.
    /// - Throws: ``ConsoleError`` if the environment file of the configuration cannot be read or is not valid.
    func seed(_ folder: DataFolder) async throws -> ConsoleCredentials {
        let earlier = ConsoleCredentials.kept(in: folder)
        var credentials = try ConsoleCredentials(
            folder: folder, configuration: configuration, random: parts.core.random)
        let document =
            try await parts.core.database.read { db in try OrganizationGroupRecord.fetchCount(db) } == 0
            ? try EnvironmentReader.read(try text()) : nil
        if let document { credentials.take(from: document) }
        let kept = credentials
        try await parts.core.database.running {
            if let document {
                _ = try await parts.features.environment.importer.importDocument(
                    document, policy: .overwrite, by: .system)
            }
            try await seedAdministrator(kept, replacing: earlier?.adminUser)
            try await parts.model.oauthClients.seed(
                clientID: kept.oauthClientId, secret: kept.oauthClientSecret, replacing: earlier?.oauthClientId)
        }
        try credentials.keep(in: folder)
        return credentials
    }

    private func seedAdministrator(_ credentials: ConsoleCredentials, replacing earlier: String?) async throws {
        let known = try await parts.model.administrators.administrator(username: credentials.adminUser)
        var hash: String?
        if let known {
            // scrypt costs more than the rest of a start, so only a password that somebody chose is compared.
            var isSame = true
            if configuration.isAdminPasswordGiven {
                isSame = try await parts.model.hasher.verify(
                    credentials.adminPassword, against: known.record.passwordHash)
            }
            if !isSame { hash = try await parts.model.hasher.hash(credentials.adminPassword) }
        } else {
            hash = try await parts.model.hasher.hash(credentials.adminPassword)
        }
        try await parts.model.administrators.seed(
            username: credentials.adminUser, passwordHash: hash, tenantCode: credentials.tenantCode,
            replacing: earlier)
    }

    private func text() throws -> String {
        guard let path = configuration.environmentFile else {
            return try EmbeddedFile.required("Sources/MockConsole/Environment/DemoEnvironment.yaml").text
        }
        guard let data = FileManager.default.contents(atPath: path), let text = String(data: data, encoding: .utf8)
        else { throw ConsoleError(.unavailable, "The environment file \(path) cannot be read as UTF-8 text.") }
        return text
    }
}
