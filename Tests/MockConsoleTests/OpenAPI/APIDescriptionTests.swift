import DeviceProtocol
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport
@testable import MockConsole

/// The description of the API is about the routes there are, whole, and true of its own examples.
struct APIDescriptionTests {
    private let description: APIDescription

    init() async throws { description = try await APIDescription.served() }

    @Test func `It describes the routes there are, and no others`() async throws {
        let registered = try await withConsole { console in
            Set(console.console.routes.all.keys)
        }
        let described = Set(description.operations.map { RegisteredRoute.name($0.method, $0.path) })
        #expect(registered.subtracting(described).sorted() == [], "registered, not described")
        #expect(described.subtracting(registered).sorted() == [], "described, not registered")
        #expect(description.operations.count == described.count, "described twice")
    }

    @Test func `It says which version it is of`() throws {
        #expect(description.document["openapi"]?.text == "3.1.0")
        #expect(description.document["info"]?["version"]?.text == MockUEMVersion.current)
    }

    @Test func `Its licence is that of the project`() throws {
        #expect(description.document["info"]?["license"]?["identifier"]?.text == "Apache-2.0")
    }

    @Test func `Every family is of one surface`() {
        #expect(description.surfaces.flatMap(\.families).sorted() == description.families.map(\.name).sorted())
    }

    @Test func `Every operation has a name of its own, a family there is, a summary, and an answer that succeeds`() {
        let families = Set(description.families.map(\.name))
        for operation in description.operations {
            #expect(families.contains(operation.family), "\(operation.method) \(operation.path)")
            #expect(!operation.summary.isEmpty, "\(operation.method) \(operation.path) has no summary")
            #expect(!operation.responses.isEmpty, "\(operation.method) \(operation.path) has no answers")
        }
        let ids = description.operations.map(\.id)
        #expect(Set(ids).count == ids.count)
        let used = Set(description.operations.map(\.family))
        #expect(families.subtracting(used).sorted() == [], "families without routes")
    }

    @Test func `Every capture of a path is described, and nothing else`() {
        for operation in description.operations {
            let captures = operation.path.split(separator: "/").filter { $0.hasPrefix("{") }
                .map { String($0.dropFirst().dropLast()) }
            let described = operation.parameters.filter { $0["in"]?.text == "path" }
            #expect(described.compactMap { $0["name"]?.text } == captures, "\(operation.method) \(operation.path)")
            #expect(described.allSatisfy { $0["required"] == .bool(true) }, "\(operation.method) \(operation.path)")
            let names = operation.parameters.map { "\($0["in"]?.text ?? "") \($0["name"]?.text?.lowercased() ?? "")" }
            #expect(Set(names).count == names.count, "\(operation.method) \(operation.path)")
        }
    }

    @Test func `Every reference leads somewhere, and everything shared is used`() {
        var used: Set<String> = []
        func check(_ value: JSONValue) {
            if let reference = value["$ref"]?.text {
                used.insert(reference)
                #expect(description.resolve(value) != value, "\(reference) leads nowhere")
            }
            for member in value.members { check(member.value) }
            for element in value.elements { check(element) }
        }
        check(description.document)
        for kind in ["parameters", "responses", "schemas"] {
            for member in description.document["components"]?[kind]?.members ?? [] {
                #expect(used.contains("#/components/\(kind)/\(member.name)"), "\(kind) \(member.name) is not used")
            }
        }
    }

    @Test func `Every example is as its schema says`() {
        let validator = SchemaValidator(description: description)
        var count = 0
        func check(_ content: JSONValue?, _ what: String) {
            for type in content?.members ?? [] {
                guard let example = type.value["example"], let schema = type.value["schema"] else { continue }
                count += 1
                #expect(validator.problems(example, schema) == [], "\(what)")
            }
        }
        for operation in description.operations {
            let name = "\(operation.method) \(operation.path)"
            check(operation.requestBody?["content"], "\(name): body")
            for response in operation.responses { check(response.value["content"], "\(name): \(response.name)") }
            for parameter in operation.parameters {
                guard let example = parameter["example"], let schema = parameter["schema"] else { continue }
                #expect(validator.problems(example, schema) == [], "\(name): \(parameter["name"]?.text ?? "")")
            }
        }
        for member in description.document["components"]?["schemas"]?.members ?? [] {
            guard let example = member.value["example"] else { continue }
            #expect(validator.problems(example, member.value) == [], "\(member.name)")
        }
        #expect(count > 200, "most operations show an example")
    }
}
