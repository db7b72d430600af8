import ArgumentParser
import Foundation
import Logging
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import MockConsole

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

    func run() async throws {
        AllocatorLimits.set()
        try await CommandFailure.reporting {
            var configuration = try ConsoleConfiguration(
                options.resolve(adding: [\.httpHost: host, \.httpPort: httpPort, \.httpsPort: httpsPort]))
            configuration.isEphemeral = ephemeral
            try await serve(configuration)
        }
    }

    private func serve(_ configuration: ConsoleConfiguration) async throws {
        let logger = Self.logger(configuration)
        // Whoever waits for this start must not read what an earlier one has left.
        if let readyFile { try? FileManager.default.removeItem(atPath: readyFile) }
        for port in [configuration.httpPort, configuration.httpsPort] {
            try await PortProbe.check(host: configuration.host, port: port)
        }
        let folder = try configuration.openFolder()
        defer { folder.close() }
        let console = try await Console(configuration, folder: folder, surroundings: .system(logger: logger))
        defer { console.close() }
        let place = folder.isTemporary ? "\(folder.path) (removed at exit)" : folder.path
        try await ConsoleServer(console, configuration: configuration, logger: logger)
            .run(stoppingOnSignals: true) { [readyFile] http, https in
                let ready = ReadyFile(console, host: configuration.host, ports: (http, https))
                print(Banner(ready, folder: place).text, terminator: "")
                fflush(nil)
                if let readyFile { try ready.write(to: readyFile) }
            }
    }

    private static func logger(_ configuration: ConsoleConfiguration) -> Logger {
        let form: LineLogHandler.Form = configuration.logsJSON ? .json : .text
        LoggingSystem.bootstrap { LineLogHandler(label: $0, form: form) }
        var logger = Logger(label: "mockuem")
        logger.logLevel = configuration.logLevel
        return logger
    }
}
