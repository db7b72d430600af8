import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Compliance rules of organization groups (AdminAPI, "Compliance rules").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/groups/{groupId}/compliance-rules` | a page of the rules of a group and of those above it |
/// | POST | `/_mock/groups/{groupId}/compliance-rules` | adds a rule to the group; 201 |
/// | GET | `/_mock/compliance-rules/{uuid}` | one rule |
/// | PUT | `/_mock/compliance-rules/{uuid}` | replaces it |
/// | DELETE | `/_mock/compliance-rules/{uuid}` | deletes it; 204 |
struct ComplianceRuleMockController {
    let store: ComplianceRuleStore
    /// Bytes of a body.
    let bodyLimit: Int
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/groups/{groupId}/compliance-rules", use: list)
        router.post("/_mock/groups/{groupId}/compliance-rules", use: create)
        router.get("/_mock/compliance-rules/{uuid}", use: show)
        router.put("/_mock/compliance-rules/{uuid}", use: replace)
        router.delete("/_mock/compliance-rules/{uuid}", use: delete)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        let page = try QueryParameters(request).page(limit: pageLimit)
        let rules = try await store.rules(of: code, in: context.identity.subtree, page: page)
        return try .json(PageBody(rules.map(ComplianceRuleBody.init)))
    }

    private func create(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        let draft = try ComplianceRuleDraft(json: try await request.data(limit: bodyLimit))
        let rule = try await store.create(draft, in: code, by: context.identity)
        return try .json(ComplianceRuleBody(rule), status: .created)
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let uuid = try context.pathParameter("uuid")
        return try .json(ComplianceRuleBody(try await store.rule(uuid, in: context.identity.subtree)))
    }

    private func replace(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let uuid = try context.pathParameter("uuid")
        let draft = try ComplianceRuleDraft(json: try await request.data(limit: bodyLimit))
        return try .json(ComplianceRuleBody(try await store.replace(uuid, by: draft, context.identity)))
    }

    private func delete(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try await store.delete(try context.pathParameter("uuid"), by: context.identity)
        return Response(status: .noContent)
    }
}
