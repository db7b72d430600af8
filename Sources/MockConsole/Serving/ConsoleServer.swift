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
    /// Gives memory back; nil where nobody has to.
    private let memory: MemoryReturn?
    /// The connections of all listeners.
    private let census: ConnectionCensus

    /// A server for an opened console.
    package init(
        _ console: Console, configuration: ConsoleConfiguration, logger: Logger, memory: MemoryReturn? = nil
    ) {
        self.console = console
        self.configuration = configuration
        self.logger = logger
        self.memory = memory
        census = ConnectionCensus(
            configuration.connections.fitting(descriptors: Descriptors.raise(to: configuration.connections.count)),
            logger: logger)
    }

    /// Starts the threads that serve; otherwise the first listener does, which waits for them.
    package static func startThreads() async { _ = MultiThreadedEventLoopGroup.singleton }

    /// Serves.
    ///
    /// Listeners stop first, the database last, so that what was accepted is committed.
    ///
    /// - Parameters:
    ///   - signals: Whether to stop on SIGTERM and SIGINT; otherwise it stops with its service group.
    ///   - onReady: Called once all listeners are up, with the ports of the console itself.
    /// - Throws: ``ConsoleError`` `unavailable` if a port cannot be bound.
    package func run(
        stoppingOnSignals signals: Bool, onReady: @escaping @Sendable (_ http: Int, _ https: Int) async throws -> Void
    ) async throws {
        let (readiness, wanted) = (console.readiness, configuration.connections.count)
        if census.rules.count < wanted {
            logger.warning(
                """
                There can be \(census.rules.count) connections instead of \(wanted) (http.connections): the process may \
                not open more files
                """)
        }
        let announcer = Announcer(readiness: readiness, onReady: onReady)
        let certificates = certificates(followingSignals: signals)
        var services = console.services.map { Self.named($0) }
        services += try listeners(certificates)
        if let certificates { services.append(Self.named(certificates)) }
        if let memory { services.append(Self.named(memory)) }
        services.append(Self.named(announcer))
        var group = ServiceGroupConfiguration(services: services, logger: logger)
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

    /// Everything that listens.
    ///
    /// Where the world reaches clients, administrators have a listener of their own.
    private func listeners(
        _ certificates: CertificateExchange?
    ) throws -> [ServiceGroupConfiguration.ServiceConfiguration] {
        let isListening = { @Sendable [readiness = console.readiness] in readiness.httpIsListening(on: $0) }
        guard let adminHost = configuration.adminHost else {
            let sandboxes = configuration.sandboxPorts.isEmpty ? [] : [Self.named(sandboxes(), "HTTP of sandboxes")]
            let plain = plain(everything(), at: address(configuration.httpPort), isListening)
            return [Self.named(plain, "HTTP"), Self.named(try secure(.everything, certificates), "HTTPS")] + sandboxes
        }
        let administration = plain(
            everything(), at: address(configuration.adminPort, host: adminHost), isListening)
        let redirect = RedirectResponder(
            origin: PublicOrigin(configured: configuration.publicURL, hosts: configuration.knownHosts),
            readiness: console.readiness)
        let plain =
            configuration.redirectsToSecure
            ? [Self.named(plain(redirect, at: address(configuration.httpPort)) { _ in }, "HTTP")] : []
        return [
            Self.named(administration, "Administration"),
            Self.named(try secure(.clients(hasPortal: configuration.hasPortal), certificates), "HTTPS"),
        ]
            + plain
    }

    /// The console as it answers over plain HTTP.
    private func everything(isForSandboxes: Bool = false) -> ListenerResponder<MockControl.Responder> {
        ListenerResponder(
            console: console.responder, scheme: "http", isForGroups: isForSandboxes, scope: .everything,
            longestTarget: configuration.targetBytes)
    }

    /// A listener for plain HTTP.
    private func plain<Answering: HTTPResponder>(
        _ responder: Answering, at address: ApplicationConfiguration, isForSandboxes: Bool = false,
        _ onRunning: @escaping @Sendable (any Channel) async -> Void
    ) -> some Service where Answering.Context == ConsoleContext {
        let idle = requests
        let observer = observer(isSecure: false, isForSandboxes: isForSandboxes)
        return Application(
            responder: responder,
            server: HTTPServerBuilder { responder in
                ObservedChannel(
                    base: HTTP1Channel(responder: responder, configuration: idle), observer: observer, census: census)
            },
            configuration: address, onServerRunning: onRunning, logger: logger)
    }

    /// The listeners on ports for sandboxes.
    private func sandboxes() -> some Service {
        SandboxListeners(host: configuration.host, ports: configuration.sandboxPorts) { port in
            plain(everything(isForSandboxes: true), at: address(port), isForSandboxes: true) {
                if let port = $0.localAddress?.port { console.readiness.isListening(forSandboxesOn: port) }
            }
        }
    }

    private func secure(_ scope: ListenerScope, _ certificates: CertificateExchange?) throws -> some Service {
        let idle = HTTP2UpgradeChannel.Configuration(
            idleTimeout: .seconds(configuration.idleTimeout), streamConfiguration: requests)
        let (tls, observer) = (console.tls, observer(isSecure: true))
        return Application(
            responder: ListenerResponder(
                console: console.responder, scheme: "https", scope: scope, longestTarget: configuration.targetBytes),
            server: HTTPServerBuilder { responder in
                let make: CertificateExchange.Maker = {
                    try HTTP2UpgradeChannel(tlsConfiguration: $0, configuration: idle, responder: responder)
                }
                let channel = try certificates?.channel(make) ?? ExchangeableChannel(showing: tls, make)
                return ObservedChannel(base: channel, observer: observer, census: census)
            },
            configuration: address(configuration.httpsPort),
            onServerRunning: { console.readiness.httpsIsListening(on: $0) }, logger: logger)
    }

    /// Exchanges the operator's certificate when its files change; nil if there is none, or nobody wants that.
    private func certificates(followingSignals signals: Bool) -> CertificateExchange? {
        let interval = configuration.certificateInterval
        guard let files = configuration.certificateFiles, signals || interval > 0 else { return nil }
        let pause: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(interval)) }
        return CertificateExchange(
            console.tls, files: files, followsSignals: signals, logger: logger, pause: interval > 0 ? pause : nil)
    }

    /// How requests are read, on a connection or a stream.
    private var requests: HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestWatch()], idleTimeout: .seconds(Int64(configuration.idleTimeout)))
    }

    private func observer(isSecure: Bool, isForSandboxes: Bool = false) -> ConnectionObserver {
        ConnectionObserver(
            isSecure: isSecure, isForSandboxes: isForSandboxes, trustAnchorPath: console.trustAnchorPath,
            book: console.parts.control.connections,
            logger: logger)
    }

    private func address(_ port: Int, host: String? = nil) -> ApplicationConfiguration {
        ApplicationConfiguration(
            address: .hostname(host ?? configuration.host, port: port), serverName: "MockUEM/\(MockUEMVersion.current)",
            backlog: 1024)
    }
}

/// Listens on ports for sandboxes, side by side: there may be many, and a stop waits for each.
private struct SandboxListeners: Service {
    let host: String
    let ports: [Int]
    let listener: @Sendable (_ port: Int) -> any Service

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for port in ports { group.addTask { try await run(port) } }
            // The first that fails ends the others.
            for try await _ in group {}
        }
    }

    private func run(_ port: Int) async throws {
        do {
            try await listener(port).run()
        } catch let error as IOError {
            throw PortProbe.error(for: error, host: host, port: port, isForSandboxes: true)
        }
    }
}

/// Reports when all listeners are up, then waits for the stop.
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
