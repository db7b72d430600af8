import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Geofences of organization groups (AdminAPI, "Geofences").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/geofences` | a page of geofences |
/// | POST | `/_mock/geofences` | adds a geofence to a group; 201 |
/// | GET | `/_mock/geofences/{geofence}` | one geofence, by id or uuid |
/// | PUT | `/_mock/geofences/{geofence}` | replaces it |
/// | DELETE | `/_mock/geofences/{geofence}` | deletes it; 204 |
struct GeofenceMockController {
    let store: GeofenceStore
    let origin: PublicOrigin
    /// Bytes of a body.
    let bodyLimit: Int
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/geofences", use: list)
        router.post("/_mock/geofences", use: create)
        router.get("/_mock/geofences/{geofence}", use: show)
        router.put("/_mock/geofences/{geofence}", use: replace)
        router.delete("/_mock/geofences/{geofence}", use: delete)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        try parameters.require(only: ["page", "pageSize", "group", "name"])
        let page = try await store.geofences(
            of: try Self.group(parameters), named: parameters.text("name"), for: context.identity,
            page: try parameters.page(limit: pageLimit))
        return try .json(PageBody(page.map(GeofenceBody.init)))
    }

    private func create(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let wish = try GeofenceWish(json: try await request.data(limit: bodyLimit))
        let entry = try await store.create(wish.draft, in: wish.group, by: context.identity)
        var response = try Response.json(GeofenceBody(entry), status: .created)
        response.headers[.location] = "\(origin.of(request))/_mock/geofences/\(entry.record.uuid)"
        return response
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try .json(GeofenceBody(try await store.geofence(try Self.geofence(context), for: context.identity)))
    }

    private func replace(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let wish = try GeofenceWish(json: try await request.data(limit: bodyLimit))
        return try .json(
            GeofenceBody(try await store.replace(try Self.geofence(context), by: wish.draft, context.identity)))
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await store.delete(try Self.geofence(context), by: context.identity)
        return Response(status: .noContent)
    }

    private static func geofence(_ context: AdminRequestContext) throws -> RecordReference {
        try context.pathParameter("geofence", as: RecordReference.init)
    }

    private static func group(_ parameters: QueryParameters) throws -> GroupCode? {
        guard let text = parameters.text("group") else { return nil }
        guard let code = GroupCode(text) else {
            throw ConsoleError(.badRequest, "group is \"\(text.prefix(80))\"; it has to be \(GroupCode.rule).")
        }
        return code
    }
}
