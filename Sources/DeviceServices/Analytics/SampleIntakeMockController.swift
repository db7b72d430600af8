import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// What happened to the samples that apps have sent (AdminAPI, "Records").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/samples/intake` | a page of apps on devices, with what was kept, skipped, malformed and withheld |
struct SampleIntakeMockController {
    let store: AnalyticsStore
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the route.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/samples/intake", use: list)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let page = try QueryParameters(request).page(limit: pageLimit)
        let summaries = try await store.intake(in: context.identity.subtree, page: page)
        return try .json(PageBody(summaries.map(SampleIntakeBody.init)))
    }
}
