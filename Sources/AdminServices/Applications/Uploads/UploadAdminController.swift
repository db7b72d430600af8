import ConsoleHTTP
import DeviceProtocol
import Foundation
import Hummingbird

/// Uploads of apps in chunks (AdminApplications, "Chunks").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/apps/internal/uploadchunk` | 200 with the id of the transaction |
struct UploadAdminController {
    let store: UploadStore
    /// Bytes of a body, whose chunk is in base64.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/mam/apps/internal/uploadchunk", keep)
    }

    @Sendable private func keep(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields(limit: bodyLimit)
        guard let sequence = try fields.integer("ChunkSequenceNumber"), UploadStore.sequences.contains(sequence) else {
            throw fields.wrong("ChunkSequenceNumber", "has to be a number from 1 on")
        }
        let uuid = try await store.keep(
            try Self.chunk(fields), as: sequence, of: try UploadReference.uuid(fields), by: call.identity)
        return .body(
            UploadedChunk(TranscationId: uuid, ChunkSequenceNumber: sequence, UploadSuccess: true),
            root: "UploadApplicationChunkResponse")
    }

    private static func chunk(_ fields: AdminFields) throws -> Data {
        guard case .string(let text)? = fields.value("ChunkData"), !text.isEmpty else {
            throw fields.wrong("ChunkData", "must not be empty")
        }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !data.isEmpty else {
            throw fields.wrong("ChunkData", "has to be bytes in base64")
        }
        return data
    }
}

/// How a body names an upload.
enum UploadReference {
    /// The uuid; nil for one that is to begin, which clients write as an empty text, zero, null or not at all.
    static func uuid(_ fields: AdminFields, _ name: String = "TransactionId") throws -> String? {
        let text = try fields.text(name)?.trimmingCharacters(in: .whitespaces) ?? ""
        return text.isEmpty || text == "0" ? nil : text.lowercased()
    }
}

/// The answer to a stored chunk; the first name is misspelt, and clients read it so.
struct UploadedChunk: Encodable, Sendable {
    let TranscationId: String
    let ChunkSequenceNumber: Int64
    let UploadSuccess: Bool
}
