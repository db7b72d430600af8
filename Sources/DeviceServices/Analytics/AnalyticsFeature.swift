package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform

/// Analytics events and device samples (DeviceServices, section 16).
package struct AnalyticsFeature: Feature {
    private let store: AnalyticsStore
    private let tokens: SampleTokens
    private let limits: Limits

    /// Makes the store.
    ///
    /// - Parameters:
    ///   - core: Database, events, clock and limits.
    ///   - model: Has the key of tokens.
    ///   - numbers: Numbers of types that the configuration names.
    package init(_ core: Core, _ model: Model, numbers: SampleTypeNumbers) {
        store = AnalyticsStore(
            database: core.database, events: core.events, clock: core.clock,
            eventTable: core.table("analyticsEvent", \.analytics),
            sampleTable: core.table("deviceSample", \.samples),
            locationTable: core.table("deviceLocation", \.locations), numbers: numbers)
        tokens = SampleTokens(key: model.keys.tokens, clock: core.clock, random: core.random)
        limits = core.limits
    }

    /// What may be waited for.
    package var tallies: [RecordTally] {
        [store.eventArchive.tally("analytics"), store.sampleArchive.tally("samples")]
    }

    /// Adds its routes: what apps send, and both kinds of it for testers.
    package func addRoutes(to doors: Doors) {
        AnalyticsDeviceController(store: store, tokens: tokens, clock: store.clock)
            .addRoutes(to: doors.device.authenticated(.buffered(limits.analytics)))
        let mock = doors.admin.mock(.devices)
        let list = RecordMockController.analytics(store.eventArchive, pageLimit: limits.page)
        list.addRoutes(to: mock)
        AnalyticsCountMockController(store: store, list: list).addRoutes(to: mock)
        RecordMockController.samples(store.sampleArchive, pageLimit: limits.page).addRoutes(to: mock)
        SampleIntakeMockController(store: store, pageLimit: limits.page).addRoutes(to: mock)
    }

    /// Analytics events that a search means, the latest first.
    package func events(_ search: SDKEventSearch, _ page: PageRequest) async throws -> Page<SDKEvent> {
        try await store.events(search, page: page)
    }
}
