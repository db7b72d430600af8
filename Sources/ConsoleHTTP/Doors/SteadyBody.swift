import HTTPTypes
package import Hummingbird
import NIOCore

extension ResponseBody {
    /// Answers of at most so many bytes are made whole before they are sent.
    private static let wholeBytes = 256 * 1024

    /// Whether it is small enough to be made whole.
    package var isSmall: Bool { contentLength.map { $0 <= Self.wholeBytes } ?? false }

    /// The same body, of which a connection has one piece at a time.
    ///
    /// The framework passes pieces on as long as the connection took the last one it has heard of. A body that is read
    /// quicker than the thread of the connection sends would wait there as a whole.
    ///
    /// - Parameter eventLoop: Where the connection sends.
    /// - Returns: The body.
    func steady(on eventLoop: any EventLoop) -> ResponseBody {
        ResponseBody(contentLength: contentLength) { writer in
            try await write(SteadyWriter(writer: writer, eventLoop: eventLoop))
        }
    }
}

/// Goes on once the connection has seen what was written, and so knows whether it takes more.
private struct SteadyWriter: ResponseBodyWriter {
    var writer: any ResponseBodyWriter
    let eventLoop: any EventLoop

    mutating func write(_ buffer: ByteBuffer) async throws {
        try await writer.write(buffer)
        // Runs behind what the write has left to the event loop.
        try await eventLoop.submit {}.get()
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await writer.finish(trailingHeaders)
    }
}
