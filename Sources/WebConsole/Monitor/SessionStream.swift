import HTTPTypes
import Hummingbird
import NIOCore

/// Writes a stream for as long as the session of its reader lasts.
///
/// Whatever is written is held against the session, signs of life too, so that nothing is told once it has ended.
struct SessionStream: ResponseBodyWriter {
    /// The session is over, and the answer complete.
    private struct Over: Error {}

    private var writer: any ResponseBodyWriter
    private let isOpen: @Sendable () -> Bool

    /// An answer that ends with a session.
    ///
    /// - Parameters:
    ///   - response: The stream.
    ///   - isOpen: Whether the session lasts.
    /// - Returns: The same, which ends with a notice `gone` as soon as there would be something to tell afterwards.
    static func answer(_ response: Response, while isOpen: @escaping @Sendable () -> Bool) -> Response {
        var answer = response
        let body = response.body
        answer.body = ResponseBody { writer in
            do {
                try await body.write(SessionStream(writer: writer, isOpen: isOpen))
            } catch is Over {}
        }
        return answer
    }

    mutating func write(_ buffer: ByteBuffer) async throws {
        guard !isOpen() else { return try await writer.write(buffer) }
        try await writer.write(Self.farewell)
        try await writer.finish(nil)
        throw Over()
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { try await writer.finish(trailingHeaders) }

    /// In the form of the stream's own notices (Stream, "Notices").
    private static let farewell = ByteBuffer(
        string: """
            event: notice
            data: {"message":"The session of this stream has ended.","notice":"gone"}


            """)
}
