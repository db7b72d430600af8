package import ConsolePlatform
package import DeviceProtocol
import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// What a route of the admin REST API answers, before it becomes JSON or XML.
package struct AdminAnswer: Sendable {
    /// Name space of XML answers.
    static let namespace = "http://www.air-watch.com/servicemodel/resources"

    private enum Content: Sendable {
        case none
        case value(any Encodable & Sendable, root: String)
        case json(Data, root: String)
        case bytes(ResponseBody, type: String)
    }

    let status: HTTPResponse.Status
    private let content: Content
    /// Further header fields.
    package var headers = HTTPFields()

    /// An answer with a body.
    ///
    /// - Parameters:
    ///   - value: The body; members are written sorted by name.
    ///   - root: Name of the outermost element if it is asked for as XML.
    ///   - status: The status.
    /// - Returns: The answer.
    package static func body(
        _ value: some Encodable & Sendable, root: String, status: HTTPResponse.Status = .ok
    ) -> AdminAnswer {
        AdminAnswer(status: status, content: .value(value, root: root))
    }

    /// An answer whose JSON is ready, for lists an encoder would take too long for.
    ///
    /// - Parameters:
    ///   - writer: The JSON, one value.
    ///   - root: Name of the outermost element if it is asked for as XML.
    /// - Returns: The answer.
    package static func written(_ writer: JSONWriter, root: String) -> AdminAnswer {
        AdminAnswer(status: .ok, content: .json(Data(writer.bytes), root: root))
    }

    /// An answer that is a value somebody sent, numbers as they were written.
    package static func exactly(_ value: JSONValue, root: String) -> AdminAnswer {
        AdminAnswer(status: .ok, content: .json(value.encoded(), root: root))
    }

    /// An answer without a body, and so without a `Content-Type`.
    package static func empty(_ status: HTTPResponse.Status) -> AdminAnswer {
        AdminAnswer(status: status, content: .none)
    }

    /// Bytes of some media type, whatever form the client asks for.
    package static func bytes(_ body: ResponseBody, type: String) -> AdminAnswer {
        AdminAnswer(status: .ok, content: .bytes(body, type: type))
    }

    /// A page of a list; 204 without a body if nothing on it was found and the route has no empty lists.
    package static func list<Item: Encodable & Sendable>(
        _ list: AdminList<Item>, root: String, whenEmpty: HTTPResponse.Status = .noContent
    ) -> AdminAnswer {
        list.page.items.isEmpty && whenEmpty == .noContent ? .empty(.noContent) : .body(list, root: root)
    }

    /// The answer as it is sent.
    func response(_ media: AdminRequestedForm.Media) throws -> Response {
        var response: Response
        switch content {
        case .none: response = Response(status: status)
        case .bytes(let body, let type):
            response = Response(status: status, headers: [.contentType: type], body: body)
        case .value(let value, let root):
            response = try .json(value, status: status)
            if media == .xml { response = try Self.xml(Self.json(value), root: root, status: status) }
        case .json(let data, let root):
            response =
                media == .xml ? try Self.xml(data, root: root, status: status) : .json(data: data, status: status)
        }
        for field in headers { response.headers[field.name] = field.value }
        return response
    }

    private static func json(_ value: any Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }

    private static func xml(_ json: Data, root: String, status: HTTPResponse.Status) throws -> Response {
        let tree = try JSONValue(json: json, maximumValues: .max)
        return .bytes(
            ByteBuffer(data: tree.xml(root: root, namespace: namespace)), type: "application/xml; charset=utf-8",
            status: status)
    }
}
