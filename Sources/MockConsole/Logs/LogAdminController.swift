import DeviceProtocol
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Logs, read back (AdminAPI, "Devices").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/devices/{udid}/logs` | a page of logs without their text, the latest first |
/// | GET | `/_mock/devices/{udid}/logs/{id}` | the text of one |
struct LogAdminController {
    let store: LogStore
    /// The most rows on a page.
    let pageLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/devices/{udid}/logs", use: list)
        router.get("/_mock/devices/{udid}/logs/{id}", use: text)
    }

    private func list(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let page = try QueryParameters(request).page(limit: pageLimit)
        let logs = try await store.logs(of: udid, below: context.identity.groupPath, page: page)
        return try .json(PageBody(logs.map(LogBody.init)))
    }

    /// Streams piece by piece.
    private func text(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let udid = try context.pathParameter("udid", as: DeviceIdentifier.init)
        let id = try context.pathParameter("id", as: Int64.init)
        let log = try await store.log(id, of: udid, below: context.identity.groupPath)
        let body = ResponseBody(contentLength: log.byteCount) { writer in
            var sequence = 0
            while let piece = try await store.piece(sequence, of: id) {
                try await writer.write(ByteBuffer(data: piece))
                sequence += 1
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/plain; charset=utf-8"], body: body)
    }
}
