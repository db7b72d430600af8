import ConsolePlatform
import DeviceProtocol
import Foundation
import HTTPTypes

/// A call of a route of administrators, as a page makes it.
struct ConsoleCall: Sendable {
    let method: HTTPRequest.Method
    /// Path, with its query.
    let target: String
    /// The body; nil for none.
    var body: Data?
    /// Media type of the body.
    var type = "application/json"
    /// The version of the route; nil leaves it to the route.
    var version: Int?

    /// A call without a body.
    init(_ method: HTTPRequest.Method, _ path: String, _ query: KeyValuePairs<String, String?> = [:]) {
        self.method = method
        target = path + Self.text(of: query)
    }

    /// A call with a JSON body.
    init(_ method: HTTPRequest.Method, _ path: String, json: JSONValue) {
        self.init(method, path)
        body = json.encoded()
    }

    /// The query with its question mark; parameters that are nil or empty are left out.
    private static func text(of query: KeyValuePairs<String, String?>) -> String {
        let pairs = query.compactMap { name, value -> String? in
            guard let value, !value.isEmpty else { return nil }
            return "\(name)=\(URLText.escaped(value))"
        }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }
}

/// Texts as parts of addresses.
enum URLText {
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// A text with all but unreserved characters escaped, for a path segment or a value of a query.
    static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}
