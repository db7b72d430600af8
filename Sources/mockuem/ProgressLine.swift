import DeviceSimulator
import Foundation

/// Reports on standard error how far a simulation has come: in place on a terminal, else with a line now and then.
struct ProgressLine {
    private let isTerminal = isatty(2) == 1
    private var shown = 0

    /// Waits until it is time for news.
    ///
    /// - Returns: Whether anybody still listens.
    func wait() async -> Bool {
        (try? await Task.sleep(for: isTerminal ? .milliseconds(200) : .seconds(10))) != nil
    }

    /// Shows how far it has come.
    mutating func show(_ progress: Simulation.Progress) {
        let text = Self.text(progress)
        guard isTerminal else { return write(text + "\n") }
        write("\r" + text + String(repeating: " ", count: max(0, shown - text.count)))
        shown = text.count
    }

    /// Removes the line.
    mutating func clear() {
        guard isTerminal, shown > 0 else { return }
        write("\r" + String(repeating: " ", count: shown) + "\r")
    }

    static func text(_ progress: Simulation.Progress) -> String {
        let (ramp, steps) = (progress.ramp, progress.steps)
        let phase =
            ramp.done < ramp.all
            ? "launching \(ramp.done) of \(ramp.all) devices" : "\(steps.done) of \(steps.all) steps"
        let time = String(format: "%.0f", progress.seconds)
        return "\(time) s: \(phase), \(progress.requests) requests, \(progress.errors) errors"
    }

    private func write(_ text: String) {
        FileHandle.standardError.write(Data(text.utf8))
    }
}
