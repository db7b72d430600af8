import DeviceProtocol
import Foundation

/// One call of an operation as a shell takes it: with the examples of the description, the values of a recipe, and
/// variables where there is neither.
struct CurlCall: Sendable {
    /// Where requests go.
    struct Place: Sendable {
        /// The console.
        let target: CurlTarget
        /// The file with the console's own authority, which HTTPS needs; nil if it has none.
        let authority: String?
    }

    private static let form = "application/x-www-form-urlencoded"
    /// What needs no escapes in an address.
    private static let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:,@")

    private let operation: APIDescription.Operation
    private let recipe: CurlRecipe
    private let description: APIDescription
    /// Variables of the shell that values may name.
    private let variables: Set<String>
    /// The command, over several lines.
    private(set) var text = ""

    /// The call of an operation.
    ///
    /// - Parameters:
    ///   - operation: What is called.
    ///   - recipe: How it differs from the examples.
    ///   - description: What the operation is of.
    ///   - place: Where the request goes.
    ///   - variables: Variables of the shell that values may name.
    ///   - isSilent: Whether it shows no progress.
    init(
        _ operation: APIDescription.Operation, _ recipe: CurlRecipe, in description: APIDescription,
        at place: Place, variables: Set<String>, isSilent: Bool
    ) {
        (self.operation, self.recipe) = (operation, recipe)
        (self.description, self.variables) = (description, variables)
        let body = body
        var parts = ["\(start(hasBody: !body.isEmpty))\(isSilent ? " -s" : "") \"\(place.target.origin)\(address)\""]
        if place.target.origin.hasPrefix("https:"), let authority = place.authority {
            parts.append("--cacert \(authority)")
        }
        if let connection = place.target.connection { parts.append(connection) }
        let schemes = operation.credentials.joined()
        if schemes.contains("token") {
            parts.append(#"-H "Authorization: Bearer $TOKEN""#)
        } else if schemes.contains("accessToken") {
            parts.append("-H \"Authorization: Bearer $\(recipe.token ?? "ACCESS_TOKEN")\"")
        }
        parts += recipe.headers.map { "-H \"\($0.name): \(Self.words($0.value))\"" }
        text = (parts + body).joined(separator: " \\\n  ")
    }

    /// The program and the method, as far as it does not follow from the rest.
    private func start(hasBody: Bool) -> String {
        switch operation.method {
        case "GET" where !hasBody, "POST" where hasBody: "curl"
        case "HEAD": "curl --head"
        default: "curl -X \(operation.method)"
        }
    }

    // MARK: The address

    /// Path and query, with the parameters that are needed.
    private var address: String {
        var path = operation.path
        var query: [String] = []
        for parameter in operation.parameters {
            let name = parameter["name"]?.text ?? ""
            let value = value(of: parameter, name)
            switch parameter["in"]?.text {
            case "path": path = path.replacing("{\(name)}", with: value)
            case "query" where isNeeded(parameter, name): query.append("\(name)=\(value)")
            default: break
            }
        }
        return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
    }

    private func value(of parameter: JSONValue, _ name: String) -> String {
        if let given = recipe[name] {
            // Variables stay as they are; what stands around them is escaped.
            return Self.words(given).split(separator: "$", omittingEmptySubsequences: false).map { part in
                Self.escaped(String(part))
            }.joined(separator: "$")
        }
        let schema = parameter["schema"].map(description.resolve)
        let example = parameter["example"] ?? schema?["enum"]?.elements.first
        return example.map { Self.escaped(Self.words($0)) } ?? Self.variable(name)
    }

    /// Whether a call has to say a parameter: also one that it would be refused without, or change too much.
    private func isNeeded(_ parameter: JSONValue, _ name: String) -> Bool {
        parameter["required"] == .bool(true) || recipe[name] != nil
            || parameter["x-copied"] == .bool(true) && !["GET", "HEAD"].contains(operation.method)
    }

    // MARK: The body

    /// The options that send a body of the first type there is; none if there is no body.
    private var body: [String] {
        guard let content = operation.requestBody?["content"]?.members.first else { return [] }
        let example = recipe.body ?? content.value["example"].map(changed)
        if content.name == Self.form {
            return fields(example, content.value["schema"].map(description.resolve) ?? .null)
        }
        let type = "-H \"Content-Type: \(content.name)\""
        guard recipe.input == nil else { return [type, "--data-binary @-"] }
        if content.name == "application/json", let example {
            return [type, "-d \(quoted(Self.words(example, isJSON: true)))"]
        }
        guard let text = example?.text else { return [type, "--data-binary @FILE"] }
        return [type, "--data-binary \(quoted(text.trimmingCharacters(in: .newlines)))"]
    }

    /// An example with the values of the recipe that are no parameters.
    private func changed(_ example: JSONValue) -> JSONValue {
        guard case .object(let members) = example else { return example }
        let names = Set(operation.parameters.compactMap { $0["name"]?.text })
        return .object(members.overridden(by: recipe.values.filter { !names.contains($0.name) }))
    }

    /// A form: its example, or every field it may have.
    private func fields(_ example: JSONValue?, _ schema: JSONValue) -> [String] {
        if let example {
            return example.members.map { "--data-urlencode \(quoted("\($0.name)=\(Self.words($0.value))"))" }
        }
        return (schema["properties"]?.members ?? []).map { field in
            let value = field.value["enum"]?.elements.first.map { Self.words($0) }
            return value.map { "-d \(field.name)=\($0)" }
                ?? "--data-urlencode \"\(field.name)=\(Self.variable(field.name))\""
        }
    }

    // MARK: Words of a shell

    /// A text without quotes unless it has to be JSON, anything else as JSON.
    private static func words(_ value: JSONValue, isJSON: Bool = false) -> String {
        let text = isJSON ? nil : value.text
        return text ?? String(decoding: value.encoded(), as: UTF8.self)
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: plain) ?? text
    }

    /// A variable of the shell named like a parameter.
    private static func variable(_ name: String) -> String {
        "$" + String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// A text as one word of a shell, in which the variables it names get their values.
    private func quoted(_ text: String) -> String {
        let word = text.replacing("'", with: #"'\''"#).replacing(/\$([A-Z_]+)/) { match in
            variables.contains(String(match.1)) ? #"'"\#(match.0)"'"# : String(match.0)
        }
        return "'\(word)'"
    }
}
