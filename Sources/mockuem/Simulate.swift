import ArgumentParser
import DeviceProtocol
import DeviceSimulator
import Foundation
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import MockConsole
import UnixSignals

/// `mockuem simulate`: a fleet of SDK clients against a console.
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a fleet of simulated SDK clients against a console; exit 0 if nothing went wrong.",
        discussion: "Equal seeds make equal traffic. The defaults fit a console started with mockuem serve.")

    @OptionGroup(title: "Console and user") var target: SimulateTarget

    @Option(help: "Number of devices.")
    var devices = 10

    @Option(help: "Steps of the whole fleet a second; by default one for each device every five seconds.")
    var rate: Double?

    @Option(help: "Seconds to run for, counted from the end of the first launches.")
    var duration = 10.0

    @Option(help: "Seed of all random choices.")
    var seed: UInt64 = 1

    @Option(help: "File that says what devices do (YAML).")
    var script: String?

    @OptionGroup(title: "What goes wrong on purpose") var knobs: SimulateKnobs

    @Option(help: "File that gets a line for each request: offset, device, method and path.")
    var trace: String?

    @Flag(help: "Print the summary as JSON.")
    var json = false

    func run() async throws {
        try await CommandFailure.reporting {
            let settings = try settings()
            let report = try await NetworkTransport.with(
                origin: target.origin, trustAnchor: target.ca, connections: min(max(devices, 8), 256)
            ) { transport in
                if let problem = await ConsoleProbe.problem(at: target.origin, transport) {
                    throw ConsoleError(.unavailable, problem)
                }
                return await Self.watched(Simulation(settings, transport: transport))
            }
            guard let report else { return }
            if let trace { try write(report.trace, to: trace) }
            print(json ? try report.json() : report.text, terminator: "")
            if report.errorCount > 0 { throw ExitCode(CommandFailure.environment) }
        }
    }

    /// Everything the options and the script say.
    ///
    /// - Throws: ``UsageError`` for an impossible value.
    private func settings() throws -> SimulationSettings {
        var settings = try target.settings()
        let rate = rate ?? Double(devices) / 5
        try SimulateCheck.demand((1...100_000).contains(devices), "--devices takes 1 to 100000.")
        try SimulateCheck.demand(rate > 0 && rate <= 100_000, "--rate takes a number above 0, 100000 at most.")
        try SimulateCheck.demand((0...604_800).contains(duration), "--duration takes 0 to 604800 seconds.")
        settings.devices = devices
        settings.rate = rate
        settings.duration = duration
        settings.seed = seed
        if let script { settings.script = try SimulateCheck.script(script) }
        try knobs.apply(to: &settings.script.knobs)
        if let problem = settings.problem { throw UsageError("\(problem) (--apps).") }
        settings.keepsTrace = trace != nil
        return settings
    }

    private func write(_ lines: [String], to path: String) throws {
        do {
            try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw ConsoleError(.conflict, "\(path) cannot be written.")
        }
    }

    /// What runs beside one another.
    private enum Part {
        case finished(SimulationReport)
        case signalled, silent
    }

    /// Runs a simulation with its progress on standard error, until its end or a signal.
    private static func watched(_ simulation: Simulation) async -> SimulationReport? {
        await withTaskGroup(of: Part.self) { group in
            group.addTask { .finished(await simulation.run()) }
            group.addTask {
                for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) { return .signalled }
                return .silent
            }
            group.addTask {
                var line = ProgressLine()
                while await line.wait() { line.show(simulation.progress) }
                line.clear()
                return .silent
            }
            var report: SimulationReport?
            for await part in group {
                if case .silent = part { continue }
                if case .finished(let value) = part { report = value }
                // The first signal ends it; the report is still printed.
                group.cancelAll()
            }
            return report
        }
    }
}
