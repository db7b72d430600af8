import ArgumentParser
import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import MockConsole

/// `mockuem bare`: the framework's own text route, which the benchmark compares with.
struct Bare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve one text route and nothing else.", shouldDisplay: false)

    @Option(help: "Port to listen on.")
    var port: Int

    func run() async throws {
        try await BareServer.run(port: port)
    }
}
