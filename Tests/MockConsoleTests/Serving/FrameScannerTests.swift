import NIOCore
import Testing

@testable import MockConsole

/// What is found in written frames.
struct FrameScannerTests {
    private func frame(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF), type, 0, 0, 0, 0, 1] + payload
    }

    private func endings(_ writes: [[UInt8]]) -> [FrameScanner.Ending] {
        var (scanner, found) = (FrameScanner(), [FrameScanner.Ending]())
        for bytes in writes { _ = scanner.read(ByteBuffer(bytes: bytes)) { found.append($0) } }
        return found
    }

    @Test func `Ends of streams and connections are found among other frames`() {
        let away = frame(7, [0, 0, 0, 0, 0, 0, 0, 0xB] + Array("too many".utf8))
        let all = [frame(4, []), frame(3, [0, 0, 0, 1]) + away, frame(6, Array(repeating: 1, count: 8))]
        #expect(endings(all) == [.reset, .goAway(code: 0xB)])
        #expect(endings([all.flatMap(\.self)]) == [.reset, .goAway(code: 0xB)])
    }

    @Test func `What is in a body is no frame, in whatever pieces it is written`() {
        let body = frame(7, [0, 0, 0, 0, 0, 0, 0, 1])
        let data = frame(0, body)
        let pieces = [Array(data.prefix(9)), Array(data.dropFirst(9).prefix(5)), Array(data.dropFirst(14))]
        #expect(endings(pieces + [frame(3, [0, 0, 0, 0])]) == [.reset])
    }

    @Test func `Frames are counted where they begin`() {
        var scanner = FrameScanner()
        let data = frame(0, Array(repeating: 1, count: 20))
        let counts = [frame(4, []) + frame(6, [1]), Array(data.prefix(12)), Array(data.dropFirst(12))]
            .map { scanner.read(ByteBuffer(bytes: $0)) { _ in } }
        #expect(counts == [2, 1, 0])
    }

    @Test func `What is cut is nothing`() {
        #expect(endings([[0, 0, 8, 7], []]).isEmpty)
        #expect(endings([Array(frame(7, [0, 0, 0, 0]).prefix(11))]) == [.goAway(code: 0)])
    }

    @Test func `An end in peace is no error`() throws {
        #expect(FrameError(0) == nil && FrameError(10) == nil)
        #expect(try #require(FrameError(1)).name == "PROTOCOL_ERROR")
        #expect(try #require(FrameError(13)).name == "error 13")
    }
}
