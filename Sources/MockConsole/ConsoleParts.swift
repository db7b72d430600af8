import AdminServices
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceServices
import Foundation
import HTTPTypes
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
    /// What stands around them.
    let control: MockControl

    /// Everything that adds routes, services and sections of environment files, but for the pages.
    var all: [any Feature] { features.all + control.features }

    /// Opens the database of a data folder and makes the features.
    ///
    /// - Throws: ``ConsoleError`` with a sentence for the person who started the program.
    init(_ configuration: ConsoleConfiguration, folder: DataFolder, surroundings: Surroundings) async throws {
        let random = surroundings.random
        let bell = NotificationBell()
        core = try Self.core(configuration, in: folder, bell: bell, surroundings: surroundings)
        folder.removeLeftovers()
        let hasher = PasswordHasher(
            cost: configuration.scryptCost, random: random, queueLimit: configuration.passwordQueue)
        let wipes = WipeCommands(core, names: configuration.wipeCommands)
        model = await Model(
            core, keys: try ConsoleKeys(folder: folder, random: random), hasher: hasher,
            tokenLifetime: configuration.admin.tokenLifetime
        ) {
            try wipes.follow($1, ofDevice: $0, at: $2, in: $3)
        }
        spool = BodySpool(folder: folder.file("spool"), random: random)
        let notifications = EventNotificationFeature(
            core, model, bell: bell, policy: configuration.notifications.policy,
            limits: configuration.notifications.limits, trust: configuration.notifications.trust,
            attempts: configuration.notifications.attempts, network: surroundings.network,
            userAgent: "MockUEM/\(MockUEMVersion.current)", logger: surroundings.logger)
        features = try await Features(
            core, model, spool: spool, notifications: notifications, folder: folder, configuration: configuration,
            logger: surroundings.logger)
        control = MockControl(
            core, model, journal: configuration.journal, waits: configuration.waits, folder: folder,
            version: MockUEMVersion.current, logger: surroundings.logger, states: Self.states(features),
            faults: configuration.faults, scenarios: configuration.scenarios,
            refusals: Self.refusals(configuration.signatures.freshness, clock: surroundings.clock),
            yaml: EnvironmentReader.value)
    }

    /// Makes refusals as the routes have them that faults are about.
    private static func refusals(_ freshness: Int, clock: ConsoleClock) -> FaultStage.Refusals {
        { refusal, head, group in
            let path = String((head.path ?? "").prefix { $0 != "?" })
            let isBearer = head.headerFields[.authorization]?.lowercased().hasPrefix("bearer") ?? false
            var error =
                switch refusal {
                case .expiredToken: StagedRefusals.expiredToken(now: clock.now(in: nil))
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

    /// Where states are found that can be waited for.
    private static func states(_ features: Features) -> StateSources {
        let commands = features.commands
        return StateSources(tallies: features.all.flatMap(\.tallies), commandStatuses: CommandFeature.statuses) {
            let standing = try await commands.standing(of: $0, in: $1)
            return StateSources.CommandStanding(status: standing.status, isFinal: standing.isFinal)
        }
    }

    /// Opens the database of a data folder; changes wake the event notifications.
    private static func core(
        _ configuration: ConsoleConfiguration, in folder: DataFolder, bell: NotificationBell, surroundings: Surroundings
    ) throws -> Core {
        let retention = configuration.limits.retention
        let events = EventLogStore(hub: EventHub(), table: BoundedTable(name: "eventLog", bound: retention.events))
        let outbox = NotificationOutbox(
            bell, bound: retention.deliveries, events: events, clock: surroundings.clock,
            random: surroundings.random)
        var options = configuration.database
        if folder.isTemporary { options.synchronous = .off }
        let database = try ConsoleDatabase.open(
            at: folder.file("mockuem.sqlite"), options: options, migrations: Migration.embedded(),
            logger: surroundings.logger, closing: outbox.collect)
        return Core(
            database: database, events: events, clock: surroundings.clock, random: surroundings.random,
            limits: configuration.limits)
    }
}
