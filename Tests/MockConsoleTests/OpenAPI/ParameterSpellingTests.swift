import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Refusals name parameters as the description of the API spells them.
struct ParameterSpellingTests {
    /// Reading operations of a door that no path has to be filled in for.
    private func operations(_ door: String, _ description: APIDescription) -> [APIDescription.Operation] {
        description.operations.filter { $0.method == "GET" && $0.path.hasPrefix(door) && !$0.path.contains("{") }
    }

    private func query(_ operation: APIDescription.Operation) -> [JSONValue] {
        operation.parameters.filter { $0["in"]?.text == "query" }
    }

    @Test(arguments: ["/_mock/", "/api/"])
    func `What a parameter cannot be is said with its name as documented`(door: String) async throws {
        // A stream would go on for a day.
        try await withConsole([\.streamSeconds: "1"]) { console in
            let description = try APIContract.of(console.console).description
            var refusals = 0
            for operation in operations(door, description) {
                for parameter in query(operation) {
                    let name = try #require(parameter["name"]?.text)
                    let others = query(operation).filter { $0 != parameter }
                    if others.contains(where: { $0["required"] == .bool(true) }) { continue }
                    let answer = try await console.admin(.get, "\(operation.path)?\(name)=%21%21")
                    // A page for people, such as that of the sign-in, has no parameters to name.
                    guard answer.status == .badRequest, !answer.text.hasPrefix("<") else { continue }
                    refusals += 1
                    #expect(answer.text.contains(name), "\(operation.path)?\(name): \(answer.text)")
                }
            }
            #expect(refusals > 20)
        }
    }

    @Test func `Where a parameter is unknown, the known ones are listed as documented, and it as it was sent`()
        async throws
    {
        try await withConsole { console in
            let description = try APIContract.of(console.console).description
            var refusals = 0
            for operation in operations("/_mock/", description) {
                let answer = try await console.admin(.get, "\(operation.path)?noSuchThing=1")
                guard answer.status == .badRequest, answer.text.contains("is no parameter") else { continue }
                refusals += 1
                #expect(answer.text.contains("noSuchThing is no parameter"), "\(answer.text)")
                let list = answer.text.components(separatedBy: "which takes ").last?.prefix { $0 != "." } ?? ""
                let listed = Set(list.components(separatedBy: ", "))
                // Acceptances know it to say that they have no text.
                let told = operation.path.contains("acceptances") ? listed.subtracting(["text"]) : listed
                let documented = Set(query(operation).compactMap { $0["name"]?.text })
                #expect(told == documented, "\(operation.path): \(told.symmetricDifference(documented).sorted())")
            }
            #expect(refusals > 10)
        }
    }
}
