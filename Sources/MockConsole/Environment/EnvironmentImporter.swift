import Foundation
import GRDB

/// What to do with an object that is there already and differs from the file.
enum ConflictPolicy: String, CaseIterable, Sendable {
    /// Leave it as it is.
    case skip
    /// Make it what the file says; keys the file leaves out return to their defaults.
    case overwrite
    /// Refuse the whole file.
    case fail
}

/// What an import did, counted.
struct ImportSummary: Codable, Hashable, Sendable {
    var created = 0
    var updated = 0
    var unchanged = 0
    var skipped = 0
}

/// Imports environment files: the whole file in one transaction, or nothing of it.
///
/// Importing a file twice changes nothing the second time. Objects the file does not mention stay as they are.
struct EnvironmentImporter: Sendable {
    let database: Database
    let events: EventLogStore
    let hasher: PasswordHasher
    let notifications: EventNotificationStore
    let clock: ConsoleClock
    let random: RandomSource

    /// Imports a file's text.
    ///
    /// - Parameters:
    ///   - text: YAML.
    ///   - policy: What to do with objects that differ.
    ///   - actor: Who imports.
    /// - Returns: What was done.
    /// - Throws: ``ConsoleError`` `unprocessable` for a file that is not valid, `conflict` for a difference under
    ///   ``ConflictPolicy/fail``; each problem is a detail.
    func importText(_ text: String, policy: ConflictPolicy, by actor: Actor) async throws -> ImportSummary {
        try await importDocument(try EnvironmentReader.read(text), policy: policy, by: actor)
    }

    /// Imports a document that was read.
    func importDocument(_ document: EnvironmentDocument, policy: ConflictPolicy, by actor: Actor) async throws
        -> ImportSummary
    {
        let hashed = try await withPasswordsHashed(document)
        let now = clock.now(in: nil)
        return try await database.write { transaction in
            let run = EnvironmentImportRun(
                transaction: transaction, policy: policy, actor: actor, events: events, notifications: notifications,
                random: random, now: now)
            try run.importAll(hashed)
            return run.summary
        }
    }

    /// Hashing takes long, so it is done before the transaction.
    ///
    /// A password that is the user's already keeps its hash, or importing twice would change it.
    private func withPasswordsHashed(_ document: EnvironmentDocument) async throws -> EnvironmentDocument {
        var document = document
        for groupIndex in document.groups.indices {
            let group = document.groups[groupIndex]
            for userIndex in group.users.indices {
                guard let password = group.users[userIndex].password else { continue }
                let known = try await knownHash(ofUser: group.users[userIndex].username, group: group.path.last ?? "")
                var isSame = false
                if let known { isSame = try await hasher.verify(password, against: known) }
                let hash = isSame ? known : try await hasher.hash(password)
                document.groups[groupIndex].users[userIndex].passwordHash = hash
                document.groups[groupIndex].users[userIndex].password = nil
            }
        }
        return document
    }

    private func knownHash(ofUser username: String, group code: String) async throws -> String? {
        try await database.read { db in
            guard let id = try OrganizationGroupStore.group(code: code, db)?.id else { return nil }
            return try UserStore.user(named: username, inExactly: id, db)?.passwordHash
        }
    }
}
