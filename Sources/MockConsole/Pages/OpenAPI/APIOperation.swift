import DeviceProtocol

/// A route as the page of its family shows it.
struct APIOperation: Sendable {
    /// A piece of a text; text between backticks is code.
    struct Words: Sendable {
        let text: String
        let isCode: Bool

        static func of(_ text: String) -> [Words] {
            text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .map { Words(text: String($0.element), isCode: $0.offset % 2 == 1) }
                .filter { !$0.text.isEmpty }
        }
    }

    struct Parameter: Sendable {
        let name: String
        let place: String
        let kind: String
        let summary: String
        let isRequired: Bool
    }

    struct Content: Sendable {
        let types: String
        let lines: [SchemaOutline.Line]
        let hasLines: Bool
        let example: String
        let hasExample: Bool
    }

    struct Answer: Sendable {
        let status: String
        let summary: String
        let content: Content?
    }

    let row: APIPages.Row
    let description: [Words]
    let hasDescription: Bool
    /// The credential of the caller, in words.
    let credential: String
    /// The permission that the caller's role needs; empty if it needs no administrator.
    let permission: String
    let hasPermission: Bool
    /// A call to copy.
    let curl: String
    let parameters: [Parameter]
    let hasParameters: Bool
    let body: Content?
    let answers: [Answer]

    /// Everything there is to show of an operation.
    init(_ operation: APIDescription.Operation, in api: APIDescription, curl: CurlCommand) {
        row = APIPages.Row(operation)
        description = Words.of(operation.description)
        hasDescription = !operation.description.isEmpty
        credential = Self.credential(operation.credentials)
        permission = operation.permission ?? ""
        hasPermission = operation.permission != nil
        self.curl = curl.text
        parameters = operation.parameters.map { parameter in
            Parameter(
                name: parameter["name"]?.text ?? "", place: parameter["in"]?.text ?? "",
                kind: SchemaOutline.kind(parameter["schema"].map(api.resolve) ?? .null, api),
                summary: parameter["description"]?.text ?? "", isRequired: parameter["required"] == .bool(true))
        }
        hasParameters = !parameters.isEmpty
        body = operation.requestBody.flatMap { Self.content($0, api) }
        answers = operation.responses.map {
            Answer(
                status: $0.name, summary: $0.value["description"]?.text ?? "",
                // Refusals are the same everywhere: AdminAPI and DeviceServices describe them.
                content: $0.name < "300" ? Self.content($0.value, api) : nil)
        }
    }

    private static func content(_ value: JSONValue, _ api: APIDescription) -> Content? {
        let types = value["content"]?.members ?? []
        // Bytes say nothing to people: of several forms, the one with an example is shown.
        guard let shown = types.first(where: { $0.value["example"] != nil }) ?? types.first else { return nil }
        let lines = shown.value["schema"].map { SchemaOutline($0, in: api).lines } ?? []
        let example = shown.value["example"].map { $0.text ?? APIPages.pretty($0) } ?? ""
        return Content(
            types: types.map(\.name).joined(separator: ", "), lines: lines, hasLines: !lines.isEmpty,
            example: example, hasExample: !example.isEmpty)
    }

    /// The credentials that it accepts, in words.
    private static func credential(_ ways: [[String]]) -> String {
        guard !ways.isEmpty else { return "none" }
        return ways.map { $0.map { names[$0] ?? $0 }.joined(separator: " with ") }.joined(separator: ", or ")
    }

    private static let names = [
        "administrator": "name and password of an administrator", "apiKey": "an API key",
        "oauth": "access token of an OAuth client", "token": "administrator token",
        "signature": "HMAC request signature", "accessToken": "access token of a login",
    ]
}
