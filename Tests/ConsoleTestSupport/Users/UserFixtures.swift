import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import MockConsole

extension TestConsole {
    /// Id of a group, as clients write it.
    func homeID(_ code: String = "demo") async throws -> Int {
        try #require(try await parts.value("SELECT id FROM organizationGroup WHERE code = '\(code)'", Int.self))
    }

    /// Uuid of a group.
    func homeUUID(_ code: String = "demo") async throws -> String {
        try #require(try await parts.value("SELECT uuid FROM organizationGroup WHERE code = '\(code)'", String.self))
    }

    /// Id of a user.
    func userID(_ name: String = "demo") async throws -> Int {
        try #require(try await parts.value("SELECT id FROM enrollmentUser WHERE username = '\(name)'", Int.self))
    }

    /// Uuid of a user.
    func userUUID(_ name: String = "demo") async throws -> String {
        try #require(try await parts.value("SELECT uuid FROM enrollmentUser WHERE username = '\(name)'", String.self))
    }

    /// Adds a user of a group through version 1.
    ///
    /// - Returns: Id and uuid.
    @discardableResult
    func makeUser(
        _ name: String = "ada", group: String = "demo", password: String = "secret", more: String = ""
    ) async throws -> (id: Int, uuid: String) {
        let body = """
            {"UserName":"\(name)","Password":"\(password)","SecurityType":2,"Status":"true",
             "LocationGroupId":"\(try await homeID(group))"\(more)}
            """
        let response = try await api.call(.post, "system/users/adduser", body)
        #expect(response.status == .ok, "\(response.text)")
        let created = try response.json()
        return (try #require(created["Value"] as? Int), try #require(created["uuid"] as? String))
    }

    /// Adds many users to a group.
    func addUsers(_ count: Int, group: String = "demo") async throws {
        let groupID = try await homeID(group)
        try await execute(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
            INSERT INTO enrollmentUser (uuid, groupId, username, firstName, email, createdAt)
            SELECT printf('%08x-0000-4000-8000-000000000000', n), \(groupID), printf('user%05d', n),
                printf('First%d', n), printf('user%d@example.test', n), 0 FROM number
            """)
    }

    /// Signs in on a device.
    func signIn(
        _ name: String, _ password: String, group: String = "demo", device: String = "00aa11bb22cc33dd44ee55ff"
    ) async throws -> SimulatedClient {
        var client = try self.device(device)
        let answer = try await client.logIn(username: name, password: password, organizationGroup: group)
        #expect(answer.status == .success)
        return client
    }

    /// Whether somebody can sign in.
    func canSignIn(
        _ name: String, _ password: String, group: String = "demo", device: String = "00aa11bb22cc33dd44ee55ff"
    ) async throws -> Bool {
        var client = try self.device(device)
        return try await client.logIn(username: name, password: password, organizationGroup: group).status == .success
    }

    /// Status of a profile fetch.
    func fetchStatus(_ client: SimulatedClient) async throws -> Int {
        try await client.sendAuthenticated(.init(method: "GET", target: "/deviceservices/iOS/SettingsEndpoint.aspx"))
            .status
    }
}
