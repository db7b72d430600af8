import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation

extension UploadStore {
    /// Bytes read at once.
    private static let pieceSize = 256 * 1024

    /// The chunks of an upload as one file, written piece by piece.
    ///
    /// - Parameters:
    ///   - uuid: The upload.
    ///   - administrator: Who asks.
    ///   - spool: Where the file is written.
    /// - Returns: The file, the caller's to remove.
    /// - Throws: ``ConsoleError`` `badRequest` for an unknown upload, one that lacks a chunk, or one that another
    ///   request uses up meanwhile; `unavailable` if a file cannot be read or written. Nothing is left then.
    func file(
        of uuid: String, for administrator: AdministratorIdentity, spool: BodySpool
    ) async throws -> ReceivedBody {
        let chunks = try await chunks(of: uuid, for: administrator)
        return try await file(of: uuid, chunks, for: administrator, spool: spool)
    }

    /// The same with the chunks that were there a moment ago.
    func file(
        of uuid: String, _ chunks: [UploadChunkRecord], for administrator: AdministratorIdentity, spool: BodySpool
    ) async throws -> ReceivedBody {
        do { return try await merge(chunks, spool: spool, .body(of: administrator)) } catch let error as ConsoleError {
            let left = try await self.chunks(of: uuid, for: administrator)
            guard left.map(\.name) == chunks.map(\.name) else {
                throw ConsoleError(.badRequest, "The upload \(uuid) was changed while it was put together; try again.")
            }
            throw error
        }
    }

    /// Chunks in order as one file.
    private func merge(
        _ chunks: [UploadChunkRecord], spool: BodySpool, _ key: ClientKey
    ) async throws -> ReceivedBody {
        try await spool.apart(for: key) {
            var collector = BodyCollector(spool: spool, for: key, threshold: 0)
            do {
                for chunk in chunks {
                    let file = try FileBytes(path: shelf.path(of: chunk.name))
                    for start in stride(from: 0, to: file.count, by: Self.pieceSize) {
                        let piece = try file.bytes(at: start, upTo: Self.pieceSize)
                        try piece.withUnsafeBytes { try collector.append($0) }
                    }
                }
                return try collector.finish()
            } catch {
                collector.discard()
                throw error
            }
        }
    }
}
