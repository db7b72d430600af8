package import ConsoleModel
import ConsolePlatform
package import HTTPTypes
package import Hummingbird

/// Answers a call.
package typealias AdminHandler = @Sendable (AdminCall) async throws -> AdminAnswer

/// Where features add their routes of the admin REST API, each with its versions and the permission it needs (AdminAPI,
/// "Versions" and "Roles").
package struct AdminRoutes {
    private let router: RouterGroup<AdminRequestContext>
    private let area: AdminPermission.Area
    /// Bytes of a body held in memory.
    private let bodyLimit: Int
    private let list: RouteList
    private let unserved: UnservedAddresses

    /// Routes about an area, listed where they are all; they leave addresses that are not served to the table of these.
    init(
        _ router: RouterGroup<AdminRequestContext>, area: AdminPermission.Area, bodyLimit: Int, list: RouteList,
        unserved: UnservedAddresses
    ) {
        self.router = router
        self.area = area
        self.bodyLimit = bodyLimit
        self.list = list
        self.unserved = unserved
    }

    /// Adds a route with several versions.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, from `/api`.
    ///   - access: The permission it needs; nil means reading for GET, and writing for all other methods.
    ///   - firstByUUID: The first version whose `id` in the path is a uuid; those before it take integers.
    ///   - answersBytes: Whether it answers a file, whatever media type the client names in `Accept`.
    ///   - versions: Handlers by version.
    package func on(
        _ method: HTTPRequest.Method, _ path: RouterPath, access: AdminPermission.Access? = nil,
        uuidFrom firstByUUID: Int? = nil, answersBytes: Bool = false, _ versions: [Int: AdminHandler]
    ) {
        let permission = AdminPermission(area: area, access: access ?? (method == .get ? .read : .write))
        let served = versions.keys.sorted()
        let registered = RegisteredRoute(method, path, permission: permission, versions: served)
        let refused = unserved.versions(method, registered.path).mapValues { address -> AdminHandler in
            { _ in throw address.refusal(insteadOf: served) }
        }
        let route = AdminRoute(
            versions: AdminVersions(versions.merging(refused) { mine, _ in mine }, uuidFrom: firstByUUID),
            served: served, permission: permission, bodyLimit: bodyLimit, answersBytes: answersBytes,
            hidden: unserved.hidden(by: method, registered.path))
        list.add(registered)
        router.on(path, method: method) { try await route.respond(to: $0, context: $1) }
    }

    /// Adds a GET route with several versions.
    package func get(_ path: RouterPath, uuidFrom firstByUUID: Int? = nil, _ versions: [Int: AdminHandler]) {
        on(.get, path, uuidFrom: firstByUUID, versions)
    }

    /// Adds a GET route of version 1.
    package func get(_ path: RouterPath, _ handler: @escaping AdminHandler) { on(.get, path, [1: handler]) }
    /// Adds a POST route of version 1.
    package func post(_ path: RouterPath, _ handler: @escaping AdminHandler) { on(.post, path, [1: handler]) }
    /// Adds a PUT route of version 1.
    package func put(_ path: RouterPath, _ handler: @escaping AdminHandler) { on(.put, path, [1: handler]) }
    /// Adds a DELETE route of version 1.
    package func delete(_ path: RouterPath, _ handler: @escaping AdminHandler) { on(.delete, path, [1: handler]) }
}

/// A route of the admin REST API that everybody may read: one version, no authentication.
struct OpenAdminRoute: Sendable {
    /// Makes the answer.
    let answer: @Sendable (Request) throws -> AdminAnswer

    /// Answers in the form the client asks for.
    ///
    /// - Throws: ``ConsoleError`` `notAcceptable` if it is neither JSON nor XML.
    func respond(to request: Request) throws -> Response {
        let form = try AdminRequestedForm(answering: request)
        var response = try answer(request).response(form.media)
        response.headers[.apiVersion] = "v1"
        response.headers[.supportedVersions] = "1"
        return response
    }
}

/// One route: picks the version, asks for the permission, calls the handler, and says which version answered.
private struct AdminRoute: Sendable {
    /// Handlers of the versions that are served, and of others that a real console has.
    let versions: AdminVersions<AdminHandler>
    let served: [Int]
    let permission: AdminPermission
    let bodyLimit: Int
    let answersBytes: Bool
    /// Addresses that are not served and that its placeholders would take.
    let hidden: [UnservedAddress]

    func respond(to request: Request, context: AdminRequestContext) async throws -> Response {
        try leave(request, context: context)
        try context.identity.require(permission)
        let form = try AdminRequestedForm(answering: request, takesAny: answersBytes)
        let reference = context.parameters.get("id").flatMap { RecordReference($0) }
        guard let (number, handler) = versions.select(context.pathVersion ?? form.version, for: reference) else {
            throw ConsoleError(.internalError, "The route has no version.")
        }
        let call = AdminCall(
            request: request, context: context, version: number, query: QueryParameters(request),
            bodyLimit: bodyLimit)
        do {
            // Only first versions have an XML form.
            var response = try await handler(call).response(number == 1 ? form.media : .json)
            response.headers[.apiVersion] = "v\(number)"
            response.headers[.supportedVersions] = supported
            return response
        } catch var error as ConsoleError {
            error.headers["x-api-version"] = "v\(number)"
            error.headers["api-supported-versions"] = supported
            throw error
        }
    }

    /// Leaves an address to the table of those that are not served.
    private func leave(_ request: Request, context: AdminRequestContext) throws {
        guard !hidden.isEmpty else { return }
        let segments = PathPattern.segments(of: request.uri.path)
        guard let address = hidden.first(where: { $0.takes(segments) }) else { return }
        context.coreContext.endpointPath.value = address.path
        try address.refuse(request.method, to: context.identity)
    }

    private var supported: String { served.map(String.init).joined(separator: ", ") }
}
