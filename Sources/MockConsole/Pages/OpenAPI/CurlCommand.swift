import DeviceProtocol
import Foundation

/// A call of an operation as a shell command to copy, with the examples of the description, or variables where it has
/// none.
struct CurlCommand: Sendable {
    /// The command, over several lines.
    let text: String

    private static let form = "application/x-www-form-urlencoded"
    /// Characters that need no escapes in an address.
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:,@")

    /// The command for a console.
    ///
    /// - Parameters:
    ///   - operation: The operation to call.
    ///   - description: The description that has the operation.
    ///   - origin: Scheme, host and port.
    ///   - authority: The file with the console's own authority, which HTTPS needs; nil if it has none.
    ///   - connection: The option that leads to the console if the origin by itself does not.
    init(
        _ operation: APIDescription.Operation, in description: APIDescription, at origin: String,
        trusting authority: String?, connection: String? = nil
    ) {
        let body = Self.body(of: operation, description)
        var parts = [Self.start(operation.method, hasBody: !body.isEmpty)]
        parts[0] += " \"\(origin)\(Self.address(of: operation, description))\""
        if origin.hasPrefix("https:"), let authority { parts.append("--cacert \(authority)") }
        if let connection { parts.append(connection) }
        let schemes = operation.credentials.joined()
        if schemes.contains("token") {
            parts.append(#"-H "Authorization: Bearer $TOKEN""#)
        } else if schemes.contains("accessToken") {
            parts.append(#"-H "Authorization: Bearer $ACCESS_TOKEN""#)
        }
        text = (parts + body).joined(separator: " \\\n  ")
    }

    /// The program and the method, as far as it does not follow from the rest.
    private static func start(_ method: String, hasBody: Bool) -> String {
        switch method {
        case "GET" where !hasBody, "POST" where hasBody: "curl"
        case "HEAD": "curl --head"
        default: "curl -X \(method)"
        }
    }

    /// Path and query, with the parameters that are needed.
    private static func address(of operation: APIDescription.Operation, _ description: APIDescription) -> String {
        var path = operation.path
        var query: [String] = []
        for parameter in operation.parameters {
            let name = parameter["name"]?.text ?? ""
            let schema = parameter["schema"].map(description.resolve)
            let example = parameter["example"] ?? schema?["enum"]?.elements.first
            let value = example.map { escaped(words($0)) } ?? variable(name)
            switch parameter["in"]?.text {
            case "path": path = path.replacing("{\(name)}", with: value)
            case "query" where isNeeded(parameter, operation.method): query.append("\(name)=\(value)")
            default: break
            }
        }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }

    /// Whether a call must include a parameter, also because it would be refused without it, or change too much.
    private static func isNeeded(_ parameter: JSONValue, _ method: String) -> Bool {
        parameter["required"] == .bool(true)
            || parameter["x-copied"] == .bool(true) && !["GET", "HEAD"].contains(method)
    }

    /// The options that send a body of the first type there is; none if there is no body.
    private static func body(of operation: APIDescription.Operation, _ description: APIDescription) -> [String] {
        guard let content = operation.requestBody?["content"]?.members.first else { return [] }
        let example = content.value["example"]
        if content.name == form {
            return fields(example, content.value["schema"].map(description.resolve) ?? .null)
        }
        let type = "-H \"Content-Type: \(content.name)\""
        guard content.name == "application/json", let example else { return [type, "--data-binary @FILE"] }
        return [type, "-d \(ShellWord.quoted(String(decoding: example.encoded(), as: UTF8.self)))"]
    }

    /// A form: its example, or every field it may have.
    private static func fields(_ example: JSONValue?, _ schema: JSONValue) -> [String] {
        if let example {
            return example.members.map { "--data-urlencode \(ShellWord.quoted("\($0.name)=\(words($0.value))"))" }
        }
        return (schema["properties"]?.members ?? []).map { field in
            let value = field.value["enum"]?.elements.first.map(words)
            return value.map { "-d \(field.name)=\($0)" }
                ?? "--data-urlencode \"\(field.name)=\(variable(field.name))\""
        }
    }

    /// A text without quotes, anything else as JSON.
    private static func words(_ value: JSONValue) -> String {
        value.text ?? String(decoding: value.encoded(), as: UTF8.self)
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }

    /// A variable of the shell named like a parameter.
    private static func variable(_ name: String) -> String {
        "$" + String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}
