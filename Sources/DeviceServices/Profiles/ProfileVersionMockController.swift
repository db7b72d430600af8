import ConsoleHTTP
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Versions of SDK profiles (AdminAPI, "Versions").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/profiles/{profile}/versions` | a page of versions, the latest first |
/// | GET | `/_mock/profiles/{profile}/versions/{version}` | one version with its payloads |
/// | GET | `/_mock/profiles/{profile}/versions/{version}/diff` | what is different in another version |
/// | POST | `/_mock/profiles/{profile}/versions/{version}/restore` | makes its payloads a new version |
struct ProfileVersionMockController {
    let store: ProfileLibraryStore
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/profiles/{profile}/versions", use: list)
        router.get("/_mock/profiles/{profile}/versions/{version}", use: show)
        router.get("/_mock/profiles/{profile}/versions/{version}/diff", use: differences)
        router.post("/_mock/profiles/{profile}/versions/{version}/restore", use: restore)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let (record, page) = try await store.versions(
            of: try context.profile(), for: context.identity,
            page: try QueryParameters(request).page(limit: pageLimit))
        return try .json(PageBody(page.map { ProfileVersionSummaryBody($0, of: record) }))
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let found = try await store.version(
            try context.pathParameter("version", as: Int64.init), of: try context.profile(), for: context.identity)
        return try .json(ProfileVersionBody(found.record, found.version, found.payloads))
    }

    private func differences(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let from = try context.pathParameter("version", as: Int64.init)
        let other = try QueryParameters(request).integer("to", in: 0...1_000_000_000, default: 0)
        let (to, differences) = try await store.differences(
            from: from, to: other == 0 ? nil : Int64(other), of: try context.profile(), for: context.identity)
        return try .json(ProfileDifferencesBody(from: from, to: to, differences))
    }

    private func restore(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let details = try await store.restore(
            try context.pathParameter("version", as: Int64.init), of: try context.profile(),
            if: request.profilePrecondition, by: context.identity)
        var response = try Response.json(ProfileBody(details))
        response.headers[.eTag] = details.record.entityTag
        return response
    }
}
