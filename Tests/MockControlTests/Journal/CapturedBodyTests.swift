import NIOCore
import Testing

@testable import MockControl

/// What bodies of the journal hold of the buffers they came in.
struct CapturedBodyTests {
    @Test func `A small part of a large buffer is copied, so that the buffer is given up`() {
        let buffer = ByteBuffer(bytes: [UInt8](repeating: 7, count: 32_768))
        var body = CapturedBody.none
        body.append(buffer.getSlice(at: 100, length: 300) ?? ByteBuffer(), limit: 1024)
        #expect(body.bytes == ByteBuffer(bytes: [UInt8](repeating: 7, count: 300)) && body.byteCount == 300)
        #expect(body.bytes.storageCapacity <= 600)
    }

    @Test func `What is cut off is given up as well`() {
        var body = CapturedBody.none
        body.append(ByteBuffer(bytes: [UInt8](repeating: 7, count: 65_536)), limit: 512)
        #expect(body.isTruncated && body.byteCount == 65_536 && body.bytes.readableBytes == 512)
        #expect(body.bytes.storageCapacity <= 1024)
    }

    @Test func `Empty pieces hold nothing`() {
        let buffer = ByteBuffer(bytes: [UInt8](repeating: 7, count: 32_768))
        var body = CapturedBody.none
        body.append(buffer.getSlice(at: 100, length: 0) ?? ByteBuffer(), limit: 1024)
        #expect(body == CapturedBody.none && body.bytes.storageCapacity == 0)
        body.append(buffer, limit: 1 << 20)
        body.append(buffer.getSlice(at: 0, length: 0) ?? ByteBuffer(), limit: 1 << 20)
        #expect(body.byteCount == 32_768 && !body.isTruncated && body.bytes == buffer)
    }

    @Test func `Pieces are put together up to the limit`() {
        var body = CapturedBody.none
        for text in ["one ", "two ", "three"] { body.append(ByteBuffer(string: text), limit: 10) }
        #expect(body.text == "one two th" && body.byteCount == 13 && body.isTruncated)
    }
}
