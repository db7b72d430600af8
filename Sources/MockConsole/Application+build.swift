import Foundation
import Hummingbird
import Logging
public import ServiceLifecycle

/// A console, opened, migrated and seeded; nothing listens yet.
public struct Console: Sendable {
    /// Answers every request.
    public let responder: ConsoleResponder
    /// What has to run beside the listeners, in the order of starting; the database ends last.
    public let services: [any Service]
    /// What a person needs to use it.
    public let credentials: ConsoleCredentials
    /// What the HTTPS listener shows.
    let tls: ServerIdentity
    /// Told by the listeners.
    public let readiness: Readiness
    /// Everything the routes stand on.
    let parts: ConsoleParts

    /// Opens a console in a data folder: migrates its database and seeds an empty one.
    ///
    /// - Parameters:
    ///   - configuration: Everything it is configured with.
    ///   - folder: Where it keeps its data; the caller closes it.
    ///   - surroundings: Time, randomness, network and log.
    /// - Throws: ``ConsoleError`` with a sentence for the person who started the program.
    public init(_ configuration: ConsoleConfiguration, folder: DataFolder, surroundings: Surroundings) async throws {
        // The database first: a folder whose database cannot be used is left as it is.
        parts = try await ConsoleParts(configuration, folder: folder, surroundings: surroundings)
        let now = surroundings.clock.now(in: nil).date
        tls = try ServerIdentity(configuration, folder: folder, now: now, random: surroundings.random)
        credentials = try await Seeding(parts: parts, configuration: configuration).seed(folder)
        readiness = Readiness()
        responder = try ConsoleRouters(parts: parts, configuration: configuration, credentials: credentials)
            .responder(readiness: readiness, trustAnchorPath: tls.trustAnchorPath)
        services = [
            parts.database, EventLogger(hub: parts.hub, logger: surroundings.logger), parts.notifications.sender,
        ]
    }

    /// Path of the certificate a client has to trust.
    public var trustAnchorPath: String { tls.trustAnchorPath }
}
