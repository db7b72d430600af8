import Foundation

extension SimulationReport {
    /// The report for people.
    public var text: String {
        ([summary, ""] + callTable + [""] + errorLines).joined(separator: "\n") + "\n"
    }

    private var summary: String {
        let rate = Double(requests) / max(seconds + rampSeconds, 0.001)
        var lines = [
            "\(launchedDevices) of \(devices) devices launched in \(Self.time(rampSeconds)), "
                + "then \(steps) of \(plannedSteps) steps in \(Self.time(seconds)), seed \(seed)",
            "\(requests) requests, \(Self.number(rate, 1)) a second; "
                + "\(Self.size(bytesSent)) sent, \(Self.size(bytesReceived)) received",
        ]
        if isInterrupted { lines.insert("Stopped before the end.", at: 0) }
        if duplicates + dropped > 0 {
            lines.append(
                "on purpose: \(duplicates) sent twice, \(dropped) broken off, which made \(failuresAfterDrops) calls fail"
            )
        }
        if !prompts.isEmpty { lines.append("users were asked: \(promptList)") }
        return lines.joined(separator: "\n")
    }

    private var promptList: String {
        UserPrompt.allCases.compactMap { prompt in prompts[prompt.rawValue].map { "\($0) × \(prompt.rawValue)" } }
            .joined(separator: ", ")
    }

    private var callTable: [String] {
        let width = (calls.map(\.call.count).max() ?? 0) + 2
        let titles = ["count", "failed", "404", "p50 ms", "p90 ms", "p99 ms", "max ms"]
        func row(_ name: String, _ cells: [String]) -> String {
            name.padding(toLength: width, withPad: " ", startingAt: 0)
                + cells.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
        }
        func times(_ latency: Percentiles) -> [String] {
            [latency.p50, latency.p90, latency.p99, latency.max].map { Self.number($0, 1) }
        }
        return [row("", titles)]
            + calls.map { row($0.call, ["\($0.count)", "\($0.failed)", "\($0.notServed)"] + times($0.latency)) }
            + [row("all", ["\(requests)", "", ""] + times(latency))]
    }

    private var errorLines: [String] {
        guard !errors.isEmpty else { return ["0 errors"] }
        return ["\(errorCount) errors"] + errors.map { "  \($0.count) × \($0.kind): \($0.example)" }
    }

    private static func time(_ seconds: Double) -> String { "\(number(seconds, 1)) s" }

    private static func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

    private static func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<10_000: "\(bytes) bytes"
        case ..<10_000_000: "\(number(Double(bytes) / 1000, 1)) kB"
        default: "\(number(Double(bytes) / 1_000_000, 1)) MB"
        }
    }
}
