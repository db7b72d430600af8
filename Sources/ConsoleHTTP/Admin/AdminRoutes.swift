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

    /// Routes about an area, listed where they are all.
    init(
        _ router: RouterGroup<AdminRequestContext>, area: AdminPermission.Area, bodyLimit: Int, list: RouteList
    ) {
        self.router = router
        self.area = area
        self.bodyLimit = bodyLimit
        self.list = list
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
        let route = AdminRoute(
            versions: AdminVersions(versions, uuidFrom: firstByUUID), permission: permission, bodyLimit: bodyLimit,
            answersBytes: answersBytes)
        list.add(RegisteredRoute(method, path, permission: permission, versions: route.versions.numbers))
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
    let versions: AdminVersions<AdminHandler>
    let permission: AdminPermission
    let bodyLimit: Int
    let answersBytes: Bool

    func respond(to request: Request, context: AdminRequestContext) async throws -> Response {
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

    private var supported: String { versions.numbers.map(String.init).joined(separator: ", ") }
}
