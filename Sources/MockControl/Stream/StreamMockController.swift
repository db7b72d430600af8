import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// What happens, as it happens (Stream).
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/stream` | server-sent events: requests, rows of the event log, notices |
struct StreamMockController: Sendable {
    let memory: JournalMemory
    let parties: JournalPartyStore
    let groups: GroupTreeStore
    /// Tells of what was committed.
    let events: EventHub<ConsoleEvent>
    let limiter: CustomerLimiter
    let rules: StreamRules
    /// Whether there is a journal.
    let hasJournal: Bool

    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/stream", use: stream)
    }

    private func stream(_ request: Request, context: AdminRequestContext) async throws -> Response {
        var query = try StreamQuery(request, seconds: rules.seconds)
        let tree = try await groups.tree()
        if let group = query.group { _ = try tree.subtree(named: group, in: context.identity.subtree) }
        if let matcher = query.matcher {
            query.filter.condition = try await groups.matching(matcher, in: context.identity.subtree)
        }
        var source = StreamSource(
            query, memory: memory, parties: parties, subtree: context.identity.subtree,
            credential: context.identity.credential)
        try await source.noteCredential()
        let permit = try limiter.permit(of: tree.customer(of: context.identity.groupID))
        // From here on nothing that happens is missed.
        let changes = [
            Wait.source(events.events(buffer: 1)), Wait.source(memory.changes.events(buffer: 1)),
        ]
        let session = StreamSession(
            query, rules: rules, hasJournal: hasJournal, channel: context.channel, sources: changes)
        let body = ResponseBody { [source] writer in
            try await session.run(source, to: &writer)
            withExtendedLifetime(permit) {}
        }
        return Response(status: .ok, headers: Self.headers, body: body)
    }

    /// Nothing on the way may keep, change or gather it.
    private static var headers: HTTPFields {
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"]
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return headers
    }
}
