import ConsolePlatform
import ConsoleResources
import DeviceProtocol
import Hummingbird
import Mustache

/// Pages for people about the description of the API: an overview, and a page for each family of routes.
struct APIPages: Sendable {
    /// A route as lists show it.
    struct Row: MustacheParent, Sendable {
        let method: String
        let path: String
        let summary: String
        let address: String
        let id: String

        init(_ operation: APIDescription.Operation) {
            method = operation.method
            path = operation.path
            summary = operation.summary
            address = "/openapi/\(APIPages.address(operation.family))#\(operation.id)"
            id = operation.id
        }

        /// What templates name; reflection would cost more than all else of a page with many routes.
        func child(named name: String) -> Any? {
            switch name {
            case "method": method
            case "path": path
            case "summary": summary
            case "address": address
            case "id": id
            default: nil
            }
        }
    }

    /// A family as the overview lists it.
    private struct Entry: Sendable {
        let name: String
        let summary: String
        let address: String
        let operations: [Row]
    }

    private struct Surface: Sendable {
        let name: String
        let families: [Entry]
    }

    private struct Overview: Sendable {
        let surfaces: [Surface]
        let count: Int
    }

    private struct FamilyPage: Sendable {
        let name: String
        let summary: String
        let operations: [APIOperation]
    }

    let description: APIDescription
    /// All families and their routes, as HTML: always the same.
    private let overviewPage: ConstantAnswer
    /// The document, which any page may read.
    private let documentAnswer: ConstantAnswer
    /// Pages of families that were asked for already.
    private let shelf = AnswerShelf()
    private let familyTemplate: MustacheTemplate

    /// Pages of a description.
    ///
    /// - Throws: `MustacheTemplate.ParserError` for a template that is broken.
    init(_ description: APIDescription) throws {
        self.description = description
        let folder = "Sources/MockConsole/Pages/OpenAPI"
        let template = try MustacheTemplate(string: try EmbeddedFile.required("\(folder)/Overview.mustache").text)
        familyTemplate = try MustacheTemplate(string: try EmbeddedFile.required("\(folder)/Family.mustache").text)
        let surfaces = description.surfaces.map { surface in
            Surface(name: surface.name, families: surface.families.compactMap { Self.entry($0, description) })
        }
        overviewPage = ConstantAnswer(
            page: template.render(
                Overview(surfaces: surfaces.filter { !$0.families.isEmpty }, count: description.operations.count)))
        documentAnswer = ConstantAnswer(description.text, type: "application/json; charset=utf-8")
            .with(.accessControlAllowOrigin, "*")
    }

    /// All families and their routes.
    func overview(_ request: Request) -> Response { overviewPage.response(to: request) }

    /// Where a route is described.
    ///
    /// - Parameter name: Method and path, such as `GET /api/mdm/tags/{id}`.
    /// - Returns: The address; nil if there is no such route.
    func address(ofRoute name: String) -> String? {
        description.operations.first { "\($0.method) \($0.path)" == name }.map { Row($0).address }
    }

    /// The document.
    func document(_ request: Request) -> Response { documentAnswer.response(to: request) }

    /// A family with its routes; nil if there are none.
    private static func entry(_ name: String, _ description: APIDescription) -> Entry? {
        let rows = description.operations.filter { $0.family == name }.map(Row.init)
        guard !rows.isEmpty, let family = description.families.first(where: { $0.name == name }) else { return nil }
        return Entry(name: name, summary: family.summary, address: address(name), operations: rows)
    }

    /// The routes of a family in full.
    ///
    /// - Parameters:
    ///   - address: The last segment of the page.
    ///   - target: Where commands send their requests.
    ///   - authority: The file with the console's own authority; nil if it has none.
    /// - Returns: The page; nil if there is no such family.
    func family(_ address: String, at target: CurlTarget, trusting authority: String?) async -> ConstantAnswer? {
        guard let family = description.families.first(where: { Self.address($0.name) == address }) else { return nil }
        return await shelf.answer([address, target.origin, target.connection ?? ""].joined(separator: " ")) {
            ConstantAnswer(page: page(family, at: target, trusting: authority))
        }
    }

    private func page(
        _ family: APIDescription.Family, at target: CurlTarget, trusting authority: String?
    ) -> String {
        let operations = description.operations.filter { $0.family == family.name }.map {
            APIOperation(
                $0, in: description,
                curl: CurlCommand($0, in: description, at: target, trusting: authority))
        }
        return familyTemplate.render(
            FamilyPage(name: family.name, summary: family.summary, operations: operations))
    }

    /// The last segment of a family's page.
    private static func address(_ family: String) -> String {
        family.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }

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
