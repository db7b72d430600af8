import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Earlier versions are listed, read, compared and made the newest one (AdminAPI, "Versions").
struct ProfileVersionAdminTests {
    /// A profile of three versions: logging at 2, at 3 with analytics, then analytics before logging.
    private static func withVersions(
        _ body: @escaping @Sendable (TestConsole, String) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let path = "/_mock/profiles/\(try await console.addProfile())"
            let louder = Profiles.logging.replacing("\"LoggingLevel\":2", with: "\"LoggingLevel\":3")
            for payloads in ["\(louder),\(Profiles.analytics)", "\(Profiles.analytics),\(louder)"] {
                console.clock.advance(seconds: 60)
                let response = try await console.admin(.put, path, text: Profiles.body(payloads: payloads))
                #expect(response.status == .ok)
            }
            try await body(console, path)
        }
    }

    @Test func `Versions are listed, the latest first, in pages`() async throws {
        try await Self.withVersions { console, path in
            let versions = try await console.admin(.get, "\(path)/versions").items()
            #expect(versions.map { $0["version"] as? Int } == [3, 2, 1])
            #expect(versions.map { $0["isCurrent"] as? Bool } == [true, false, false])
            #expect(versions[0]["payloadTypes"] as? [String] == ["AnalyticsSettingsV2", "LoggingSettingsV2"])
            #expect(versions[2]["createdAt"] as? String == TestClock.start.description)
            let page = try await console.admin(.get, "\(path)/versions?page=1&pageSize=2")
            #expect(try page.items().count == 1)
            #expect(try page.json()["total"] as? Int == 3)
        }
    }

    @Test func `One version is read as it was`() async throws {
        try await Self.withVersions { console, path in
            let first = try await console.admin(.get, "\(path)/versions/1")
            #expect(try first.payloads().map { $0["LoggingLevel"] as? Int } == [2])
            #expect(try first.json()["isCurrent"] as? Bool == false)
            for version in ["4", "0", "-1", "x", "99999999999999999999"] {
                #expect(try await console.admin(.get, "\(path)/versions/\(version)").status == .notFound)
            }
        }
    }

    @Test func `Two versions are compared setting by setting`() async throws {
        try await Self.withVersions { console, path in
            func changes(_ query: String) async throws -> [String] {
                let body = try await console.adminJSON("\(path)/versions/\(query)")
                return try #require(body["differences"] as? [[String: Any]]).map { difference in
                    "\(difference["change"] ?? "") \(difference["payload"] ?? "") \(difference["key"] ?? "-")"
                }
            }
            #expect(
                try await changes("1/diff?to=2") == [
                    "changed LoggingSettingsV2 LoggingLevel", "added AnalyticsSettingsV2 -",
                ])
            #expect(try await changes("2/diff") == ["reordered PayloadContent -"])
            #expect(try await changes("3/diff") == [])
            #expect(
                try await changes("3/diff?to=1") == [
                    "removed AnalyticsSettingsV2 -", "changed LoggingSettingsV2 LoggingLevel",
                ])
            let body = try await console.adminJSON("\(path)/versions/1/diff?to=2")
            let first = try #require((body["differences"] as? [[String: Any]])?.first)
            #expect(first["before"] as? Int == 2 && first["after"] as? Int == 3)
            #expect(try await console.admin(.get, "\(path)/versions/1/diff?to=9").status == .notFound)
            #expect(try await console.admin(.get, "\(path)/versions/1/diff?to=x").status == .badRequest)
        }
    }

    @Test func `An earlier version becomes the newest, and the one in force stays as it is`() async throws {
        try await Self.withVersions { console, path in
            let restored = try await console.admin(.post, "\(path)/versions/1/restore")
            #expect(restored.status == .ok)
            #expect(try restored.json()["version"] as? Int == 4)
            #expect(try restored.payloads().map { $0["LoggingLevel"] as? Int } == [2])
            let again = try await console.admin(.post, "\(path)/versions/4/restore")
            #expect(again.text == restored.text)
            #expect(try await console.events("sdkProfile.updated").count == 3)
            let stale = try await console.admin(
                .post, "\(path)/versions/2/restore", text: "", headers: ["If-Match": "\"3\""])
            #expect(stale.status == .preconditionFailed)
        }
    }

    @Test func `A version that names an image there is no more is not restored`() async throws {
        try await withConsole { console in
            let branding = #"{"PayloadType":"BrandingSettingsV2","CompanyLogoPhone":"image:logo"}"#
            let uuid = try await console.addProfile(payloads: branding)
            let path = "/_mock/profiles/\(uuid)"
            _ = try await console.admin(.put, path, text: Profiles.body(payloads: ""))
            try await console.execute("DELETE FROM brandingImage")
            let response = try await console.admin(.post, "\(path)/versions/1/restore")
            #expect(response.status == .unprocessableContent && response.text.contains("an image that demo"))
        }
    }
}
