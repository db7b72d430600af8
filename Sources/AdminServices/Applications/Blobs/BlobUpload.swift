import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Foundation
import Hummingbird
import NIOCore

/// Receives the bytes of a file, in constant memory.
struct BlobUpload: Sendable {
    let spool: BodySpool
    /// The most bytes.
    let limit: Int

    /// A received file.
    struct Received: Sendable {
        /// The bytes, the receiver's to remove.
        let body: ReceivedBody
        /// Its name in a multipart body.
        var fileName: String?
    }

    /// The file in a request: its body, or the one file of a multipart body.
    ///
    /// - Parameters:
    ///   - request: The request; its media type matters only for multipart bodies.
    ///   - channel: Where a client waits for leave to send.
    ///   - administrator: Who sends it.
    /// - Returns: The bytes, the caller's to remove, and what a multipart body calls the file.
    /// - Throws: ``ConsoleError`` `payloadTooLarge`, `unavailable` on a full disk, `badRequest` for a broken multipart
    ///   body. Nothing is left on the disk.
    func receive(
        _ request: Request, on channel: any Channel, by administrator: AdministratorIdentity
    ) async throws -> Received {
        let key = ClientKey.body(of: administrator)
        let body = try await spool.receive(request, on: channel, policy: .spooled(limit), from: key)
        guard let boundary = MultipartFile.boundary(request.headers[.contentType]) else { return Received(body: body) }
        do {
            let found = try await spool.apart(for: key) {
                try part(of: body, boundary: boundary, for: key)
            }
            guard let found else { return Received(body: body) }
            body.removeFile()
            return found
        } catch {
            body.removeFile()
            throw error
        }
    }

    /// The file of a multipart body; nil if it is none.
    private func part(of body: ReceivedBody, boundary: String, for key: ClientKey) throws -> Received? {
        if case .file(let spooled) = body {
            return try part(of: try FileBytes(path: spooled.path), boundary: boundary, for: key)
        }
        var collector = BodyCollector(spool: spool, for: key, threshold: 0)
        defer { collector.discard() }
        try body.forEachPiece { try collector.append($0) }
        guard case .file(let spooled) = try collector.finish() else { return nil }
        defer { ReceivedBody.file(spooled).removeFile() }
        return try part(of: try FileBytes(path: spooled.path), boundary: boundary, for: key)
    }

    private func part(of file: FileBytes, boundary: String, for key: ClientKey) throws -> Received? {
        guard let part = try MultipartFile.find(in: file, boundary: boundary) else { return nil }
        var collector = BodyCollector(spool: spool, for: key)
        do {
            var position = part.range.lowerBound
            while position < part.range.upperBound {
                let piece = try file.bytes(at: position, upTo: min(64 * 1024, part.range.upperBound - position))
                guard !piece.isEmpty else { break }
                try piece.withUnsafeBytes { try collector.append($0) }
                position += piece.count
            }
            return Received(body: try collector.finish(), fileName: part.fileName)
        } catch {
            collector.discard()
            throw error
        }
    }
}
