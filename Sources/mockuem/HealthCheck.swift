import ArgumentParser
import DeviceSimulator
import Foundation
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import MockConsole

/// `mockuem healthcheck`: whether a console is ready, without shell or curl.
struct HealthCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "healthcheck",
        abstract: "Ask the console of this configuration whether it is ready; exit 0 if it is.")

    @OptionGroup var options: ConfigurationOptions

    @Option(help: "Origin to ask; by default that of the console in the data folder, else the configured HTTP port.")
    var url: String?

    @Option(help: "Seconds to keep asking until it is ready.")
    var wait: Double = 0

    func run() async throws {
        try await CommandFailure.reporting {
            let configuration = try ConsoleConfiguration(options.resolve())
            let deadline = ContinuousClock.now + .seconds(wait)
            while true {
                var answers: [String] = []
                for origin in origins(configuration) {
                    let status = try await Self.status(of: origin)
                    if status == 200 { return print("ready") }
                    answers.append("\(origin) " + (status.map { "answers \($0)." } ?? "does not answer."))
                }
                guard ContinuousClock.now < deadline else {
                    throw ConsoleError(.unavailable, answers.joined(separator: " "))
                }
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// Which console to ask: the named one, else the one of the data folder and of the configured port.
    ///
    /// Call it anew each time: a console that starts reports its ports once it has bound them.
    private func origins(_ configuration: ConsoleConfiguration) -> [String] {
        if let url { return [url] }
        let configured = Self.origin(configuration)
        let running = ReadyFile.origin(ofConsoleIn: configuration.dataFolder)
        return [running, running == configured ? nil : configured].compactMap(\.self)
    }

    /// What an origin answers when asked whether it is ready; nil if it does not answer.
    private static func status(of origin: String) async throws -> Int? {
        try await NetworkTransport.with(origin: origin, timeout: 5) { transport in
            try? await transport(ClientRequest(method: "GET", target: "/readyz")).status
        }
    }

    /// The configured origin.
    private static func origin(_ configuration: ConsoleConfiguration) -> String {
        "http://\(clientHost(configuration.host)):\(configuration.httpPort)"
    }

    /// The address to ask for a console that listens on all.
    private static func clientHost(_ host: String) -> String {
        switch host {
        case "0.0.0.0": "127.0.0.1"
        case "::": "[::1]"
        case _ where host.contains(":"): "[\(host)]"
        default: host
        }
    }
}
