import DeviceProtocol
import Foundation
import HTTPTypes
import Testing

@testable import ConsolePlatform
@testable import ConsoleResources
@testable import ConsoleTestSupport
@testable import MockConsole

/// What the description of the API takes from the routes themselves.
struct APICompletionTests {
    private let description: APIDescription

    init() async throws { description = try await APIDescription.served() }

    private func operation(_ method: String, _ path: String) throws -> APIDescription.Operation {
        try #require(description.operations.first { $0.method == method && $0.path == path })
    }

    private func titles(_ content: JSONValue?) -> [String] {
        (content?["application/json"]?["schema"]?["oneOf"]?.elements ?? []).compactMap { $0["title"]?.text }
    }

    @Test func `What only a mock has is called so`() throws {
        #expect(!(try EmbeddedFile.required("openapi.json").text.lowercased().contains("bench")))
    }

    @Test func `What routes know is not written down`() throws {
        let text = try EmbeddedFile.required("openapi.json").text
        #expect(!text.contains(#""x-permission""#))
        #expect(!text.contains(#""title":"Version "#))
        let written = try APIDescription(text)
        for operation in written.operations where operation.path.hasPrefix("/api/") {
            let answers = operation.responses.filter { $0.name.hasPrefix("2") }
            #expect(answers.allSatisfy { $0.value["content"]?["application/xml"] == nil }, "\(operation.id)")
        }
    }

    @Test(arguments: [
        ("GET", "/api/mdm/devices/search", "devices.read"), ("DELETE", "/api/mdm/devices/{id}", "devices.write"),
        ("POST", "/api/mdm/devices", "devices.read"), ("GET", "/_mock/beacons", "devices.read"),
        ("DELETE", "/_mock/beacons/{id}", "devices.write"), ("POST", "/_mock/smart-groups/preview", "smartGroups.read"),
        ("GET", "/_mock/event-notifications/{id}/secret", "console.write"),
    ])
    func `Operations say which permission they ask for`(method: String, path: String, permission: String) throws {
        #expect(try operation(method, path).permission == permission)
    }

    @Test func `A permission is asked for where an administrator has to be there, and nowhere else`() {
        // Figures are for programs with a token of their own, too, which has no permissions.
        for operation in description.operations where operation.path != "/metrics" {
            let isAdministrative = operation.credentials.contains(["token"])
            #expect((operation.permission != nil) == isAdministrative, "\(operation.method) \(operation.path)")
        }
    }

    @Test func `Schemas of several versions are titled by those the route has`() throws {
        let devices = try operation("GET", "/api/mdm/devices/search")
        #expect(titles(devices.responses.first?.value["content"]) == ["Version 1, 2", "Version 3"])
        let group = try operation("POST", "/api/system/groups/{id}")
        #expect(titles(group.requestBody?["content"]) == ["Version 1, 2", "Version 3"])
        #expect(titles(group.responses.first?.value["content"]) == ["Version 1", "Version 2"])
        #expect(description.text.range(of: "x-versions") == nil)
        #expect(description.text.range(of: #""title":"Version ""#) == nil)
    }

    @Test func `Only what version 1 answers has an XML form`() throws {
        let tags = try operation("GET", "/api/mdm/tags/search")
        #expect(tags.responses.first?.value["content"]?["application/xml"] != nil)
        let addition = try operation("POST", "/api/mdm/tags")
        #expect(addition.responses.first?.value["content"]?.members.map(\.name) == ["application/json"])
    }

    @Test func `A family's page names the permission`() async throws {
        try await withConsole { console in
            let page = try await console.send(.get, "/openapi/devices").text
            #expect(page.contains("permission: <code>devices.write</code>"))
            let health = try await console.send(.get, "/openapi/operations-and-pages").text
            #expect(!health.contains("permission:"))
        }
    }
}
