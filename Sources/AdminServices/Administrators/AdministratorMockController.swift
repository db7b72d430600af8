import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Administrators (AdminAPI, "Administrators").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/administrators` | a page of administrators |
/// | POST | `/_mock/administrators` | a new one; 201 |
/// | GET | `/_mock/administrators/{uuid}` | one administrator |
/// | PATCH | `/_mock/administrators/{uuid}` | changes group, role, or whether they are active |
/// | PUT | `/_mock/administrators/{uuid}/password` | another password; 204 |
/// | DELETE | `/_mock/administrators/{uuid}` | deletes one; 204 |
struct AdministratorMockController {
    let store: AdministratorAccountStore
    let hasher: PasswordHasher
    let passwords: AdministratorPasswords
    /// The most rows on a page.
    let pageLimit: Int
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/administrators", use: list)
        router.post("/_mock/administrators", use: create)
        router.get("/_mock/administrators/{uuid}", use: show)
        router.patch("/_mock/administrators/{uuid}", use: change)
        router.put("/_mock/administrators/{uuid}/password", use: setPassword)
        router.delete("/_mock/administrators/{uuid}", use: delete)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try AccountQuery(
            parameters, activity: "account.isActive", hasRoles: true, in: context.identity.subtree)
        let page = try await store.page(query, parameters.page(limit: pageLimit))
        return try .json(PageBody(page.map(AdministratorBody.init)))
    }

    private func create(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let draft = try AdministratorDraft(creating: try await request.data(limit: bodyLimit))
        try passwords.require(draft.password ?? "")
        let hash = try await hasher.hash(draft.password ?? "")
        let account = try await store.create(draft, passwordHash: hash, by: context.identity)
        return try .json(AdministratorBody(account), status: .created)
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let account = try await store.administrator(
            context.pathParameter("uuid"), in: context.identity.subtree)
        return try .json(AdministratorBody(account))
    }

    private func change(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let draft = try AdministratorDraft(changing: try await request.data(limit: bodyLimit))
        let account = try await store.change(context.pathParameter("uuid"), to: draft, by: context.identity)
        return try .json(AdministratorBody(account))
    }

    private func setPassword(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let body = try AccountBody(try await request.data(limit: bodyLimit), members: ["password"])
        let password = try body.requiredText("password")
        try passwords.require(password)
        let hash = try await hasher.hash(password)
        try await store.setPassword(hash: hash, of: context.pathParameter("uuid"), by: context.identity)
        return Response(status: .noContent)
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await store.delete(context.pathParameter("uuid"), by: context.identity)
        return Response(status: .noContent)
    }
}
