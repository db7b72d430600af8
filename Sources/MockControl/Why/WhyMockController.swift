import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Why requests were refused (Why).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/journal/{id}/why` | the rule, what it would have accepted, and the likeliest causes |
struct WhyMockController {
    let archive: JournalArchive
    let explainer: Explainer

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/journal/{id}/why", use: explain)
    }

    private func explain(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let id = try context.pathParameter("id", as: Int64.init)
        let subtree = context.identity.subtree
        let entry = try await archive.entry(id, in: subtree)
        return try .json(try await explainer.explain(entry, in: subtree))
    }
}
