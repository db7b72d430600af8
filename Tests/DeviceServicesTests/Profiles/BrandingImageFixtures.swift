import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Pictures for tests: only their first bytes are real.
enum Pictures {
    static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
    static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1])
    static let gif = Data("GIF89a.".utf8)
}

extension TestConsole {
    /// Stores an image at a group and answers what the console says of it.
    @discardableResult
    func putImage(_ name: String, _ data: Data = Pictures.png, group: String = "demo") async throws -> TestResponse {
        let headers = ["Authorization": "Bearer \(console.credentials.adminToken)", "Content-Type": "text/plain"]
        return try await send(.put, "/_mock/groups/\(group)/images/\(name)", headers: headers, body: data)
    }

    /// Address of an image without its origin.
    func imagePath(_ name: String, group: String = "demo") async throws -> String {
        let page = try await adminJSON("/_mock/groups/\(group)/images")
        let item = (page["items"] as? [[String: Any]])?.first { $0["name"] as? String == name }
        let url = try #require(item?["url"] as? String)
        return try #require(URL(string: url)).path()
    }

    /// Gives the demo app a profile of payloads, written in YAML.
    func giveProfile(_ payloads: String) async throws {
        let response = try await importEnvironment(
            """
            version: 1
            organizationGroups:
              - path: global/demo
                profiles:
                  - name: Given
                    payloads: \(payloads)
                applications:
                  - bundleId: com.example.demo
                    name: Demo app
                    profile: Given
                    assignments: [{smartGroup: All Devices}]
            """)
        try #require(response.status == .ok, "\(response.text)")
    }
}
