import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import Hummingbird

/// Uploads of apps in chunks (AdminApplications, "Chunks").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/apps/internal/uploadchunk` | 200 with the id of the transaction |
struct UploadAdminController {
    let store: UploadStore
    /// Receives bodies, so that no chunk stands in memory.
    let spool: BodySpool
    /// Bytes of a body, whose chunk is in base64.
    let bodyLimit: Int
    /// Those whose chunks are read apart, one at a time, the groups of their administrators in turns.
    ///
    /// Each keeps a core busy. How many wait is bounded by the room that their bodies take.
    private let scans = ConcurrencyLimiter(permits: 1, queue: LimiterShare())

    /// Made of its parts.
    init(store: UploadStore, spool: BodySpool, bodyLimit: Int) {
        self.store = store
        self.spool = spool
        self.bodyLimit = bodyLimit
    }

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/mam/apps/internal/uploadchunk", keep)
    }

    @Sendable private func keep(_ call: AdminCall) async throws -> AdminAnswer {
        let key = ClientKey.body(of: call.identity)
        let received = try await spool.receive(
            call.request, on: call.context.channel, policy: .spooled(bodyLimit), from: key)
        defer { received.removeFile() }
        let body = try await scans.run(for: call.identity.subtree.key(.administrator)) {
            try await PatientThread.run { try ChunkBody(received, spool: spool, for: key) }
        }
        defer { body.chunk?.removeFile() }
        let fields = body.fields
        guard let sequence = try fields.integer("ChunkSequenceNumber"), UploadStore.sequences.contains(sequence) else {
            throw fields.wrong("ChunkSequenceNumber", "has to be a number from 1 on")
        }
        guard let chunk = body.chunk else { throw fields.wrong("ChunkData", "must not be empty") }
        let uuid = try await store.keep(
            received: chunk, as: sequence, of: try UploadReference.uuid(fields), by: call.identity)
        return .body(
            UploadedChunk(TranscationId: uuid, ChunkSequenceNumber: sequence, UploadSuccess: true),
            root: "UploadApplicationChunkResponse")
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
