import ConsolePlatform

/// Counts of analytics events as `/_mock/analytics/counts` shows them (AdminAPI, "Analytics").
struct AnalyticsCountsBody: Encodable, Sendable {
    /// Events of one time.
    struct Interval: Encodable, Sendable {
        let from: Timestamp
        let events: Int
    }

    /// Events of one name.
    struct Name: Encodable, Sendable {
        let name: String
        let events: Int
    }

    /// Events of one version of an app.
    struct Version: Encodable, Sendable {
        let bundleId: String
        let bundleVersion: String
        let events: Int
    }

    let total: Int
    /// How many of them, the latest, are counted.
    let counted: Int
    /// When the first of those came.
    let since: Timestamp?
    let interval: String
    let intervals: [Interval]
    let names: [Name]
    let versions: [Version]

    /// The body for counts.
    init(_ counts: AnalyticsCounts) {
        total = counts.total
        counted = counts.counted
        since = counts.span?.lowerBound
        interval = counts.interval.rawValue
        intervals = counts.intervals.map { Interval(from: $0.from, events: $0.events) }
        names = counts.names.map { Name(name: $0.name, events: $0.events) }
        versions = counts.versions.map {
            Version(bundleId: $0.bundle, bundleVersion: $0.version, events: $0.events)
        }
    }
}
