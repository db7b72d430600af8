import ConsolePlatform
import Metrics

/// Measures group commits.
struct CommitMeter: Sendable {
    private let units: Recorder
    private let seconds: Timer

    init(_ registry: MetricRegistry) {
        units = Recorder(label: ConsoleMetrics.commitUnits.name, factory: registry)
        seconds = Timer(label: ConsoleMetrics.commitSeconds.name, factory: registry)
    }

    /// Notes a commit.
    func note(_ commit: CommitReport) {
        units.record(commit.units)
        seconds.recordNanoseconds(commit.nanoseconds)
    }
}
