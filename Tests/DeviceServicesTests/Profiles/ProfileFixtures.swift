import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Profiles that tests make.
enum Profiles {
    /// The body of a profile.
    static func body(_ name: String = "Field", group: String = "demo", payloads: String = logging) -> String {
        #"{"name":"\#(name)","group":"\#(group)","payloads":[\#(payloads)]}"#
    }

    static let logging = #"{"PayloadType":"LoggingSettingsV2","LoggingLevel":2,"SendLogsOverWifi":false}"#
    static let analytics = #"{"PayloadType":"AnalyticsSettingsV2","EnableAnalytics":true}"#
    static let credentials = """
        {"PayloadType":"CredentialsSettingsV2","CertificateName":"Services","Password":"hunter2",
        "PayloadContent":"\(CertificateFixtures.identity)"}
        """
}

extension TestConsole {
    /// Adds a profile as the administrator.
    ///
    /// - Returns: Its uuid.
    @discardableResult
    func addProfile(
        _ name: String = "Field", group: String = "demo", payloads: String = Profiles.logging
    ) async throws -> String {
        let response = try await admin(
            .post, "/_mock/profiles", text: Profiles.body(name, group: group, payloads: payloads))
        #expect(response.status == .created, "\(response.text)")
        return try #require(try response.json()["uuid"] as? String)
    }

    /// What the event log tells of profiles since the start.
    func profileEvents() async throws -> [String] {
        Array(try await events("sdkProfile").dropFirst(3))
    }

    /// The uuid of a profile the environment brought.
    func profileUUID(_ name: String) async throws -> String {
        try #require(try await parts.value("SELECT uuid FROM sdkProfile WHERE name = '\(name)'", String.self))
    }

    /// Sends a request as the administrator, with header fields.
    func admin(
        _ method: HTTPRequest.Method, _ target: String, text: String, headers: [String: String]
    ) async throws -> TestResponse {
        var headers = headers
        headers["Authorization"] = "Bearer \(console.credentials.adminToken)"
        return try await send(method, target, headers: headers, text: text)
    }

    /// Headers of an administrator of a role and group.
    func credentials(_ role: AdministratorRole, of group: String) async throws -> [String: String] {
        let caller = try await api(role, of: group)
        return Self.basic(caller.username, caller.password)
    }
}

extension TestResponse {
    /// The payloads of a profile in the body.
    func payloads() throws -> [[String: Any]] {
        try #require(try json()["payloads"] as? [[String: Any]])
    }

    /// The single findings of a refusal.
    func details() throws -> [String] {
        try json()["details"] as? [String] ?? []
    }

    /// The items of a list.
    func items() throws -> [[String: Any]] {
        try #require(try json()["items"] as? [[String: Any]], "\(text)")
    }
}
