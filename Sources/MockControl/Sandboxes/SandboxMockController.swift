import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Sandboxes (Sandboxes).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/_mock/sandboxes` | makes one |
/// | GET | `/_mock/sandboxes` | a page of them |
/// | GET | `/_mock/sandboxes/{id}` | one |
/// | DELETE | `/_mock/sandboxes/{id}` | removes it without a trace |
/// | POST | `/_mock/sandboxes/{id}/reset` | makes it anew, as it was |
struct SandboxMockController: Sendable {
    let store: SandboxStore
    let ground: SandboxGround
    /// The most rows of a page.
    let pageLimit: Int
    /// The largest body, in bytes.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/sandboxes", use: make)
        router.get("/_mock/sandboxes", use: list)
        router.get("/_mock/sandboxes/{id}", use: show)
        router.delete("/_mock/sandboxes/{id}", use: delete)
        router.post("/_mock/sandboxes/{id}/reset", use: reset)
    }

    private func make(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let order = try SandboxOrder(try await request.data(limit: bodyLimit))
        let sandbox = try await store.make(order, by: context.identity)
        return try .json(body(sandbox, request, showsSecrets: true), status: .created)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        try parameters.require(only: ["page", "pageSize"])
        let page = try await store.page(parameters.page(limit: pageLimit), in: context.identity.subtree)
        return try .json(PageBody(page.map { body($0, request, showsSecrets: maySeeSecrets(context)) }))
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let sandbox = try await store.sandbox(try context.pathParameter("id"), in: context.identity.subtree)
        return try .json(body(sandbox, request, showsSecrets: maySeeSecrets(context)))
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await store.delete(try context.pathParameter("id"), by: context.identity)
        return Response(status: .noContent)
    }

    private func reset(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let sandbox = try await store.reset(try context.pathParameter("id"), by: context.identity)
        return try .json(body(sandbox, request, showsSecrets: maySeeSecrets(context)))
    }

    /// Whether somebody may see the credentials of a sandbox that is there: among them are those of a console
    /// administrator, so they are for those who may make such an account.
    private func maySeeSecrets(_ context: AdminRequestContext) -> Bool {
        context.identity.role.mayGrant(.consoleAdministrator)
    }

    private func body(_ sandbox: Sandbox, _ request: Request, showsSecrets: Bool) -> SandboxBody {
        SandboxBody(
            sandbox, usedAt: store.lastUse(of: sandbox.record), port: store.port(of: sandbox.record),
            origins: ground.origins(request), authority: ground.authority, showsSecrets: showsSecrets)
    }
}
