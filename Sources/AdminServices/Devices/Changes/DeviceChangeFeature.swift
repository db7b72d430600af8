package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import DeviceProtocol

/// Changes and commands by administrators to devices (AdminDevices, "Changing and deleting" and "Commands"; AdminAPI,
/// "Changing a device").
package struct DeviceChangeFeature: Feature {
    /// Queues a command for every app on a device that fetches commands, in the caller's transaction.
    package typealias Relay =
        @Sendable (
            CommandType, _ settings: [String: PropertyListValue], _ deviceID: Int64, AdministratorIdentity, Transaction
        ) throws -> Void
    /// Notes an ordered wipe, and says whether it is carried out now: of a device, to the status it would get.
    package typealias WipeGate =
        @Sendable (DeviceRecord, EnrollmentStatus, AdministratorIdentity, _ now: Timestamp, Transaction) throws -> Bool

    private let store: DeviceChangeStore
    private let messages: DeviceMessageStore
    private let limits: Limits

    /// Makes the stores.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - model: Knows what ends with an enrollment.
    ///   - relay: Queues what apps can carry out.
    ///   - admitsWipe: Says whether a wipe is carried out now, or held.
    package init(_ core: Core, _ model: Model, relay: @escaping Relay, admitsWipe: @escaping WipeGate) {
        messages = DeviceMessageStore(
            database: core.database, events: core.events, clock: core.clock,
            table: core.table("deviceMessage", \.messages))
        store = DeviceChangeStore(
            database: core.database, ending: model.ending, events: core.events, clock: core.clock,
            random: core.random, messages: messages,
            locks: DeviceLockStore(database: core.database, secrets: model.keys.secrets, random: core.random),
            relay: relay, admitsWipe: admitsWipe)
        limits = core.limits
    }

    /// What may be waited for.
    package var tallies: [RecordTally] { [messages.archive.tally("messages")] }

    /// Adds its routes: changes and commands of the admin REST API, changes and messages for testers.
    package func addRoutes(to doors: Doors) {
        let routes = doors.admin.routes(.devices)
        DeviceChangeAdminController(store: store).addRoutes(to: routes)
        DeviceCommandAdminController(store: store).addRoutes(to: routes)
        DeviceOrderAdminController(store: store).addRoutes(to: routes)
        DeviceLockAdminController(store: store.locks).addRoutes(to: routes)
        DeviceLegacyMessageAdminController(store: store).addRoutes(to: routes)
        let mock = doors.admin.mock(.devices)
        DeviceChangeMockController(store: store, bodyLimit: limits.message).addRoutes(to: mock)
        RecordMockController.messages(messages.archive, pageLimit: limits.page).addRoutes(to: mock)
    }
}
