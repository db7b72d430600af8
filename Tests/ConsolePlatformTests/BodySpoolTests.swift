import DeviceProtocol
import Dispatch
import Foundation
import Logging
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Bodies are received within limits; large ones stand in files.
struct BodySpoolTests {
    private struct ConnectionLost: Error {}

    private static let key = ClientKey.body(from: "192.0.2.1", isProven: false)

    /// Room for everybody.
    private static var bytes: BodyByteLimiter { BodyByteLimiter(.none, log: LimitLog(Logger(label: "test"))) }

    /// A body in pieces, which may break off.
    private static func pieces(_ sizes: [Int], failing: Bool = false) -> AsyncThrowingStream<ByteBuffer, any Error> {
        AsyncThrowingStream { continuation in
            for size in sizes { continuation.yield(ByteBuffer(repeating: 0x61, count: size)) }
            continuation.finish(throwing: failing ? ConnectionLost() : nil)
        }
    }

    private static func withSpool(_ body: (BodySpool, _ files: () throws -> [String]) async throws -> Void) async throws
    {
        try await withTemporaryFolder { folder in
            let spool = BodySpool(folder: "\(folder)/spool", random: .counting(), bytes: Self.bytes)
            try await body(spool) {
                FileManager.default.fileExists(atPath: spool.folder)
                    ? try FileManager.default.contentsOfDirectory(atPath: spool.folder) : []
            }
        }
    }

    private static func receive(_ sizes: [Int], _ policy: BodyPolicy, _ spool: BodySpool) async throws -> ReceivedBody {
        try await spool.receive(
            pieces(sizes), declaredLength: nil, policy: policy, from: key, algorithm: .hmacSHA256)
    }

    @Test(
        arguments: [
            ([], 0), ([0, 0], 0), ([10], 10), ([65_536], 65_536), ([65_536, 1], 65_537), ([65_537], 65_537),
            ([200_000], 200_000),
            ([40_000, 40_000, 40_000], 120_000),
        ] as [([Int], Int)])
    func `A spooled body stands in a file beyond the threshold`(sizes: [Int], count: Int) async throws {
        try await Self.withSpool { spool, files in
            let body = try await Self.receive(sizes, .spooled(1_000_000), spool)
            #expect(body.byteCount == count)
            #expect(body.data == Data(repeating: 0x61, count: count))
            #expect(try files().count == (count > BodySpool.memoryThreshold ? 1 : 0))
            body.removeFile()
            #expect(try files().isEmpty)
        }
    }

    @Test func `A buffered body never stands in a file`() async throws {
        try await Self.withSpool { spool, files in
            let body = try await Self.receive([300_000], .buffered(300_000), spool)
            #expect(body.byteCount == 300_000)
            #expect(try files().isEmpty)
        }
    }

    @Test(arguments: [100, 100_000], [true, false])
    func `The limit is exact, and beyond it nothing is left behind`(limit: Int, spooled: Bool) async throws {
        try await Self.withSpool { spool, files in
            let policy = spooled ? BodyPolicy.spooled(limit) : .buffered(limit)
            let body = try await Self.receive([limit - 10, 10], policy, spool)
            #expect(body.byteCount == limit)
            body.removeFile()
            let error = await #expect(throws: ConsoleError.self) {
                try await Self.receive([limit - 10, 11], policy, spool)
            }
            #expect(error?.code == .payloadTooLarge)
            #expect(error?.message.contains("\(limit) bytes") == true)
            #expect(try files().isEmpty)
        }
    }

    @Test(arguments: [BodyPolicy.buffered(1_000_000), .spooled(1_000_000)])
    func `Bodies that arrive have room in memory, of an address and in all`(policy: BodyPolicy) async throws {
        let bounds = BodyByteLimiter.Bounds(
            bytes: .max, bytesPerAddress: .max, provenBytes: .max, memory: 60_000, memoryPerAddress: 40_000)
        try await withTemporaryFolder { folder in
            let log = RecordedLog()
            let limiter = BodyByteLimiter(bounds, log: LimitLog(log.logger))
            let spool = BodySpool(folder: "\(folder)/spool", random: .counting(), bytes: limiter)
            func receive(_ size: Int, from address: String) async throws -> ReceivedBody {
                try await spool.receive(
                    Self.pieces([size]), declaredLength: nil, policy: policy,
                    from: .body(from: address, isProven: false),
                    algorithm: .hmacSHA256)
            }
            // What has arrived takes no room any more.
            for _ in 0..<3 { #expect(try await receive(40_000, from: "192.0.2.1").byteCount == 40_000) }
            #expect(limiter.isEmpty)
            let own = await #expect(throws: ConsoleError.self) { try await receive(40_001, from: "192.0.2.1") }
            #expect(own?.code == .tooManyRequests && limiter.isEmpty)
            let held = BodyLease(limiter, .memory, for: .body(from: "192.0.2.2", isProven: false))
            try held.take(30_000)
            let all = await #expect(throws: ConsoleError.self) { try await receive(30_001, from: "192.0.2.1") }
            #expect(all?.code == .unavailable)
            held.release()
            #expect(try await receive(8192, from: "192.0.2.2").byteCount == 8192)
            let lines = log.lines.map(\.message)
            #expect(
                lines.contains { $0.contains("bodies.bytesPerAddress") }
                    && lines.contains { $0.contains("(bodies.bytes)") })
        }
    }

    @Test func `A declared length beyond the limit is refused before anything is read`() async throws {
        try await Self.withSpool { spool, _ in
            let error = await #expect(throws: ConsoleError.self) {
                try await spool.receive(
                    Self.pieces([], failing: true), declaredLength: 101, policy: .spooled(100), from: Self.key,
                    algorithm: .hmacSHA256)
            }
            #expect(error?.code == .payloadTooLarge)
        }
    }

    @Test(arguments: [10, 100_000]) func `A client that goes away leaves nothing behind`(size: Int) async throws {
        try await Self.withSpool { spool, files in
            await #expect(throws: ConnectionLost.self) {
                try await spool.receive(
                    Self.pieces([size, size], failing: true), declaredLength: nil, policy: .spooled(1_000_000),
                    from: Self.key, algorithm: .hmacSHA256)
            }
            let left = try files()
            #expect(left.isEmpty)
        }
    }

    @Test(arguments: [100, 65_537, 300_000], [SignatureAlgorithm.hmacSHA256, .hmacSHA1])
    func `The digest is that of the bytes, in memory and in a file`(count: Int, algorithm: SignatureAlgorithm)
        async throws
    {
        try await Self.withSpool { spool, _ in
            let body = try await spool.receive(
                Self.pieces([count / 2, count - count / 2]), declaredLength: count, policy: .spooled(1_000_000),
                from: Self.key, algorithm: .hmacSHA256)
            defer { body.removeFile() }
            let bytes = Data(repeating: 0x61, count: count)
            #expect(try body.digest(algorithm) == algorithm.digest(of: bytes))
        }
    }

    @Test(arguments: [100, 200_000]) func `Pieces are no larger than asked for and make up the whole`(count: Int)
        async throws
    {
        try await Self.withSpool { spool, _ in
            let body = try await Self.receive([count], .spooled(1_000_000), spool)
            defer { body.removeFile() }
            var sizes: [Int] = []
            try body.forEachPiece { sizes.append($0.count) }
            #expect(sizes.reduce(0, +) == count)
            #expect(sizes.allSatisfy { $0 <= 65_536 })
        }
    }

    /// Has works on files wait for the disk, four of them at a time, while something else is done.
    ///
    /// - Returns: How many were begun in the end.
    private static func waiting(
        _ count: Int, in spool: BodySpool, _ body: (_ begun: () -> Int) async throws -> Void
    ) async throws -> Int {
        let (disk, begun) = (DispatchSemaphore(value: 0), NIOLockedValueBox(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    try await spool.apart(for: Self.key) {
                        begun.withLockedValue { $0 += 1 }
                        disk.wait()
                    }
                }
            }
            try await poll { begun.withLockedValue { $0 } == 4 }
            try await body { begun.withLockedValue { $0 } }
            for _ in 0..<count { disk.signal() }
            try await group.waitForAll()
        }
        return begun.withLockedValue { $0 }
    }

    @Test func `Files that are waited for hold up nobody, and few are at a time`() async throws {
        try await Self.withSpool { spool, _ in
            let begun = try await Self.waiting(6, in: spool) { begun in
                // Nothing of it is done here, however few processors there are.
                let received = try await Self.receive([10], .spooled(100), spool)
                #expect(received.byteCount == 10)
                #expect(begun() == 4)
            }
            #expect(begun == 6)
        }
    }

    @Test func `A client that leaves while its file waits leaves nothing behind`() async throws {
        try await Self.withSpool { spool, files in
            let begun = try await Self.waiting(4, in: spool) { _ in
                let client = Task { _ = try await Self.receive([70_000], .spooled(100_000), spool) }
                try await poll { try files().count == 1 }
                client.cancel()
                await #expect(throws: CancellationError.self) { try await client.value }
                #expect(try files().isEmpty)
            }
            #expect(begun == 4)
        }
    }

    @Test func `A file is readable by its owner only`() async throws {
        try await Self.withSpool { spool, files in
            let body = try await Self.receive([100_000], .spooled(1_000_000), spool)
            defer { body.removeFile() }
            let name = try #require(try files().first)
            #expect(try permissions(of: "\(spool.folder)/\(name)") == 0o600)
            #expect(try permissions(of: spool.folder) == 0o700)
        }
    }

    @Test func `A spool that cannot be written is unavailable`() async throws {
        let spool = BodySpool(folder: "/dev/null/spool", random: .counting(), bytes: Self.bytes)
        let error = await #expect(throws: ConsoleError.self) {
            try await Self.receive([100_000], .spooled(1_000_000), spool)
        }
        #expect(error?.code == .unavailable)
    }

    @Test func `A collector that is discarded removes its file`() async throws {
        try await Self.withSpool { spool, files in
            var collector = BodyCollector(spool: spool, for: Self.key, threshold: 10)
            try withUnsafeBytes(of: (UInt64(1), UInt64(2))) { try collector.append($0) }
            #expect(try files().count == 1)
            #expect(collector.byteCount == 16)
            collector.discard()
            #expect(try files().isEmpty)
        }
    }
}
