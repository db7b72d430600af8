import Hummingbird

/// Analytics, samples, data usage and do-not-disturb.
extension ConsoleRouters {
    /// Analytics events and other samples.
    var analytics: AnalyticsStore {
        AnalyticsStore(
            database: parts.database, events: parts.events, clock: parts.clock,
            eventTable: BoundedTable(name: "analyticsEvent", bound: configuration.retention.analytics),
            sampleTable: BoundedTable(name: "deviceSample", bound: configuration.retention.samples),
            locationTable: BoundedTable(name: "deviceLocation", bound: configuration.retention.locations))
    }

    private var dataUsage: DataUsageStore {
        DataUsageStore(
            database: parts.database, events: parts.events, clock: parts.clock,
            table: BoundedTable(name: "dataUsage", bound: configuration.retention.dataUsage))
    }

    /// Adds what devices send.
    ///
    /// - Parameter authenticated: Makes groups of routes that take bodies within a policy from devices.
    func addSampleRoutes(_ authenticated: (BodyPolicy) -> RouterGroup<DeviceRequestContext>) {
        let limits = configuration.limits
        AnalyticsDeviceController(store: analytics, tokens: parts.sampleTokens, clock: parts.clock)
            .addRoutes(to: authenticated(.buffered(limits.analytics)))
        DataUsageDeviceController(store: dataUsage).addRoutes(to: authenticated(.buffered(limits.message)))
        DoNotDisturbDeviceController(
            store: DoNotDisturbStore(database: parts.database, events: parts.events, clock: parts.clock)
        ).addRoutes(to: authenticated(.buffered(limits.login)))
    }

    /// Adds what administrators read.
    func addSampleRecords(to router: some RouterMethods<AdminRequestContext>) {
        let pageLimit = configuration.limits.page
        RecordAdminController.analytics(analytics.eventArchive, pageLimit: pageLimit).addRoutes(to: router)
        RecordAdminController.samples(analytics.sampleArchive, pageLimit: pageLimit).addRoutes(to: router)
        SampleIntakeAdminController(store: analytics, pageLimit: pageLimit).addRoutes(to: router)
        RecordAdminController.dataUsage(dataUsage.archive, pageLimit: pageLimit).addRoutes(to: router)
    }
}
