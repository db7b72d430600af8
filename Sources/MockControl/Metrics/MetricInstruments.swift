import CoreMetrics
import NIOConcurrencyHelpers

/// What a scrape reads of one figure.
enum MetricReading: Sendable {
    case number(Double)
    case distribution(counts: [Int], sum: Double)
}

/// One figure with its labels.
protocol MetricInstrument: Sendable {
    /// What it shows now.
    var reading: MetricReading { get }
}

/// Counts upwards.
final class MetricCounter: MetricInstrument, CounterHandler {
    private let count = NIOLockedValueBox<Int64>(0)

    func increment(by amount: Int64) {
        // A counter never goes back; a sum that would be too large stays where it is.
        count.withLockedValue { count in
            let (sum, isTooLarge) = count.addingReportingOverflow(max(0, amount))
            count = isTooLarge ? .max : sum
        }
    }

    func reset() { count.withLockedValue { $0 = 0 } }

    var reading: MetricReading { .number(Double(count.withLockedValue { $0 })) }
}

/// Shows what was set last.
final class MetricGauge: MetricInstrument, RecorderHandler, MeterHandler {
    private let value = NIOLockedValueBox<Double>(0)

    func set(_ value: Double) { self.value.withLockedValue { $0 = value } }
    func set(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }
    func record(_ value: Int64) { set(Double(value)) }
    func increment(by amount: Double) { value.withLockedValue { $0 += amount } }
    func decrement(by amount: Double) { value.withLockedValue { $0 -= amount } }

    var reading: MetricReading { .number(value.withLockedValue { $0 }) }
}

/// Counts values by size.
final class MetricHistogram: MetricInstrument, RecorderHandler, TimerHandler {
    private struct State {
        /// How many values are within each bound and above the one before; the last are above all.
        var counts: [Int]
        var sum = 0.0
    }

    private let bounds: [Double]
    private let state: NIOLockedValueBox<State>

    init(bounds: [Double]) {
        self.bounds = bounds
        state = NIOLockedValueBox(State(counts: Array(repeating: 0, count: bounds.count + 1)))
    }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        // Nobody can add what is no number.
        guard value.isFinite else { return }
        let place = bounds.firstIndex { value <= $0 } ?? bounds.count
        state.withLockedValue { state in
            state.counts[place] += 1
            state.sum += value
        }
    }

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1_000_000_000) }

    var reading: MetricReading {
        let state = state.withLockedValue { $0 }
        return .distribution(counts: state.counts, sum: state.sum)
    }
}
