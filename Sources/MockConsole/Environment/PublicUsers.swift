import AdminServices
import ConsoleModel
import ConsolePlatform
import GRDB

/// Holds the passwords of enrollment users against those that everybody knows, before the world reaches the console
/// (Configuration, "The public profile").
struct PublicUsers: Sendable {
    private let parts: ConsoleParts

    /// A check of a console's users.
    init(_ parts: ConsoleParts) { self.parts = parts }

    /// Checks the users of an environment that is about to be imported, or those of the database.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` that names the users whose passwords are too weak.
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

    /// Users who have the passwords of the environment that is built in; the others' are not known here.
    private func stored() async throws -> [String] {
        let builtIn = try EnvironmentReader.read(try Seeding.builtIn())
        var problems: [String] = []
        for user in builtIn.groups.flatMap({ $0[UserEnvironmentSection.self] ?? [] }) {
            guard let password = user.password else { continue }
            for hash in try await hashes(ofUsersCalled: user.username) {
                if try await parts.model.hasher.verify(password, against: hash) {
                    problems.append("The password of the user \(user.username) is one that everybody knows.")
                }
            }
        }
        return problems
    }

    private func hashes(ofUsersCalled name: String) async throws -> [String] {
        try await parts.core.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT passwordHash FROM enrollmentUser WHERE username = ? AND passwordHash IS NOT NULL LIMIT 100
                    """, arguments: [name])
        }
    }
}
