import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// Uploaded files (AdminApplications, "Blobs").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/blobs/uploadblob` | 200 with the ids; the body is the file |
/// | GET | `/api/mam/blobs/downloadblob/{id}` | 200 with the file |
/// | GET | `/api/mam/blobs/{id}` | 200 with the file |
/// | HEAD | `/api/mam/blobs/{id}` | 200 with the size of the file |
/// | DELETE | `/api/mam/blobs/{id}` | 200 without a body |
/// | DELETE | `/api/mam/blobs/blob/{id}` | 200 without a body |
struct BlobAdminController {
    /// Bytes read at once.
    private static let pieceSize = 256 * 1024

    let store: BlobStore
    let upload: BlobUpload

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/mam/blobs/uploadblob", uploadBlob)
        routes.on(
            .get, "/api/mam/blobs/downloadblob/{id}", uuidFrom: 2, answersBytes: true, [1: download, 2: download])
        routes.on(.get, "/api/mam/blobs/{id}", answersBytes: true, [2: download])
        routes.on(.head, "/api/mam/blobs/{id}", access: .read, answersBytes: true, [2: download])
        routes.on(.delete, "/api/mam/blobs/{id}", [2: delete])
        routes.delete("/api/mam/blobs/blob/{id}", delete)
    }

    @Sendable private func uploadBlob(_ call: AdminCall) async throws -> AdminAnswer {
        let named = try call.query.text("fileName").map(Self.name)
        let group = try Self.group(call.query.value("organizationGroupId"))
        let received = try await upload.receive(call.request, on: call.context.channel, by: call.identity)
        defer { received.body.removeFile() }
        let name = try named ?? Self.name(received.fileName ?? "")
        let blob = try await store.add(received.body, named: name, to: group, by: call.identity)
        return .body(AdminCreated(try blob.storedID(), uuid: blob.uuid), root: "EntityId")
    }

    @Sendable private func download(_ call: AdminCall) async throws -> AdminAnswer {
        let (blob, record) = try await store.blob(try reference(call), in: call.identity.subtree)
        let path = try store.shelf.path(of: record.name)
        let file = try FileBytes(path: path)
        let body = ResponseBody(contentLength: file.count) { writer in
            var position = 0
            while position < file.count {
                let start = position
                let piece = try await NIOThreadPool.singleton.runIfActive {
                    try file.bytes(at: start, upTo: Self.pieceSize)
                }
                guard !piece.isEmpty else { throw ConsoleError(.unavailable, "A file was cut off while it was read.") }
                try await writer.write(ByteBuffer(bytes: piece))
                position += piece.count
            }
            try await writer.finish(nil)
        }
        var answer = AdminAnswer.bytes(body, type: "application/octet-stream")
        if let name = BlobFileName(blob.fileName) {
            answer.headers[.contentDisposition] = "\(name.disposition); size=\(file.count)"
        }
        return answer
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.delete(try reference(call), by: call.identity)
        return .empty(.ok)
    }

    private func reference(_ call: AdminCall) throws -> RecordReference {
        try call.reference(else: ConsoleError(.notFound, "Blob not found or user does not have access to it."))
    }

    /// The name of a file.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for an ending the console does not know.
    static func name(_ text: String) throws -> BlobFileName {
        guard let name = BlobFileName(text) else {
            throw ConsoleError(
                .badRequest,
                "Invalid blob type provided: fileName has to end in one of \(BlobFileName.endings.sorted().joined(separator: ", "))."
            )
        }
        return name
    }

    private static func group(_ text: String?) throws -> RecordReference? {
        guard let text, !text.isEmpty else { return nil }
        guard let reference = RecordReference(text) else {
            throw ConsoleError(
                .badRequest, "organizationGroupId is \"\(text.prefix(40))\"; it has to be an id or a uuid.")
        }
        return reference
    }
}
