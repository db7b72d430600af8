import Hummingbird

/// Devices in the admin REST API.
extension ConsoleRouters {
    /// Devices, changed by administrators; what apps can carry out goes into their queues.
    var deviceAdministration: DeviceAdministrationStore {
        DeviceAdministrationStore(
            database: parts.database, ending: parts.ending, events: parts.events, clock: parts.clock,
            random: parts.random, messages: deviceMessages,
            relay: { [commands = parts.commands] in
                try commands.enqueue($0, onDevice: $1, by: $2, in: $3)
            },
            admitsWipe: { [wipes] in try wipes.admit($0, to: $1, by: $2, at: $3, in: $4) })
    }

    private var deviceMessages: DeviceMessageStore {
        DeviceMessageStore(
            database: parts.database, events: parts.events, clock: parts.clock,
            table: BoundedTable(name: "deviceMessage", bound: configuration.retention.messages))
    }

    /// Adds what a tester reads of messages.
    func addDeviceMessages(to router: some RouterMethods<AdminRequestContext>) {
        RecordAdminController.messages(deviceMessages.archive, pageLimit: configuration.limits.page)
            .addRoutes(to: router)
    }

    /// Adds searching, changing and ordering.
    func addDevices(to routes: AdminRoutes) {
        let directory = DeviceDirectoryStore(database: parts.database)
        DeviceDirectoryAdminController(store: directory).addRoutes(to: routes)
        let details = DeviceDetailStore(database: parts.database, census: parts.census, clock: parts.clock)
        DeviceOverviewAdminController(store: directory, details: details).addRoutes(to: routes)
        DeviceDetailAdminController(directory: directory, store: details, compliance: parts.compliance)
            .addRoutes(to: routes)
        addDeviceDetails(to: routes, directory, details)
        DeviceChangeAdminController(store: deviceAdministration).addRoutes(to: routes)
        DeviceCommandAdminController(store: deviceAdministration).addRoutes(to: routes)
    }
}
