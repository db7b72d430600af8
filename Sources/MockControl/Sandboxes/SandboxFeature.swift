package import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Logging
package import ServiceLifecycle

/// Customers that tests make for themselves (Sandboxes).
package struct SandboxFeature: Feature {
    /// The sandboxes.
    let store: SandboxStore
    /// Which of them requests came to.
    let homes: SandboxHomes
    /// What removes those whose time is over.
    package let services: [any Service]
    private let limits: Limits
    private let logger: Logger

    /// Made of what it stands on.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - model: Knows keys and how passwords are hashed.
    ///   - homes: Which of them requests came to.
    ///   - rules: How many there may be, and how long.
    ///   - ground: What others know of environments, listeners and files.
    ///   - logger: Where it says which it removed.
    ///   - forget: Forgets what others have of a customer that is gone.
    init(
        _ core: Core, _ model: Model, homes: SandboxHomes, rules: SandboxRules, ground: SandboxGround, logger: Logger,
        forget: @escaping @Sendable (_ customerID: Int64, Subtree) -> Void
    ) {
        self.homes = homes
        self.logger = logger
        store = SandboxStore(
            core: core, rules: rules, hasher: model.hasher, secrets: model.keys.secrets, ground: ground, homes: homes,
            forget: forget)
        services = [SandboxService(store: store, logger: logger)]
        limits = core.limits
    }

    /// Tells the console which base URLs are those of sandboxes.
    var requests: RequestHomes {
        RequestHomes(group: homes.group(at:port:), answered: { await homes.note($0) })
    }

    /// Follows when everything is replaced.
    var following: ResetParticipant {
        ResetParticipant { _ in
            do {
                try await homes.load()
            } catch {
                // Those that came back are kept then: only what is known is given up for being unused.
                logger.error(
                    "It could not be read which sandboxes there are now; they are kept until the next start",
                    metadata: ["error": "\(error)"])
            }
        }
    }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        SandboxMockController(
            store: store, ground: store.ground, pageLimit: limits.page, bodyLimit: limits.environment
        ).addRoutes(to: doors.admin.mock(.console))
    }
}
