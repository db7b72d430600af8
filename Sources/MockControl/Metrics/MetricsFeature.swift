package import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// Figures of a running console (Metrics).
package struct MetricsFeature: Feature {
    /// Counts requests.
    package let requests: RequestMeter
    private let rules: MetricsRules
    private let scrape: MetricsScrape

    /// What is looked at when somebody asks for figures.
    struct Sources: Sendable {
        let journal: JournalMemory
        let verification: VerificationFeature
        let stream: StreamFeature
        /// Where the console keeps its data.
        let folder: DataFolder
        /// Version of the program.
        let version: String
    }

    /// Begins to measure.
    init(_ core: Core, _ rules: MetricsRules, _ sources: Sources) {
        self.rules = rules
        requests = RequestMeter(rules.registry, logins: rules.logins)
        scrape = MetricsScrape(
            registry: rules.registry, database: core.database, store: MetricsStore(database: core.database),
            memory: sources.journal, waits: sources.verification.limiter, streams: sources.stream.limiter,
            folder: sources.folder,
            versions: [("version", sources.version), ("console_version", rules.consoleVersion)],
            start: core.clock.machine)
        core.database.observeCommits(CommitMeter(rules.registry).note)
    }

    /// Adds its route.
    package func addRoutes(to doors: Doors) {
        MetricsController(scrape: scrape, rules: rules, signIn: doors.admin.signIn).addRoutes(to: doors.pages)
    }
}
