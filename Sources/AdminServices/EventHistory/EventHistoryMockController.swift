import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird
import NIOCore

/// The event log (AdminAPI, "Event log").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/events` | a page of events, the latest first |
/// | GET | `/_mock/events/download` | events, a JSON object on each line |
struct EventHistoryMockController {
    /// Rows read at once while a download is written.
    private static let batchSize = 200

    let store: EventHistoryStore
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/events", use: list)
        router.get("/_mock/events/download", use: download)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let parameters = QueryParameters(request)
        let query = try RecordQuery(
            events: parameters, beside: ["page", "pageSize"], in: context.identity.subtree)
        let page = try await store.page(query, parameters.page(limit: pageLimit))
        return try .json(PageBody(page.map(EventBody.init)))
    }

    /// A batch at a time: a large log never stands in memory.
    private func download(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let query = try RecordQuery(
            events: QueryParameters(request), beside: [], in: context.identity.subtree)
        try await store.require(query)
        let content = ResponseBody { writer in
            var last: Int64?
            while case let events = try await store.batch(query, after: last, size: Self.batchSize), !events.isEmpty {
                try await writer.write(try ByteBuffer.lines(events.map(EventBody.init)))
                last = events.last?.record.id
            }
            try await writer.finish(nil)
        }
        return .attachment(content, named: "events.ndjson", type: "application/x-ndjson")
    }
}
