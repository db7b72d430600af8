import ConsoleModel
package import ConsolePlatform
import HTTPTypes
package import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore

/// What stands in front of the routers: gives every request an id, picks its router by the first path segment, and
/// puts the console version on every answer.
///
/// A responder, not a middleware, because routing runs before middleware (Architecture, "Requests").
package struct ConsoleResponder: HTTPResponder {
    /// What a request comes with.
    package typealias Context = ConsoleContext

    let device: RoutedResponder<DeviceServicesContext>
    let admin: RoutedResponder<AdminContext>
    let pages: RoutedResponder<PageContext>
    /// Value of `x-aw-version`.
    let consoleVersion: String
    /// Makes request ids.
    let requestIDs: RequestIDs
    /// Says where requests come from.
    let addresses: ClientAddresses
    /// Where requests with large bodies are answered.
    let threads: LowPriorityThreads
    /// Says which group a base URL is that of; by default there is none but the console's own.
    package var homes: RequestHomes?
    /// Sites whose pages may call the routes of administrators; by default none.
    package var origins = AllowedOrigins()
    /// What is done with requests for other hosts; by default nothing.
    package var hostPolicy: HostPolicy?
    /// Value of `strict-transport-security` on answers over TLS; nil if there is none.
    package var strictTransport: String?
    /// Answers the console version that a group wants its devices to see; by default none wants another one.
    package var versions: (@Sendable (_ groupID: Int64) async -> String?)?

    /// Made of its parts.
    package init(
        device: RoutedResponder<DeviceServicesContext>, admin: RoutedResponder<AdminContext>,
        pages: RoutedResponder<PageContext>, consoleVersion: String, requestIDs: RequestIDs,
        addresses: ClientAddresses, threads: LowPriorityThreads
    ) {
        self.device = device
        self.admin = admin
        self.pages = pages
        self.consoleVersion = consoleVersion
        self.requestIDs = requestIDs
        self.addresses = addresses
        self.threads = threads
    }

    /// What is answered in place of a route.
    package enum Substitute: Sendable {
        /// An answer as it is.
        case answer(Response)
        /// A refusal, in the form that clients of the router expect.
        case refusal(ConsoleError)
    }

    /// Answers a request; every answer carries the console version and the request id.
    package func respond(to request: Request, context: ConsoleContext) async throws -> Response {
        await respond(to: request, context: context, with: nil)
    }

    /// Answers a request without handling it; in all else the answer is one of the console's.
    package func respond(
        to request: Request, context: ConsoleContext, with substitute: Substitute?
    ) async -> Response {
        let (scope, surface) = (context.notes.scope, ConsoleSurface(of: request))
        let requestID = surface.isForAdministrators ? requestIDs.uuid() : requestIDs.next()
        var logger = context.logger
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request_id"] = .string(requestID)
        context.notes.note(requestID: requestID)
        let home = homes?.group(request.head.authority ?? "", context.notes.port)
        let source = context.source(logger: logger)
        var response =
            switch substitute {
            case .answer(let answer)?: self.answer(request, answer, by: surface, notes: context.notes)
            case .refusal(let error)?:
                refuse(request, error, by: surface, source: source, notes: context.notes)
            case nil:
                if let error = hostProblem(of: request, home: home) {
                    refuse(request, error, by: surface, source: source, notes: context.notes)
                } else if let greeting = scope.greeting(request) ?? origins.preflight(request) {
                    answer(request, greeting, by: surface, notes: context.notes)
                } else if scope.serves(request, surface) {
                    await route(request, to: surface, source: source, home: home, context: context)
                } else {
                    device.noRoute(request, context: .init(source: source), notes: context.notes)
                }
            }
        if surface.isForAdministrators { response.headers[.correlationID] = requestID }
        response.headers[.consoleVersion] = await version(for: surface, context.notes, home: home)
        response.headers[.requestID] = requestID
        response.headers[.xContentTypeOptions] = "nosniff"
        if let site = origins.site(of: request) { origins.allow(site, &response) }
        if let strictTransport, request.head.scheme == "https" {
            response.headers[.strictTransportSecurity] = strictTransport
        }
        await homes?.answered(context.notes.facts)
        // Refusals have bodies; after a HEAD they would be read as the next answer.
        if request.method == .head { response = response.createHeadResponse() }
        logger.debug(
            "Answered",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(request.uri.path)",
                "status": "\(response.status.code)",
            ])
        return response
    }

    /// The console version of an answer: for a device that of its group, or of the group whose base URL it came to.
    private func version(for surface: ConsoleSurface, _ notes: ExchangeNotes, home: Int64?) async -> String {
        guard surface == .device, let versions else { return consoleVersion }
        let facts = notes.facts
        guard let group = facts.identity?.groupID ?? facts.groupID ?? home else { return consoleVersion }
        return await versions(group) ?? consoleVersion
    }

    /// Why a request cannot be answered for the host that it names, whatever it asks for.
    private func hostProblem(of request: Request, home: Int64?) -> ConsoleError? {
        if let error = HostFields.problem(of: request.head) { return error }
        return home == nil ? hostPolicy?.refusal(request.head.authority) : nil
    }

    /// Answers a request by its route; one with a large body apart from those that are answered soon.
    private func route(
        _ request: Request, to surface: ConsoleSurface, source: ApplicationRequestContextSource, home: Int64?,
        context: ConsoleContext
    ) async -> Response {
        guard Self.mayBeLarge(request) else {
            return await answer(request, by: surface, source: source, home: home, context: context)
        }
        return await threads.during(DatabaseCallers.current) {
            await answer(request, by: surface, source: source, home: home, context: context)
        }
    }

    /// Whether a request may have a large body: by its length, or if it does not say its length.
    static func mayBeLarge(_ request: Request) -> Bool {
        if let length = request.headers[.contentLength] { return Int(length) ?? .max >= PatientWorks.largeBody }
        return request.method != .get && request.method != .head && request.method != .delete
    }

    private func answer(
        _ request: Request, by surface: ConsoleSurface, source: ApplicationRequestContextSource, home: Int64?,
        context: ConsoleContext
    ) async -> Response {
        let (notes, channel) = (context.notes, context.channel)
        let address = addresses.address(of: request.head, on: source.channel)
        switch surface {
        case .device:
            var context = DeviceServicesContext(source: source)
            context.address = address
            context.notes = notes
            context.homeGroupID = home
            return await device.respond(to: request, context: context, notes: notes) { channel.isActive }
        case .admin, .mock:
            let (request, version) = Self.withoutVersionInPath(request)
            var context = AdminContext(source: source)
            context.address = address
            context.pathVersion = version
            context.notes = notes
            return await admin.respond(to: request, context: context, notes: notes) { channel.isActive }
        case .pages:
            var context = PageContext(source: source)
            context.address = address
            return await pages.respond(to: request, context: context, notes: notes) { channel.isActive }
        }
    }

    /// An answer as it is, of a request that would have gone to a route.
    private func answer(
        _ request: Request, _ answer: Response, by surface: ConsoleSurface, notes: ExchangeNotes
    ) -> Response {
        switch surface {
        case .device: device.note(request, notes: notes)
        case .admin, .mock: admin.note(Self.withoutVersionInPath(request).0, notes: notes)
        case .pages: pages.note(request, notes: notes)
        }
        return answer
    }

    private func refuse(
        _ request: Request, _ error: ConsoleError, by surface: ConsoleSurface, source: ApplicationRequestContextSource,
        notes: ExchangeNotes
    ) -> Response {
        switch surface {
        case .device: device.refuse(request, error, context: .init(source: source), notes: notes)
        case .admin, .mock:
            admin.refuse(Self.withoutVersionInPath(request).0, error, context: .init(source: source), notes: notes)
        case .pages: pages.refuse(request, error, context: .init(source: source), notes: notes)
        }
    }

    /// `/api/v1/system/info` is an old form of asking for version 1 of `/api/system/info`.
    private static func withoutVersionInPath(_ request: Request) -> (Request, version: Int?) {
        let path = request.uri.path
        let segments = path.split(separator: "/")
        guard segments.count > 2, segments[0].lowercased() == "api", segments[1].lowercased().hasPrefix("v"),
            segments[1].count > 1, segments[1].dropFirst().utf8.allSatisfy({ (48...57).contains($0) })
        else { return (request, nil) }
        var head = request.head
        let rest = segments.dropFirst(2).joined(separator: "/")
        head.path = "/\(segments[0])/\(rest)" + (request.uri.query.map { "?\($0)" } ?? "")
        return (Request(head: head, body: request.body), Int(segments[1].dropFirst()))
    }
}

/// Base URLs that belong to groups, and who learns what requests were about.
package struct RequestHomes: Sendable {
    /// Id of the group whose base URL has a host, or a port that is given to groups; nil for the console's own.
    let group: @Sendable (_ authority: String, _ port: Int?) -> Int64?
    /// Takes what became known of each request.
    let answered: @Sendable (ExchangeNotes.Facts) async -> Void

    /// Made of its parts.
    package init(
        group: @escaping @Sendable (_ authority: String, _ port: Int?) -> Int64?,
        answered: @escaping @Sendable (ExchangeNotes.Facts) async -> Void
    ) {
        self.group = group
        self.answered = answered
    }
}

/// Makes short request ids: a start that differs from process to process, and a counter.
package final class RequestIDs: Sendable {
    private let start: String
    private let random: RandomSource
    private let counter = NIOLockedValueBox<UInt64>(0)

    package init(random: RandomSource) {
        start = RandomSource.hex(random.bytes(4))
        self.random = random
    }

    /// An id for where clients expect a uuid.
    func uuid() -> String { random.uuid() }

    /// The next id.
    func next() -> String {
        let number = counter.withLockedValue { counter in
            counter += 1
            return counter
        }
        return "\(start)-\(String(number, radix: 16))"
    }
}
