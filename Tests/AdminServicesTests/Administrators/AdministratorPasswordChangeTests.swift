import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Another password for an administrator (AdminAdministrators).
struct AdministratorPasswordChangeTests {
    /// Adds an administrator; the uuid.
    private static func add(_ api: APICaller, _ name: String) async throws -> String {
        let answer = try await api.call(
            .post, "system/admins", #"{"UserName":"\#(name)","Password":"first-one","Roles":[{"Name":"Read Only"}]}"#,
            version: 2)
        return try #require(try answer.json()["uuid"] as? String)
    }

    private func signIn(_ console: TestConsole, _ name: String, _ password: String) async throws -> HTTPResponse.Status
    {
        let caller = APICaller(
            console: console, username: name, password: password, tenantCode: console.console.credentials.tenantCode)
        return try await caller.call(.get, "system/info").status
    }

    @Test func `The new password holds at once and the old one no longer`() async throws {
        try await withConsole { console in
            let uuid = try await Self.add(console.api, "dora")
            #expect(try await signIn(console, "dora", "first-one") == .ok)
            let answer = try await console.api.call(
                .put, "system/admins/\(uuid)/password", #"{"Password":"second-one","RequiresPasswordChange":true}"#,
                version: 2)
            #expect(answer.status == .ok && answer.body.readableBytes == 0, "\(answer.text)")
            #expect(try await signIn(console, "dora", "first-one") == .unauthorized)
            #expect(try await signIn(console, "dora", "second-one") == .ok)
            let account = try await console.api.object("system/admins/\(uuid)", version: 2)
            #expect("\(account)".contains("second-one") == false)
            let list = try await console.api.object("system/admins/search?username=dora")
            let admin = try #require((list["Admins"] as? [[String: Any]])?.first)
            #expect(admin["RequiresPasswordChange"] as? Bool == true)
        }
    }

    @Test func `What is no password, and nobody, is refused`() async throws {
        try await withConsole { console in
            let uuid = try await Self.add(console.api, "dora")
            for body in ["", "{}", #"{"Password":""}"#] {
                try expectRefusal(
                    try await console.api.call(.put, "system/admins/\(uuid)/password", body, version: 2), 422,
                    number: 1012)
            }
            for id in ["7a0e5d1c-3f1b-4c44-9a66-0f2b1c9d8e7f", "x", "999999"] {
                try expectRefusal(
                    try await console.api.call(
                        .put, "system/admins/\(id)/password", #"{"Password":"second-one"}"#, version: 2),
                    404, number: 404)
            }
            #expect(try await signIn(console, "dora", "first-one") == .ok)
        }
    }

    @Test func `Who only reads changes no password`() async throws {
        try await withConsole { console in
            let uuid = try await Self.add(console.api, "dora")
            let reader = try await console.api(.readOnly)
            try expectRefusal(
                try await reader.call(
                    .put, "system/admins/\(uuid)/password", #"{"Password":"second-one"}"#, version: 2),
                403, number: 1011)
        }
    }
}
