package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform
package import DeviceProtocol
package import Foundation

/// Commands: what apps are asked to do (DeviceServices, section 13).
package struct CommandFeature: Feature {
    /// Renders an SDK profile for an app on a device, as the property list it would fetch.
    package typealias ProfileRendering =
        @Sendable (_ profile: String, _ target: CommandTarget, _ origin: String) async throws -> Data

    /// The queues.
    let store: CommandStore
    private let packaging: CommandPackaging
    private let renderProfile: ProfileRendering
    private let logTypeName: String
    private let limits: Limits

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - model: Knows groups, and the credentials that envelopes are sealed with.
    ///   - rules: The configuration of commands.
    ///   - renderProfile: Asks for the profile a command is to bring.
    package init(
        _ core: Core, _ model: Model, rules: CommandRules, renderProfile: @escaping ProfileRendering
    ) {
        store = CommandStore(
            database: core.database, events: core.events, ending: model.ending, clock: core.clock, random: core.random,
            table: core.table("command", \.commands), maximumDeliveries: rules.maximumDeliveries)
        packaging = CommandPackaging(groups: model.groups, credentials: model.credentials, random: core.random)
        self.renderProfile = renderProfile
        logTypeName = rules.logTypeName
        limits = core.limits
    }

    /// What may be waited for.
    package var tallies: [RecordTally] { [store.archive.tally("commands")] }

    /// Commands expire.
    package var due: [DueWork] { [store.due] }

    /// Adds its routes: the processor, and the queues for testers.
    package func addRoutes(to doors: Doors) {
        CommandDeviceController(store: store, packaging: packaging)
            .addRoutes(
                to: doors.device.authenticated(.buffered(limits.command), refusal: .badRequest, admitsLeaving: true))
        let mock = doors.admin.mock(.devices)
        RecordMockController.commands(store.archive, pageLimit: limits.page).addRoutes(to: mock, show: false)
        CommandMockController(
            store: store, renderProfile: renderProfile, logTypeName: logTypeName, origin: doors.origin,
            bodyLimit: limits.command
        ).addRoutes(to: mock)
    }

    /// A refusal as the processor has it: a 401 would make clients start anew again and again.
    ///
    /// - Parameters:
    ///   - error: The refusal of any other route.
    ///   - path: Path of the request.
    /// - Returns: The refusal.
    package static func refusal(_ error: ConsoleError, at path: String) -> ConsoleError {
        guard error.code == .unauthorized, path.lowercased() == CommandDeviceController.path.lowercased() else {
            return error
        }
        return ConsoleError(.badRequest, error.message, cause: error.cause)
    }

    /// What states of commands are called.
    package static let statuses = CommandRecord.Status.allCases.map(\.rawValue)

    /// Where a command is on its way, by its id or its uuid.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func standing(of id: String, in subtree: Subtree) async throws -> (status: String, isFinal: Bool) {
        let record = try await store.command(named: id, in: subtree).record
        return (record.status.rawValue, record.finishedAt != nil)
    }

    /// Queues a query that an app asks for, in the transaction in which it does; answers its `CommandUUID`.
    package func requery(
        _ subject: RequerySubject, as requestType: String, for identity: DeviceIdentity, in transaction: Transaction
    ) throws -> String {
        try store.enqueue(requestType, requerying: subject.rawValue, for: identity, in: transaction)
    }

    /// Queues a command for every app on a device, in the transaction of the one who orders it.
    package func relay(
        _ type: CommandType, _ settings: [String: PropertyListValue], onDevice deviceID: Int64,
        by administrator: AdministratorIdentity, in transaction: Transaction
    ) throws {
        try store.enqueue(type, settings, onDevice: deviceID, by: administrator, in: transaction)
    }
}
