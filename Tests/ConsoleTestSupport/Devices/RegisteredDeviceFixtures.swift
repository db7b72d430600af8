import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

extension TestConsole {
    /// Groups `demo` and `lab` below it, with tags, and a user ada of demo.
    func seedRegistrations() async throws {
        let answer = try await importEnvironment(
            """
            version: 1
            organizationGroups:
              - {path: global}
              - {path: global/demo, tags: [{name: pilot}], users: [{username: ada, password: ada}]}
              - {path: global/demo/lab}
            """)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    /// Registers a device of ada in lab.
    func registerDevice(_ more: String, group: String = "lab") async throws -> TestResponse {
        let body = #"{"LocationGroupId":"\#(try await groupID(group))"\#(more)}"#
        return try await api.call(.post, "system/users/\(try await userID("ada"))/registerdevice", body)
    }

    /// The items of the list of enrollment tokens.
    func listedTokens(_ query: String = "", _ caller: APICaller? = nil) async throws -> [[String: Any]] {
        let response = try await (caller ?? api).call(.get, "system/users/enrollmenttoken/search?\(query)")
        if response.status == .noContent { return [] }
        return try #require(try response.json()["Device"] as? [[String: Any]])
    }

    /// Signs in with a token.
    func logIn(token: String, device: String) async throws -> String? {
        let device = try #require(DeviceIdentifier(device))
        return try await logIn(
            login {
                ($0.username, $0.password, $0.activationCode) = (nil, nil, nil)
                ($0.authorizationCode, $0.device) = (token, device)
            })["StatusCode"]
    }

    /// Signs in as ada with her password.
    func logInAda(device: String, group: String = "demo") async throws -> String? {
        let device = try #require(DeviceIdentifier(device))
        return try await logIn(
            login {
                ($0.username, $0.password, $0.activationCode, $0.device) = ("ada", "ada", group, device)
            })["StatusCode"]
    }
}
