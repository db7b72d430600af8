import AdminServices
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceServices
import Foundation
import GRDB
import HTTPTypes
import Logging
import MockControl

/// Everything a console consists of before it is seeded: what features stand on, and the features.
struct ConsoleParts: Sendable {
    /// Database, event log, clock, randomness, limits.
    let core: Core
    /// Stores that features share.
    let model: Model
    /// Receives bodies that are not held in memory.
    let spool: BodySpool
    /// The features.
    let features: Features
    /// What everything asks that wants to know the time.
    let clocks: ClockBoard
    /// What stands around them.
    let control: MockControl
    /// The listeners report here.
    let readiness: Readiness
    /// Where all of them log.
    let logger: Logger

    /// Everything that adds routes, services and sections of environment files, but for the pages.
    var all: [any Feature] { features.all + control.features }

    /// Opens the database of a data folder and makes the features.
    ///
    /// - Throws: ``ConsoleError`` with a sentence for the person who started the program.
    init(_ configuration: ConsoleConfiguration, folder: DataFolder, surroundings: Surroundings) async throws {
        let random = surroundings.random
        let bell = NotificationBell()
        logger = surroundings.logger
        readiness = Readiness(sandboxPortCount: configuration.sandboxPorts.count)
        clocks = ClockBoard(surroundings.clock)
        core = try Self.core(configuration, in: folder, bell: bell, surroundings: surroundings, clocks: clocks)
        try await clocks.load(core.database)
        folder.removeLeftovers()
        let limits = LimitLog(surroundings.logger)
        let hasher = PasswordHasher(
            cost: configuration.scryptCost, random: random, queueLimit: configuration.passwordQueue,
            share: configuration.passwordShare, site: configuration.site, limits: limits)
        let wipes = WipeCommands(core, names: configuration.wipeCommands)
        let isFirst = try await Self.isEmpty(core)
        model = await Model(
            core, keys: try ConsoleKeys(folder: folder, random: random, isFirst: isFirst), hasher: hasher,
            guards: EntryGuards(
                configuration.entry.passwords, misses: configuration.entry.misses,
                for: configuration.entry.missWindow, site: configuration.site, clock: core.clock, limits: limits),
            administratorPasswords: configuration.entry.administratorPasswords,
            tokenLifetime: configuration.admin.tokenLifetime
        ) {
            try wipes.follow($1, ofDevice: $0, at: $2, in: $3)
        }
        spool = BodySpool(
            folder: folder.file("spool"), random: random,
            bytes: BodyByteLimiter(configuration.spool, log: LimitLog(surroundings.logger)))
        let notifications = EventNotificationFeature(
            core, model, bell: bell, policy: configuration.notifications.policy,
            limits: configuration.notifications.limits, trust: configuration.notifications.trust,
            attempts: configuration.notifications.attempts, network: surroundings.network,
            userAgent: "MockUEM/\(MockUEMVersion.current)", logger: surroundings.logger)
        let books = RuleBooks(core, faults: configuration.faults, scenarios: configuration.scenarios)
        features = try await Features(
            core, model, spool: spool, notifications: notifications, folder: folder, configuration: configuration,
            logger: surroundings.logger, sections: [ClockEnvironmentSection(clocks)] + books.environment)
        let metrics = MetricsRules(
            surroundings.metrics, token: configuration.metricsToken, consoleVersion: configuration.consoleVersion,
            logins: Self.logins)
        control = MockControl(
            core, model, rules: Self.rules(configuration, metrics),
            needs: MockControl.Needs(
                folder: folder, version: MockUEMVersion.current, logger: surroundings.logger,
                addresses: configuration.entry.addresses, states: Self.states(features),
                refusals: Self.refusals(configuration.signatures.freshness, clock: core.clock), books: books,
                yaml: { [threads = core.threads] text in
                    try await threads.run { try EnvironmentReader.value(text) }
                },
                ground: Self.ground(configuration, features, model, folder: folder, readiness: readiness),
                clocks: clocks, due: features.all.flatMap(\.due),
                snapshots: Self.snapshots(configuration, core, features, in: folder, surroundings),
                participants: [ResetParticipant { _ in bell.ring() }]))
    }

    /// Whether nothing was seeded yet, so that there is nothing that a key of before would open.
    static func isEmpty(_ core: Core) async throws -> Bool {
        try await core.database.read { db in
            try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM organizationGroup)") ?? true
        }
    }

    /// How much there may be of what mock control keeps.
    private static func rules(_ configuration: ConsoleConfiguration, _ metrics: MetricsRules) -> MockControl.Rules {
        MockControl.Rules(
            journal: configuration.journal, waits: configuration.waits, stream: configuration.stream, metrics: metrics,
            faults: configuration.faults, sandboxes: configuration.sandboxes,
            why: WhyRules(
                authorities: configuration.signatures.authorities, isLenient: configuration.signatures.isLenient),
            works: configuration.works)
    }

    /// Makes refusals as the routes have them that faults are about.
    private static func refusals(_ freshness: Int, clock: ConsoleClock) -> FaultStage.Refusals {
        { refusal, head, group in
            let path = String((head.path ?? "").prefix { $0 != "?" })
            let isBearer = head.headerFields[.authorization]?.lowercased().hasPrefix("bearer") ?? false
            var error =
                switch refusal {
                case .expiredToken: StagedRefusals.expiredToken(now: clock.machine)
                case .signatureTime: StagedRefusals.signatureTime(freshness: freshness)
                case .logQuota: LogFeature.fullQuota(of: group ?? "Global", byteCount: Self.length(of: head))
                case .sessionRevoked:
                    StagedRefusals.revokedCredential(isBearer: isBearer, reason: "ended by an administrator")
                }
            if error.code == .unauthorized, path.lowercased().hasPrefix("/api/") {
                error.headers["WWW-Authenticate"] = AdminAuthenticator.challenge(isBearer: isBearer)
            }
            return CommandFeature.refusal(error, at: path)
        }
    }

    private static func length(of head: HTTPRequest) -> Int {
        head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
    }

    /// Routes on which devices log in, and administrators' programs get tokens.
    private static let logins = [
        "/deviceservices/AuthenticationEndpoint.aws",
        "/deviceservices/enrollment/airwatchenroll.aws/validatelogincredentials",
        "/deviceservices/AirwatchEnroll.aws/Enrollment/validatelogincredentials",
        "/connect/token", "/oauth/token",
    ]

    /// What snapshots need.
    private static func snapshots(
        _ configuration: ConsoleConfiguration, _ core: Core, _ features: Features, in folder: DataFolder,
        _ surroundings: Surroundings
    ) -> SnapshotPlace {
        let baseline = EnvironmentBaseline(
            configuration: configuration, database: core.database, folder: folder, surroundings: surroundings)
        return SnapshotPlace(
            in: folder, rules: configuration.snapshots, files: features.all.flatMap(\.files),
            version: MockUEMVersion.current, baseline: baseline.write(to:))
    }

    /// Where states are found that can be waited for.
    private static func states(_ features: Features) -> StateSources {
        let commands = features.commands
        return StateSources(tallies: features.all.flatMap(\.tallies), commandStatuses: CommandFeature.statuses) {
            let standing = try await commands.standing(of: $0, in: $1)
            return StateSources.CommandStanding(status: standing.status, isFinal: standing.isFinal)
        }
    }

    /// What sandboxes need of environments, listeners and files.
    private static func ground(
        _ configuration: ConsoleConfiguration, _ features: Features, _ model: Model, folder: DataFolder,
        readiness: Readiness
    ) -> SandboxGround {
        let preparation = SandboxPreparation(importer: features.environment.importer, hasher: model.hasher)
        let (certificates, hosts) = (configuration.certificateFiles, configuration.knownHosts)
        return SandboxGround(
            prepare: preparation.prepare, files: features.applications.files(ofErased:in:),
            origins: {
                ClientAccess.sandboxOrigins(
                    of: $0, publicURL: configuration.publicURL, ports: readiness.ports, hosts: hosts)
            },
            ports: { readiness.sandboxPorts },
            authority: certificates.map { $0.authority ?? $0.certificate } ?? folder.file("ca.pem"))
    }

    /// Opens the database of a data folder; changes wake the event notifications, and clocks follow groups.
    private static func core(
        _ configuration: ConsoleConfiguration, in folder: DataFolder, bell: NotificationBell,
        surroundings: Surroundings, clocks: ClockBoard
    ) throws -> Core {
        let retention = configuration.limits.retention
        let events = EventLogStore(hub: EventHub(), table: BoundedTable(name: "eventLog", bound: retention.events))
        let outbox = NotificationOutbox(
            bell, bound: retention.deliveries, events: events, clock: clocks.clock, random: surroundings.random)
        let quotas = configuration.quotas(telling: LimitLog(surroundings.logger))
        var options = configuration.database
        if folder.isTemporary { options.synchronous = .off }
        options.hasReserve = !folder.isTemporary
        let database = try ConsoleDatabase.open(
            at: folder.file("mockuem.sqlite"), options: options, migrations: Migration.embedded(),
            logger: surroundings.logger
        ) {
            try quotas.enforce(in: $0)
            try outbox.collect(in: $0)
            try clocks.follow($0)
        }
        return Core(
            database: database, events: events, clock: clocks.clock, random: surroundings.random,
            limits: configuration.limits)
    }
}
