import Hummingbird
import Logging

/// The framework with one text route: what the console's figures are compared with.
public enum BareServer {
    /// Serves `GET /` on loopback until it is told to stop.
    public static func run(port: Int) async throws {
        let router = Router()
        router.get("/") { _, _ in "Hello" }
        var logger = Logger(label: "bare")
        logger.logLevel = .warning
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: port)), logger: logger)
        try await application.runService()
    }
}
