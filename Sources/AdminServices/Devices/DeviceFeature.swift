package import ConsoleHTTP
package import ConsoleModel
import ConsolePlatform

/// Devices, searched and looked up, with what belongs to them and what clients choose from (AdminDevices;
/// AdminDeviceDetails; AdminAPI, "Devices").
package struct DeviceFeature: Feature {
    /// The user with an id as version 1 answers users; nil if there is none.
    package typealias UserSource = @Sendable (_ id: Int64) async throws -> (any Encodable & Sendable)?

    /// A page of the logs that an app on a device has sent.
    package typealias LogSource = @Sendable (DeviceLogSearch) async throws -> (logs: [DeviceLogEntry], total: Int)

    private let devices: DeviceStore
    private let directory: DeviceDirectoryStore
    private let information: DeviceInformationStore
    private let notes: DeviceNoteStore
    private let attributes: DeviceAttributeStore
    private let definitions: AttributeDefinitionStore
    private let audit: DeviceAuditStore
    private let compliance: ComplianceStore
    private let user: UserSource
    private let logs: LogSource
    private let clock: ConsoleClock
    private let limits: Limits

    /// Devices keep their organization group.
    package static let groupDeletion = GroupDeletionParticipant(keeping: ("device", "devices"))

    /// Makes the stores.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - model: Knows devices, and how they stand with rules.
    ///   - users: Asks for whoever has a device.
    ///   - logs: Reads logs that an app on a device has sent.
    package init(_ core: Core, _ model: Model, users: @escaping UserSource, logs: @escaping LogSource) {
        devices = model.devices
        directory = DeviceDirectoryStore(database: core.database)
        information = DeviceInformationStore(database: core.database, census: model.census, clock: core.clock)
        notes = DeviceNoteStore(database: core.database, events: core.events, clock: core.clock)
        attributes = DeviceAttributeStore(database: core.database, events: core.events, clock: core.clock)
        audit = DeviceAuditStore(database: core.database)
        compliance = model.compliance
        definitions = AttributeDefinitionStore(
            database: core.database, events: core.events, clock: core.clock, random: core.random)
        (user, self.logs) = (users, logs)
        clock = core.clock
        limits = core.limits
    }

    /// Adds its routes: devices of the admin REST API, and their list for testers.
    package func addRoutes(to doors: Doors) {
        let routes = doors.admin.routes(.devices)
        DeviceDirectoryAdminController(store: directory).addRoutes(to: routes)
        DeviceBulkLookupAdminController(store: directory).addRoutes(to: routes)
        DeviceOverviewAdminController(store: directory, details: information).addRoutes(to: routes)
        DeviceInformationAdminController(directory: directory, store: information, compliance: compliance)
            .addRoutes(to: routes)
        DeviceHoldingAdminController(directory: directory, details: information, origin: doors.origin, user: user)
            .addRoutes(to: routes)
        DeviceStatusAdminController(directory: directory, details: information, origin: doors.origin)
            .addRoutes(to: routes)
        DevicePlaceAdminController(store: information).addRoutes(to: routes)
        DeviceLogAdminController(directory: directory, logs: logs).addRoutes(to: routes)
        DeviceNoteAdminController(store: notes).addRoutes(to: routes)
        DeviceAttributeAdminController(store: attributes).addRoutes(to: routes)
        DeviceAttributeLookupAdminController(store: attributes).addRoutes(to: routes)
        AttributeDefinitionAdminController(store: definitions).addRoutes(to: routes)
        DeviceListAdminController(store: directory).addRoutes(to: routes)
        DeviceCountAdminController(store: directory).addRoutes(to: routes)
        PicklistAdminController().addRoutes(to: routes)
        DeviceAuditAdminController(store: audit, origin: doors.origin).addRoutes(to: routes)
        DeviceMockController(store: devices, clock: clock, pageLimit: limits.page)
            .addRoutes(to: doors.admin.mock(.devices))
    }
}
