import AdminServices
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceServices
import Logging
import MockControl

/// Every feature of the console, made once; a line each, in the order in which environment files are imported.
///
/// Where one feature asks another, it declares a closure, which is filled here.
struct Features: Sendable {
    /// Finds out which device a request comes from; guards the routes of others.
    let signatures: RequestSignatureFeature
    /// Queues of commands, which can be waited for.
    let commands: CommandFeature
    /// Sign-in of users.
    let enrollment: EnrollmentFeature
    /// Apps, and files of theirs.
    let applications: ApplicationFeature
    /// Imports and exports.
    let environment: EnvironmentFeature
    /// All of them.
    let all: [any Feature]

    /// Makes the features, with further sections of environment files.
    init(
        _ core: Core, _ model: Model, spool: BodySpool, notifications: EventNotificationFeature, folder: DataFolder,
        configuration: ConsoleConfiguration, logger: Logger, sections: [any EnvironmentSection]
    ) async throws {
        signatures = RequestSignatureFeature(core, model, spool: spool, rules: configuration.signatures)
        let profiles = ProfileFeature(core, model, names: configuration.wireNames)
        commands = CommandFeature(core, model, rules: configuration.commands) {
            try await profiles.store.rendered($0, for: $1.bundle, onDevice: $1.deviceID, origin: $2)
        }
        let (terms, targets) = (TermsOfUseFeature(core), ProfileEnvironmentSection.targets)
        enrollment = EnrollmentFeature(
            core, model, rules: configuration.entry.enrollment, installPage: DiscoveryFeature.enrollmentPage,
            outlook: profiles.outlook, termsOfUse: terms.isRequired, owner: signatures.owner)
        let logs = LogFeature(core, spool: spool, searches: configuration.searches, log: LimitLog(logger))
        let analytics = AnalyticsFeature(core, model, numbers: configuration.sampleTypeNumbers)
        let wipes = DeviceWipeFeature(core, model)
        let users = UserFeature(core, model)
        applications = try await ApplicationFeature(
            core, model, spool: spool, folder: folder,
            isDurable: configuration.database.synchronous == .full && !folder.isTemporary,
            uploadHours: configuration.uploadHours, acceptsUnreadable: configuration.acceptsUnreadablePackages,
            payloads: profiles.payloads, profiles: targets, events: analytics.events)
        let features: [any Feature] = [
            AdministratorFeature(core, model), TagFeature(core, model), users,
            GeofenceFeature(core, model), profiles,
            GroupFeature(
                core, model, room: logs.room, files: applications.files(ofErased:in:), deletion: Self.groupDeletion,
                profiles: targets),
            ComplianceFeature(core, model), SmartGroupFeature(core, model), applications,
            MDMProfileFeature(core, model),
            terms, notifications, signatures,
            DiscoveryFeature(core, model),
            enrollment, commands,
            BeaconFeature(core, model),
            logs, analytics, DataUsageFeature(core),
            DoNotDisturbFeature(core), KeyEscrowFeature(core, model),
            UnenrollmentFeature(core, model, pendingTimeout: configuration.pendingWipeTimeout, logger: logger),
            RequeryFeature(core, names: configuration.requeryNames, queue: commands.requery),
            SupportInformationFeature(core, model),
            PinningFeature(core, log: LimitLog(logger)),
            DeviceFeature(core, model, users: users.overview, logs: logs.excerpts),
            DeviceChangeFeature(core, model, relay: commands.relay, admitsWipe: wipes.admit),
            wipes, RegisteredDeviceFeature(core, model), EventHistoryFeature(core),
            SystemFeature(consoleVersion: configuration.consoleVersion),
        ]
        environment = EnvironmentFeature(core, sections: features.flatMap(\.environment) + sections)
        all = features + [environment]
    }

    /// The parts of features in the deletion of an organization group; what refers to something goes before it.
    private static let groupDeletion = [
        DeviceFeature.groupDeletion, MDMProfileFeature.groupDeletion, ApplicationFeature.groupDeletion,
        SmartGroupFeature.groupDeletion, ProfileFeature.groupDeletion, UserFeature.groupDeletion,
        AdministratorFeature.groupDeletion, MockControl.groupDeletion,
    ]
}
