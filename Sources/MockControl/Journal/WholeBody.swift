import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore

extension ResponseBody {
    /// A body that is made already.
    init(whole bytes: ByteBuffer) {
        self = bytes.readableBytes > 0 ? ResponseBody(byteBuffer: bytes) : ResponseBody()
    }

    /// All its bytes.
    ///
    /// - Throws: What making it throws.
    func whole() async throws -> ByteBuffer {
        let collector = BodyCollector()
        try await write(collector)
        return collector.bytes
    }
}

/// Takes a whole body.
private final class BodyCollector: ResponseBodyWriter {
    private let box = NIOLockedValueBox(ByteBuffer())

    var bytes: ByteBuffer { box.withLockedValue { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        box.withLockedValue { bytes in
            if bytes.readableBytes == 0 { bytes = buffer } else { bytes.writeImmutableBuffer(buffer) }
        }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
