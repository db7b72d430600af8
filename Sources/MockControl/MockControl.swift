package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import Logging

/// What only a test bench can do, around a console that knows nothing of it (MockControl).
///
/// It stands before the console's responder, and adds routes of its own below `/_mock`.
package struct MockControl: Sendable {
    /// Its rooms.
    package let features: [any Feature]
    private let journal: JournalFeature

    /// Where listeners note what they know of connections.
    package var connections: ConnectionBook { journal.connections }

    /// Makes its rooms.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - model: The stores that features share.
    ///   - rules: What the journal keeps.
    ///   - waits: How many may wait, and how long.
    ///   - folder: Where the console keeps its data.
    ///   - version: Version of this program.
    ///   - logger: The console's log.
    ///   - states: Where states are found that others keep.
    package init(
        _ core: Core, _ model: Model, journal rules: JournalRules, waits: WaitRules, folder: DataFolder,
        version: String, logger: Logger, states: StateSources
    ) {
        let groups = GroupTreeStore(database: core.database)
        journal = JournalFeature(
            core, model, rules: rules, folder: folder, matching: groups.matching, version: version, logger: logger)
        features = [journal, VerificationFeature(core, model, journal: journal.memory, rules: waits, states: states)]
    }

    /// What answers in place of the console.
    package func responder(for console: ConsoleResponder) -> JournalResponder<ConsoleResponder> {
        let responder = JournalResponder(console, recorder: journal.recorder)
        let target = JournalTarget { try await responder.respond(to: $0, context: $1, again: $2) }
        journal.replayer.attach(target)
        return JournalResponder(responder, target: target)
    }
}
