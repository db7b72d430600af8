import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// *Security Policies* and *Settings*: what the default SDK profile of a group says, on pages.
struct PolicyPageTests {
    private static let policies = "/console/settings/security-policies"
    private static let demo = "\(policies)?group=demo"
    private static let settings = "/console/settings/app-settings"

    private func withBrowser(_ test: @escaping @Sendable (TestConsole, WebClient) async throws -> Void) async throws {
        try await withConsole { console in try await test(console, try await DevicePageWorld.browser(console)) }
    }

    @Test(arguments: [(1, "Passcode"), (2, "Username and Password"), (0, "Disabled")])
    func `The authentication type is changed, and an app gets it with its next profile`(
        _ number: Int, _ words: String
    ) async throws {
        try await withBrowser { console, browser in
            let app = try await console.signedInDevice()
            let path = "\(Self.policies)/authentication"
            // Another value first, so that each of them is a change.
            let other = ["group": "demo", "PasscodePoliciesV2.AuthenticationType": number == 1 ? "2" : "1"]
            _ = try await browser.submit(path, on: Self.demo, other)
            let saved = try await browser.submit(
                path, on: Self.demo, ["group": "demo", "PasscodePoliciesV2.AuthenticationType": "\(number)"])
            #expect(saved.words.contains("Authentication Type of demo was saved"))
            #expect(saved.text.contains("<option value=\"\(number)\" selected>\(words)</option>"))
            let profile = try #require(try await app.fetchProfile())
            let payload = try #require(profile.payloads.first { $0.type == "PasscodePoliciesV2" })
            #expect(payload.settings["AuthenticationType"] == .integer(Int64(number)))
            #expect(payload.settings["EnableSingleSignOn"] == .bool(false))
        }
    }

    @Test func `Each policy shows its settings by their labels and where they come from`() async throws {
        try await withBrowser { _, browser in
            for page in PolicyCatalogue.pages {
                let answer = try await browser.page("\(page.path)?group=demo")
                for policy in page.policies {
                    #expect(answer.text.contains("id=\"\(policy.id)\""), "\(policy.id)")
                    for name in policy.settings {
                        #expect(answer.words.contains(SettingWords.label(name)), "\(name)")
                    }
                }
                #expect(answer.words.contains("Review, version 1"))
            }
            let words = try await browser.page(Self.demo).words
            // What a setting is by default is said by the words of its choices, and not cut off.
            #expect(words.contains("Allows printing; “No” by default.") && !words.contains("false by default"))
            #expect(words.contains("“No” confines the clipboard to the developer's apps; “Yes” by default."))
            #expect(words.contains("Switches the tunnel; “Disabled”, the default, ignores the rest."))
            #expect(words.contains("; “Username and Password of the user” by default."))
            #expect(!words.contains("Not set (Username"))
            let settings = try await browser.page("\(Self.settings)?group=demo").words
            #expect(settings.contains("“Disabled”, the default, keeps the built-in look."))
            for label in [
                "App Tunnel URLs", "Enable Copy and Paste Out", "Enable Copy and Paste Into", "Allowed Sites",
            ] {
                #expect(words.contains(label), "\(label)")
            }
        }
    }

    @Test func `A group below overrides a payload, gets a profile of its own for it, and inherits it again`()
        async throws
    {
        try await withBrowser { console, browser in
            _ = try await browser.submit(
                "/console/groups/demo/add", on: "/console/groups/demo",
                ["Name": "Field", "GroupId": "field", "LocationGroupType": "Container"])
            let page = "\(Self.settings)?group=field"
            let before = try await browser.page(page)
            #expect(before.words.contains("Inherit demo Review, version 1"))
            #expect(!before.text.contains("action=\"\(Self.settings)/logging/inherit\""))
            let saved = try await browser.submit(
                "\(Self.settings)/logging", on: page, ["group": "field", "LoggingSettingsV2.LoggingLevel": "0"])
            #expect(saved.words.contains("Override field Default SDK Profile, version"))
            let profiles = try await console.adminJSON("/_mock/profiles?group=field")
            let item = try #require((profiles["items"] as? [[String: Any]])?.first)
            let made = try await console.adminJSON("/_mock/profiles/\(try #require(item["uuid"] as? String))")
            let payloads = try #require(made["payloads"] as? [[String: Any]])
            // The payload begins with what was inherited, since payloads are inherited whole.
            #expect(payloads.count == 1 && payloads[0]["LoggingLevel"] as? Int == 0)
            #expect(payloads[0]["SendLogsOverWifi"] as? Bool == false)
            let inherited = try await browser.submit(
                "\(Self.settings)/logging/inherit", on: page, ["group": "field"])
            #expect(inherited.words.contains("Logging of field is inherited again."))
            let demo = try await console.adminJSON("/_mock/profiles/Review")
            #expect(demo["version"] as? Int == 1)
        }
    }

    @Test func `A profile of a group above that a group has as its default is copied before it is changed`()
        async throws
    {
        try await withBrowser { console, browser in
            _ = try await browser.submit(
                "/console/groups/demo/add", on: "/console/groups/demo",
                ["Name": "Field", "GroupId": "field", "LocationGroupType": "Container"])
            let page = "\(Self.policies)?group=field"
            let everything = try await console.adminJSON("/_mock/profiles/Everything")
            let chosen = try await browser.submit(
                "\(Self.policies)/default-profile", on: page,
                ["group": "field", "defaultProfile": try #require(everything["uuid"] as? String)])
            #expect(chosen.words.contains("The default SDK profile of field was changed."))
            _ = try await browser.submit(
                "\(Self.policies)/offline-access", on: page,
                ["group": "field", "OfflineAccessPoliciesV2.MaximumPeriodAllowedOffline": "3600"])
            let after = try await console.adminJSON("/_mock/profiles/Everything")
            #expect(after["version"] as? Int == 1)
            let own = try await console.adminJSON("/_mock/profiles/Default%20SDK%20Profile")
            #expect(own["group"] as? String == "field")
            #expect((own["payloads"] as? [Any])?.count == (everything["payloads"] as? [Any])?.count)
            let none = try await browser.submit(
                "\(Self.policies)/default-profile", on: page, ["group": "field", "defaultProfile": "none"])
            #expect(none.words.contains("No default SDK profile"))
        }
    }

    @Test func `What the validator refuses stands beside the field, with what was typed`() async throws {
        try await withBrowser { console, browser in
            let refused = try await browser.submit(
                "\(Self.policies)/authentication", on: Self.demo,
                ["group": "demo", "PasscodePoliciesV2.MinimumPasscodeLength": "1234"])
            #expect(refused.text.contains("value=\"1234\""))
            let beside = /role="alert">(?<sentence>[^<]*)<\/span>/
            let sentence = try #require(refused.text.firstMatch(of: beside)?.sentence)
            #expect(sentence.hasPrefix("Minimum Passcode Length must be"))
            let stale = try await browser.submit(
                "\(Self.policies)/authentication", on: Self.demo,
                ["group": "demo", "version": "7", "PasscodePoliciesV2.MinimumPasscodeLength": "8"])
            #expect(stale.words.contains("has version 1 now, and not 7"))
            #expect(try await console.adminJSON("/_mock/profiles/Review")["version"] as? Int == 1)
        }
    }

    @Test func `Branding has a sketch and images, which are uploaded, shown and deleted`() async throws {
        try await withBrowser { console, browser in
            let page = "\(Self.settings)?group=demo"
            _ = try await browser.submit(
                "\(Self.settings)/branding", on: page,
                [
                    "group": "demo", "BrandingSettingsV2.ToolbarColor": "#AA3300",
                    "BrandingSettingsV2.OrganizationName": "<script>x</script>",
                    "BrandingSettingsV2.CompanyLogoPhone": "image:logo",
                    "BrandingSettingsV2.BackroundImageiPhone": "image:logo",
                ])
            let shown = try await browser.page(page)
            #expect(shown.text.contains("fill=\"#aa3300\" data-follows=\"ToolbarColor\""))
            #expect(shown.text.contains("href=\"\(Self.settings)/images/demo/logo\" x="))
            #expect(shown.text.contains("href=\"\(Self.settings)/images/demo/logo\" y="))
            #expect(!shown.text.contains("<script>x"))
            let picture = try await browser.send(.get, "\(Self.settings)/images/demo/logo")
            #expect(picture.headers[.contentType] == "image/png")
            let png = try await console.admin(.get, "/_mock/groups/demo/images/logo").body
            let added = try await browser.submit(
                "\(Self.settings)/images/demo", on: page,
                ["imageName": "second", "picture": Data(buffer: png).base64EncodedString()])
            #expect(added.words.contains("payloads name it image:second"))
            let gone = try await browser.submit("\(Self.settings)/images/demo/second/delete", on: page)
            #expect(gone.words.contains("The image second was deleted."))
        }
    }

    @Test func `Who may only read sees values and no forms`() async throws {
        try await withConsole { console in
            let reader = try await DevicePageWorld.reader(console)
            let page = try await reader.page(Self.demo)
            #expect(page.words.contains("Authentication Type Disabled"))
            #expect(!page.text.contains("method=\"post\" action=\"\(Self.policies)"))
            #expect(!page.text.contains("action=\"\(Self.policies)/authentication\""))
            let answer = try await reader.send(
                .post, "\(Self.policies)/authentication",
                body: WebClient.encoded([
                    "formToken": reader.formToken, "formPage": Self.demo, "group": "demo",
                    "PasscodePoliciesV2.AuthenticationType": "1",
                ]))
            #expect(answer.status == 303)
            #expect(try await reader.page(Self.demo).words.contains("Read Only lacks profiles.write"))
        }
    }

    @Test func `An administrator of a group below sees what is inherited from above, and sets it for that group`()
        async throws
    {
        try await withBrowser { console, browser in
            _ = try await browser.submit(
                "/console/groups/demo/add", on: "/console/groups/demo",
                ["Name": "Field", "GroupId": "field", "LocationGroupType": "Container"])
            _ = try await console.admin(
                .post, "/_mock/administrators",
                text: """
                    {"username": "fay", "password": "fay-secret", "role": "Console Administrator", "group": "field"}
                    """)
            let fay = WebClient(console)
            try await fay.signIn("fay", "fay-secret")
            let page = try await fay.page(Self.policies)
            #expect(page.words.contains("Authentication Type Disabled Inherit demo Review, version 1"))
            let saved = try await fay.submit(
                "\(Self.policies)/authentication", on: Self.policies,
                ["group": "field", "PasscodePoliciesV2.AuthenticationType": "2"])
            #expect(saved.words.contains("Authentication Type Username and Password"))
            let foreign = try await fay.send(.get, Self.demo)
            #expect(foreign.status == 404)
            let own = try await console.adminJSON("/_mock/profiles/Default%20SDK%20Profile")
            #expect((own["payloads"] as? [[String: Any]])?.first?["AuthenticationType"] as? Int == 2)
            #expect(try await console.adminJSON("/_mock/profiles/Review")["version"] as? Int == 1)
        }
    }

    @Test func `No two fields of a page have the same id`() async throws {
        try await withBrowser { _, browser in
            let pages = [
                Self.demo, "\(Self.settings)?group=demo", "/console/profiles", "/console/profiles/Everything",
                "/console/profiles/Everything/apps", "/console/profiles/Everything/preview", "/console/geofences",
            ]
            for path in pages {
                let page = try await browser.page(path)
                let ids = page.text.matches(of: /\sid="(?<id>[^"]*)"/).map { String($0.id) }
                #expect(
                    Set(ids).count == ids.count,
                    "\(path): \(Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.keys)")
            }
        }
    }

    @Test(arguments: [
        "App Tunnel URLs", "Copy and Paste Out", "Enable Third Party Keyboards", "Offline Access", "Force Token",
        "SDK App Compliance", "Settings & Policies Security Policies", "Custom Settings", "Integrated Authentication",
    ])
    func `The palette finds settings by their labels`(_ words: String) async throws {
        try await withBrowser { _, browser in
            let query = words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let found = try await browser.page("/console/find?q=\(query)")
            #expect(found.text.contains("href=\"/console/settings/"), "\(words)")
        }
    }

    @Test func `Places lead to the pages and their sections`() async throws {
        try await withBrowser { _, browser in
            for place in ProfilesRoom().places where place.path.contains("/settings/") {
                let path = place.path.split(separator: "#")
                let page = try await browser.page(String(path[0]))
                if path.count > 1 { #expect(page.text.contains("id=\"\(path[1])\""), "\(place.path)") }
            }
            let index = try await browser.page("/console/settings")
            #expect(index.words.contains("Apps › Settings and Policies › Security Policies"))
        }
    }

    @Test(arguments: ["Single Sign On", "Integrated Authentication"])
    func `Policies that stand below another have a row, an anchor and an entry of the palette`(
        title: String
    ) async throws {
        try await withBrowser { console, browser in
            let anchor = title.lowercased().replacing(" ", with: "-")
            let reader = try await DevicePageWorld.reader(console)
            for browser in [browser, reader] {
                let page = try await browser.page(Self.demo)
                #expect(page.text.contains("<a href=\"#\(anchor)\">\(title)</a>"))
                #expect(page.text.contains("id=\"\(anchor)\""))
            }
            let query = title.replacing(" ", with: "%20")
            let found = try await browser.send(.get, "/console/find.json?q=\(query)")
            #expect(found.text.contains("\(Self.policies)#\(anchor)"), "\(found.text)")
        }
    }
}
