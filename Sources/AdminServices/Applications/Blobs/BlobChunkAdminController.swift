import ConsoleHTTP
import ConsolePlatform
import Hummingbird

/// Blobs uploaded in chunks, each the bytes of a body (AdminApplications, "Blobs in chunks").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/blobs/chunk` | 200 with the id of the upload |
/// | POST | `/api/mam/blobs/mergechunk` | 200 with the ids of the blob made of the chunks |
struct BlobChunkAdminController {
    let blobs: BlobStore
    let uploads: UploadStore
    let upload: BlobUpload

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.on(.post, "/api/mam/blobs/chunk", [1: keep, 2: keep])
        routes.on(.post, "/api/mam/blobs/mergechunk", [1: merge, 2: merge])
    }

    @Sendable private func keep(_ call: AdminCall) async throws -> AdminAnswer {
        let name = "chunk_sequence_number"
        guard let sequence = call.query.value(name).flatMap({ Int64($0) }), UploadStore.sequences.contains(sequence)
        else { throw ConsoleError(.badRequest, "\(name) has to be a number from 1 on.") }
        let known = Self.transaction(call.query.value("transaction_id") ?? "")
        let received = try await upload.receive(call.request, on: call.context.channel, by: call.identity)
        defer { received.body.removeFile() }
        guard received.body.byteCount > 0 else {
            throw ConsoleError(
                .badRequest, "The body is empty; it has to be the bytes of the chunk.", number: 7019)
        }
        let uuid = try await uploads.keep(received: received.body, as: sequence, of: known, by: call.identity)
        return .body(BlobChunkBody(transaction_id: uuid, chunk_sequence_number: sequence), root: "BlobChunk")
    }

    @Sendable private func merge(_ call: AdminCall) async throws -> AdminAnswer {
        let reader = AppFields(try await call.fields())
        let name = try BlobAdminController.name(try reader.text("FilenameWithExtension") ?? "")
        guard let uuid = Self.transaction(try reader.text("TransactionUuid", "transaction_id") ?? "") else {
            throw ConsoleError(.badRequest, "The field transaction_uuid is required.")
        }
        let group = try reader.reference("OrganizationGroupUuid", "organization_group_id")
        let identity = call.identity
        let body = try await uploads.file(of: uuid, for: identity, spool: upload.spool)
        defer { body.removeFile() }
        let blob = try await blobs.add(body, named: name, to: group, by: identity) { transaction in
            try uploads.end(uuid, for: identity, in: transaction)
        }
        return .body(MergedBlobBody(Value: try blob.storedID(), Uuid: blob.uuid), root: "EntityId")
    }

    /// The upload a text names; nil for one that is to begin.
    private static func transaction(_ text: String) -> String? {
        let text = text.lowercased().filter { !$0.isWhitespace }
        return text.isEmpty || text == "0" ? nil : text
    }
}

/// The answer to a stored chunk.
struct BlobChunkBody: Encodable, Sendable {
    let transaction_id: String
    let chunk_sequence_number: Int64
    let upload_success = true
}

/// A blob that was made of chunks.
struct MergedBlobBody: Encodable, Sendable {
    let Value: Int64
    let Uuid: String
}
