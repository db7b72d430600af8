package import Foundation
package import HTTPTypes
package import Hummingbird
package import NIOCore
import NIOFoundationCompat

extension Response {
    /// A JSON answer; keys in a fixed order, slashes as they are.
    package static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return json(data: try encoder.encode(value), status: status)
    }

    /// A JSON answer whose bytes are ready.
    package static func json(data: Data, status: HTTPResponse.Status = .ok) -> Response {
        bytes(ByteBuffer(data: data), type: "application/json; charset=utf-8", status: status)
    }

    /// A text answer of some media type.
    package static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok
    ) -> Response {
        bytes(ByteBuffer(string: text), type: type, status: status)
    }

    /// An answer of bytes with a media type.
    package static func bytes(_ buffer: ByteBuffer, type: String, status: HTTPResponse.Status = .ok) -> Response {
        Response(status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: buffer))
    }
}
