import ConsolePlatform

/// The counts of analytics events as charts.
struct AnalyticsCharts: Sendable {
    /// The most bars beside each other.
    private static let most = 96

    private let counts: JSON
    private let visit: Visit

    /// The charts of an answer of `/_mock/analytics/counts`.
    init(_ counts: JSON, _ visit: Visit) {
        self.counts = counts
        self.visit = visit
    }

    private var isByHour: Bool { counts.interval.text == "hour" }
    private var counted: Int { counts.counted.integer ?? 0 }
    private var total: Int { counts.total.integer ?? 0 }

    /// What they stand in: how many there are, by time, by name and by version of an app.
    var parts: [Part] {
        var parts: [Part] = [.figures([Figure(name: total == 1 ? "event" : "events", value: Figure.text(total))])]
        if counted < total {
            let since = ShownTime(counts.since.time)?.text ?? "then"
            let text = "Counted are the latest \(Figure.text(counted)), which came since \(since)."
            parts.append(.note(Note(text: "\(text) Choose an earlier time to count others.")))
        }
        let times = intervals
        parts.append(
            .chart(
                Chart(
                    title: isByHour ? "Events by hour" : "Events by day", unit: "events",
                    bars: Array(times.suffix(Self.most)), isPlot: true,
                    hint: times.count > Self.most ? "The latest \(Self.most) \(isByHour ? "hours" : "days")." : "")))
        parts.append(.chart(Chart(title: "Events by name", unit: "events", bars: names, hint: rest(of: names))))
        parts.append(
            .chart(
                Chart(title: "Events by app and version", unit: "events", bars: versions, hint: rest(of: versions))))
        return parts
    }

    /// Each hour or day from the first with events to the last; of very many the latest, and one that says so.
    private var intervals: [Chart.Bar] {
        let length: Int64 = isByHour ? 3_600_000 : 86_400_000
        var events: [Int64: Int] = [:]
        for interval in counts.intervals.list {
            if let start = interval.from.time { events[start.milliseconds] = interval.events.integer ?? 0 }
        }
        guard let first = events.keys.min(), let last = events.keys.max() else { return [] }
        // Where all events are counted, none came before them: that is worth seeing if they came in a short time.
        let isWhole = counted == total && visit.query.text("from") == nil
        let start = isWhole ? min(first, last - (isByHour ? 23 : 13) * length) : first
        let earliest = max(start, last - Int64(Self.most) * length)
        return stride(from: earliest, through: last, by: Int64.Stride(length)).map { start in
            let time = Timestamp(milliseconds: start).description.replacing("T", with: " ")
            let name = isByHour ? "\(time.prefix(16)) UTC" : String(time.prefix(10))
            return Chart.Bar(name: name, value: events[start] ?? 0)
        }
    }

    private var names: [Chart.Bar] {
        counts.names.list.map { entry in
            Chart.Bar(
                name: entry.name.text, value: entry.events.integer ?? 0, link: visit.link(["name": entry.name.text]))
        }
    }

    private var versions: [Chart.Bar] {
        counts.versions.list.map { entry in
            Chart.Bar(
                name: entry.bundleId.text, value: entry.events.integer ?? 0,
                detail: entry.bundleVersion.nonEmpty.map { "version \($0)" } ?? "no version",
                link: visit.link(["bundleId": entry.bundleId.text]))
        }
    }

    /// How many events are of none of these.
    private func rest(of bars: [Chart.Bar]) -> String {
        let rest = counted - bars.map(\.value).reduce(0, +)
        return rest > 0 ? "\(Figure.text(rest)) events are of others." : ""
    }
}
