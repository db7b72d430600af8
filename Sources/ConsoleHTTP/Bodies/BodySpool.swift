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
    package let bytes: BodyByteLimiter
    /// Limits jobs on files.
    private let limiter: ConcurrencyLimiter

    /// Made of its parts.
    package init(folder: String, random: RandomSource, bytes: BodyByteLimiter) {
        self.folder = folder
        self.random = random
        self.bytes = bytes
        limiter = ConcurrencyLimiter(permits: bytes.bounds.works, queue: LimiterShare())
    }

    /// Receives a whole request body.
    ///
    /// - Parameters:
    ///   - body: The pieces as they arrive.
    ///   - declaredLength: The `Content-Length`, to refuse an oversize body before it is read.
    ///   - policy: The route's limit and where to keep the body.
    ///   - key: Whose bytes it takes.
    ///   - algorithm: The digest to compute while a large body arrives.
    /// - Returns: The body; a file is the caller's to remove.
    /// - Throws: ``ConsoleError`` `payloadTooLarge` beyond the limit, `unavailable` if the file cannot be written or there is
    ///   no room for it, `tooManyRequests` if the client has too much under way; what reading throws, such as a client that went away. No file is left behind.
    func receive<Body: AsyncSequence>(
        _ body: Body, declaredLength: Int?, policy: BodyPolicy, from key: ClientKey, algorithm: SignatureAlgorithm
    ) async throws -> ReceivedBody where Body.Element == ByteBuffer {
        if let declaredLength, declaredLength > policy.limit { throw Self.tooLarge(policy.limit) }
        let threshold = if case .spooled = policy { Self.memoryThreshold } else { Int.max }
        if let declaredLength, declaredLength > threshold { try bytes.require(declaredLength, for: key) }
        var collector = BodyCollector(spool: self, for: key, threshold: threshold, algorithm: algorithm)
        do {
            for try await piece in body {
                guard collector.byteCount + piece.readableBytes <= policy.limit else {
                    throw Self.tooLarge(policy.limit)
                }
                try await collector.append(piece)
            }
            return try await collector.finishApart()
        } catch {
            collector.discard()
            throw error
        }
    }

    /// Does work on files apart from what serves: a disk that is busy holds up nobody else.
    ///
    /// Each work has a thread that gives way to others; few run at a time, and senders take turns. How many wait is bounded
    /// by the bytes that bodies take.
    ///
    /// - Throws: What the work throws; a cancellation before it has begun.
    package func apart<Value: Sendable>(
        for key: ClientKey, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await limiter.run(for: key) { try await PatientThread.run(work) }
    }

    /// Receives the body of a request, and lets a client send it that waits for permission to.
    package func receive(
        _ request: Request, on channel: any Channel, policy: BodyPolicy, from key: ClientKey,
        algorithm: SignatureAlgorithm = .hmacSHA256
    ) async throws -> ReceivedBody {
        let declaredLength = request.headers[.contentLength].flatMap { Int($0) }
        if declaredLength ?? 0 <= policy.limit { request.sendContinue(on: channel) }
        return try await receive(
            request.body, declaredLength: declaredLength, policy: policy, from: key, algorithm: algorithm)
    }

    private static func tooLarge(_ limit: Int) -> ConsoleError {
        ConsoleError(.payloadTooLarge, "The body is larger than the \(limit) bytes this route takes.")
    }
}

/// Collects bytes, in memory up to a threshold and in a temporary file beyond it.
package struct BodyCollector {
    /// A file that bytes are written to.
    private struct OpenFile: Sendable {
        let handle: FileHandle
        let path: String
        var digest: BodyDigest

        /// The same after some bytes more.
        func adding(_ bytes: ByteBuffer) throws -> OpenFile {
            do {
                try handle.write(contentsOf: Data(bytes.readableBytesView))
            } catch {
                throw ConsoleError(.unavailable, "A large body cannot be kept: the disk is full.", cause: error)
            }
            var file = self
            bytes.withUnsafeReadableBytes { file.digest.update(bufferPointer: $0) }
            return file
        }
    }

    private let spool: BodySpool
    private let key: ClientKey
    private let threshold: Int
    private let algorithm: SignatureAlgorithm
    private let lease: BodyLease
    /// The room in memory it takes until it is complete, which slow clients put off.
    private let holding: BodyLease
    private var held = 0
    private var buffer = ByteBuffer()
    private var file: OpenFile?
    /// Bytes collected so far.
    private(set) var byteCount = 0
    /// Bytes of a body that nobody counts.
    private static let uncounted = 8192

    /// A collector that begins in memory.
    package init(
        spool: BodySpool, for key: ClientKey, threshold: Int = BodySpool.memoryThreshold,
        algorithm: SignatureAlgorithm = .hmacSHA256
    ) {
        self.spool = spool
        self.key = key
        lease = BodyLease(spool.bytes, .file, for: key)
        holding = BodyLease(spool.bytes, .memory, for: key)
        self.threshold = threshold
        self.algorithm = algorithm
    }

    /// Adds bytes; a file is written here, which may take a while.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if the file cannot be written or there is no room for them, on the disk or
    ///   in memory, `tooManyRequests` if the client has too much under way.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) throws {
        buffer.writeBytes(bytes)
        byteCount += bytes.count
        if buffer.readableBytes > threshold { try flush() } else { try hold() }
    }

    /// Adds a piece of a body as it arrives; a file is written apart.
    ///
    /// - Throws: As for other bytes; a cancellation.
    mutating func append(_ piece: ByteBuffer) async throws {
        buffer.writeImmutableBuffer(piece)
        byteCount += piece.readableBytes
        if buffer.readableBytes > threshold { try await flushApart() } else { try hold() }
    }

    /// Takes room for what stands in memory until the body is complete.
    private mutating func hold() throws {
        guard file == nil, buffer.readableBytes > Self.uncounted else { return }
        try holding.take(buffer.readableBytes - held)
        held = buffer.readableBytes
    }

    /// What was collected, of which the rest is written apart; a file is the caller's to remove.
    mutating func finishApart() async throws -> ReceivedBody {
        if file != nil { try await flushApart() }
        return try finish()
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
        file = try opened().adding(buffer)
        empty()
    }

    private mutating func flushApart() async throws {
        let (file, bytes) = (try opened(), buffer)
        self.file = try await spool.apart(for: key) { try file.adding(bytes) }
        empty()
    }

    /// The file, with room for what is to be written next.
    private mutating func opened() throws -> OpenFile {
        try lease.take(buffer.readableBytes)
        if let file { return file }
        let new = try makeFile()
        file = new
        return new
    }

    private mutating func empty() {
        buffer.clear()
        holding.release()
        held = 0
    }

    private func makeFile() throws -> OpenFile {
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
        return OpenFile(handle: handle, path: path, digest: BodyDigest(algorithm))
    }
}
