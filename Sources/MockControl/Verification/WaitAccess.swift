import ConsoleModel
import ConsolePlatform
import GRDB

/// Whether whoever waits could still sign in: accounts and groups go while they wait.
struct WaitAccess: Sendable {
    let database: ConsoleDatabase
    let identity: AdministratorIdentity
    /// What the credential stood for when it was looked at first.
    private var mark: CredentialMark?
    /// The state of configuration that was looked at last.
    private var generation: UInt64?

    init(_ identity: AdministratorIdentity, _ database: ConsoleDatabase) {
        self.identity = identity
        self.database = database
    }

    /// Looks, unless nothing has changed since the last look.
    ///
    /// - Throws: ``ConsoleError`` `unauthorized`.
    mutating func check() async throws {
        let current = database.generation
        guard generation != current else { return }
        let found = try await database.read { [identity] db in
            try OrganizationGroupRecord.exists(db, key: identity.groupID) ? identity.credential.mark(db) : nil
        }
        guard let found, mark == nil || mark == found else {
            throw ConsoleError(
                .unauthorized, "The wait is over: its credential is not in force any more, or its group is gone.")
        }
        mark = found
        generation = current
    }
}

/// What a credential stands for: as soon as anything of it is another, whoever has signed in with it signs in anew.
struct CredentialMark: Hashable, Sendable {
    /// Group, role and secret, as they are kept.
    let values: [DatabaseValue]

    /// That of the token printed at start, which stays what it is while the console runs.
    static let always = CredentialMark(values: [])
}

extension AdminCredential {
    /// What it stands for now; nil if it lets nobody in any more.
    func mark(_ db: GRDB.Database) throws -> CredentialMark? {
        switch self {
        case .token: return .always
        case .password(let id, let keyID):
            if let keyID {
                let key = try Self.mark("SELECT 1 FROM apiKey WHERE id = ? AND revokedAt IS NULL", keyID, db)
                guard key != nil else { return nil }
            }
            return try Self.mark(
                "SELECT groupId, role, passwordHash FROM administrator WHERE id = ? AND isActive = 1", id, db)
        case .user(let id):
            return try Self.mark(
                "SELECT groupId, passwordHash FROM enrollmentUser WHERE id = ? AND isActive = 1", id, db)
        case .client(let id):
            return try Self.mark(
                "SELECT groupId, role, secretVersion FROM oauthClient WHERE id = ? AND revokedAt IS NULL", id, db)
        }
    }

    private static func mark(_ sql: String, _ id: Int64, _ db: GRDB.Database) throws -> CredentialMark? {
        try Row.fetchOne(db, sql: sql, arguments: [id]).map { CredentialMark(values: Array($0.databaseValues)) }
    }
}
