import ConsoleHTTP
import ConsolePlatform
import ConsoleResources
import DeviceProtocol
import Foundation

/// The description of every route as one OpenAPI document (Operations, "The description of the API").
struct APIDescription: Sendable {
    /// One method of one path.
    struct Operation: Sendable {
        /// In upper case.
        let method: String
        let path: String
        let id: String
        let family: String
        let summary: String
        /// Details beside the summary; may be empty.
        let description: String
        let parameters: [JSONValue]
        /// Alternative credentials, each with the names of the schemes it needs; empty if none is needed.
        let credentials: [[String]]
        /// The permission it needs, such as `devices.write`; nil if it needs no administrator.
        let permission: String?
        let requestBody: JSONValue?
        /// How its command to copy differs from the examples (``CurlRecipe``).
        let command: JSONValue?
        /// Answers by status, in the order of the document.
        let responses: [JSONMember]
    }

    /// Routes about one thing.
    struct Family: Sendable {
        let name: String
        let summary: String
    }

    /// Families of one of the three surfaces.
    struct Surface: Sendable {
        let name: String
        /// Names of its families.
        let families: [String]
    }

    /// The document as it is served.
    let text: String
    /// The document.
    let document: JSONValue
    /// Families in the order of the document.
    let families: [Family]
    /// Surfaces in the order of the document.
    let surfaces: [Surface]
    /// Operations in the order of the document.
    let operations: [Operation]

    /// Reads the document inside the binary, and completes it with versions, permissions and refusals of the routes.
    ///
    /// - Parameter routes: The routes of a console.
    /// - Throws: ``ConsoleError`` `internalError` if it is not there, `MessageError` if it is not JSON.
    init(of routes: RouteList) throws {
        let text = try EmbeddedFile.required("openapi.json").text
        let document = try JSONValue(json: Data(text.utf8), maximumValues: .max)
        self.init(APICompletion(routes.all).completed(document))
    }

    /// Reads a document.
    ///
    /// - Throws: `MessageError` if it is not JSON.
    init(_ text: String) throws {
        self.init(try JSONValue(json: Data(text.utf8), maximumValues: .max))
    }

    private init(_ document: JSONValue) {
        text = String(decoding: document.encoded(), as: UTF8.self)
        self.document = document
        families = (document["tags"]?.elements ?? []).map {
            Family(name: $0["name"]?.text ?? "", summary: $0["description"]?.text ?? "")
        }
        surfaces = (document["x-tagGroups"]?.elements ?? []).map {
            Surface(name: $0["name"]?.text ?? "", families: ($0["tags"]?.elements ?? []).compactMap(\.text))
        }
        operations = (document["paths"]?.members ?? []).flatMap { path in
            let shared = path.value["parameters"]?.elements ?? []
            return path.value.members.filter { $0.name != "parameters" }.map { method in
                Operation(
                    method: method.name.uppercased(), path: path.name,
                    id: method.value["operationId"]?.text ?? "",
                    family: method.value["tags"]?.elements.first?.text ?? "",
                    summary: method.value["summary"]?.text ?? "",
                    description: method.value["description"]?.text ?? "",
                    parameters: (shared + (method.value["parameters"]?.elements ?? [])).map {
                        Self.resolve($0, in: document)
                    },
                    credentials: (method.value["security"] ?? document["security"])?.elements.map {
                        $0.members.map(\.name)
                    } ?? [],
                    permission: method.value["x-permission"]?.text,
                    requestBody: method.value["requestBody"].map { Self.resolve($0, in: document) },
                    command: method.value["x-command"],
                    responses: (method.value["responses"]?.members ?? []).map {
                        JSONMember(name: $0.name, value: Self.resolve($0.value, in: document))
                    })
            }
        }
    }

    /// The kind of a value, or the schema it refers to.
    func resolve(_ value: JSONValue) -> JSONValue { Self.resolve(value, in: document) }

    private static func resolve(_ value: JSONValue, in document: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.text, reference.hasPrefix("#/") else { return value }
        var found = document
        for step in reference.dropFirst(2).split(separator: "/") {
            guard let next = found[String(step)] else { return value }
            found = next
        }
        return found
    }
}

extension JSONValue {
    /// The members of an object; none of anything else.
    var members: [JSONMember] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The elements of an array; none of anything else.
    var elements: [JSONValue] {
        if case .array(let elements) = self { elements } else { [] }
    }

    /// A text; nil for anything else.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The first member of a name.
    subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}
