import Logging
import ServiceLifecycle

/// Writes a log line for everything that happens, so that a terminal shows what devices do.
struct EventLogger: Service {
    let hub: EventHub<ConsoleEvent>
    let logger: Logger

    func run() async throws {
        guard logger.logLevel <= .info else { return try await gracefulShutdown() }
        for await event in hub.events().cancelOnGracefulShutdown() {
            logger.info("\(event.action)", metadata: ["\(event.subjectKind)": "\(event.subject)"])
        }
    }
}
