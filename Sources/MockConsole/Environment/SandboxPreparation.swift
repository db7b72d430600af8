import AdminServices
import ConsoleModel
import ConsolePlatform
import MockControl
import Yams

/// Reads the environments of sandboxes, and imports them below the group of whoever makes one.
struct SandboxPreparation: Sendable {
    let importer: EnvironmentImporter
    let hasher: PasswordHasher

    /// Reads the environment of a plan and hashes its passwords.
    ///
    /// A password that was made by the console is hashed once, because it cannot be guessed; one that somebody chose is
    /// hashed with scrypt of a low cost (Decision 23).
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` for an environment that is not valid.
    func prepare(_ plan: SandboxPlan, passwordCost: Int) async throws -> PreparedSandbox {
        let transplant = EnvironmentTransplant(
            destination: plan.path, name: plan.name == plan.label && plan.environment != nil ? nil : plan.name)
        let text = try plan.text()
        let (document, codes) = try await importer.threads.run { try EnvironmentReader.readHere(text, transplant) }
        guard document.groups.contains(where: { $0.path.count == plan.path.count }) else {
            throw ConsoleError(.unprocessable, "The environment of a sandbox needs at least one group.")
        }
        let login = document.login
        var hashed = document
        for place in hashed.groups.indices {
            try await hash(&hashed.groups[place], plan, cost: passwordCost)
        }
        let prepared = try await importer.prepare(hashed)
        return PreparedSandbox(
            login: SandboxLogin(
                group: login?.group ?? plan.label, user: login?.user ?? "", password: login?.password ?? "",
                bundle: login?.bundle ?? "", emailDomains: login?.emailDomains ?? ""),
            codes: codes
        ) { [importer] transaction, actor in
            // What is there already belongs to somebody else, and so does whatever lies outside.
            _ = try importer.importPrepared(
                prepared, within: plan.path, policy: .fail, by: actor, in: transaction)
        }
    }

    private func hash(_ group: inout EnvironmentGroup, _ plan: SandboxPlan, cost: Int) async throws {
        guard var users = group[UserEnvironmentSection.self] else { return }
        for index in users.indices {
            guard let password = users[index].password else { continue }
            users[index].passwordHash =
                password == plan.generatedPassword
                ? hasher.hash(generated: password) : try await hasher.hash(password, cost: cost)
            users[index].password = nil
        }
        group[UserEnvironmentSection.self] = users
    }
}

extension EnvironmentReader {
    /// Reads a file's text and puts it elsewhere, on a thread whose stack is large enough, such as one of
    /// ``LowPriorityThreads``.
    ///
    /// - Returns: The contents, and codes of groups by those they had.
    fileprivate static func readHere(_ text: String, _ transplant: EnvironmentTransplant) throws
        -> (document: EnvironmentDocument, codes: [String: String])
    {
        guard let root = try Self.root(of: text) else { return (EnvironmentDocument(), [:]) }
        return (try Self.document(of: try transplant.applied(to: root)), transplant.codes(of: root))
    }
}
