import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

extension TestConsole {
    /// Adds a user to the demo group whose password is the user name.
    func addUser(_ name: String, isActive: Bool = true) async throws {
        let answer = try await importEnvironment(
            """
            version: 1
            organizationGroups:
              - {path: global}
              - {path: global/demo, users: [{username: \(name), password: \(name), active: \(isActive)}]}
            """)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    /// Changes a device as the administrator.
    func change(_ udid: String, _ text: String) async throws -> TestResponse {
        try await admin(.patch, "/_mock/devices/\(udid)", text: text)
    }
}
