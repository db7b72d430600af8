import DeviceProtocol
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// The disk that bodies under way take is bounded, in all and for each address.
struct SpoolRoomTests {
    private static let bounds = SpoolRoom.Bounds(bytes: 300_000, bytesPerAddress: 200_000, provenBytes: 400_000)

    private static func sender(_ address: String, _ trust: SpoolRoom.Trust = .anybody) -> SpoolSender {
        SpoolSender(address, trust)
    }

    private static func refusal(_ work: () throws -> Void) -> ConsoleError? {
        do {
            try work()
            return nil
        } catch { return error as? ConsoleError }
    }

    @Test func `One address has its part, and all together theirs`() throws {
        let log = RecordedLog()
        let room = SpoolRoom(Self.bounds, log: LimitLog(log.logger))
        try room.take(200_000, for: Self.sender("192.0.2.1"))
        let own = Self.refusal { try room.take(1, for: Self.sender("192.0.2.1")) }
        #expect(own?.code == .tooManyRequests && own?.headers["Retry-After"] == "5")
        #expect(own?.message.contains("200000 bytes one may have") == true)
        try room.take(100_000, for: Self.sender("192.0.2.2"))
        let all = Self.refusal { try room.take(1, for: Self.sender("192.0.2.3")) }
        #expect(all?.code == .unavailable && all?.headers["Retry-After"] == "5")
        // Those who have proven who they are have room of their own.
        try room.take(200_000, for: Self.sender("192.0.2.1", .proven))
        #expect(Self.refusal { try room.take(1, for: Self.sender("192.0.2.1", .proven)) }?.code == .tooManyRequests)
        #expect(room.bytes == 500_000)
        room.release(200_000, of: Self.sender("192.0.2.1"))
        #expect(Self.refusal { try room.take(200_000, for: Self.sender("192.0.2.3")) } == nil)
        #expect(log.lines.map(\.message).filter { $0.contains("spool.bytes ") }.count == 1)
        #expect(log.lines.map(\.message).filter { $0.contains("spool.bytesPerAddress") }.count == 1)
        #expect(log.lines.map(\.message).filter { $0.contains("spool.provenBytes") }.count == 1)
    }

    @Test func `A network of version 6 is one sender`() throws {
        let room = SpoolRoom(Self.bounds, log: LimitLog(RecordedLog().logger))
        try room.take(150_000, for: Self.sender("2001:db8::1"))
        #expect(Self.refusal { try room.take(60_000, for: Self.sender("2001:db8::ffff")) }?.code == .tooManyRequests)
        #expect(Self.refusal { try room.take(50_000, for: Self.sender("2001:db8:0:1::1")) } == nil)
    }

    @Test func `All networks of a site have so much together, and give it back`() throws {
        let bounds = SpoolRoom.Bounds(bytes: 1000, bytesPerAddress: 50, provenBytes: 1000)
        let room = SpoolRoom(bounds, log: LimitLog(RecordedLog().logger))
        for number in 0..<8 { try room.take(50, for: Self.sender("2001:db8:0:\(number)::1")) }
        #expect(Self.refusal { try room.take(1, for: Self.sender("2001:db8:0:9::1")) }?.code == .tooManyRequests)
        #expect(Self.refusal { try room.take(50, for: Self.sender("2001:db8:1::1")) } == nil)
        room.release(50, of: Self.sender("2001:db8:0:1::1"))
        #expect(Self.refusal { try room.take(50, for: Self.sender("2001:db8:0:9::1")) } == nil)
        for number in [0, 2, 3, 4, 5, 6, 7, 9] { room.release(50, of: Self.sender("2001:db8:0:\(number)::1")) }
        room.release(50, of: Self.sender("2001:db8:1::1"))
        #expect(room.isEmpty)
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
            body(count), declaredLength: declared, policy: .spooled(1_000_000), from: sender(address),
            algorithm: .hmacSHA256)
    }

    @Test func `Bodies take room while they are in files, and give it back however they end`() async throws {
        try await withTemporaryFolder { folder in
            let room = SpoolRoom(Self.bounds, log: LimitLog(RecordedLog().logger))
            let spool = BodySpool(folder: "\(folder)/spool", random: .counting(), room: room)
            let small = try await Self.receive(60, in: spool)
            #expect(room.isEmpty && small.byteCount == 60_000)
            let first = try await Self.receive(150, in: spool)
            #expect(room.bytes == 150_000)
            // The second does not fit beside it, and leaves nothing behind.
            await #expect(throws: ConsoleError.self) { try await Self.receive(100, in: spool) }
            #expect(room.bytes == 150_000)
            #expect(try FileManager.default.contentsOfDirectory(atPath: spool.folder).count == 1)
            // Nor is one begun that says so itself.
            let error = await #expect(throws: ConsoleError.self) {
                try await Self.receive(0, in: spool, declared: 100_000)
            }
            #expect(error?.code == .tooManyRequests)
            let other = try await Self.receive(100, in: spool, from: "192.0.2.2")
            first.removeFile()
            first.removeFile()
            #expect(room.bytes == 100_000)
            other.removeFile()
            #expect(room.isEmpty)
        }
    }

    @Test func `A body that is forgotten gives its room back`() async throws {
        try await withTemporaryFolder { folder in
            let room = SpoolRoom(Self.bounds, log: LimitLog(RecordedLog().logger))
            let spool = BodySpool(folder: "\(folder)/spool", random: .counting(), room: room)
            do { _ = try await Self.receive(100, in: spool) }
            #expect(room.isEmpty)
        }
    }
}
