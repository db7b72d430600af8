import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Enrollment tokens (AdminAPI, "Enrollment tokens").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/_mock/users/{username}/tokens` | a new token; its text is in this answer only |
/// | GET | `/_mock/users/{username}/tokens` | a page of the user's tokens, without their texts |
/// | DELETE | `/_mock/users/{username}/tokens/{id}` | takes one back |
struct EnrollmentTokenMockController {
    let store: EnrollmentTokenStore
    /// The most rows on a page.
    let pageLimit: Int
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.post("/_mock/users/{username}/tokens", use: create)
        router.get("/_mock/users/{username}/tokens", use: list)
        router.delete("/_mock/users/{username}/tokens/{id}", use: delete)
    }

    /// A body may be left out.
    private func create(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let owner = try await owner(request, context)
        let wish = try await request.json(limit: bodyLimit, whenEmpty: NewEnrollmentTokenBody())
        let (record, token) = try await store.create(
            for: owner, lastingMinutes: try wish.checkedMinutes(), by: context.identity)
        let body = EnrollmentTokenBody(record, of: owner, at: store.now(of: owner), token: token)
        return try .json(body, status: .created)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let owner = try await owner(request, context)
        let page = try await store.tokens(of: owner, page: try QueryParameters(request).page(limit: pageLimit))
        let now = store.now(of: owner)
        return try .json(PageBody(page.map { EnrollmentTokenBody($0, of: owner, at: now) }))
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let owner = try await owner(request, context)
        try await store.delete(try context.pathParameter("id", as: Int64.init), of: owner, by: context.identity)
        return Response(status: .noContent)
    }

    private func owner(_ request: Request, _ context: AdminRequestContext) async throws -> EnrollmentTokenStore.Owner {
        let code = QueryParameters(request).value("group")
        let group = code.flatMap(GroupCode.init)
        guard code == nil || group != nil else {
            throw ConsoleError(.badRequest, "group is \"\((code ?? "").prefix(80))\"; it has to be \(GroupCode.rule).")
        }
        return try await store.owner(
            try context.pathParameter("username"), group: group, in: context.identity.subtree)
    }
}
