package import ConsoleModel
package import ConsolePlatform
package import Hummingbird

/// What sandboxes need of those who know environment files, listeners and files; the roof fills it.
package struct SandboxGround: Sendable {
    /// Reads the environment of a plan, and does what takes long.
    package typealias Preparation = @Sendable (SandboxPlan, _ passwordCost: Int) async throws -> PreparedSandbox
    /// Says which files of groups nothing refers to any more, once the returned closure is called after their erasure.
    package typealias Files = @Sendable (Subtree, Transaction) throws -> @Sendable (Transaction) throws -> Void

    let prepare: Preparation
    let files: Files
    let origins: @Sendable (Request) -> ConsoleOrigins
    /// The ports for sandboxes that the console listens on.
    let ports: @Sendable () -> Set<Int>
    /// Path of the certificate a client has to trust.
    let authority: String

    /// Made of its parts.
    package init(
        prepare: @escaping Preparation, files: @escaping Files,
        origins: @escaping @Sendable (Request) -> ConsoleOrigins, ports: @escaping @Sendable () -> Set<Int>,
        authority: String
    ) {
        self.prepare = prepare
        self.files = files
        self.origins = origins
        self.ports = ports
        self.authority = authority
    }
}

/// An environment that is ready to be imported.
package struct PreparedSandbox: Sendable {
    /// Who can sign in there, and to which app.
    let login: SandboxLogin
    /// Codes of its groups by those in the environment.
    let codes: [String: String]
    /// Imports it, inside a transaction, in the name of somebody.
    let plant: @Sendable (Transaction, Actor) throws -> Void

    /// Made of its parts.
    package init(
        login: SandboxLogin, codes: [String: String], plant: @escaping @Sendable (Transaction, Actor) throws -> Void
    ) {
        self.login = login
        self.codes = codes
        self.plant = plant
    }
}

/// A user of a sandbox whose password is known, and an app of their group; empty where there is none.
package struct SandboxLogin: Codable, Hashable, Sendable {
    /// Code of the group they enroll into.
    let group: String
    let user: String
    let password: String
    let bundle: String
    /// E-mail domains that autodiscovery finds the group by, with commas between them.
    let emailDomains: String

    /// Made of its parts.
    package init(group: String, user: String, password: String, bundle: String, emailDomains: String) {
        self.group = group
        self.user = user
        self.password = password
        self.bundle = bundle
        self.emailDomains = emailDomains
    }
}
