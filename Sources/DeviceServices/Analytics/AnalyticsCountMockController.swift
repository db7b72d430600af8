import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Counts of the analytics events that apps have sent (AdminAPI, "Analytics").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/analytics/counts` | events by hour or day, by name and by version of an app |
struct AnalyticsCountMockController {
    let store: AnalyticsStore
    /// The list of the same events, whose filters it takes.
    let list: RecordMockController<AnalyticsEventRecord, AnalyticsEventBody>

    /// Adds the route.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/analytics/counts", use: count)
    }

    private func count(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try list.query(parameters, context: context, beside: ["interval"])
        let counts = try await store.counts(query, by: try Self.interval(parameters.value("interval")))
        return try .json(AnalyticsCountsBody(counts))
    }

    private static func interval(_ text: String?) throws -> AnalyticsInterval? {
        guard let text, !text.isEmpty else { return nil }
        guard let interval = AnalyticsInterval(rawValue: text.lowercased()) else {
            throw ConsoleError(.badRequest, "interval is \"\(text.prefix(40))\"; it has to be hour or day.")
        }
        return interval
    }
}
