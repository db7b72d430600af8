import Hummingbird
import Logging

/// The framework with one text route: what the console's figures are compared with.
package enum BareServer {
    /// Serves `GET /` on loopback until it is asked to stop.
    package static func run(port: Int) async throws {
        let router = Router()
        router.get("/") { _, _ in "Hello" }
        var logger = Logger(label: "bare")
        logger.logLevel = .warning
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
        try await application.runService()
    }
}
