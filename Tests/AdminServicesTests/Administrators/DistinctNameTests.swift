import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Names that look alike are refused wherever names are given, with a reason (NameRule).
struct DistinctNameTests {
    /// Texts that look like `north`, and a word of the reason.
    private static let alike = [
        ("north\u{200B}", "U+200B"), ("north ", "blank at either end"), ("\u{202E}north", "U+202E"),
        ("nor\u{2066}th", "U+2066"), ("n\u{43E}rth", "must not mix"), ("..", "must not be . or .."),
    ]

    private static func json(_ members: [String: String]) throws -> String {
        String(decoding: try JSONEncoder().encode(members), as: UTF8.self)
    }

    private static func expectRefused(
        _ answer: TestResponse, _ reason: String, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(answer.status == .badRequest, "\(answer.text)", sourceLocation: location)
        #expect(answer.text.contains(reason), "\(answer.text)", sourceLocation: location)
    }

    @Test func `Users, made and renamed`() async throws {
        try await withConsole { console in
            for (name, reason) in Self.alike {
                let body = try Self.json(["UserName": name, "Password": "p", "SecurityType": "Basic"])
                Self.expectRefused(try await console.api.call(.post, "system/users/adduser", body), reason)
                Self.expectRefused(try await console.api.call(.post, "system/users", body, version: 2), reason)
                let demo = try await console.userID("demo")
                let renamed = try Self.json(["UserName": name])
                Self.expectRefused(try await console.api.call(.post, "system/users/\(demo)/update", renamed), reason)
            }
        }
    }

    @Test func `Administrators and clients, in each API`() async throws {
        try await withConsole { console in
            for (name, reason) in Self.alike {
                let body = try Self.json(["UserName": name, "Password": "pass", "Role": "Read Only"])
                Self.expectRefused(try await console.api.call(.post, "system/admins/addadminuser", body), reason)
                let mock = try Self.json(["username": name, "password": "pass"])
                Self.expectRefused(try await console.admin(.post, "/_mock/administrators", text: mock), reason)
                let client = try Self.json(["name": "Client", "clientId": name])
                Self.expectRefused(try await console.admin(.post, "/_mock/oauth-clients", text: client), reason)
            }
        }
    }

    @Test func `Groups and their codes, made and changed`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            for (name, reason) in Self.alike {
                for (code, title) in [(name, "North"), ("north", name)] {
                    let body = try Self.json(["GroupId": code, "Name": title])
                    Self.expectRefused(try await console.api.call(.post, "system/groups/\(demo)", body), reason)
                    Self.expectRefused(try await console.api.call(.put, "system/groups/\(demo)", body), reason)
                }
            }
        }
    }

    @Test func `What an environment file names`() async throws {
        try await withConsole { console in
            for text in [
                "- {path: global}\n  - {path: \"global/north\\u200b\"}",
                "- {path: global}\n  - {path: global/north, name: \"North \"}",
                "- {path: global, users: [{username: \"\\u202enorth\", password: p}]}",
                "- {path: global}\n  - {path: global/..}",
            ] {
                let answer = try await console.importEnvironment("version: 2\norganizationGroups:\n  \(text)")
                #expect(answer.status.code >= 400 && answer.status.code < 500, "\(text): \(answer.text)")
            }
        }
    }

    @Test(arguments: [".", ".."])
    func `Devices that are registered`(identifier: String) async throws {
        try await withConsole { console in
            let body = try Self.json(["udid": identifier, "group": "demo"])
            Self.expectRefused(try await console.admin(.post, "/_mock/devices", text: body), "not . or ..")
            let login = try await console.send(
                .post, "/deviceservices/AuthenticationEndpoint.aws",
                text: try Self.json(["Udid": identifier, "BundleId": "com.example.demo"]))
            #expect(login.status == .badRequest)
        }
    }
}
