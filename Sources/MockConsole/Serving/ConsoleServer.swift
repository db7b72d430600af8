import ConsoleHTTP
import ConsolePlatform
import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
package import Logging
import MockControl
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// Serves a console over HTTP and HTTPS until it is asked to stop.
package struct ConsoleServer: Sendable {
    private let console: Console
    private let configuration: ConsoleConfiguration
    private let logger: Logger

    /// A server for an opened console.
    package init(_ console: Console, configuration: ConsoleConfiguration, logger: Logger) {
        self.console = console
        self.configuration = configuration
        self.logger = logger
    }

    /// Starts the threads that serve; otherwise the first listener does, which waits for them.
    package static func startThreads() async { _ = MultiThreadedEventLoopGroup.singleton }

    /// Serves.
    ///
    /// Listeners stop first, the database last, so that what was accepted is committed.
    ///
    /// - Parameters:
    ///   - signals: Whether to stop on SIGTERM and SIGINT; otherwise it stops with its service group.
    ///   - onReady: Called once both listeners are up, with their ports.
    /// - Throws: ``ConsoleError`` `unavailable` if a port cannot be bound.
    package func run(
        stoppingOnSignals signals: Bool, onReady: @escaping @Sendable (_ http: Int, _ https: Int) async throws -> Void
    ) async throws {
        let readiness = console.readiness
        let announcer = Announcer(readiness: readiness, onReady: onReady)
        var group = ServiceGroupConfiguration(
            services: console.services.map(Self.named)
                + [Self.named(plain(), "HTTP"), Self.named(try secure(), "HTTPS"), Self.named(announcer)],
            logger: logger)
        if signals { group.gracefulShutdownSignals = [.sigterm, .sigint] }
        group.maximumGracefulShutdownDuration = .seconds(max(1, configuration.shutdownTimeout))
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError {
            throw PortProbe.error(for: error, host: configuration.host, port: nil)
        }
    }

    /// A service under the name of its type.
    private static func named(_ service: any Service) -> ServiceGroupConfiguration.ServiceConfiguration {
        named(service, "\(type(of: service))")
    }

    /// A service under a name.
    ///
    /// Without one the group writes out the service with everything it holds, which is most of the process: that takes
    /// longer than any other step of a start, and fills the log at level debug.
    private static func named(
        _ service: any Service, _ name: String
    ) -> ServiceGroupConfiguration.ServiceConfiguration {
        ServiceGroupConfiguration.ServiceConfiguration(service: service, serviceName: name)
    }

    private func plain() -> some Service {
        let idle = HTTP1Channel.Configuration(idleTimeout: .seconds(Int64(configuration.idleTimeout)))
        let observer = observer(isSecure: false)
        return Application(
            responder: ListenerResponder(console: console.responder, scheme: "http"),
            server: HTTPServerBuilder { responder in
                ObservedChannel(base: HTTP1Channel(responder: responder, configuration: idle), observer: observer)
            },
            configuration: address(configuration.httpPort),
            onServerRunning: { console.readiness.httpIsListening(on: $0) }, logger: logger)
    }

    private func secure() throws -> some Service {
        let idle = HTTP2UpgradeChannel.Configuration(idleTimeout: .seconds(configuration.idleTimeout))
        let (tls, observer) = (try console.tls.configuration(), observer(isSecure: true))
        return Application(
            responder: ListenerResponder(console: console.responder, scheme: "https"),
            server: HTTPServerBuilder { responder in
                let channel = try HTTP2UpgradeChannel(tlsConfiguration: tls, configuration: idle, responder: responder)
                return ObservedChannel(base: channel, observer: observer)
            },
            configuration: address(configuration.httpsPort),
            onServerRunning: { console.readiness.httpsIsListening(on: $0) }, logger: logger)
    }

    private func observer(isSecure: Bool) -> ConnectionObserver {
        ConnectionObserver(
            isSecure: isSecure, trustAnchorPath: console.trustAnchorPath, book: console.parts.control.connections,
            logger: logger)
    }

    private func address(_ port: Int) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(configuration.host, port: port), serverName: "MockUEM/\(MockUEMVersion.current)",
            backlog: 1024)
    }
}

/// Reports when both listeners are up, then waits for the stop.
private struct Announcer: Service {
    let readiness: Readiness
    let onReady: @Sendable (Int, Int) async throws -> Void

    func run() async throws {
        // Cancelled when a listener could not be bound, because nothing else ends the wait then.
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                await readiness.waitUntilListening()
                if let ports = readiness.ports { try await onReady(ports.http, ports.https) }
                try await gracefulShutdown()
            } onGracefulShutdown: {
                readiness.stop()
            }
        } onCancel: {
            readiness.stop()
        }
    }
}
