import AdminServices
import ConsoleModel
import ConsolePlatform
import GRDB
import Logging

/// Holds passwords against those that everybody tries first, before the world reaches the console (Configuration, "The
/// public profile").
///
/// Those in a database are hashed, and trying one takes as long as a sign-in: so only few are tried of each account,
/// and only as many as a start can wait for.
struct PublicPasswords: Sendable {
    /// Passwords that are tried at a start, of all accounts together.
    static let budget = 400
    /// What is tried of users; of administrators all common ones are.
    private static let tried = ["password", "changeme", "demo", "test", "welcome"]

    private let parts: ConsoleParts
    private let logger: Logger
    private let seeded: Set<String>

    /// An account with what is tried.
    private struct Account: Sendable {
        let name: String
        let hash: String
        let passwords: [String]
    }

    /// A check of a console's accounts.
    ///
    /// - Parameters:
    ///   - parts: What the console consists of.
    ///   - logger: Where it says that there were too many.
    ///   - seeded: Names of administrators whose password this start sets, or who are deactivated by it.
    init(_ parts: ConsoleParts, logger: Logger, seeded: [String]) {
        self.parts = parts
        self.logger = logger
        self.seeded = Set(seeded.map { $0.lowercased() })
    }

    /// Checks the users of an environment that is about to be imported, or the accounts of the database.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` that names the accounts whose passwords are too weak.
    func check(_ document: EnvironmentDocument?) async throws {
        let problems = if let document { Self.weak(document) } else { try await stored() }
        guard problems.isEmpty else {
            throw ConsoleError(
                .unavailable,
                "The public profile does not start like this:\n" + problems.map { "  \($0)" }.joined(separator: "\n"))
        }
    }

    private static func weak(_ document: EnvironmentDocument) -> [String] {
        document.groups.flatMap { group in
            (group[UserEnvironmentSection.self] ?? []).compactMap { user in
                guard let password = user.password else { return nil }
                return PublicProfile.weakness(
                    of: password, user: user.username, least: PublicProfile.leastUserPassword
                ).map { "The password of the user \(user.username) in \(group.path.last ?? "") \($0)." }
            }
        }
    }

    /// Accounts with a password that is tried first: administrators, users called as in the environment that is built
    /// in, and all others.
    private func stored() async throws -> [String] {
        var problems: [String] = []
        var (left, untried) = (Self.budget, 0)
        for account in try await administrators() + users() {
            guard left >= account.passwords.count else {
                untried += 1
                continue
            }
            left -= account.passwords.count
            if try await isWeak(account) {
                problems.append("The password of \(account.name) is one that everybody tries first.")
            }
        }
        if untried > 0 {
            logger.warning(
                "Some passwords were not tried: there are too many accounts (Configuration, The public profile)",
                metadata: ["accounts": "\(untried)"])
        }
        return problems
    }

    private func isWeak(_ account: Account) async throws -> Bool {
        let hasher = parts.model.hasher
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            for password in account.passwords {
                group.addTask { try await hasher.verify(password, against: account.hash) }
            }
            for try await isRight in group where isRight {
                group.cancelAll()
                return true
            }
            return false
        }
    }

    private func administrators() async throws -> [Account] {
        let rows = try await rows("SELECT username, passwordHash FROM administrator WHERE isActive ORDER BY id")
        return rows.filter { !seeded.contains($0.name.lowercased()) }.map { name, hash in
            Account(
                name: "the administrator \(name)", hash: hash,
                passwords: Self.distinct([name, name.lowercased()] + PublicProfile.common.sorted()))
        }
    }

    private func users() async throws -> [Account] {
        let builtIn = try EnvironmentReader.read(try Seeding.builtIn())
        let known = builtIn.groups.flatMap { $0[UserEnvironmentSection.self] ?? [] }
        // Passwords of the console's own making, of sandboxes, have hashes of another form.
        let rows = try await rows(
            """
            SELECT username, passwordHash FROM enrollmentUser
            WHERE isActive AND passwordHash LIKE '$scrypt$%' ORDER BY id
            """)
        let accounts = rows.map { name, hash in
            let own = known.filter { $0.username.lowercased() == name.lowercased() }.compactMap(\.password)
            return Account(
                name: "the user \(name)", hash: hash,
                passwords: Self.distinct(own + [name, name.lowercased()] + Self.tried))
        }
        let names = Set(known.map { "the user \($0.username.lowercased())" })
        return accounts.filter { names.contains($0.name.lowercased()) }
            + accounts.filter { !names.contains($0.name.lowercased()) }
    }

    private func rows(_ sql: String) async throws -> [(name: String, hash: String)] {
        try await parts.core.database.read { db in
            try Row.fetchAll(db, sql: sql).map { ($0["username"], $0["passwordHash"]) }
        }
    }

    private static func distinct(_ passwords: [String]) -> [String] {
        passwords.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
