package import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// Requests that the console signs and sends in place of an app (MockControl, "Acting as a device").
package struct StandInFeature: Feature {
    private let standIn: StandIn
    private let memory: JournalMemory
    private let limits: Limits

    /// Made of what it sends with.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - model: Knows credentials.
    ///   - replayer: Sends requests within the process.
    ///   - memory: The journal.
    init(_ core: Core, _ model: Model, replayer: JournalReplayer, memory: JournalMemory) {
        standIn = StandIn(core, credentials: model.credentials, replayer: replayer)
        self.memory = memory
        limits = core.limits
    }

    /// Adds its route.
    package func addRoutes(to doors: Doors) {
        StandInMockController(standIn: standIn, memory: memory, bodyLimit: limits.message)
            .addRoutes(to: doors.admin.mock(.devices))
    }
}
