import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Foundation
import Hummingbird

/// Terms of use of organization groups (AdminAPI, "Terms of use").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/groups/{groupId}/terms-of-use` | a page of versions, the latest first |
/// | POST | `/_mock/groups/{groupId}/terms-of-use` | adds a version |
/// | DELETE | `/_mock/groups/{groupId}/terms-of-use/{uuid}` | takes terms out of force |
struct TermsOfUseMockController {
    let store: TermsOfUseStore
    /// The most rows on a page.
    let pageLimit: Int
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/groups/{groupId}/terms-of-use", use: list)
        router.post("/_mock/groups/{groupId}/terms-of-use", use: publish)
        router.delete("/_mock/groups/{groupId}/terms-of-use/{uuid}", use: retire)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        let parameters = QueryParameters(request)
        try parameters.require(only: ["page", "pageSize", "inherited"])
        let versions = try await store.versions(
            of: code, in: context.identity.subtree, inherited: try parameters.bool("inherited") ?? false,
            page: try parameters.page(limit: pageLimit))
        return try .json(PageBody(versions.map(TermsOfUseBody.init)))
    }

    private func publish(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        let publication = try TermsOfUsePublication(json: try await request.data(limit: bodyLimit))
        let details = try await store.add(
            publication.content, for: publication.scope, to: code, by: context.identity)
        return try .json(try TermsOfUseBody(details), status: .created)
    }

    private func retire(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        try await store.retire(try context.pathParameter("uuid"), of: code, by: context.identity)
        return Response(status: .noContent)
    }
}
