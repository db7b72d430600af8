import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The palette, and its page for readers without a script.
struct FindTests {
    /// A result.
    private struct Found: Decodable {
        let title: String
        let kind: String
        let path: String
    }

    private static func find(_ text: String, _ console: TestConsole, as name: String = "admin") async throws -> [Found]
    {
        let browser = WebClient(console)
        try await browser.signIn(name, name == "admin" ? "admin" : "secret")
        let query = WebClient.encoded(["q": text])
        let answer = try await browser.send(.get, "/console/find.json?\(query)")
        try #require(answer.status == 200 && answer.headers[.contentType]?.hasPrefix("application/json") == true)
        return try JSONDecoder().decode([Found].self, from: Data(answer.text.utf8))
    }

    @Test func `Places are found by title, by other words, and by parts of both`() async throws {
        try await withConsole { console in
            for text in ["monitor", "Mon", "dashb", "live requ"] {
                let found = try await Self.find(text, console)
                #expect(found.first?.path == "/console", "\(text)")
            }
            let portal = try await Self.find("self-service", console)
            #expect(portal.contains { $0.path == "/mydevice/" })
            let documentation = try await Self.find("openapi", console)
            #expect(documentation.contains { $0.path == "/console/documentation" })
        }
    }

    /// Places as the product guides print them, each with the page it is here.
    static let printed = [
        ("Devices > List View", "/console/devices"),
        ("Groups & Settings > All Settings", "/console/settings"),
        (
            "Groups & Settings > All Settings > Apps > Settings and Policies > Security Policies",
            "/console/settings/security-policies"
        ),
        (
            "Groups & Settings > All Settings > Settings & Policies > Security Policies",
            "/console/settings/security-policies"
        ),
        ("System / Security / SSL Pinning", "/console/settings/ssl-pinning"),
        ("System/Security/SSL Pinning", "/console/settings/ssl-pinning"),
        (
            "Groups & Settings > All Settings > Apps > Settings and Policies > Settings",
            "/console/settings/app-settings"
        ),
        (
            "Groups & Settings > All Settings > Apps > Settings and Policies > Settings > Analytics",
            "/console/settings/app-settings#analytics"
        ),
        (
            "Groups & Settings > All Settings > Settings & Policies > Security Policies > AirWatch App Tunnel",
            "/console/settings/security-policies#app-tunnel"
        ),
        (
            "Groups & Settings > All Settings > Apps > Settings and Policies > Settings > Logging",
            "/console/settings/app-settings#logging"
        ),
        (
            "Groups & Settings > All Settings > Settings & Policies > Settings > Logging",
            "/console/settings/app-settings#logging"
        ),
        (
            "Groups & Settings > All Settings > Apps > Settings and Policies > Security Policies > "
                + "Data Loss Prevention > Enable Third Party Keyboards",
            "/console/settings/security-policies#data-loss-prevention"
        ),
        (
            "Groups & Settings > All Settings > Content > Applications > Content Locker",
            "/console/settings/content-locker"
        ),
        (
            "Groups & Settings > All Settings > Devices & Users > General > Privacy > DO NOT DISTURB section",
            "/console/settings/privacy"
        ),
        ("Apps & Books > Analytics > App Logs", "/console/app-logs"),
        ("Apps & Books > Applications > Analytics > App Logs", "/console/app-logs"),
        ("Apps & Books > Applications > Logging > App Logs", "/console/app-logs"),
        ("Apps & Books › Analytics › App Logs", "/console/app-logs"),
        ("**Apps & Books > Applications > Logging > SDK Analytics**", "/console/settings/app-settings#analytics"),
    ]

    @Test func `Paths are found as the guides print them`() async throws {
        try await withConsole { console in
            for (text, path) in Self.printed {
                let found = try await Self.find(text, console)
                #expect(found.contains { $0.path == path }, "\(text): \(found.map(\.path))")
            }
        }
    }

    @Test func `Things are found by a few letters, and lead to their pages`() async throws {
        try await withConsole { console in
            let device = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
            _ = try await console.signedInDevice(device)
            let devices = try await Self.find("3f1c9a", console)
            #expect(devices.first?.path == "/console/devices/\(device)")
            let user = try await Self.find("dana", console)
            let demo = try #require(user.first { $0.title == "demo" && $0.path.hasPrefix("/console/users/") })
            let client = WebClient(console)
            try await client.signIn()
            #expect(try await client.page(demo.path).words.contains("Tokens"))
            let all = try await Self.find("demo", console)
            #expect(all.contains { $0.kind == "Group demo" && $0.path == "/console/groups/demo" })
            #expect(all.contains { $0.title == "Demo app" && $0.path.hasPrefix("/console/apps/internal/") })
            #expect(all.count <= 20)
            let smartGroups = try await Self.find("all dev", console)
            #expect(smartGroups.contains { $0.kind == "Smart group" })
            let profiles = try await Self.find("everyth", console)
            #expect(profiles.contains { $0.kind == "SDK profile" })
        }
    }

    @Test func `Administrators, user groups, tags, geofences and rules are found`() async throws {
        try await withConsole { console in
            // Lists are remembered, and forgotten with each change.
            #expect(try await Self.find("zoe", console).isEmpty)
            _ = try await console.admin(
                .post, "/_mock/administrators",
                text: #"{"username": "zoe", "password": "zoe-secret", "role": "Read Only", "group": "demo"}"#)
            _ = try await console.admin(.post, "/api/mdm/tags/addtag", text: #"{"TagName": "zoetrope"}"#)
            _ = try await console.admin(
                .post, "/_mock/geofences",
                text: #"{"name": "Zoe's office", "group": "demo", "latitude": 1, "longitude": 2, "radius": 100}"#)
            _ = try await console.admin(
                .post, "/_mock/groups/demo/compliance-rules",
                text: #"{"name":"zoe rule","kind":"osVersion","operator":">=","version":"18.0","action":"block"}"#)
            let found = try await Self.find("zoe", console)
            for (kind, folder) in [
                ("Administrator, Read Only", "administrators"), ("Tag", "tags"), ("Geofence", "geofences"),
                ("Compliance rule", "compliance"),
            ] {
                let one = found.first { $0.kind == kind }
                #expect(one?.path.hasPrefix("/console/\(folder)/") == true, "\(kind): \(found)")
            }
            for one in found where one.kind == "Geofence" {
                let name = try #require(one.path.split(separator: "/").last)
                _ = try await console.admin(
                    .put, "/_mock/geofences/\(name)",
                    text: #"{"name": "The office", "latitude": 1, "longitude": 2, "radius": 100}"#)
            }
            for one in found where one.kind == "Tag" {
                let name = try #require(one.path.split(separator: "/").last)
                _ = try await console.admin(.delete, "/api/mdm/tags/\(name)", text: "")
            }
            let left = try await Self.find("zoe", console)
            #expect(Set(left.map(\.kind)) == ["Administrator, Read Only", "Compliance rule"])
            let renamed = try await Self.find("the off", console)
            #expect(renamed.map(\.title) == ["The office"])
            let code = try await Self.find("dem", console)
            #expect(code.contains { $0.path == "/console/groups/demo" })
        }
    }

    @Test func `A route leads to its description`() async throws {
        try await withConsole { console in
            let answer = try await WebClient(console).send(.get, "/openapi?route=GET%20%2F_mock%2Fdevices")
            #expect(answer.status == 303 && answer.headers[.location]?.hasSuffix("#listMockDevices") == true)
            #expect(try await WebClient(console).send(.get, "/openapi?route=nothing").status == 200)
        }
    }

    @Test func `Articles and routes are found`() async throws {
        try await withConsole { console in
            let articles = try await Self.find("lint", console)
            #expect(articles.contains { $0.path == "/docs/Lint" && $0.kind == "Article" })
            let routes = try await Self.find("/_mock/str", console)
            #expect(
                routes.contains {
                    $0.title == "GET /_mock/stream" && $0.path == "/openapi?route=GET%20%2F_mock%2Fstream"
                })
        }
    }

    @Test func `Nothing is found for nothing, and nothing breaks on anything`() async throws {
        try await withConsole { console in
            for text in ["", "   ", "zzzzzzqqq"] {
                let found = try await Self.find(text, console)
                #expect(found.isEmpty)
            }
            let long = String(repeating: "ab ", count: 3000)
            for text in ["%", "'; DROP TABLE device", "\"<script>", "日本", "\u{0}a", long] {
                _ = try await Self.find(text, console)
            }
        }
    }

    @Test func `What belongs to another customer is not found`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            _ = try await console.admin(
                .post, "/api/system/groups/7",
                text: #"{"Name": "Other", "GroupId": "other", "LocationGroupType": "Customer"}"#)
            _ = try await console.administrator(of: "other", username: "stranger")
            let found = try await Self.find("demo", console, as: "stranger")
            #expect(!found.contains { $0.path.hasPrefix("/console/") && $0.path != "/console/documentation" })
            let devices = try await Self.find("3f1c9a", console, as: "stranger")
            #expect(devices.isEmpty)
        }
    }

    @Test func `The page works without a script, and escapes what was typed`() async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            let page = try await browser.page("/console/find?q=demo")
            #expect(page.words.contains("Organization groups") && page.text.contains("href=\"/console/groups/demo\""))
            // It is no place of the navigation, and none is the one that is shown.
            #expect(!page.text.contains("aria-current"))
            #expect(try await browser.page("/console/").text.contains("href=\"/console\" aria-current=\"page\""))
            let none = try await browser.page("/console/find?q=%3Cscript%3Ealert(1)%3C/script%3E")
            #expect(none.words.contains("Nothing has “<script>alert(1)</script>”"))
            #expect(!none.text.contains("<script>alert"))
            #expect(none.text.contains("href=\"/console/documentation?find=%3Cscript%3E"))
            #expect(try await browser.page("/console/find").words.contains("A few letters of a place"))
        }
    }
}
