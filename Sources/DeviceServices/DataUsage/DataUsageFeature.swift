package import ConsoleHTTP
package import ConsoleModel

/// Data usage: how much apps say they have sent and received (DeviceServices, section 17).
package struct DataUsageFeature: Feature {
    private let store: DataUsageStore
    private let limits: Limits

    /// Makes the store.
    package init(_ core: Core) {
        store = DataUsageStore(
            database: core.database, events: core.events, clock: core.clock,
            table: core.table("dataUsage", \.dataUsage))
        limits = core.limits
    }

    /// What may be waited for.
    package var tallies: [RecordTally] { [store.archive.tally("data-usage")] }

    /// Adds its routes: reports of apps, and records for testers.
    package func addRoutes(to doors: Doors) {
        DataUsageDeviceController(store: store).addRoutes(to: doors.device.authenticated(.buffered(limits.message)))
        RecordMockController.dataUsage(store.archive, pageLimit: limits.page)
            .addRoutes(to: doors.admin.mock(.devices))
    }
}
