import DeviceProtocol
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// The disk that bodies under way take is bounded, in all and for each address.
struct BodyByteLimiterTests {
    private static let bounds = BodyByteLimiter.Bounds(bytes: 300_000, bytesPerAddress: 200_000, provenBytes: 400_000)

    private static func lease(
        _ limiter: BodyByteLimiter, _ address: String, isProven: Bool = false
    ) -> BodyLease {
        BodyLease(limiter, .file, for: .body(from: address, isProven: isProven))
    }

    private static func refusal(_ work: () throws -> Void) -> ConsoleError? {
        do {
            try work()
            return nil
        } catch { return error as? ConsoleError }
    }

    @Test func `One address has its part, and all together theirs`() throws {
        let log = RecordedLog()
        let limiter = BodyByteLimiter(Self.bounds, log: LimitLog(log.logger))
        let first = Self.lease(limiter, "192.0.2.1")
        try first.take(200_000)
        let own = Self.refusal { try first.take(1) }
        #expect(own?.code == .tooManyRequests && own?.headers["Retry-After"] == "5")
        #expect(own?.message.contains("(spool.bytesPerAddress)") == true)
        let second = Self.lease(limiter, "192.0.2.2")
        try second.take(100_000)
        let third = Self.lease(limiter, "192.0.2.3")
        let all = Self.refusal { try third.take(1) }
        #expect(all?.code == .unavailable && all?.headers["Retry-After"] == "5")
        // Clients whose credential was checked have bytes of their own.
        let proven = Self.lease(limiter, "192.0.2.1", isProven: true)
        try proven.take(200_000)
        #expect(Self.refusal { try proven.take(1) }?.code == .tooManyRequests)
        #expect(limiter.bytes == 500_000)
        first.release()
        #expect(Self.refusal { try third.take(200_000) } == nil)
        for key in ["spool.bytes", "spool.bytesPerAddress", "spool.provenBytes"] {
            #expect(log.lines.count { $0.message == "Large bodies were refused (\(key))" } == 1, "\(key)")
        }
        for lease in [second, third, proven] { lease.release() }
        #expect(limiter.isEmpty)
    }

    @Test func `An IPv6 network of 64 bits is one client`() throws {
        let limiter = BodyByteLimiter(Self.bounds, log: LimitLog(RecordedLog().logger))
        let leases = ["2001:db8::1", "2001:db8::ffff", "2001:db8:0:1::1"].map { Self.lease(limiter, $0) }
        try leases[0].take(150_000)
        #expect(Self.refusal { try leases[1].take(60_000) }?.code == .tooManyRequests)
        #expect(Self.refusal { try leases[2].take(50_000) } == nil)
    }

    @Test func `All networks of one of 48 bits have so much together, and give it back`() throws {
        let bounds = BodyByteLimiter.Bounds(bytes: 1000, bytesPerAddress: 50, provenBytes: 1000)
        let limiter = BodyByteLimiter(bounds, log: LimitLog(RecordedLog().logger))
        let leases = (0..<8).map { Self.lease(limiter, "2001:db8:0:\($0)::1") }
        for lease in leases { try lease.take(50) }
        let (next, other) = (Self.lease(limiter, "2001:db8:0:9::1"), Self.lease(limiter, "2001:db8:1::1"))
        #expect(Self.refusal { try next.take(1) }?.code == .tooManyRequests)
        #expect(Self.refusal { try other.take(50) } == nil)
        leases[1].release()
        #expect(Self.refusal { try next.take(50) } == nil)
        for lease in leases + [next, other] { lease.release() }
        #expect(limiter.isEmpty)
        #expect(bounds.site.limit(bounds.bytesPerAddress * 5, of: bounds.bytes) == 500)
    }

    @Test func `The log is told at once, and then once a minute with a count`() {
        let (log, time) = (RecordedLog(), NIOLockedValueBox(NIODeadline.uptimeNanoseconds(1)))
        let limits = LimitLog(log.logger, now: { time.withLockedValue { $0 } })
        for _ in 0..<5 { limits.note("Full.", from: "192.0.2.1") }
        #expect(log.lines.count == 1)
        time.withLockedValue { $0 = $0 + .seconds(61) }
        for _ in 0..<3 { limits.note("Full.", from: "192.0.2.1") }
        #expect(log.lines.count == 2 && log.lines.last?.metadata["times"] == "5")
    }

    private static func body(_ count: Int) -> AsyncStream<ByteBuffer> {
        AsyncStream { continuation in
            for _ in 0..<count { continuation.yield(ByteBuffer(repeating: 0x61, count: 1000)) }
            continuation.finish()
        }
    }

    private static func receive(
        _ count: Int, in spool: BodySpool, declared: Int? = nil, from address: String = "192.0.2.1"
    ) async throws -> ReceivedBody {
        try await spool.receive(
            body(count), declaredLength: declared, policy: .spooled(1_000_000),
            from: .body(from: address, isProven: false),
            algorithm: .hmacSHA256)
    }

    @Test func `Bodies take bytes while they are in files, and give it back however they end`() async throws {
        try await withTemporaryFolder { folder in
            let limiter = BodyByteLimiter(Self.bounds, log: LimitLog(RecordedLog().logger))
            let spool = BodySpool(folder: "\(folder)/spool", random: .counting(), bytes: limiter)
            let small = try await Self.receive(60, in: spool)
            #expect(limiter.isEmpty && small.byteCount == 60_000)
            let first = try await Self.receive(150, in: spool)
            #expect(limiter.bytes == 150_000)
            // The second does not fit beside it, and leaves nothing behind.
            await #expect(throws: ConsoleError.self) { try await Self.receive(100, in: spool) }
            #expect(limiter.bytes == 150_000)
            #expect(try FileManager.default.contentsOfDirectory(atPath: spool.folder).count == 1)
            // Nor is one begun that says so itself.
            let error = await #expect(throws: ConsoleError.self) {
                try await Self.receive(0, in: spool, declared: 100_000)
            }
            #expect(error?.code == .tooManyRequests)
            let other = try await Self.receive(100, in: spool, from: "192.0.2.2")
            first.removeFile()
            first.removeFile()
            #expect(limiter.bytes == 100_000)
            other.removeFile()
            #expect(limiter.isEmpty)
        }
    }

    @Test func `A body that is forgotten gives its bytes back`() async throws {
        try await withTemporaryFolder { folder in
            let limiter = BodyByteLimiter(Self.bounds, log: LimitLog(RecordedLog().logger))
            let spool = BodySpool(folder: "\(folder)/spool", random: .counting(), bytes: limiter)
            do { _ = try await Self.receive(100, in: spool) }
            #expect(limiter.isEmpty)
        }
    }
}
