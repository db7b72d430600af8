package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform

/// Pinning of public keys, and what a console without a certificate authority refuses (DeviceServices, sections 4.3,
/// 19, 20 and 26).
package struct PinningFeature: Feature {
    private let store: PinStore
    private let limiter: PinReportLimiter
    private let limits: Limits

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - log: Where it says that reports are refused.
    package init(_ core: Core, log: LimitLog) {
        store = PinStore(
            database: core.database, events: core.events, clock: core.clock,
            table: core.table("pinReport", \.pinReports))
        limiter = PinReportLimiter(clock: core.clock, log: log)
        limits = core.limits
    }

    /// What may be waited for.
    package var tallies: [RecordTally] { [store.archive.tally("pin-reports")] }

    /// Adds its routes: pins for clients, and reports of those that did not match for testers.
    package func addRoutes(to doors: Doors) {
        let authenticated = doors.device.authenticated(.buffered(limits.login))
        let pinning = PinningDeviceController(store: store, limiter: limiter, origin: doors.origin)
        pinning.addOpenRoutes(to: doors.device.open)
        pinning.addRoutes(to: authenticated)
        NotConfiguredDeviceController().addOpenRoutes(to: doors.device.open)
        NotConfiguredDeviceController().addRoutes(to: authenticated)
        RecordMockController.pinReports(store.archive, pageLimit: limits.page)
            .addRoutes(to: doors.admin.mock(.devices))
    }
}
