import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Charts: numbers as bars, which are written as well.
struct ChartTests {
    @Test func `The page of parts shows a chart in every state, without anything inline`() async throws {
        try await withConsole { console in
            let page = try await DevicePageWorld.browser(console).page("/console/parts")
            for words in ["Beside each other", "One alone", "Below each other", "Without bars", "Nothing to count."] {
                #expect(page.words.contains(words), "\(words)")
            }
            #expect(page.text.contains("<svg viewBox=\"0 0 240 100\"") && page.words.contains("7:00: 32 events"))
            #expect(!page.text.contains(" style=") && !page.text.contains("<span><script>"))
            #expect(page.words.contains("Copy as curl"))
        }
    }

    @Test func `The largest bar is as high as the drawing, and what is more than nothing can be seen`() async throws {
        let chart = Chart(
            title: "T", unit: "events",
            bars: [("a", 0), ("b", 1), ("c", 5000), ("d", 2500)].map { Chart.Bar(name: $0.0, value: $0.1) })
        let bars = try #require(chart.child(named: "bars") as? [any PageValue])
        #expect(bars.map { $0.child(named: "size") as? Int } == [0, 1, 100, 50])
        #expect(bars.map { $0.child(named: "y") as? Int } == [100, 99, 0, 50])
        #expect(bars.map { $0.child(named: "number") as? String } == ["0", "1", "5,000", "2,500"])
        #expect(chart.child(named: "most") as? String == "5,000 events")
    }

    @Test func `A chart of nothing but zeros, or of nothing, has no bars to see`() {
        let zeros = Chart(title: "T", unit: "events", bars: [Chart.Bar(name: "a", value: 0)])
        #expect((zeros.child(named: "bars") as? [any PageValue])?.first?.child(named: "size") as? Int == 0)
        #expect(Chart(title: "T", unit: "events", bars: []).child(named: "hasBars") as? Bool == false)
    }
}
