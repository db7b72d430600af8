package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import DeviceProtocol
package import Logging

extension MockControl {
    /// How much there may be of everything, as the console is configured.
    package struct Rules: Sendable {
        /// What the journal keeps.
        package let journal: JournalRules
        /// How many may wait, and how long.
        package let waits: WaitRules
        /// How many streams of events there may be, and how.
        package let stream: StreamRules
        /// Where figures are kept, and who may read them.
        package let metrics: MetricsRules
        /// How long faults hold requests up.
        package let faults: FaultRules
        /// How many sandboxes there may be, and how long.
        package let sandboxes: SandboxRules
        /// How the console checks signatures.
        package let why: WhyRules
        /// How many large bodies may wait to be looked through.
        package let works: PatientWorks.Places

        /// Rules for each room.
        package init(
            journal: JournalRules, waits: WaitRules, stream: StreamRules, metrics: MetricsRules, faults: FaultRules,
            sandboxes: SandboxRules, why: WhyRules,
            works: PatientWorks.Places
        ) {
            self.journal = journal
            self.waits = waits
            self.stream = stream
            self.metrics = metrics
            self.faults = faults
            self.sandboxes = sandboxes
            self.why = why
            self.works = works
        }
    }

    /// What it needs of the console it stands around.
    package struct Needs: Sendable {
        /// Where the console keeps its data.
        package let folder: DataFolder
        /// Version of this program.
        package let version: String
        /// The console's log.
        package let logger: Logger
        /// Says where requests come from.
        package let addresses: ClientAddresses
        /// Where states are found that others keep.
        package let states: StateSources
        /// Makes refusals as device services have them.
        package let refusals: FaultStage.Refusals
        /// The faults and scenarios that are in force.
        package let books: RuleBooks
        /// Reads YAML.
        package let yaml: @Sendable (String) async throws -> JSONValue
        /// What sandboxes need of others.
        package let ground: SandboxGround
        /// What everything asks that wants to know the time.
        package let clocks: ClockBoard
        /// What falls due when a clock is moved forward.
        package let due: [DueWork]
        /// What snapshots need.
        package let snapshots: SnapshotPlace
        /// Who follows when everything is replaced, beside the rooms here.
        package let participants: [ResetParticipant]

        /// What the console lends.
        package init(
            folder: DataFolder, version: String, logger: Logger, addresses: ClientAddresses, states: StateSources,
            refusals: @escaping FaultStage.Refusals, books: RuleBooks,
            yaml: @escaping @Sendable (String) async throws -> JSONValue,
            ground: SandboxGround, clocks: ClockBoard, due: [DueWork], snapshots: SnapshotPlace,
            participants: [ResetParticipant]
        ) {
            self.folder = folder
            self.version = version
            self.logger = logger
            self.addresses = addresses
            self.states = states
            self.refusals = refusals
            self.books = books
            self.yaml = yaml
            self.ground = ground
            self.clocks = clocks
            self.due = due
            self.snapshots = snapshots
            self.participants = participants
        }
    }
}
