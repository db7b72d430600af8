import ConsoleModel
import ConsolePlatform
import ConsoleResources
import Foundation
import GRDB
import Logging

/// Fills an empty database with an environment, and makes sure the administrator is there.
struct Seeding: Sendable {
    /// Credentials that a person needs to use the console, as far as they are known before the database is looked at.
    let initialCredentials: ConsoleCredentials
    private let parts: ConsoleParts
    private let configuration: ConsoleConfiguration
    private let folder: DataFolder
    /// The credentials that an earlier start has kept.
    private let earlier: ConsoleCredentials?
    private let logger: Logger

    /// Reads the credentials that an earlier start has kept.
    ///
    /// - Parameters:
    ///   - parts: What the console consists of.
    ///   - configuration: Everything it is configured with.
    ///   - folder: Where credentials are kept.
    ///   - logger: Where it says what it does not apply, and warnings about the environment file.
    /// - Throws: ``ConsoleError`` `unavailable` if they are damaged; what making secrets throws.
    init(
        _ parts: ConsoleParts, _ configuration: ConsoleConfiguration, folder: DataFolder, logger: Logger
    ) throws {
        self.parts = parts
        self.configuration = configuration
        self.folder = folder
        self.logger = logger
        earlier = try ConsoleCredentials.kept(in: folder)
        initialCredentials = try ConsoleCredentials(
            earlier: earlier, configuration: configuration, random: parts.core.random)
    }

    /// Seeds if there is nothing yet, makes sure of the administrator and the OAuth client, and keeps the credentials.
    ///
    /// - Returns: The credentials that a person needs to use the console, and whether there was nothing before.
    /// - Throws: ``ConsoleError`` if the environment file of the configuration cannot be read or is not valid.
    func seed() async throws -> (credentials: ConsoleCredentials, isFirst: Bool) {
        let document = try await document()
        if configuration.profile == .public {
            let seeded = [initialCredentials.adminUser, earlier?.adminUser].compactMap(\.self)
            try await PublicPasswords(parts, logger: logger, seeded: seeded).check(document)
        }
        var credentials = initialCredentials
        if let document {
            credentials.take(from: document)
        } else {
            credentials.emailDomains = try await Self.emailDomains(of: credentials.groupId, parts)
        }
        try await fill(with: document)
        if credentials != earlier { try credentials.keep(in: folder) }
        return (credentials, document != nil)
    }

    /// The environment to fill the database with; nil if it is not empty.
    private func document() async throws -> EnvironmentDocument? {
        try await ConsoleParts.isEmpty(parts.core)
            ? try EnvironmentReader.read(try Self.text(configuration)) : nil
    }

    /// Imports the environment if there is one, and makes sure of the administrator and the OAuth client.
    private func fill(with document: EnvironmentDocument?) async throws {
        let credentials = initialCredentials
        if document == nil, let file = configuration.environmentFile {
            logger.info(
                """
                The environment file \(file) is not applied, because the database is not empty: import it with \
                mockuem import or POST /_mock/environment, or name an empty data folder
                """)
        }
        try await parts.core.database.running {
            // Hashed while the environment is imported: passwords take longer than all the rest of a start.
            let password = try await passwordToHash()
            async let hash = hash(password)
            if let document {
                let summary = try await parts.features.environment.importer.importDocument(
                    document, policy: .overwrite, by: .system)
                for warning in summary.warnings ?? [] { logger.warning("\(warning)") }
            }
            try await parts.model.administrators.seed(
                username: credentials.adminUser, passwordHash: try await hash, tenantCode: credentials.tenantCode,
                replacing: earlier?.adminUser)
            try await parts.model.oauthClients.seed(
                clientID: credentials.oauthClientId, secret: credentials.oauthClientSecret,
                replacing: earlier?.oauthClientId)
        }
    }

    /// The e-mail domains a group lists itself: autodiscovery passes over what a group inherits.
    private static func emailDomains(of code: String, _ parts: ConsoleParts) async throws -> String {
        try await parts.core.database.read { db in
            guard let group = try OrganizationGroupStore.group(code: code, db) else { return "" }
            let settings = try OrganizationGroupStore.settings(of: group, db)
            guard settings.effective(.emailDomains).groupID == group.id else { return "" }
            return settings.texts(.emailDomains).joined(separator: ", ")
        }
    }

    /// The administrator's password, unless the database has its hash.
    private func passwordToHash() async throws -> SaltedPassword? {
        let (hasher, password) = (parts.model.hasher, initialCredentials.adminPassword)
        let known = try await parts.model.administrators.administrator(username: initialCredentials.adminUser)
        if let known {
            // Only a password that somebody chose is compared.
            guard configuration.isAdminPasswordGiven else { return nil }
            if try await hasher.verify(password, against: known.record.passwordHash) { return nil }
        }
        return hasher.salted(password)
    }

    private func hash(_ password: SaltedPassword?) async throws -> String? {
        guard let password else { return nil }
        return try await parts.model.hasher.hash(password)
    }

    /// The environment file of the configuration, or the one that is built in.
    static func text(_ configuration: ConsoleConfiguration) throws -> String {
        guard let path = configuration.environmentFile else { return try builtIn() }
        return try TextFile.read(path, called: "environment file")
    }

    /// The environment that is built in.
    static func builtIn() throws -> String {
        try EmbeddedFile.required("Sources/MockConsole/Environment/DemoEnvironment.yaml").text
    }
}
