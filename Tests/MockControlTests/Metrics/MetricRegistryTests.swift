import Metrics
import Testing

@testable import MockControl

/// Figures and their text.
struct MetricRegistryTests {
    private func lines(_ registry: MetricRegistry) throws -> PrometheusLines {
        var text = PrometheusText()
        for series in registry.all { text.write(series) }
        let lines = try PrometheusLines(text.text)
        #expect(lines.problems.isEmpty, "\(lines.problems)\n\(text.text)")
        return lines
    }

    @Test func `Handles of the same name and labels are the same figure`() throws {
        let registry = MetricRegistry([MetricFamily("a_total", .counter, "A.")])
        Counter(label: "a_total", dimensions: [("x", "1"), ("y", "2")], factory: registry).increment(by: 2)
        Counter(label: "a_total", dimensions: [("y", "2"), ("x", "1")], factory: registry).increment()
        Counter(label: "a_total", dimensions: [("x", "2")], factory: registry).increment()
        let found = try lines(registry)
        #expect(found.value("a_total", ["x": "1", "y": "2"]) == 3)
        #expect(found.value("a_total", ["x": "2"]) == 1)
        #expect(found.families["a_total"]?.help == "A.")
    }

    @Test func `Values count up to the bound that they reach, and sums are theirs`() throws {
        let registry = MetricRegistry([MetricFamily("h", .histogram, "H.", bounds: [1, 2, 4])])
        let recorder = Recorder(label: "h", factory: registry)
        for value in [0.5, 1, 1.5, 4, 100] { recorder.record(value) }
        recorder.record(Double.nan)
        recorder.record(Double.infinity)
        let found = try lines(registry)
        let counts = ["1", "2", "4", "+Inf"].map { found.value("h_bucket", ["le": $0]) }
        #expect(counts == [2, 3, 4, 5])
        #expect(found.value("h_sum") == 107 && found.value("h_count") == 5)
    }

    @Test func `A timer is a histogram of seconds`() throws {
        let registry = MetricRegistry()
        Metrics.Timer(label: "took", factory: registry).recordMilliseconds(30)
        let found = try lines(registry)
        #expect(found.value("took_bucket", ["le": "0.025"]) == 0 && found.value("took_bucket", ["le": "0.05"]) == 1)
        #expect(found.value("took_sum") == 0.03)
    }

    @Test func `Gauges show what was set last`() throws {
        let registry = MetricRegistry()
        let gauge = Gauge(label: "g", factory: registry)
        gauge.record(5)
        gauge.record(-2.5)
        let meter = Meter(label: "m", factory: registry)
        meter.set(10)
        meter.decrement(by: 3.0)
        let found = try lines(registry)
        #expect(found.value("g") == -2.5 && found.value("m") == 7)
    }

    @Test func `Names and values are written as the format allows them`() throws {
        let registry = MetricRegistry()
        Gauge(label: "9 lives/cät", dimensions: [("a-b", "quote \" back \\ line\nend")], factory: registry).record(1)
        let found = try lines(registry)
        let sample = try #require(found.families["_9_lives_c__t"]?.samples.first)
        #expect(sample.labels == ["a_b": "quote \" back \\ line\nend"])
    }

    @Test func `A name that is of another kind is measured for nobody`() throws {
        let registry = MetricRegistry([MetricFamily("a_total", .counter, "A.")])
        Counter(label: "a_total", factory: registry).increment()
        Gauge(label: "a_total", factory: registry).record(99)
        #expect(try lines(registry).value("a_total") == 1)
    }

    @Test func `A figure outlives its handle, and never counts back`() throws {
        let registry = MetricRegistry()
        let counter = Counter(label: "a_total", factory: registry)
        counter.increment(by: 3)
        counter.destroy()
        Counter(label: "a_total", factory: registry).increment(by: Int64.max)
        Counter(label: "a_total", factory: registry).increment(by: -5)
        #expect(try lines(registry).value("a_total") == Double(Int64.max))
    }

    @Test func `Labels that never end are counted together`() throws {
        let registry = MetricRegistry()
        for number in 0..<5100 {
            Counter(label: "many_total", dimensions: [("n", "\(number)")], factory: registry).increment()
        }
        let samples = try #require(try lines(registry).families["many_total"]?.samples)
        #expect(samples.count == 5001)
        #expect(samples.first { $0.labels["n"] == "other" }?.value == 100)
    }

    @Test func `Names that never end are bounded, too`() throws {
        let registry = MetricRegistry([MetricFamily("mine_total", .counter, "Mine.")])
        for number in 0..<600 { Counter(label: "n\(number)_total", factory: registry).increment() }
        Counter(label: "mine_total", factory: registry).increment()
        let found = try lines(registry)
        #expect(found.families.count == 501 && found.value("mine_total") == 1)
    }

    @Test func `Nothing is lost when many measure at once`() async throws {
        let registry = MetricRegistry([MetricFamily("h", .histogram, "H.", bounds: [1, 2])])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for number in 0..<2000 {
                        Counter(label: "c_total", dimensions: [("n", "\(number % 3)")], factory: registry).increment()
                        Recorder(label: "h", factory: registry).record(number % 4)
                    }
                }
            }
        }
        let found = try lines(registry)
        #expect(found.families["c_total"]?.samples.reduce(0) { $0 + $1.value } == 16_000)
        #expect(found.value("h_count") == 16_000 && found.value("h_sum") == 24_000)
    }

    @Test func `What has no figures has no lines`() throws {
        #expect(try lines(MetricRegistry(ConsoleMetrics.measured)).families.isEmpty)
    }
}
