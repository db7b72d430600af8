import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// OAuth clients (AdminAPI, "OAuth clients").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/oauth-clients` | a page of clients, without their secrets |
/// | POST | `/_mock/oauth-clients` | a new client; its secret is in this answer only |
/// | GET | `/_mock/oauth-clients/{uuid}` | one client |
/// | PATCH | `/_mock/oauth-clients/{uuid}` | changes name, group, role, or whether it is active |
/// | POST | `/_mock/oauth-clients/{uuid}/rotate` | another secret, in this answer only |
/// | DELETE | `/_mock/oauth-clients/{uuid}` | deletes it; 204 |
struct OAuthClientMockController {
    let store: OAuthClientStore
    let quota: RequestQuota
    /// The most rows on a page.
    let pageLimit: Int
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/oauth-clients", use: list)
        router.post("/_mock/oauth-clients", use: create)
        router.get("/_mock/oauth-clients/{uuid}", use: show)
        router.patch("/_mock/oauth-clients/{uuid}", use: change)
        router.post("/_mock/oauth-clients/{uuid}/rotate", use: rotate)
        router.delete("/_mock/oauth-clients/{uuid}", use: delete)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try AccountQuery(
            parameters, activity: "account.revokedAt IS NULL", hasRoles: true, in: context.identity.subtree)
        let page = try await store.page(query, parameters.page(limit: pageLimit))
        return try .json(PageBody(page.map { OAuthClientBody($0, quota: quota) }))
    }

    private func create(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let draft = try OAuthClientDraft(creating: try await request.data(limit: bodyLimit))
        let (account, secret) = try await store.create(draft, by: context.identity)
        return try .json(OAuthClientBody(account, quota: quota, secret: secret), status: .created)
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let account = try await store.client(context.pathParameter("uuid"), in: context.identity.subtree)
        return try .json(OAuthClientBody(account, quota: quota))
    }

    private func change(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let draft = try OAuthClientDraft(changing: try await request.data(limit: bodyLimit))
        let account = try await store.change(context.pathParameter("uuid"), to: draft, by: context.identity)
        return try .json(OAuthClientBody(account, quota: quota))
    }

    private func rotate(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let (account, secret) = try await store.rotate(context.pathParameter("uuid"), by: context.identity)
        return try .json(OAuthClientBody(account, quota: quota, secret: secret))
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await store.delete(context.pathParameter("uuid"), by: context.identity)
        return Response(status: .noContent)
    }
}
