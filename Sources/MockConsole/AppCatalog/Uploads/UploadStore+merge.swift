import Foundation
import NIOPosix

extension UploadStore {
    /// Bytes read at once.
    private static let pieceSize = 256 * 1024

    /// Chunks as one file, written piece by piece.
    ///
    /// - Parameters:
    ///   - chunks: The chunks in order.
    ///   - spool: Where the file is written.
    /// - Returns: The file, the caller's to remove.
    /// - Throws: ``ConsoleError`` `unavailable` if a file cannot be read or written; nothing is left then.
    func merge(_ chunks: [UploadChunkRecord], spool: BodySpool) async throws -> ReceivedBody {
        try await NIOThreadPool.singleton.runIfActive {
            var collector = BodyCollector(spool: spool, threshold: 0)
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
