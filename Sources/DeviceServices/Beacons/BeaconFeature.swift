package import ConsoleHTTP
package import ConsoleModel

/// Beacons: what devices report of themselves (DeviceServices, section 14).
package struct BeaconFeature: Feature {
    /// Beacons, and what they change.
    let store: BeaconStore
    private let limits: Limits

    /// Makes the store; devices are evaluated by their compliance rules with each beacon.
    package init(_ core: Core, _ model: Model) {
        store = BeaconStore(
            database: core.database, events: core.events, clock: core.clock, compliance: model.compliance,
            table: core.table("beacon", \.beacons), pushTokens: core.table("pushToken", \.pushTokens),
            locations: core.table("deviceLocation", \.locations))
        limits = core.limits
    }

    /// What may be waited for.
    package var tallies: [RecordTally] {
        [
            store.archive.tally("beacons"), store.pushTokenArchive.tally("push-tokens"),
            store.locationArchive.tally("locations"),
        ]
    }

    /// Adds its routes: beacons of devices; for testers also push tokens and places.
    package func addRoutes(to doors: Doors) {
        BeaconDeviceController(store: store).addRoutes(to: doors.device.authenticated(.buffered(limits.message)))
        let mock = doors.admin.mock(.devices)
        RecordMockController.beacons(store.archive, pageLimit: limits.page).addRoutes(to: mock)
        RecordMockController.pushTokens(store.pushTokenArchive, pageLimit: limits.page).addRoutes(to: mock)
        RecordMockController.locations(store.locationArchive, pageLimit: limits.page).addRoutes(to: mock)
    }
}
