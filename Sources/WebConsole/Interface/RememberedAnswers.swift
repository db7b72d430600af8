import ConsoleModel
import ConsolePlatform

/// Answers that hold until somebody changes the configuration, such as the groups to choose from, which stand on nearly every
/// page: of each administrator's groups and role apart.
struct RememberedAnswers: Sendable {
    private let database: ConsoleDatabase
    private let answers = GenerationCache<Question, JSON>(limit: 200)

    private struct Question: Hashable, Sendable {
        let subtree: Subtree
        let role: AdministratorRole
        let target: String
    }

    /// Nothing yet.
    init(_ database: ConsoleDatabase) { self.database = database }

    /// What a route answers somebody, asked if that is not known.
    ///
    /// - Throws: What asking throws.
    func answer(
        to target: String, for identity: AdministratorIdentity, _ ask: () async throws -> JSON
    ) async throws -> JSON {
        let question = Question(subtree: identity.subtree, role: identity.role, target: target)
        return try await answers.value(for: question, generation: database.generation, load: ask)
    }
}
