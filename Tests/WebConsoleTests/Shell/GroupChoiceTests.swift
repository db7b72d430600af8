import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// The group that forms begin with.
struct GroupChoiceTests {
    private static let pages = [
        "users/new", "user-groups", "administrators", "api-keys", "oauth-clients", "profiles", "geofences", "tags",
        "compliance/new", "event-notifications/new",
    ]

    /// A console with groups before and after its demo group by the alphabet.
    private func withGroups(_ test: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            for (name, code) in [("Aaa", "aaa"), ("Zzz", "zzz")] {
                try await browser.submit(
                    "/console/groups/demo/add", on: "/console/groups/demo",
                    ["Name": name, "GroupId": code, "LocationGroupType": "Container"])
            }
            try await test(console)
        }
    }

    @Test func `Forms that add something begin with the reader's own group`() async throws {
        try await withGroups { console in
            _ = try await console.admin(
                .post, "/_mock/administrators",
                text:
                    #"{"username": "ann", "password": "ann-secret", "role": "Console Administrator", "group": "demo"}"#)
            let browser = WebClient(console)
            try await browser.signIn("ann", "ann-secret")
            for path in Self.pages {
                let page = try await browser.page("/console/\(path)")
                #expect(page.text.contains("<option value=\"aaa\">"), "\(path)")
                #expect(page.text.contains("<option value=\"demo\" selected>"), "\(path)")
            }
        }
    }

    @Test func `The group of the address comes before the reader's own`() async throws {
        try await withGroups { console in
            let browser = try await DevicePageWorld.browser(console)
            for path in Self.pages {
                let page = try await browser.page("/console/\(path)?group=zzz")
                #expect(page.text.contains("<option value=\"zzz\" selected>"), "\(path)")
            }
            let list = try await browser.page("/console/users?group=zzz")
            #expect(list.text.contains("href=\"/console/users/new?group=zzz\""))
        }
    }
}
