package import ConsolePlatform
package import Logging
import ServiceLifecycle

/// Writes a log line for every event, so that a terminal shows what devices do.
package struct EventLogger: Service {
    let hub: EventHub<ConsoleEvent>
    let logger: Logger

    /// Made of its parts.
    package init(hub: EventHub<ConsoleEvent>, logger: Logger) {
        self.hub = hub
        self.logger = logger
    }

    package func run() async throws {
        guard logger.logLevel <= .info else { return try await gracefulShutdown() }
        for await event in hub.events().cancelOnGracefulShutdown() {
            logger.info("\(event.action.rawValue)", metadata: ["\(event.subjectKind)": "\(event.subject)"])
        }
    }
}
