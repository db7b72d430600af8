package import CoreMetrics
import NIOConcurrencyHelpers

/// Keeps all figures of a process, as a factory of swift-metrics.
///
/// It is handed to those who measure. Only `mockuem serve` makes it the factory of the whole process.
package final class MetricRegistry: MetricsFactory {
    /// The most combinations of labels of one name; what comes after is counted under `other`.
    private static let seriesLimit = 5000
    /// The most names beside those that are declared.
    private static let familyLimit = 500

    struct Series {
        let family: MetricFamily
        var instruments: [MetricLabels: any MetricInstrument] = [:]
    }

    private let series = NIOLockedValueBox<[String: Series]>([:])
    private let declared: Int

    /// A registry of names that are known before anything is measured; they have their help and bounds from here.
    package init(_ families: [MetricFamily] = []) {
        declared = families.count
        series.withLockedValue { series in
            for family in families { series[family.name] = Series(family: family) }
        }
    }

    /// All figures, in the order of their names.
    var all: [Series] {
        series.withLockedValue { $0.values.sorted { $0.family.name < $1.family.name } }
    }

    // MARK: The factory

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        instrument(label, .counter, dimensions) { _ in MetricCounter() }
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        instrument(label, .gauge, dimensions) { _ in MetricGauge() }
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        guard aggregate else { return instrument(label, .gauge, dimensions) { _ in MetricGauge() } }
        return instrument(label, .histogram, dimensions) { MetricHistogram(bounds: $0.bounds) }
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        instrument(label, .histogram, dimensions) { MetricHistogram(bounds: $0.bounds) }
    }

    // A figure outlives its handle: otherwise a counter would go back when somebody makes a new one.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    /// The instrument of a name and labels; one that nobody reads if the name is taken by another kind.
    private func instrument<Instrument: MetricInstrument>(
        _ label: String, _ kind: MetricFamily.Kind, _ dimensions: [(String, String)],
        _ make: (MetricFamily) -> Instrument
    ) -> Instrument {
        let name = MetricName.metric(label)
        let labels = MetricLabels(dimensions)
        return series.withLockedValue { all in
            let family =
                all[name]?.family ?? MetricFamily(name, kind, "Measured as \(label).", bounds: MetricFamily.seconds)
            guard family.kind == kind, all[name] != nil || all.count < declared + Self.familyLimit else {
                return make(family)
            }
            var series = all.removeValue(forKey: name) ?? Series(family: family)
            defer { all[name] = series }
            let isFull = series.instruments[labels] == nil && series.instruments.count >= Self.seriesLimit
            let key = isFull ? labels.with(value: "other") : labels
            if let known = series.instruments[key] as? Instrument { return known }
            let made = make(family)
            if series.instruments[key] == nil { series.instruments[key] = made }
            return made
        }
    }
}
