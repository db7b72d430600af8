import ArgumentParser
import Foundation
import CoreMetrics
import Logging
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import MockConsole
import MockControl

/// `mockuem serve`: runs the console.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Run the console (the default).")

    @OptionGroup var options: ConfigurationOptions

    @Option(help: "Address to listen on.")
    var host: String?

    @Option(help: "Port for plain HTTP; 0 picks a free one.")
    var httpPort: String?

    @Option(help: "Port for HTTPS; 0 picks a free one.")
    var httpsPort: String?

    @Option(help: "File that gets URLs and credentials as JSON once the console is ready.")
    var readyFile: String?

    @Flag(help: "Keep nothing after exit.")
    var ephemeral = false

    @Flag(help: "Begin with a new database, once, where that of a console is missing but its keys are there.")
    var fresh = false

    func run() async throws {
        AllocatorLimits.set()
        try await CommandFailure.reporting {
            var configuration = try ConsoleConfiguration(
                options.resolve(adding: [\.httpHost: host, \.httpPort: httpPort, \.httpsPort: httpsPort]))
            configuration.isEphemeral = ephemeral
            configuration.isFresh = fresh
            try await serve(configuration)
        }
    }

    private func serve(_ configuration: ConsoleConfiguration) async throws {
        let logger = Self.logger(configuration)
        for warning in configuration.warnings { logger.warning("\(warning)") }
        if let readyFile { try ReadyFile.check(readyFile) }
        // A program that waits for this start must not read the file of an earlier one.
        if let readyFile { try? FileManager.default.removeItem(atPath: readyFile) }
        for (host, port) in configuration.listeningPorts { try await PortProbe.check(host: host, port: port) }
        for port in configuration.sandboxPorts {
            try await PortProbe.check(host: configuration.host, port: port, isForSandboxes: true)
        }
        let folder = try configuration.openFolder()
        defer { folder.close() }
        for repair in folder.repairs { logger.warning("\(repair)") }
        let runningFile = folder.file(ReadyFile.running)
        try? FileManager.default.removeItem(atPath: runningFile)
        defer { try? FileManager.default.removeItem(atPath: runningFile) }
        // Beside the database, which mostly waits for the disk.
        async let threads: Void = ConsoleServer.startThreads()
        let console = try await Console(
            configuration, folder: folder, surroundings: .system(logger: logger, metrics: Self.metrics()))
        defer { console.close() }
        await threads
        let exposure = Exposure(configuration, console)
        if let exposure { logger.warning("\(exposure.danger) \(exposure.remedy)") }
        let place = folder.isTemporary ? "\(folder.path) (removed at exit)" : folder.path
        try await ConsoleServer(
            console, configuration: configuration, logger: logger, memory: AllocatorLimits.memoryReturn
        )
        .run(stoppingOnSignals: true) { [readyFile] http, https in
            let ready = ReadyFile(
                console, host: configuration.host, ports: (http, https), administrators: configuration.adminHost)
            try ready.write(to: runningFile)
            let banner = Banner(
                ready, folder: place, configuration: configuration, exposure: exposure,
                secrets: configuration.bannerSecrets.areShown(onTerminal: isatty(1) == 1) ? nil : runningFile)
            print(banner.text, terminator: "")
            fflush(nil)
            if let readyFile { try ready.write(to: readyFile) }
        }
    }

    /// Where figures are kept, also those of libraries: only here there is one console in the process.
    private static func metrics() -> MetricRegistry {
        let registry = MetricRegistry(ConsoleMetrics.measured)
        MetricsSystem.bootstrap(registry)
        return registry
    }

    private static func logger(_ configuration: ConsoleConfiguration) -> Logger {
        let form: LineLogHandler.Form = configuration.logsJSON ? .json : .text
        let isColoured = LineLogHandler.wantsColour(
            isTerminal: isatty(2) == 1, environment: ProcessInfo.processInfo.environment)
        let budget = LineBudget(limit: configuration.logRepeats)
        LoggingSystem.bootstrap { LineLogHandler(label: $0, form: form, isColoured: isColoured, budget: budget) }
        var logger = Logger(label: "mockuem")
        logger.logLevel = configuration.logLevel
        return logger
    }
}
