import DeviceProtocol
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The description of the API has what generators of clients need: a name for everything, and one type for each value.
struct GeneratedClientTests {
    private let description: APIDescription

    init() async throws { description = try await APIDescription.served() }

    /// Letters and digits in lower case: what is left of a name in every language.
    private static func bare(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Calls a closure with every object of the document but examples.
    private func everywhere(_ check: (JSONValue) -> Void) {
        func walk(_ value: JSONValue) {
            check(value)
            for member in value.members where member.name != "example" { walk(member.value) }
            for element in value.elements { walk(element) }
        }
        walk(description.document)
    }

    @Test func `Operations are named by what they do, not by their paths`() {
        for operation in description.operations {
            #expect(operation.id.wholeMatch(of: /[a-z][A-Za-z0-9]{3,44}/) != nil, "\(operation.id)")
            let segments = operation.path.split(separator: "/")
            guard segments.count > 3 else { continue }
            let path = segments.drop { ["api", "deviceservices"].contains($0.lowercased()) }.joined()
            #expect(Self.bare(operation.id) != Self.bare(operation.method + path), "\(operation.path)")
        }
        let names = description.operations.map { Self.bare($0.id) }
        #expect(Set(names).count == names.count)
    }

    @Test func `Arguments of an operation have names of their own, wherever they go`() {
        for operation in description.operations {
            let names = operation.parameters.map {
                ($0["name"]?.text ?? "").lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
            }
            #expect(Set(names).count == names.count, "\(operation.method) \(operation.path)")
        }
    }

    @Test func `Schemas have names of their own, and alternatives are schemas with names`() {
        let names = (description.document["components"]?["schemas"]?.members ?? []).map { Self.bare($0.name) }
        #expect(Set(names).count == names.count)
        everywhere { value in
            // As a member of an object anyOf is no list.
            let loose = value["anyOf"]?.elements ?? []
            #expect(loose.isEmpty, "generators make one type of alternatives that exclude each other: oneOf")
            for choice in value["oneOf"]?.elements ?? [] {
                #expect(choice["$ref"] != nil, "an alternative without a name: \(choice)")
            }
        }
    }

    @Test func `Members of an object have names of their own`() {
        everywhere { value in
            guard value["type"]?.text == "object" else { return }
            let names = (value["properties"]?.members ?? []).map { Self.bare($0.name) }
            #expect(Set(names).count == names.count, "\(names)")
        }
    }

    @Test func `A value has one type, and besides null at most`() {
        everywhere { value in
            let types = (value["type"]?.elements ?? []).compactMap(\.text)
            guard !types.isEmpty else { return }
            #expect(types.count == 2 && types.contains("null"), "\(types): \(value["description"]?.text ?? "")")
        }
    }

    /// What is wrong with the forms of a body; empty if nothing.
    private func problems(_ body: JSONValue?) -> [String] {
        (body?["content"]?.members ?? []).compactMap { form in
            let schema = form.value["schema"].map(description.resolve) ?? .null
            guard !schema.members.isEmpty else { return "\(form.name) has no schema" }
            let isBinary = schema["format"]?.text == "binary"
            switch form.name {
            case "application/json", "application/schema+json", "application/x-www-form-urlencoded",
                "multipart/form-data":
                return isBinary ? "\(form.name) is no file" : nil
            case "text/event-stream", "text/html", "text/markdown", "text/plain":
                return schema["type"]?.text == "string" ? nil : "\(form.name) is a text"
            default: return isBinary ? nil : "\(form.name) is a file"
            }
        }
    }

    @Test func `Bodies have schemas, and what is neither JSON nor a text is a file`() {
        for operation in description.operations {
            let name = "\(operation.method) \(operation.path)"
            #expect(problems(operation.requestBody) == [], "\(name)")
            #expect(operation.requestBody?["content"]?["application/xml"] == nil, "\(name): XML is the same everywhere")
            for response in operation.responses where response.name.hasPrefix("2") {
                // XML is JSON of the same schema in another form. YAML is read before it is held against a schema, so
                // that it cannot be a file, and generators know no other.
                let found = problems(response.value).filter {
                    !$0.hasPrefix("application/xml") && !$0.hasPrefix("application/yaml")
                }
                #expect(found == [], "\(name): \(response.name)")
            }
        }
    }

    @Test func `Who may call an operation is a scheme there is`() {
        let schemes = Set((description.document["components"]?["securitySchemes"]?.members ?? []).map(\.name))
        var used: Set<String> = []
        everywhere { value in
            for choice in value["security"]?.elements ?? [] { used.formUnion(choice.members.map(\.name)) }
        }
        #expect(used == schemes)
    }
}
