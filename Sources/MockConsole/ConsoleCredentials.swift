import AdminServices
import ConsoleModel
import ConsolePlatform
import Foundation

/// The credentials that a person needs to use a console: printed at start, and kept so that the next start prints the
/// same.
struct ConsoleCredentials: Codable, Equatable, Sendable {
    /// An organization group to enroll into; empty if the environment was not seeded.
    var groupId: String
    /// A user of it.
    var user: String
    /// Their password.
    var password: String
    /// An app assigned to its devices.
    var bundleId: String
    /// The e-mail domains that autodiscovery finds the group by, with commas between them; empty if there are none.
    var emailDomains: String
    /// The administrator.
    var adminUser: String
    /// Their password.
    var adminPassword: String
    /// The API key (`aw-tenant-code`).
    var tenantCode: String
    /// The bearer token for the admin API.
    var adminToken: String
    /// An OAuth client for the admin API.
    var oauthClientId: String
    /// Its secret.
    var oauthClientSecret: String
}

extension ConsoleCredentials {
    private static let file = "credentials.json"

    /// The credentials that an earlier start has kept; nil for a first start.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` for a file that is damaged: clients know the API key and the token in it,
    ///   so that new ones are made only if somebody deletes it.
    static func kept(in folder: DataFolder) throws -> ConsoleCredentials? {
        let path = folder.file(file)
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConsoleError(.unavailable, "The file \(path) cannot be read.")
        }
        do {
            return try JSONDecoder().decode(ConsoleCredentials.self, from: data)
        } catch {
            throw ConsoleError(
                .unavailable,
                "The file \(path) is damaged: \(problem(of: error)). Restore it from a backup, or delete it: the next "
                    + "start then makes a new API key, administrator's token and OAuth secret.",
                cause: error)
        }
    }

    /// What is wrong with a file that cannot be decoded.
    private static func problem(of error: any Error) -> String {
        guard case DecodingError.keyNotFound(let key, _) = error else { return "it is not the JSON that a start keeps" }
        return "it has no \(key.stringValue)"
    }

    /// The credentials of a data folder: what is configured, else what an earlier start has kept, else new ones.
    init(earlier kept: ConsoleCredentials?, configuration: ConsoleConfiguration, random: RandomSource) throws {
        self.init(
            groupId: kept?.groupId ?? "", user: kept?.user ?? "", password: kept?.password ?? "",
            bundleId: kept?.bundleId ?? "", emailDomains: kept?.emailDomains ?? "", adminUser: configuration.adminUser,
            adminPassword: configuration.isAdminPasswordGiven
                ? configuration.adminPassword : kept?.adminPassword ?? configuration.adminPassword,
            tenantCode: configuration.tenantCode ?? kept?.tenantCode ?? random.secret(byteCount: 16),
            adminToken: configuration.adminToken ?? kept?.adminToken ?? random.secret(byteCount: 24),
            oauthClientId: configuration.admin.oauthClientId,
            oauthClientSecret: configuration.admin.oauthClientSecret ?? kept?.keptClientSecret ?? random.secret())
    }

    /// The secret of an earlier start; nil if that start knew no OAuth clients.
    private var keptClientSecret: String? { oauthClientSecret.isEmpty ? nil : oauthClientSecret }

    /// Reads what a start has kept; an earlier version kept less.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        groupId = try values.decode(String.self, forKey: .groupId)
        user = try values.decode(String.self, forKey: .user)
        password = try values.decode(String.self, forKey: .password)
        bundleId = try values.decode(String.self, forKey: .bundleId)
        emailDomains = try values.decodeIfPresent(String.self, forKey: .emailDomains) ?? ""
        adminUser = try values.decode(String.self, forKey: .adminUser)
        adminPassword = try values.decode(String.self, forKey: .adminPassword)
        tenantCode = try values.decode(String.self, forKey: .tenantCode)
        adminToken = try values.decode(String.self, forKey: .adminToken)
        oauthClientId = try values.decodeIfPresent(String.self, forKey: .oauthClientId) ?? ""
        oauthClientSecret = try values.decodeIfPresent(String.self, forKey: .oauthClientSecret) ?? ""
    }

    /// Takes the first user with a password, and the first app of their group, from a seeded environment; and the
    /// e-mail domains that the group lists itself.
    mutating func take(from document: EnvironmentDocument) {
        guard let login = document.login else { return }
        groupId = login.group
        user = login.user
        password = login.password
        bundleId = login.bundle
        emailDomains = login.emailDomains
    }

    /// Keeps them, readable by their owner only.
    func keep(in folder: DataFolder) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try folder.writeSecret(try encoder.encode(self), to: Self.file)
    }
}
