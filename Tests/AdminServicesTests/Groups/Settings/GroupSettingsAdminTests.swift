import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Settings are read with where they come from, changed one by one, and inherited again.
struct GroupSettingsAdminTests {
    private static let path = "/_mock/groups/demo/settings"

    private static func setting(_ name: String, _ console: TestConsole) async throws -> [String: Any] {
        try #require(try await console.adminJSON(path)[name] as? [String: Any])
    }

    @Test func `Every setting is shown with its value and where it comes from`() async throws {
        try await withConsole { console in
            let settings = try await console.adminJSON(Self.path)
            #expect(Set(settings.keys) == Set(GroupSetting.allCases.map(\.rawValue)))
            let quota = try await Self.setting("logQuotaMegabytes", console)
            #expect(quota["value"] as? Int == 200)
            #expect(quota["isOverridden"] as? Bool == false)
            #expect(quota["from"] == nil)
        }
    }

    @Test func `A change is in force at once, in the event log, and null inherits again`() async throws {
        try await withConsole { console in
            let change = "{\"logQuotaMegabytes\":5,\"emailDomains\":[\"acme.example\"],\"supportPhone\":\"+1\"}"
            #expect(try await console.admin(.patch, Self.path, text: change).status == .ok)
            let quota = try await Self.setting("logQuotaMegabytes", console)
            #expect(quota["value"] as? Int == 5)
            #expect(quota["isOverridden"] as? Bool == true)
            #expect(quota["from"] as? String == "demo")
            #expect(try await console.admin(.patch, Self.path, text: "{\"logQuotaMegabytes\":null}").status == .ok)
            #expect(try await Self.setting("logQuotaMegabytes", console)["value"] as? Int == 200)
            #expect(try await Self.setting("supportPhone", console)["value"] as? String == "+1")
            #expect(try await Self.updates(console) == 2)
        }
    }

    private static func updates(_ console: TestConsole) async throws -> Int? {
        try await console.parts.core.database.read { db in
            try Int.fetchOne(
                db,
                sql: """
                    SELECT COUNT(*) FROM eventLog
                    WHERE action = 'settings.updated' AND actorKind = 'administrator' AND subject = 'demo'
                    """)
        }
    }

    @Test(arguments: [
        ("", "cannot be read"), ("[]", "cannot be read"), ("{\"forceTokens\":true}", "no setting forceTokens"),
        ("{\"forceToken\":\"yes\"}", "true or false"), ("{\"forceToken\":1}", "true or false"),
        ("{\"logQuotaMegabytes\":-1}", "0 to 1000000"), ("{\"logQuotaMegabytes\":1.5}", "whole number"),
        ("{\"authenticationTypes\":[\"ldap\"]}", "usernameAndPassword"),
        ("{\"authenticationTypes\":[1]}", "usernameAndPassword"), ("{\"emailDomains\":[\"a b\"]}", "domain name"),
        ("{\"emailDomains\":\"a.b\"}", "domain name"), ("{\"sslPins\":[\"a.b\"]}", "hexadecimal"),
        ("{\"sslPins\":[\"a.b=0g\"]}", "hexadecimal"), ("{\"supportEmail\":7}", "a text"),
        (#"{"supportEmail":"a\u0000b"}"#, "a text"),
        ("{\"defaultProfile\":\"7c\"}", "no SDK profile"), ("{\"defaultProfile\":[]}", "uuid"),
    ])
    func `A change that cannot be is refused with the reason, and nothing is kept`(body: String, reason: String)
        async throws
    {
        try await withConsole { console in
            let before = try await console.admin(.get, Self.path).text
            let response = try await console.admin(.patch, Self.path, text: body)
            #expect(response.status == .badRequest)
            #expect(response.text.contains(reason), "\(response.text)")
            #expect(try await console.admin(.get, Self.path).text == before)
        }
    }

    @Test func `An unknown group answers 404, and one letter case is as good as another`() async throws {
        try await withConsole { console in
            let read = try await console.admin(.get, "/_mock/groups/nobody/settings")
            let change = try await console.admin(.patch, "/_mock/groups/nobody/settings", text: "{}")
            #expect(read.status == .notFound && change.status == .notFound)
            #expect(try await console.admin(.get, "/_mock/Groups/DEMO/settings").status == .ok)
        }
    }
}
