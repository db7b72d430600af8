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

    @Option(help: "Origin to ask; by default the configured HTTP port on this machine.")
    var url: String?

    @Option(help: "Seconds to keep asking until it is ready.")
    var wait: Double = 0

    func run() async throws {
        try await CommandFailure.reporting {
            let configuration = try ConsoleConfiguration(options.resolve())
            let origin = url ?? "http://\(Self.clientHost(configuration.host)):\(configuration.httpPort)"
            let deadline = ContinuousClock.now + .seconds(wait)
            try await NetworkTransport.with(origin: origin, timeout: 5) { transport in
                while true {
                    let status = try? await transport(ClientRequest(method: "GET", target: "/readyz")).status
                    if status == 200 {
                        print("ready")
                        return
                    }
                    guard ContinuousClock.now < deadline else {
                        let answer = status.map { "answers \($0)" } ?? "does not answer"
                        throw ConsoleError(.unavailable, "\(origin) \(answer).")
                    }
                    try await Task.sleep(for: .milliseconds(100))
                }
            }
        }
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
