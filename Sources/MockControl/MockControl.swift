package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import DeviceProtocol
import Hummingbird
package import Logging

/// What only a test bench can do, around a console that knows nothing of it (MockControl).
///
/// It stands before the console's responder, and adds routes of its own below `/_mock`.
package struct MockControl: Sendable {
    /// Its rooms.
    package let features: [any Feature]
    /// What answers in place of the console.
    package typealias Responder = DroppingResponder<JournalResponder<FaultResponder>>

    private let journal: JournalFeature
    private let stage: FaultStage

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
    ///   - faults: How many faults there may be, and how long they hold requests up.
    ///   - scenarios: How many scenarios there may be, and how many each follows.
    ///   - refusals: Makes refusals as device services have them.
    ///   - yaml: Reads YAML.
    ///   - origins: Where groups are found that requests belong to.
    package init(
        _ core: Core, _ model: Model, journal rules: JournalRules, waits: WaitRules, folder: DataFolder,
        version: String, logger: Logger, states: StateSources, faults: FaultRules, scenarios: ScenarioRules,
        refusals: @escaping FaultStage.Refusals, yaml: @escaping @Sendable (String) throws -> JSONValue,
        origins: RequestOrigins.Sources = RequestOrigins.Sources()
    ) {
        let groups = GroupTreeStore(database: core.database)
        let origins = RequestOrigins(core, sources: origins)
        journal = JournalFeature(
            core, model, rules: rules, folder: folder, matching: groups.matching, version: version, logger: logger,
            origin: origins.parties)
        let faultFeature = FaultFeature(core, rules: faults)
        let scenarioFeature = ScenarioFeature(core, rules: scenarios, faults: faults, yaml: yaml)
        stage = FaultStage(
            sources: [faultFeature.book, scenarioFeature.book], rules: faults, origins: origins, groups: groups,
            clock: core.clock, connection: journal.recorder.connection, refusals: refusals)
        features = [
            journal, VerificationFeature(core, model, journal: journal.memory, rules: waits, states: states),
            faultFeature, scenarioFeature,
        ]
    }

    /// What answers in place of the console.
    package func responder(for console: ConsoleResponder) -> Responder {
        let responder = JournalResponder(
            FaultResponder(console: console, stage: stage), recorder: journal.recorder)
        let target = JournalTarget {
            do {
                return try await responder.respond(to: $0, context: $1, again: $2)
            } catch is ConnectionDropped {
                return Response(status: .init(code: 0))
            }
        }
        journal.replayer.attach(target)
        return DroppingResponder(console: JournalResponder(responder, target: target))
    }
}
