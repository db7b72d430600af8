package import ConsolePlatform
package import DeviceProtocol
import Foundation
import HTTPTypes
package import Hummingbird
package import NIOCore

/// How much of a body a route takes, and where it is kept meanwhile.
package enum BodyPolicy: Sendable {
    /// In memory, up to so many bytes.
    case buffered(Int)
    /// In a file once it is large, up to so many bytes.
    case spooled(Int)

    /// The most bytes the route takes.
    var limit: Int {
        switch self {
        case .buffered(let limit), .spooled(let limit): limit
        }
    }
}

/// Keeps bodies within limits, and large ones in temporary files.
package struct BodySpool: Sendable {
    /// Bodies of spooled routes stay in memory up to this many bytes.
    package static let memoryThreshold = 64 * 1024

    /// Folder of the temporary files.
    let folder: String
    /// Names the files.
    let random: RandomSource
    /// Bounds their bytes.
    package let room: SpoolRoom

    /// Made of its parts.
    package init(folder: String, random: RandomSource, room: SpoolRoom) {
        self.folder = folder
        self.random = random
        self.room = room
    }

    /// Receives a whole request body.
    ///
    /// - Parameters:
    ///   - body: The pieces as they arrive.
    ///   - declaredLength: The `Content-Length`, to refuse an oversize body before it is read.
    ///   - policy: The route's limit and where to keep the body.
    ///   - sender: Whose room on the disk it takes.
    ///   - algorithm: The digest to compute while a large body arrives.
    /// - Returns: The body; a file is the caller's to remove.
    /// - Throws: ``ConsoleError`` `payloadTooLarge` beyond the limit, `unavailable` if the file cannot be written or there is
    ///   no room for it, `tooManyRequests` if the sender has too much under way; what reading throws, such as a client that went away. No file is left behind.
    func receive<Body: AsyncSequence>(
        _ body: Body, declaredLength: Int?, policy: BodyPolicy, from sender: SpoolSender, algorithm: SignatureAlgorithm
    ) async throws -> ReceivedBody where Body.Element == ByteBuffer {
        if let declaredLength, declaredLength > policy.limit { throw Self.tooLarge(policy.limit) }
        let threshold = if case .spooled = policy { Self.memoryThreshold } else { Int.max }
        if let declaredLength, declaredLength > threshold { try room.require(declaredLength, for: sender) }
        var collector = BodyCollector(spool: self, for: sender, threshold: threshold, algorithm: algorithm)
        do {
            for try await piece in body {
                guard collector.byteCount + piece.readableBytes <= policy.limit else {
                    throw Self.tooLarge(policy.limit)
                }
                try piece.withUnsafeReadableBytes { try collector.append($0) }
            }
            return try collector.finish()
        } catch {
            collector.discard()
            throw error
        }
    }

    /// Receives the body of a request, and lets a client send it that waits for permission to.
    package func receive(
        _ request: Request, on channel: any Channel, policy: BodyPolicy, from sender: SpoolSender,
        algorithm: SignatureAlgorithm = .hmacSHA256
    ) async throws -> ReceivedBody {
        let declaredLength = request.headers[.contentLength].flatMap { Int($0) }
        if declaredLength ?? 0 <= policy.limit { request.sendContinue(on: channel) }
        return try await receive(
            request.body, declaredLength: declaredLength, policy: policy, from: sender, algorithm: algorithm)
    }

    private static func tooLarge(_ limit: Int) -> ConsoleError {
        ConsoleError(.payloadTooLarge, "The body is larger than the \(limit) bytes this route takes.")
    }
}

/// Collects bytes, in memory up to a threshold and in a temporary file beyond it.
package struct BodyCollector {
    private let spool: BodySpool
    private let threshold: Int
    private let algorithm: SignatureAlgorithm
    private let lease: SpoolLease
    /// The room in memory it takes until it is complete, which slow clients put off.
    private let holding: SpoolLease
    private var held = 0
    private var buffer = ByteBuffer()
    private var file: (handle: FileHandle, path: String, digest: BodyDigest)?
    /// Bytes collected so far.
    private(set) var byteCount = 0
    /// Bytes of a body that nobody counts.
    private static let uncounted = 8192

    /// A collector that begins in memory.
    package init(
        spool: BodySpool, for sender: SpoolSender, threshold: Int = BodySpool.memoryThreshold,
        algorithm: SignatureAlgorithm = .hmacSHA256
    ) {
        self.spool = spool
        lease = SpoolLease(spool.room, for: sender)
        holding = SpoolLease(spool.room, for: sender.inMemory)
        self.threshold = threshold
        self.algorithm = algorithm
    }

    /// Adds bytes.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if the file cannot be written or there is no room for them, on the disk or
    ///   in memory, `tooManyRequests` if the sender has too much under way.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        buffer.writeBytes(bytes)
        byteCount += bytes.count
        if buffer.readableBytes > threshold { return try flush() }
        guard file == nil, buffer.readableBytes > Self.uncounted else { return }
        try holding.take(buffer.readableBytes - held)
        held = buffer.readableBytes
    }

    /// What was collected; a file is the caller's to remove.
    package mutating func finish() throws -> ReceivedBody {
        guard file != nil else { return .memory(buffer) }
        try flush()
        guard let file else { return .memory(buffer) }
        try file.handle.close()
        self.file = nil
        return .file(
            SpooledFile(
                path: file.path, byteCount: byteCount, digests: [algorithm: file.digest.finalize()], lease: lease))
    }

    /// Removes the file, if there is one.
    package mutating func discard() {
        guard let file else { return }
        defer { lease.release() }
        try? file.handle.close()
        try? FileManager.default.removeItem(atPath: file.path)
        self.file = nil
    }

    private mutating func flush() throws {
        try lease.take(buffer.readableBytes)
        if file == nil {
            let (handle, path) = try makeFile()
            file = (handle, path, BodyDigest(algorithm))
        }
        do {
            try file?.handle.write(contentsOf: Data(buffer.readableBytesView))
        } catch {
            throw ConsoleError(.unavailable, "A large body cannot be kept: the disk is full.", cause: error)
        }
        buffer.withUnsafeReadableBytes { file?.digest.update(bufferPointer: $0) }
        buffer.clear()
        holding.release()
        held = 0
    }

    private func makeFile() throws -> (FileHandle, String) {
        let path = "\(spool.folder)/\(spool.random.uuid())"
        let manager = FileManager.default
        try? manager.createDirectory(
            atPath: spool.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let handle: FileHandle
        do {
            handle = try PrivateFile.create(at: path)
        } catch {
            throw ConsoleError(
                .unavailable, "A large body cannot be kept: the data folder cannot be written.", cause: error)
        }
        return (handle, path)
    }
}
