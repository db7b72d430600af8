import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Logs, read back, saved, deleted and purged (AdminAPI, "Logs").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/logs` | a page of logs without their text, the latest first |
/// | GET | `/_mock/logs/{id}` | one log without its text |
/// | GET | `/_mock/logs/{id}/text` | the text of one |
/// | GET | `/_mock/logs/download` | the texts as a tar archive |
/// | DELETE | `/_mock/logs` | deletes what the filters leave; how many |
/// | DELETE | `/_mock/logs/{id}` | deletes one |
/// | POST | `/_mock/logs/purge` | removes old logs; how many and how many bytes |
/// | GET | `/_mock/devices/{udid}/logs` | a page of logs of one device |
/// | GET | `/_mock/devices/{udid}/logs/{id}` | the text of one |
/// | GET | `/_mock/groups/{groupId}/log-quota` | the room logs may take, and how much they take |
struct LogMockController {
    let store: LogStore
    /// Bounds searches for texts.
    let searches: LogSearches
    /// The most rows on a page.
    let pageLimit: Int
    /// Bytes of a body.
    let bodyLimit: Int

    private var records: RecordMockController<DeviceLogRecord, LogBody> {
        .logs(store, searches: searches, pageLimit: pageLimit)
    }

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        records.addRoutes(to: router, download: false)
        router.get("/_mock/logs/{id}/text", use: text)
        router.get("/_mock/logs/download", use: download)
        router.post("/_mock/logs/purge", use: purge)
        router.get("/_mock/devices/{udid}/logs/{id}", use: textOfDevice)
        router.get("/_mock/groups/{groupId}/log-quota", use: quota)
    }

    private func text(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let id = try context.pathParameter("id", as: Int64.init)
        return answer(try await store.archive.row(id, in: context.identity.subtree).record)
    }

    private func download(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let query = try await records.found(QueryParameters(request), context: context)
        let archive = LogTar(store: store, query: query)
        let body = ResponseBody { writer in try await archive.write(to: &writer) }
        return .attachment(body, named: "logs.tar", type: "application/x-tar")
    }

    private func purge(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let purge = try LogPurge(QueryParameters(request), json: try await request.data(limit: bodyLimit))
        return try .json(try await DatabaseCallers.deleting { try await store.purge(purge, by: context.identity) })
    }

    private func textOfDevice(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let id = try context.pathParameter("id", as: Int64.init)
        return answer(try await store.log(id, of: udid, in: context.identity.subtree))
    }

    private func quota(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        return try .json(LogQuotaBody(try await store.standing(of: code.value, in: context.identity.subtree)))
    }

    /// Streams piece by piece.
    private func answer(_ log: DeviceLogRecord) -> Response {
        let body = ResponseBody(contentLength: log.byteCount) { writer in
            try await store.forEachPiece(of: log) { try await writer.write(ByteBuffer(data: $0)) }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/plain; charset=utf-8"], body: body)
    }
}
