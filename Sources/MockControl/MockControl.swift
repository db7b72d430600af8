package import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform
import Foundation
package import Hummingbird
import NIOConcurrencyHelpers

/// What only a test bench can do, around a console that knows nothing of it (MockControl).
///
/// It stands before the console's responder, and adds routes of its own below `/_mock`.
package struct MockControl: Sendable {
    /// Its rooms.
    package let features: [any Feature]
    /// What answers in place of the console.
    package typealias Responder = DroppingResponder<GateResponder<JournalResponder<FaultResponder>>>

    /// A sandbox keeps its organization group.
    package static let groupDeletion = GroupDeletionParticipant(
        keeping: ("sandbox", "a sandbox, which is deleted by /_mock/sandboxes"))

    /// Snapshots of everything, and the way back.
    package let snapshots: SnapshotFeature
    /// Faults, scenarios and clocks of files that are read at start.
    package let start: StartRules
    private let journal: JournalFeature
    private let stage: FaultStage
    private let metrics: MetricsFeature
    private let database: ConsoleDatabase
    private let sandboxes: SandboxFeature
    /// Says where requests come from.
    private let addresses: ClientAddresses
    /// Hash of the console's own bearer token, once it is known.
    private let rootToken: NIOLockedValueBox<Data?>

    /// Where listeners note what they know of connections.
    package var connections: ConnectionBook { journal.connections }

    /// Makes its rooms.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - model: The stores that features share.
    ///   - rules: How much there may be of everything.
    ///   - needs: What it needs of the console it stands around.
    package init(_ core: Core, _ model: Model, rules: Rules, needs: Needs) {
        let rootToken = NIOLockedValueBox<Data?>(nil)
        self.rootToken = rootToken
        let (groups, homes) = (GroupTreeStore(database: core.database), SandboxHomes(core))
        let limits = LimitLog(needs.logger)
        let works = PatientWorks(places: rules.works, limits: limits)
        let origins = RequestOrigins(
            core,
            sources: RequestOrigins.Sources(
                groupOfAuthority: homes.group(at:port:),
                ownerOfToken: Self.owner(model.administrators, orOf: rootToken),
                signer: SignerLookUp(model.credentials, authorities: rules.why.authorities).device), works: works)
        journal = JournalFeature(
            core, model, rules: rules.journal, folder: needs.folder, matching: groups.matching,
            addresses: needs.addresses, version: needs.version, logger: needs.logger,
            origin: origins.parties(of:body:over:), works: works, origins: needs.ground.origins,
            home: homes.group(at:port:))
        let faultFeature = FaultFeature(core, register: needs.books.faults) { [memory = journal.memory] in
            await memory.whenLoaded()
            return Set(memory.entries().compactMap(\.parties.fault))
        }
        let scenarioFeature = ScenarioFeature(core, register: needs.books.scenarios, yaml: needs.yaml)
        stage = FaultStage(
            sources: [faultFeature.book, scenarioFeature.book], rules: rules.faults, origins: origins, groups: groups,
            clock: core.clock, connection: journal.recorder.connection, refusals: needs.refusals, works: works)
        sandboxes = SandboxFeature(
            core, model, homes: homes, rules: rules.sandboxes, ground: needs.ground, logger: needs.logger
        ) { [memory = journal.memory] customer, subtree in
            memory.remove(countsAnew: true) { $0.parties.customerID == customer }
            faultFeature.removeAll(in: subtree)
            scenarioFeature.removeAll(in: subtree)
        }
        let verification = VerificationFeature(
            core, model, journal: journal.memory, rules: rules.waits, states: needs.states, log: limits)
        let stream = StreamFeature(
            core, journal: journal.memory, rules: rules.stream, hasJournal: rules.journal.isOn, log: limits)
        self.metrics = MetricsFeature(
            core, rules.metrics,
            MetricsFeature.Sources(
                journal: journal.memory, verification: verification, stream: stream, folder: needs.folder,
                version: needs.version))
        let clocks = ClockFeature(core, board: needs.clocks, due: needs.due)
        start = StartRules(needs.books, clocks: clocks.store, groups: groups, logger: needs.logger)
        snapshots = SnapshotFeature(
            core, clocks: needs.clocks, needs.snapshots,
            participants: needs.participants + [
                journal.following, faultFeature.following, scenarioFeature.following, sandboxes.following,
                start.following,
            ])
        (database, addresses) = (core.database, needs.addresses)
        features = [
            journal, StandInFeature(core, model, replayer: journal.replayer, memory: journal.memory), verification,
            WhyFeature(core, model, archive: journal.archive, rules: rules.why),
            LintFeature(core, archive: journal.archive, version: needs.version), faultFeature, scenarioFeature,
            clocks, snapshots, sandboxes, stream, self.metrics,
        ]
    }

    /// Finds out whose a bearer token of an administrator is: the console's own, or one that holds until it is deleted.
    private static func owner(
        _ administrators: AdministratorStore, orOf rootToken: NIOLockedValueBox<Data?>
    ) -> @Sendable (String) async -> (name: String, groupID: Int64)? {
        { token in
            if let root = rootToken.withLockedValue({ $0 }), SecretHash.areEqual(SecretHash.sha256(token), root) {
                let owner = AdministratorIdentity.administratorToken
                return (owner.name, owner.groupID)
            }
            // Tokens of devices and of OAuth clients have dots.
            return token.contains(".") ? nil : try? await administrators.owner(ofToken: token)
        }
    }

    /// Says what the console's own bearer token is, with which requests belong to the topmost group.
    package func note(rootToken token: String) { rootToken.withLockedValue { $0 = SecretHash.sha256(token) } }

    /// Reads what its rooms have to know before the first request comes.
    package func load() async throws { try await sandboxes.homes.load() }

    /// What answers in place of the console.
    ///
    /// - Parameters:
    ///   - console: The console.
    ///   - open: Is handed what answers requests of simulated devices, as journal and faults have those of others; a
    ///     dropped connection is an answer with the status 0.
    /// - Returns: What answers.
    package func responder(
        for console: ConsoleResponder,
        letting open: (@escaping @Sendable (Request, ConsoleContext) async throws -> Response) -> Void = { _ in }
    ) -> Responder {
        var console = console
        console.homes = sandboxes.requests
        let responder = JournalResponder(
            FaultResponder(console: console, stage: stage), recorder: journal.recorder,
            onAnswer: metrics.requests.note)
        let target = JournalTarget { request, context, id in
            do {
                guard let id else { return try await responder.respond(to: request, context: context) }
                return try await responder.respond(to: request, context: context, again: id)
            } catch is ConnectionDropped {
                return Response(status: .init(code: 0))
            }
        }
        journal.replayer.attach(target)
        // The console's own pages hold what is handed out here: it must not hold the console.
        open { [weak target] request, context in
            guard let target else { throw ConsoleError(.unavailable, "The console is stopping.") }
            return try await target.respond(request, context, nil)
        }
        return DroppingResponder(
            console: GateResponder(
                JournalResponder(responder, target: target), gate: snapshots.gate, database: database, caller: caller))
    }

    /// Whom a request is answered for.
    @Sendable private func caller(_ request: Request, _ context: ConsoleContext) -> RequestCaller {
        let (head, book) = (request.head, journal.connections)
        let channel = context.channel
        let address = { @Sendable [addresses] in addresses.address(of: head, on: channel) }
        // A request without a connection, as in this process, has nobody who could leave.
        let isConnected = channel.isActive
        return RequestCaller(
            context.notes, isDeleting: head.method == .delete, at: address, customer: journal.rememberedCustomer
        ) {
            isConnected && (!channel.isActive || book.isClosed(channel))
        }
    }
}
