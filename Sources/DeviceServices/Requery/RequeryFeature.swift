package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import DeviceProtocol

/// Requery: queries through device management that apps ask for (DeviceServices, section 24).
package struct RequeryFeature: Feature {
    /// Queues a query for the app that asks, in the same transaction; answers its `CommandUUID`.
    package typealias Queue =
        @Sendable (
            _ subject: RequerySubject, _ requestType: String, _ identity: DeviceIdentity, _ transaction: Transaction
        ) throws -> String

    private let store: RequeryStore
    private let limits: Limits

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - names: The names of queries as commands.
    ///   - queue: Queues them.
    package init(_ core: Core, names: RequeryNames, queue: @escaping Queue) {
        store = RequeryStore(
            database: core.database, events: core.events, clock: core.clock, names: names, queue: queue)
        limits = core.limits
    }

    /// Adds its route, which is for apps.
    package func addRoutes(to doors: Doors) {
        RequeryDeviceController(store: store).addRoutes(to: doors.device.authenticated(.buffered(limits.login)))
    }
}
