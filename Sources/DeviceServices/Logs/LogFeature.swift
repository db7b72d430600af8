package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform

/// Logs that apps upload (DeviceServices, section 15).
package struct LogFeature: Feature {
    private let store: LogStore
    private let spool: BodySpool
    private let searches: LogSearches
    private let limits: Limits
    /// Where limits are told of.
    private let log: LimitLog

    /// Makes the store; texts of logs pass through the spool, and searches in them are bounded.
    package init(_ core: Core, spool: BodySpool, searches: LogSearchRules, log: LimitLog) {
        self.searches = LogSearches(searches, log: log)
        self.log = log
        store = LogStore(
            database: core.database, events: core.events, clock: core.clock,
            room: LogRoom(
                bytes: Int64(core.limits.retention.logBytes),
                unverifiedBytes: Int64(core.limits.retention.unverifiedLogBytes)))
        self.spool = spool
        limits = core.limits
    }

    /// What may be waited for.
    package var tallies: [RecordTally] { [store.archive.tally("logs")] }

    /// Logs get old enough for a purge; nothing is removed without one.
    package var due: [DueWork] {
        [DueWork("log due for purging", count: store.countDue(in:_:))]
    }

    /// Adds its routes: uploads, and logs with their quota for testers.
    package func addRoutes(to doors: Doors) {
        let unverified: BodyPolicy? =
            limits.unverifiedLog > 0 ? .spooled(min(limits.log, limits.unverifiedLog)) : nil
        LogDeviceController(store: store, spool: spool, limits: log)
            .addRoutes(to: doors.device.senders(.spooled(limits.log), builtInKey: unverified))
        LogMockController(store: store, searches: searches, pageLimit: limits.page, bodyLimit: limits.message)
            .addRoutes(to: doors.admin.mock(.devices))
    }

    /// Bytes that logs take at a group of a subtree, and how many they may; nil for no limit.
    ///
    /// - Throws: ``ConsoleError`` `notFound`.
    package func room(of code: String, in subtree: Subtree) async throws -> (used: Int64, limit: Int64?) {
        let quota = try await store.standing(of: code, in: subtree).quota
        return (quota.used, quota.limit)
    }

    /// A page of the logs that an app on a device has sent.
    package func excerpts(_ search: DeviceLogSearch) async throws -> (logs: [DeviceLogEntry], total: Int) {
        try await store.excerpts(search)
    }

    /// The refusal of a log of a group whose quota is full, for whoever brings it about on purpose.
    package static func fullQuota(of group: String, byteCount: Int) -> ConsoleError {
        let quota: Int64 = 100 << 20
        return ConsoleError(
            .payloadTooLarge,
            LogBound.refusal(ofQuotaIn: group, used: quota, limit: quota, byteCount: byteCount))
    }
}
