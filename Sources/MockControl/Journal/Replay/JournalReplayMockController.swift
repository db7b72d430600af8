import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird
import NIOCore

/// Requests of the journal taken out of it: as files, as commands, and sent once more (MockControl, "Exporting and
/// replaying").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/journal.har` | entries as an HTTP archive |
/// | GET | `/_mock/journal.ndjson` | entries, a JSON object on each line |
/// | GET | `/_mock/journal/{id}/curl` | a request as a command |
/// | POST | `/_mock/journal/{id}/replay` | sends a request once more |
/// | POST | `/_mock/journal/replay` | sends a range of requests once more |
struct JournalReplayMockController {
    /// The most requests of a range.
    private static let largestRange = 1000

    let archive: JournalArchive
    let export: JournalExport
    /// Limits the exports that are open.
    let exports: CustomerLimiter
    /// The customer a group belongs to; nil if there is none.
    let customer: @Sendable (Int64) async -> Int64?
    let replayer: JournalReplayer
    /// Bytes of a body.
    let bodyLimit: Int
    /// Where whoever sent a request finds the console.
    let origins: @Sendable (Request) -> ConsoleOrigins

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/journal.har", use: har)
        router.get("/_mock/journal.ndjson", use: lines)
        router.get("/_mock/journal/{id}/curl", use: curl)
        router.post("/_mock/journal/{id}/replay", use: replayOne)
        router.post("/_mock/journal/replay", use: replayRange)
    }

    private func har(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let permit = try await permit(context)
        return export.archive(of: try await finding(request, context), with: permit)
    }

    private func lines(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let permit = try await permit(context)
        return export.lines(of: try await finding(request, context), with: permit)
    }

    private func permit(_ context: AdminRequestContext) async throws -> LimiterPermit {
        try exports.permit(of: await customer(context.identity.groupID))
    }

    private func curl(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let entry = try await entry(context)
        try entry.requireRequest()
        return .text(JournalCurl.text(entry, at: origins(request).address(of: entry.connection)))
    }

    private func replayOne(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try .json(try await replay(try await entry(context), context))
    }

    private func replayRange(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let query = try JournalQuery(QueryParameters(request))
        let range = try await request.json(JournalRangeBody.self, limit: bodyLimit)
        let entries = try await archive.find(query, in: context.identity.subtree).entries
            .filter { $0.isRequest && $0.id >= range.from && $0.id <= range.to }
        guard entries.count <= Self.largestRange else {
            throw ConsoleError(
                .badRequest, "The range has \(entries.count) entries; \(Self.largestRange) can be sent at once.")
        }
        var items: [JournalReplayBody] = []
        for entry in entries.reversed() {
            do {
                items.append(try await replay(entry, context))
            } catch let error as ConsoleError where [.conflict, .forbidden].contains(error.code) {
                let status = entry.response.head.status.code
                items.append(
                    JournalReplayBody(
                        id: entry.id, entry: nil, statusBefore: status, status: nil, reason: error.message))
            }
        }
        return try .json(JournalReplaysBody(items))
    }

    private func replay(_ entry: JournalEntry, _ context: AdminRequestContext) async throws -> JournalReplayBody {
        try await archive.requireReplay(of: entry, by: context.identity)
        let request = try JournalReplayer.request(of: entry)
        // Noted before: what is sent may put the console into another state, or end it.
        try await archive.noteReplay(of: entry, by: context.identity)
        let outcome = try await replayer.send(
            request, again: entry.id, port: entry.connection.port, on: context.channel, logger: context.logger)
        let new = archive.memory.latest { $0.parties.requestID == outcome.requestID }
        return JournalReplayBody(
            id: entry.id, entry: new?.id, statusBefore: entry.response.head.status.code, status: outcome.status,
            reason: nil)
    }

    private func entry(_ context: AdminRequestContext) async throws -> JournalEntry {
        let id = try context.pathParameter("id", as: Int64.init)
        return try await archive.entry(id, in: context.identity.subtree)
    }

    private func finding(_ request: Request, _ context: AdminRequestContext) async throws -> JournalArchive.Finding {
        try await archive.find(try JournalQuery(QueryParameters(request)), in: context.identity.subtree)
    }
}
