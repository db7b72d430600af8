#if os(macOS) || os(Linux)
    import ConsolePlatform
    import Foundation
    import Logging
    import MockConsole
    import ServiceLifecycle

    /// A console that is served by this process.
    struct InProcessConsole: Sendable {
        private let group: ServiceGroup
        private let work: Task<Void, Never>

        /// Opens a console on free ports and serves it.
        ///
        /// - Parameter settings: Values of configuration keys.
        /// - Returns: The console, and how to reach it.
        /// - Throws: ``MockUEMError`` with the reason if it cannot be opened or served.
        static func start(_ settings: [String: String]) async throws -> (InProcessConsole, ConsoleAccess) {
            do {
                let (console, ready) = try await open(settings)
                for try await access in ready { return (console, access) }
                throw MockUEMError("The console ended before it was ready.")
            } catch let error as ConsoleError {
                throw MockUEMError(error.message)
            } catch let error as ConfigurationError {
                throw MockUEMError(error.description)
            }
        }

        private static func open(
            _ settings: [String: String]
        ) async throws -> (InProcessConsole, AsyncThrowingStream<ConsoleAccess, any Error>) {
            let sources = try ConfigurationSources(
                arguments: settings, environment: [:], file: nil, defaultFile: "")
            var configuration = try ConsoleConfiguration(ResolvedConfiguration(sources))
            configuration.isEphemeral = settings["data.folder"] == nil
            let logger = logger(configuration, isAsked: settings["log.level"] != nil)
            let folder = try configuration.openFolder()
            if folder.isTemporary { Remains.shared.add(folder: folder.path) }
            let console: Console
            do {
                console = try await Console(configuration, folder: folder, surroundings: .system(logger: logger))
            } catch {
                close(folder)
                throw error
            }
            let (ready, announcement) = AsyncThrowingStream<ConsoleAccess, any Error>.makeStream()
            let service = ServedConsole(console: console, configuration: configuration, logger: logger) {
                announcement.yield($0)
            }
            let group = ServiceGroup(
                configuration: ServiceGroupConfiguration(
                    services: [
                        ServiceGroupConfiguration.ServiceConfiguration(service: service, serviceName: "MockUEM")
                    ],
                    logger: logger))
            let work = BackgroundWork.begin {
                do { try await group.run() } catch { announcement.finish(throwing: error) }
                announcement.finish()
                console.close()
                close(folder)
            }
            return (InProcessConsole(group: group, work: work), ready)
        }

        private static func close(_ folder: DataFolder) {
            folder.close()
            Remains.shared.forget(folder: folder.path)
        }

        /// Silent unless somebody has asked for a level: the output belongs to the tests.
        private static func logger(_ configuration: ConsoleConfiguration, isAsked: Bool) -> Logger {
            guard isAsked else { return Logger(label: "mockuem") { _ in SwiftLogNoOpLogHandler() } }
            var logger = Logger(label: "mockuem") { LineLogHandler(label: $0, form: .text) }
            logger.logLevel = configuration.logLevel
            return logger
        }

        /// Stops it; what was accepted is answered first.
        func stop() async {
            await group.triggerGracefulShutdown()
            await work.value
        }
    }

    /// Serves a console, and reports where.
    private struct ServedConsole: Service {
        let console: Console
        let configuration: ConsoleConfiguration
        let logger: Logger
        let onReady: @Sendable (ConsoleAccess) -> Void

        func run() async throws {
            try await ConsoleServer(console, configuration: configuration, logger: logger)
                .run(stoppingOnSignals: false) { http, https in
                    let ready = ReadyFile(console, host: configuration.host, ports: (http, https))
                    onReady(ConsoleAccess(ready.values))
                }
        }
    }
#endif
