import Crypto
import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

/// An answer that is always the same: its bytes are made and compressed once, and shared by all who get them, however
/// slowly they read.
package struct ConstantAnswer: Sendable {
    private let headers: HTTPFields
    private let bytes: ByteBuffer
    /// The bytes as gzip; nil if that saves nothing worth it.
    private let packed: ByteBuffer?
    /// What names the bytes.
    private let tag: String

    /// Smaller bodies are sent as they are.
    private static let leastPacked = 1024

    /// A text of some media type.
    package init(_ text: String, type: String) {
        self.init(Response.text(text, type: type), text)
    }

    /// A page for browsers.
    package init(page html: String) {
        self.init(Response.page(html), html)
    }

    private init(_ response: Response, _ text: String) {
        let content = Array(text.utf8)
        var headers = response.headers
        headers[.contentLength] = nil
        headers[.xContentTypeOptions] = "nosniff"
        headers[.cacheControl] = "no-cache"
        headers[.vary] = "Accept-Encoding"
        self.headers = headers
        bytes = ByteBuffer(bytes: content)
        packed = content.count < Self.leastPacked ? nil : (try? Gzip.pack(content)).map { ByteBuffer(bytes: $0) }
        tag = SHA256.hash(data: content).prefix(12).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
    }

    /// The answer with a further header.
    package func with(_ name: HTTPField.Name, _ value: String) -> ConstantAnswer {
        ConstantAnswer(self, adding: HTTPField(name: name, value: value))
    }

    private init(_ other: ConstantAnswer, adding field: HTTPField) {
        var headers = other.headers
        headers.append(field)
        self.headers = headers
        bytes = other.bytes
        packed = other.packed
        tag = other.tag
    }

    /// The answer to a request: 304 to a client that has it, compressed for one that takes that.
    package func response(to request: Request) -> Response {
        let sent = Self.takesGzip(request) ? packed : nil
        var headers = headers
        headers[.eTag] = sent == nil ? "\"\(tag)\"" : "\"\(tag)-gzip\""
        if Self.isKnown(tag, request) { return Response(status: .notModified, headers: headers) }
        if sent != nil { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: sent ?? bytes))
    }

    /// Whether a client says that it has the bytes (RFC 9110, section 13.1.2).
    private static func isKnown(_ tag: String, _ request: Request) -> Bool {
        guard let known = request.headers[.ifNoneMatch] else { return false }
        return known.prefix(2000).split(separator: ",").contains { text in
            let one = text.trimmingCharacters(in: .whitespaces).trimmingPrefix("W/")
            return one == "*" || one == "\"\(tag)\"" || one == "\"\(tag)-gzip\""
        }
    }

    /// Whether a client takes gzip (RFC 9110, section 12.5.3).
    private static func takesGzip(_ request: Request) -> Bool {
        guard let accepted = request.headers[.acceptEncoding]?.lowercased() else { return false }
        return accepted.prefix(500).split(separator: ",").contains { text in
            let parts = text.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return parts.first == "gzip" && quality > 0
        }
    }
}
