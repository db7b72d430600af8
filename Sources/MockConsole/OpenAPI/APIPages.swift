import DeviceProtocol
import Foundation
import Hummingbird
import Mustache

/// Pages for people about the description of the API: an overview, and a page for each family of routes.
struct APIPages: Sendable {
    /// A family as the overview lists it.
    private struct Entry: Sendable {
        let name: String
        let summary: String
        let address: String
        let operations: [Row]
    }

    /// A route as the overview lists it.
    private struct Row: Sendable {
        let method: String
        let path: String
        let summary: String
        let address: String
        let id: String
    }

    /// A route as its family's page shows it.
    private struct Detail: Sendable {
        let row: Row
        let description: [Words]
        let hasDescription: Bool
        let parameters: [Parameter]
        let hasParameters: Bool
        let body: Content?
        let answers: [Answer]
    }

    /// A piece of a text; what stands between backticks is code.
    private struct Words: Sendable {
        let text: String
        let isCode: Bool

        static func of(_ text: String) -> [Words] {
            text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .map { Words(text: String($0.element), isCode: $0.offset % 2 == 1) }
                .filter { !$0.text.isEmpty }
        }
    }

    private struct Parameter: Sendable {
        let name: String
        let place: String
        let kind: String
        let summary: String
        let isRequired: Bool
    }

    private struct Content: Sendable {
        let types: String
        let lines: [SchemaOutline.Line]
        let hasLines: Bool
        let example: String
    }

    private struct Answer: Sendable {
        let status: String
        let summary: String
        let content: Content?
    }

    private struct Overview: Sendable {
        let families: [Entry]
        let count: Int
    }

    private struct FamilyPage: Sendable {
        let name: String
        let summary: String
        let operations: [Detail]
    }

    let description: APIDescription
    private let overviewTemplate: MustacheTemplate
    private let familyTemplate: MustacheTemplate

    /// Pages of a description.
    ///
    /// - Throws: `MustacheTemplate.ParserError` for a template that is broken.
    init(_ description: APIDescription) throws {
        self.description = description
        let folder = "Sources/MockConsole/OpenAPI"
        overviewTemplate = try MustacheTemplate(string: try EmbeddedFile.at("\(folder)/Overview.mustache").text)
        familyTemplate = try MustacheTemplate(string: try EmbeddedFile.at("\(folder)/Family.mustache").text)
    }

    /// All families and their routes.
    func overview() -> Response {
        let families = description.families.map { family in
            Entry(
                name: family.name, summary: family.summary, address: Self.address(family.name),
                operations: description.operations.filter { $0.family == family.name }.map(Self.row))
        }
        return page(
            overviewTemplate.render(Overview(families: families, count: description.operations.count)))
    }

    /// The routes of a family in full; nil if there is no such family.
    func family(_ address: String) -> Response? {
        guard let family = description.families.first(where: { Self.address($0.name) == address }) else { return nil }
        let operations = description.operations.filter { $0.family == family.name }.map(detail)
        return page(
            familyTemplate.render(FamilyPage(name: family.name, summary: family.summary, operations: operations)))
    }

    private func page(_ html: String) -> Response { .text(html, type: "text/html; charset=utf-8") }

    /// The last segment of a family's page.
    private static func address(_ family: String) -> String {
        family.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

    private static func row(_ operation: APIDescription.Operation) -> Row {
        Row(
            method: operation.method, path: operation.path, summary: operation.summary,
            address: "/openapi/\(address(operation.family))#\(operation.id)", id: operation.id)
    }

    private func detail(_ operation: APIDescription.Operation) -> Detail {
        let parameters = operation.parameters.map { parameter in
            Parameter(
                name: parameter["name"]?.text ?? "", place: parameter["in"]?.text ?? "",
                kind: SchemaOutline.kind(parameter["schema"].map(description.resolve) ?? .null, description),
                summary: parameter["description"]?.text ?? "", isRequired: parameter["required"] == .bool(true))
        }
        return Detail(
            row: Self.row(operation), description: Words.of(operation.description),
            hasDescription: !operation.description.isEmpty, parameters: parameters, hasParameters: !parameters.isEmpty,
            body: operation.requestBody.flatMap(content),
            answers: operation.responses.map {
                Answer(
                    status: $0.name, summary: $0.value["description"]?.text ?? "",
                    // Refusals are the same everywhere: AdminAPI and DeviceServices describe them.
                    content: $0.name < "300" ? content($0.value) : nil)
            })
    }

    private func content(_ value: JSONValue) -> Content? {
        let types = value["content"]?.members ?? []
        // Bytes say nothing to people: of several forms, the one with an example is shown.
        guard let shown = types.first(where: { $0.value["example"] != nil }) ?? types.first else { return nil }
        let lines = shown.value["schema"].map { SchemaOutline($0, in: description).lines } ?? []
        return Content(
            types: types.map(\.name).joined(separator: ", "), lines: lines, hasLines: !lines.isEmpty,
            example: shown.value["example"].map { Self.example($0) } ?? "")
    }

    /// An example as it is shown: texts without quotes.
    private static func example(_ value: JSONValue) -> String { value.text ?? pretty(value) }

    /// An example as a person reads it: a member a line, indented by two.
    static func pretty(_ value: JSONValue, indent: String = "") -> String {
        let inner = indent + "  "
        switch value {
        case .object(let members) where !members.isEmpty:
            let lines = members.map {
                "\(inner)\(text(.string($0.name))): \(pretty($0.value, indent: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { "\(inner)\(pretty($0, indent: inner))" }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
        default: return text(value)
        }
    }

    private static func text(_ value: JSONValue) -> String { String(decoding: value.encoded(), as: UTF8.self) }
}
