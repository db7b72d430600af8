import ConsolePlatform
package import DeviceProtocol
package import Foundation
package import NIOCore
import NIOFoundationCompat

/// A request body as a handler gets it: in memory, or in a file if it was large.
package enum ReceivedBody: Sendable {
    /// In memory; empty if there was none.
    case memory(ByteBuffer)
    /// In a temporary file that is removed once the request is answered.
    case file(SpooledFile)

    /// No body.
    package static let none = ReceivedBody.memory(ByteBuffer())

    /// Number of bytes.
    package var byteCount: Int {
        switch self {
        case .memory(let buffer): buffer.readableBytes
        case .file(let file): file.byteCount
        }
    }

    /// The bytes, for routes whose bodies are buffered.
    package var data: Data {
        switch self {
        case .memory(let buffer): Data(buffer: buffer)
        case .file(let file): FileManager.default.contents(atPath: file.path) ?? Data()
        }
    }

    /// The digest of the bytes.
    package func digest(_ algorithm: SignatureAlgorithm) throws -> Data {
        switch self {
        case .memory(let buffer):
            return algorithm.digest(of: buffer.readableBytesView)
        case .file(let file):
            if let known = file.digests[algorithm] { return known }
            var digest = BodyDigest(algorithm)
            try file.forEachPiece { digest.update(bufferPointer: $0) }
            return digest.finalize()
        }
    }

    /// Hands the bytes over in pieces, none larger than `pieceSize`.
    package func forEachPiece(pieceSize: Int = 64 * 1024, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        switch self {
        case .memory(let buffer):
            try buffer.withUnsafeReadableBytes { try body($0) }
        case .file(let file):
            try file.forEachPiece(pieceSize: pieceSize, body)
        }
    }
}

/// A large body in a temporary file.
package struct SpooledFile: Sendable {
    /// Where it is.
    package let path: String
    /// Number of bytes.
    let byteCount: Int
    /// Digests that were computed while it arrived.
    let digests: [SignatureAlgorithm: Data]
    /// The bytes it takes.
    let lease: BodyLease

    /// Hands the bytes over in pieces.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if the file cannot be read; what the closure throws.
    func forEachPiece(pieceSize: Int = 64 * 1024, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw ConsoleError(.unavailable, "A spooled body cannot be read.")
        }
        defer { try? handle.close() }
        while let piece = try handle.read(upToCount: pieceSize), !piece.isEmpty {
            try piece.withUnsafeBytes(body)
        }
    }
}

extension ReceivedBody {
    /// Removes the file of a large body.
    package func removeFile() {
        guard case .file(let file) = self else { return }
        try? FileManager.default.removeItem(atPath: file.path)
        file.lease.release()
    }
}
