import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// API keys of organization groups (AdminAPI, "API keys").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/api-keys` | a page of keys, without their texts |
/// | POST | `/_mock/api-keys` | a new key; its text is in this answer only |
/// | GET | `/_mock/api-keys/{uuid}` | one key |
/// | POST | `/_mock/api-keys/{uuid}/revoke` | ends it |
/// | DELETE | `/_mock/api-keys/{uuid}` | deletes it; 204 |
struct APIKeyMockController {
    let store: APIKeyStore
    let quota: RequestQuota
    /// The most rows on a page.
    let pageLimit: Int
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/api-keys", use: list)
        router.post("/_mock/api-keys", use: create)
        router.get("/_mock/api-keys/{uuid}", use: show)
        router.post("/_mock/api-keys/{uuid}/revoke", use: revoke)
        router.delete("/_mock/api-keys/{uuid}", use: delete)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try AccountQuery(
            parameters, activity: "account.revokedAt IS NULL", hasRoles: false, in: context.identity.subtree)
        let page = try await store.page(query, parameters.page(limit: pageLimit))
        return try .json(PageBody(page.map { APIKeyBody($0, quota: quota) }))
    }

    private func create(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let body = try AccountBody(try await request.data(limit: bodyLimit), members: ["group", "name"])
        let (account, key) = try await store.create(
            named: body.requiredText("name"), in: body.group(), by: context.identity)
        return try .json(APIKeyBody(account, quota: quota, key: key), status: .created)
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let account = try await store.key(context.pathParameter("uuid"), in: context.identity.subtree)
        return try .json(APIKeyBody(account, quota: quota))
    }

    private func revoke(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let account = try await store.revoke(context.pathParameter("uuid"), by: context.identity)
        return try .json(APIKeyBody(account, quota: quota))
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await store.delete(context.pathParameter("uuid"), by: context.identity)
        return Response(status: .noContent)
    }
}
