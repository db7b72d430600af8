import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// What an administrator sees, by own group and API key, and how credentials may be written (AdminAPI,
/// "Authentication").
struct AdminScopeTests {
    private static let tree = """
        version: 1
        organizationGroups:
          - path: global
          - {path: global/acme, type: Customer}
          - {path: global/acme/sales, type: Container}
          - {path: global/other, type: Customer}
        """

    /// Statuses of reading the settings of groups.
    private static func seen(
        _ console: TestConsole, _ headers: [String: String], code: String?
    ) async throws -> [String] {
        let headers = headers.merging(code.map { ["aw-tenant-code": $0] } ?? [:]) { $1 }
        var groups: [String] = []
        for group in ["global", "acme", "sales", "other"] {
            let status = try await console.status(.get, "/_mock/groups/\(group)/settings", headers)
            if status == 200 { groups.append(group) } else { #expect(status == 404 || status == 403) }
        }
        return groups
    }

    private static func key(_ console: TestConsole, _ group: String) async throws -> String {
        try await console.make("/_mock/api-keys", "{\"name\":\"of \(group)\",\"group\":\"\(group)\"}")["key"] ?? ""
    }

    @Test(arguments: [
        ("global", nil, ["global", "acme", "sales", "other"]),
        ("global", "global", ["global", "acme", "sales", "other"]),
        ("global", "acme", ["acme", "sales"]), ("global", "sales", ["sales"]), ("acme", "global", ["acme", "sales"]),
        ("acme", "sales", ["sales"]), ("sales", "acme", ["sales"]), ("acme", nil, ["acme", "sales"]),
        ("acme", "other", []), ("other", "sales", []),
    ])
    func `A key narrows what its user sees, never widens it`(group: String, key: String?, seen: [String]) async throws {
        try await withConsole { console in
            try await console.importEnvironment(Self.tree)
            let headers = try await console.administrator(of: group)
            let code: String? = if let key { try await Self.key(console, key) } else { nil }
            #expect(try await Self.seen(console, headers, code: code) == seen)
            if seen.isEmpty {
                let all = headers.merging(["aw-tenant-code": code ?? ""]) { $1 }
                let answer = try await console.send(.get, "/api/system/info", headers: all)
                #expect(answer.status == .forbidden)
                let body = try answer.json()
                #expect(body["errorCode"] as? Int == 1013)
                #expect((body["message"] as? String)?.hasSuffix("does not identify an Organization Group.") == true)
            }
        }
    }

    @Test func `What is made without a group belongs to the group of the key`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(Self.tree)
            let code = try await Self.key(console, "sales")
            let headers = TestConsole.basic("admin", "admin").merging(["aw-tenant-code": code]) { $1 }
            let made = try await console.make("/_mock/api-keys", #"{"name":"mine"}"#, as: headers)
            #expect(made["group"] == "sales")
        }
    }

    @Test func `Remembered credentials do not carry the reach of one key to another`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(Self.tree)
            let acme = try await Self.key(console, "acme")
            let other = try await Self.key(console, "other")
            let headers = TestConsole.basic("admin", "admin")
            for _ in 0..<2 {
                #expect(try await Self.seen(console, headers, code: acme) == ["acme", "sales"])
                #expect(try await Self.seen(console, headers, code: other) == ["other"])
                #expect(try await Self.seen(console, headers, code: nil).count == 4)
            }
        }
    }

    @Test func `Credentials are looked at before the tenant code`() async throws {
        try await withConsole { console async throws in
            let headers = TestConsole.basic("admin", "wrong").merging(["aw-tenant-code": "wrong"]) { $1 }
            #expect(try await console.status(.get, "/api/system/info", headers) == 401)
            #expect(try await console.status(.get, "/api/system/info", TestConsole.basic("admin", "wrong")) == 401)
        }
    }

    @Test(arguments: [("per%cent", "p%61ss"), ("a@b", "p:ä%/ +"), ("plain", "100%")])
    func `Name and password may be quoted before they are encoded, or not`(name: String, password: String) async throws
    {
        try await withConsole { console in
            let plain = try await console.administrator(of: "demo", username: name, password: password)
            #expect(try await console.status(.get, "/_mock/devices", plain) == 200)
            func quoted(_ text: String) -> String {
                text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            }
            let escaped = TestConsole.basic(quoted(name), quoted(password))
            #expect(try await console.status(.get, "/_mock/devices", escaped) == 200)
            let twice = TestConsole.basic(quoted(quoted(name)), quoted(quoted(password)))
            #expect(try await console.status(.get, "/_mock/devices", twice) == 401)
        }
    }

    @Test func `Certificates are said to be not configured`() async throws {
        try await withConsole { console in
            let headers = ["Authorization": "CMSURL`1 MIIF", "aw-tenant-code": console.console.credentials.tenantCode]
            let answer = try await console.send(.get, "/api/system/info", headers: headers)
            #expect(answer.status == .unauthorized)
            #expect(try answer.json()["errorCode"] as? Int == 1005)
            #expect((try answer.json()["message"] as? String)?.contains("not configured") == true)
        }
    }

    @Test func `The message for wrong credentials has the shape clients print`() async throws {
        try await withConsole { console in
            for user in ["admin", "nobody"] {
                let body = try await console.send(
                    .get, "/api/system/info", headers: TestConsole.basic(user, "x")
                ).json()
                #expect(
                    body["message"] as? String
                        == "An error occurred while validating remote service client credentials or user not found : \(user)"
                )
            }
        }
    }

    @Test func `An inactive administrator is refused as an unknown one`() async throws {
        try await withConsole { console in
            let headers = try await console.administrator(of: "demo", isActive: false)
            let inactive = try await console.send(.get, "/_mock/devices", headers: headers)
            let unknown = try await console.send(.get, "/_mock/devices", headers: TestConsole.basic("nobody", "secret"))
            #expect(inactive.status == unknown.status && inactive.headers[.wwwAuthenticate] != nil)
            let message = try inactive.json()["message"] as? String
            let other = try unknown.json()["message"] as? String
            #expect(message?.replacing("local", with: "nobody") == other)
        }
    }
}
