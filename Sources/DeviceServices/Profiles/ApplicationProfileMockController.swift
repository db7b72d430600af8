import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Which SDK profile apps give (AdminAPI, "Profiles of apps").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/applications` | a page of apps with their profiles |
/// | GET | `/_mock/applications/{application}/profile` | one app, by id or uuid |
/// | PUT | `/_mock/applications/{application}/profile` | sets its profile |
struct ApplicationProfileMockController {
    let store: ApplicationProfileStore
    /// Bytes of a body.
    let bodyLimit: Int
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/applications", use: list)
        router.get("/_mock/applications/{application}/profile", use: show)
        router.put("/_mock/applications/{application}/profile", use: set)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        try parameters.require(only: ["page", "pageSize", "group", "bundleId", "mode", "profile", "text"])
        var filter = ApplicationProfileFilter(
            group: try parameters.identifier("group"), bundle: try parameters.identifier("bundleId"),
            text: parameters.text("text"))
        if let word = parameters.text("mode") {
            guard let mode = ProfileMode(rawValue: word.lowercased()) else {
                throw ConsoleError(
                    .badRequest, "mode is \"\(word.prefix(40))\"; it has to be none, default or custom.")
            }
            filter.mode = mode
        }
        if let text = parameters.text("profile") {
            guard let profile = NamedReference(text) else {
                throw ConsoleError(
                    .badRequest,
                    "profile is \"\(text.prefix(40))\"; it has to be the id, uuid or name of an SDK profile.")
            }
            filter.profile = profile
        }
        let page = try await store.applications(
            filter, for: context.identity, page: try parameters.page(limit: pageLimit))
        return try .json(PageBody(page.map(ApplicationProfileBody.init)))
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let reference = try context.pathParameter("application", as: RecordReference.init)
        return try .json(ApplicationProfileBody(try await store.application(reference, for: context.identity)))
    }

    private func set(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let reference = try context.pathParameter("application", as: RecordReference.init)
        let wish = try ApplicationProfileWish(json: try await request.data(limit: bodyLimit))
        let details = try await store.set(wish.mode, wish.profile, of: reference, by: context.identity)
        return try .json(ApplicationProfileBody(details))
    }
}
