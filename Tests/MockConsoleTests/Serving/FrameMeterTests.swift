import NIOCore
import Testing

@testable import MockConsole

/// Frames that ask for nothing, counted.
struct FrameMeterTests {
    private static let start = NIODeadline.uptimeNanoseconds(1_000_000_000)
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private func frame(_ type: UInt8, _ payload: [UInt8] = []) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, 0, 0, 0, 0, 0] + payload
    }

    private func frames(_ type: UInt8, _ count: Int, _ payload: [UInt8] = []) -> [UInt8] {
        Array(repeatElement(frame(type, payload), count: count).joined())
    }

    private func take(_ meter: inout FrameMeter, _ bytes: ByteBuffer, at now: NIODeadline) {
        let isGood = meter.read(bytes, at: now)
        #expect(isGood)
    }

    private func refuse(_ meter: inout FrameMeter, _ bytes: ByteBuffer, at now: NIODeadline) {
        let isGood = meter.read(bytes, at: now)
        #expect(!isGood)
    }

    /// A meter that has seen the preface.
    private func meter() -> FrameMeter {
        var meter = FrameMeter(at: Self.start)
        take(&meter, ByteBuffer(bytes: Self.preface), at: Self.start)
        return meter
    }

    @Test(arguments: [7, 8, 10, 12, 0x42, 0xFF] as [UInt8])
    func `A client may send so many in a second, and not one more`(type: UInt8) {
        var meter = meter()
        take(&meter, ByteBuffer(bytes: frames(type, FrameMeter.perSecond, [0, 0, 0, 1])), at: Self.start)
        refuse(&meter, ByteBuffer(bytes: frame(type)), at: Self.start)
    }

    @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 9] as [UInt8])
    func `What the library counts, or asks for something, is not counted`(type: UInt8) {
        var meter = meter()
        // The first byte of the payload would be the type of a frame if it were taken for one.
        take(&meter, ByteBuffer(bytes: frames(type, 2 * FrameMeter.perSecond, [8, 8, 8, 8])), at: Self.start)
    }

    @Test func `After a second there are as many again, and no more`() {
        var meter = meter()
        for second in 0..<3 {
            let now = Self.start + .seconds(Int64(second))
            take(&meter, ByteBuffer(bytes: frames(8, FrameMeter.perSecond)), at: now)
        }
        let later = Self.start + .seconds(60)
        take(&meter, ByteBuffer(bytes: frames(8, FrameMeter.perSecond)), at: later)
        refuse(&meter, ByteBuffer(bytes: frame(8)), at: later)
    }

    @Test func `A client may open its window for every few kilobytes that it was sent`() {
        var meter = meter()
        for _ in 0..<1000 {
            meter.noteSent(1, bytes: 16_393)
            take(&meter, ByteBuffer(bytes: frames(8, 8, [0, 0, 16, 0])), at: Self.start)
        }
        take(&meter, ByteBuffer(bytes: frames(8, FrameMeter.perSecond)), at: Self.start)
    }

    @Test func `Each frame that was sent pays for two`() {
        var meter = meter()
        meter.noteSent(500, bytes: 0)
        take(&meter, ByteBuffer(bytes: frames(8, FrameMeter.perSecond + 1000)), at: Self.start)
        refuse(&meter, ByteBuffer(bytes: frame(8)), at: Self.start)
    }

    @Test(arguments: [1, 2, 5, 9, 13, 1000])
    func `Frames may be cut anywhere`(size: Int) {
        var meter = FrameMeter(at: Self.start)
        let all =
            Self.preface + frames(0, 3, Array(repeating: 8, count: 300))
            + frames(8, FrameMeter.perSecond, [0, 0, 0, 1])
        for start in stride(from: 0, to: all.count, by: size) {
            take(&meter, ByteBuffer(bytes: all[start..<min(start + size, all.count)]), at: Self.start)
        }
        refuse(&meter, ByteBuffer(bytes: frame(8)), at: Self.start)
    }
}
