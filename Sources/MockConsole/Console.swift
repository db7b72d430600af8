import ConsoleHTTP
import ConsoleModel
package import ConsolePlatform
import DeviceServices
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MockControl
import ServiceLifecycle
import WebConsole

/// A console, opened, migrated and seeded; nothing listens yet.
package struct Console: Sendable {
    /// Answers every request.
    let responder: MockControl.Responder
    /// The routes it answers.
    let routes: RouteList
    /// Services that run beside the listeners, in the order of starting; the database ends last.
    let services: [any Service]
    /// Credentials that a person needs to use it.
    let credentials: ConsoleCredentials
    /// The certificate of the HTTPS listener.
    let tls: ServerIdentity
    /// The listeners report here.
    let readiness: Readiness
    /// Everything the routes stand on.
    let parts: ConsoleParts

    /// Opens a console in a data folder: migrates its database and seeds an empty one.
    ///
    /// - Parameters:
    ///   - configuration: Everything it is configured with.
    ///   - folder: Where it keeps its data; the caller closes it.
    ///   - surroundings: Time, randomness, network and log.
    /// - Throws: ``ConsoleError`` with a sentence for the person who started the program.
    package init(_ configuration: ConsoleConfiguration, folder: DataFolder, surroundings: Surroundings) async throws {
        // The database first: a folder whose database cannot be used is left as it is.
        parts = try await ConsoleParts(configuration, folder: folder, surroundings: surroundings)
        // Clients judge certificates by their own clocks, which are set like this machine's.
        let now = surroundings.clock.machine.date
        tls = try ServerIdentity(configuration, folder: folder, now: now, random: surroundings.random)
        if let warning = tls.authorityWarning(now: now) { surroundings.logger.warning("\(warning)") }
        readiness = parts.readiness
        let seeding = try Seeding(parts, configuration, folder: folder, logger: surroundings.logger)
        // The database waits for the disk, and passwords are hashed, while the routes are put together.
        async let seeded = seeding.seed()
        let routers = try ConsoleRouters(
            parts, configuration: configuration, adminToken: seeding.initialCredentials.adminToken)
        parts.control.note(rootToken: seeding.initialCredentials.adminToken)
        try routers.add(parts.all)
        let isFirst: Bool
        (credentials, isFirst) = try await seeded
        try await parts.control.load()
        try await StartFiles(configuration: configuration).putIntoForce(in: parts)
        // A later start may do without the file.
        if let environment = try? Seeding.text(configuration) {
            try await parts.control.snapshots.begin(with: environment, isFresh: isFirst)
        }
        let hints = SignInHints(configuration, credentials, parts.model)
        let search = SearchShelf(APILibrary(routers.list))
        let pages = PageFeature(
            credentials: credentials, configuration: configuration, readiness: readiness,
            trustAnchorPath: tls.trustAnchorPath, environmentSchema: { EnvironmentSchema.text },
            obstacle: parts.core.database.obstacle, search: search, certificateNames: tls.names,
            isPasswordKept: { await hints.ofUser.isKept })
        let access = ClientAccess(configuration, names: tls.names)
        let (hosts, readiness) = (configuration.knownHosts, readiness)
        let (entrance, enrollment) = (DeviceEntrance(), parts.features.enrollment)
        let anchor = configuration.showsTrustAnchor ? tls.trustAnchorPath : nil
        let web = WebConsoleFeature(
            parts.core, rules: configuration.sessions, version: MockUEMVersion.current,
            needs: WebConsoleNeeds(
                entrance: entrance, trustAnchor: { anchor.flatMap { FileManager.default.contents(atPath: $0) } },
                demo: hints.user,
                signIn: { try await enrollment.user(named: $1, password: $2, in: $0, from: $3) },
                search: { try await search.page().found(for: $0) })
        ) { request in
            let host = KnownHosts.host(of: hosts.known(request.head.authority))
            return readiness.ports.map { access.origins(ports: $0, asked: host).server }
        } hint: {
            await hints.administrator($0)
        }
        try routers.add([pages, web])
        responder = parts.control.responder(for: routers.responder()) { respond in
            entrance.open { request, connection, logger in
                let source = ApplicationRequestContextSource(channel: connection, logger: logger)
                return try await respond(request, ConsoleContext(source: source))
            }
        }
        routes = routers.list
        let events = EventLogger(hub: parts.core.events.hub, logger: surroundings.logger)
        let evictions = EvictionLog(database: parts.core.database, logger: surroundings.logger)
        services = [parts.core.database, events, evictions] + parts.all.flatMap(\.services)
    }

    /// Closes the database, once nothing serves any more.
    package func close() { parts.core.database.close() }

    /// Path of the certificate a client has to trust.
    var trustAnchorPath: String { tls.trustAnchorPath }
}
