import ConsolePlatform

/// How long the times are that analytics events are counted in.
enum AnalyticsInterval: String, CaseIterable, Sendable {
    case hour, day

    /// Its length.
    var milliseconds: Int64 { self == .hour ? 3_600_000 : 86_400_000 }

    /// The one that suits events of a span: hours for up to three days.
    init(spanning milliseconds: Int64) { self = milliseconds <= 3 * 86_400_000 ? .hour : .day }
}

/// Analytics events by when they came, by what they are called and by the versions of apps.
struct AnalyticsCounts: Sendable {
    /// Events of one time.
    struct Interval: Sendable {
        /// When it begins.
        let from: Timestamp
        let events: Int
    }

    /// Events of one name.
    struct Name: Sendable {
        let name: String
        let events: Int
    }

    /// Events of one version of an app.
    struct Version: Sendable {
        let bundle: String
        let version: String
        let events: Int
    }

    /// How many events there are.
    let total: Int
    /// How many of them, the latest, are counted here.
    let counted: Int
    /// When the first of those came, and the last; nil without any.
    let span: ClosedRange<Timestamp>?
    /// The length of the intervals.
    let interval: AnalyticsInterval
    /// Those with events, the first of them first.
    var intervals: [Interval] = []
    /// The most frequent names.
    var names: [Name] = []
    /// The versions of apps with the most events.
    var versions: [Version] = []
}
