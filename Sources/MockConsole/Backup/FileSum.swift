import ConsolePlatform
import Crypto
import Foundation

/// Reads files piece by piece, with the SHA-256 of what was read.
enum FileSum {
    /// Bytes that are read at once.
    private static let pieceSize = 1 << 20

    /// Gives the pieces of a file to somebody.
    ///
    /// - Returns: How many bytes there were, and their sum.
    /// - Throws: ``ConsoleError`` `unavailable` if the file cannot be read, and what the receiver throws.
    static func read(_ path: String, _ receive: ([UInt8]) throws -> Void) throws -> (byteCount: Int, sha256: String) {
        let bytes = try FileBytes(path: path)
        var (sum, offset) = (SHA256(), 0)
        while offset < bytes.count {
            let piece = try bytes.bytes(at: offset, upTo: pieceSize)
            guard !piece.isEmpty else { break }
            sum.update(data: piece)
            try receive(piece)
            offset += piece.count
        }
        return (offset, text(sum))
    }

    /// A sum as hexadecimal digits.
    static func text(_ sum: SHA256) -> String {
        sum.finalize().map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
