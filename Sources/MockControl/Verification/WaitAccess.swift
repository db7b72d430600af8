import ConsoleModel
import ConsolePlatform
import GRDB

/// Whether whoever waits could still sign in: accounts and groups go while they wait.
struct WaitAccess: Sendable {
    let database: ConsoleDatabase
    let identity: AdministratorIdentity
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
        let isThere = try await database.read { [identity] db in
            try identity.credential.isInForce(db) && OrganizationGroupRecord.exists(db, key: identity.groupID)
        }
        guard isThere else {
            throw ConsoleError(
                .unauthorized, "The wait is over: its credential is not in force any more, or its group is gone.")
        }
        generation = current
    }
}

extension AdminCredential {
    /// Whether it still lets somebody in.
    func isInForce(_ db: GRDB.Database) throws -> Bool {
        switch self {
        case .token: true
        case .password(let id, _):
            try Self.hasRow("SELECT 1 FROM administrator WHERE id = ? AND isActive = 1", id, db)
        case .user(let id):
            try Self.hasRow("SELECT 1 FROM enrollmentUser WHERE id = ? AND isActive = 1", id, db)
        case .client(let id):
            try Self.hasRow("SELECT 1 FROM oauthClient WHERE id = ? AND revokedAt IS NULL", id, db)
        }
    }

    private static func hasRow(_ sql: String, _ id: Int64, _ db: GRDB.Database) throws -> Bool {
        try Int.fetchOne(db, sql: sql, arguments: [id]) != nil
    }
}
