import Foundation
import HTTPTypes
package import Hummingbird
package import NIOCore
import NIOFoundationCompat

extension Response {
    /// An answer that a browser saves as a file.
    ///
    /// - Parameters:
    ///   - body: The content.
    ///   - name: Name of the file; letters, digits, hyphens and full stops.
    ///   - type: Media type.
    /// - Returns: The answer.
    package static func attachment(_ body: ResponseBody, named name: String, type: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .contentDisposition: "attachment; filename=\"\(name)\""], body: body)
    }
}

extension ByteBuffer {
    /// JSON objects, each on a line of its own.
    package static func lines(_ values: [some Encodable]) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var buffer = ByteBuffer()
        for value in values {
            buffer.writeData(try encoder.encode(value))
            buffer.writeInteger(UInt8(ascii: "\n"))
        }
        return buffer
    }
}
