import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Public and purchased apps on pages.
struct PublicAppPagesTests {
    private static let path = "/console/apps/public"
    private static let fields = [
        "group": "demo", "Platform": "Apple", "ApplicationName": "Keynote", "ExternalId": "361285480",
        "BundleId": "com.example.keynote", "ApplicationUrl": "https://apps.example.test/app/id361285480",
    ]

    @Test func `A public app is added, found again, assigned, deactivated and deleted`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let made = try await browser.submit("\(Self.path)/new/save", on: "\(Self.path)/new", Self.fields)
            #expect(made.words.contains("Keynote was added.") && made.words.contains("Assigned to nobody yet"))
            let base = try await AppPageWorld.base("com.example.keynote", console, of: "public")
            let assigned = try await browser.submit(
                "\(base)/assignment/new/save", on: "\(base)/assignment/new",
                AppPageWorld.assignment(try await console.smartGroupUUID()))
            #expect(assigned.words.contains("The assignment Everybody was saved."))
            for tab in ["", "/files", "/assignment", "/devices", "/more", "/edit"] {
                _ = try await browser.page(base + tab)
            }
            #expect(try await browser.page(base).words.contains("361285480"))
            let found = try await browser.page("\(Self.path)/new?find=KEYNOTE")
            #expect(found.words.contains("com.example.keynote") && found.text.contains("BundleId=com.example.keynote"))
            let filled = try await browser.page("\(Self.path)/new?BundleId=com.example.keynote&Platform=Apple")
            #expect(filled.text.contains("value=\"com.example.keynote\""))
            #expect(try await browser.page("\(Self.path)/new?find=zzz").words.contains("No public app is called so"))
            let there = try await browser.send(.get, "/console/apps?bundleId=com.example.keynote")
            #expect(there.headers[.location] == base)
            let off = try await browser.submit("\(base)/deactivate", on: "\(base)/more")
            #expect(off.words.contains("Inactive") && !off.text.contains("\(base)/retire"))
            let gone = try await browser.submit("\(base)/delete", on: "\(base)/more")
            #expect(gone.words.contains("Keynote was deleted.") && gone.words.contains("No public apps yet"))
        }
    }

    @Test func `What is missing is told beside its field`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            var fields = Self.fields
            fields["ApplicationUrl"] = "javascript:alert(1)"
            let refused = try await browser.submit("\(Self.path)/new/save", on: "\(Self.path)/new", fields)
            #expect(refused.text.contains("id=\"note-ApplicationUrl\"><span class=\"wrong\""))
            #expect(refused.text.contains("value=\"Keynote\""))
            let empty = try await browser.submit(
                "\(Self.path)/new/save", on: "\(Self.path)/new", ["Platform": "Android", "BundleId": ""])
            #expect(empty.text.contains("The field BundleId is required for Android."))
        }
    }

    @Test func `A purchased app is shown, assigned, and not changed`() async throws {
        try await withConsole { console in
            _ = try await console.admin(
                .post, "/_mock/applications/purchased",
                text: #"{"name": "Pages", "bundleId": "com.example.pages", "externalId": "361309726", "licenses": 5}"#)
            let browser = try await DevicePageWorld.browser(console)
            let base = try await AppPageWorld.base("com.example.pages", console, of: "purchased")
            #expect(try await browser.page("/console/apps/purchased").text.contains("href=\"\(base)\""))
            let page = try await browser.page(base)
            #expect(page.words.contains("Licenses purchased 5") && !page.text.contains("\(base)/edit"))
            for tab in ["/files", "/assignment", "/devices", "/more", "/assignment/new"] {
                _ = try await browser.page(base + tab)
            }
            let id = try #require(base.split(separator: "/").last)
            #expect(try await browser.send(.get, "/console/apps?app=\(id)").headers[.location] == base)
            #expect(try await browser.send(.get, "/console/apps/public/\(id)").status == 404)
        }
    }
}
