import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole
@testable import WebConsole

/// SDK profiles on pages: the list, payloads, versions, previews and apps.
struct ProfilePageTests {
    private static let path = "/console/profiles"

    private func withBrowser(
        _ test: @escaping @Sendable (TestConsole, WebClient) async throws -> Void
    ) async throws {
        try await withConsole { console in
            try await test(console, try await DevicePageWorld.browser(console))
        }
    }

    /// The address of a profile by its name.
    private static func base(_ name: String) -> String {
        "\(path)/\(name.replacing(" ", with: "%20"))"
    }

    /// The payload of a type.
    private static func payload(
        _ type: String, of profile: String, _ console: TestConsole
    ) async throws -> [String: Any]? {
        let answer = try await console.adminJSON("/_mock/profiles/\(profile)")
        return (answer["payloads"] as? [[String: Any]])?.last { $0["PayloadType"] as? String == type }
    }

    @Test func `Profiles are listed, added, copied, changed and deleted`() async throws {
        try await withBrowser { console, browser in
            let list = try await browser.page(Self.path)
            #expect(
                list.words.contains("Everything") && list.words.contains("No passcode, nothing restricted"))
            #expect(
                try await browser.page("\(Self.path)?name=nothing").words.contains("No SDK profile matches")
            )
            let made = try await browser.submit(
                "\(Self.path)/new", on: Self.path,
                ["newName": "Field <b>", "newGroup": "demo", "description": "For <i>"])
            #expect(made.words.contains("Field <b> was added.") && !made.text.contains("<b>"))
            #expect(made.words.contains("No payloads yet"))
            let base = try #require(
                made.text.firstMatch(of: /action="(?<base>\/console\/profiles\/[^"]*)\/edit"/)?.base)
            let changed = try await browser.submit(
                "\(base)/edit", on: String(base), ["name": "Fields", "description": "", "inherits": "true"])
            #expect(changed.words.contains("The SDK profile was changed."))
            let copy = try await browser.submit(
                "\(Self.base("Everything"))/copy", on: Self.base("Everything"),
                ["copyName": "Second", "copyGroup": "demo"])
            #expect(
                copy.words.contains("Second was added.") && copy.words.contains("AirWatch App Tunnel"))
            let gone = try await browser.submit("\(base)/delete", on: String(base))
            #expect(gone.words.contains("The SDK profile was deleted."))
            let needed = try await browser.submit(
                "\(Self.base("Review"))/delete", on: Self.base("Review"))
            #expect(needed.words.contains("Not done."))
            #expect(try await console.adminJSON("/_mock/profiles")["total"] as? Int == 4)
        }
    }

    @Test
    func
        `Each payload type has a form with all its settings, and saving it unchanged changes nothing`()
        async throws
    {
        try await withBrowser { console, browser in
            let types =
                try await console.adminJSON("/_mock/profiles/payload-types")["items"] as? [[String: Any]]
            for type in try #require(types) {
                let name = try #require(type["type"] as? String)
                let page = try await browser.page("\(Self.base("Everything"))/payload?type=\(name)")
                for key in try #require(type["keys"] as? [[String: Any]]) {
                    let setting = try #require(key["name"] as? String)
                    #expect(page.text.contains("name=\"\(name).\(setting)\""), "\(name).\(setting)")
                }
            }
            let before = try await console.adminJSON("/_mock/profiles/Everything")
            for payload in try #require(before["payloads"] as? [[String: Any]]) {
                let name = try #require(payload["PayloadType"] as? String)
                let page = "\(Self.base("Everything"))/payload?type=\(name)"
                let fields = FormFields.read(try await browser.page(page).text, action: "/payload")
                let saved = try await browser.submit("\(Self.base("Everything"))/payload", on: page, fields)
                #expect(saved.words.contains("was saved."), "\(name): \(saved.words.prefix(600))")
            }
            #expect(try await console.adminJSON("/_mock/profiles/Everything")["version"] as? Int == 1)
        }
    }

    @Test func `Settings of every kind are changed, cleared and refused`() async throws {
        try await withBrowser { console, browser in
            let base = Self.base("Review")
            func save(_ type: String, _ fields: [String: String]) async throws -> WebClient.Answer {
                let named = Dictionary(
                    uniqueKeysWithValues: fields.map {
                        ($0.key == "further" ? $0.key : "\(type).\($0.key)", $0.value)
                    })
                return try await browser.submit(
                    "\(base)/payload", on: "\(base)/payload?type=\(type)",
                    ["type": type].merging(named) { $1 })
            }
            _ = try await save(
                "PasscodePoliciesV2",
                [
                    "AllowedSites": "*.example.test\n\n wiki.test ", "EnableSingleSignOn": "",
                    "PasscodeTimeout": "900",
                ])
            let passcode = try #require(
                try await Self.payload("PasscodePoliciesV2", of: "Review", console))
            #expect(passcode["AllowedSites"] as? [String] == ["*.example.test", "wiki.test"])
            #expect(passcode["EnableSingleSignOn"] == nil && passcode["PasscodeTimeout"] as? Int == 900)
            _ = try await save(
                "BrandingSettingsV2", ["PrimaryColor": "#336699", "CompanyLogoPhone": "image:logo"])
            let branding = try #require(
                try await Self.payload("BrandingSettingsV2", of: "Review", console))
            #expect(branding["PrimaryColor"] as? Int == 0x336699)
            _ = try await save("OfflineAccessPoliciesV2", ["MaximumPeriodAllowedOffline": "86400"])
            let page = try await browser.page("\(base)/payload?type=OfflineAccessPoliciesV2")
            #expect(page.text.contains("value=\"86400\""))
            let text = "{\n  \"a\": \"<b>\"\n}"
            let shown = try await save("CustomSettingsV2", ["CustomSettings": text])
            #expect(!shown.text.contains("<b>"))
            let custom = try await Self.payload("CustomSettingsV2", of: "Review", console)
            #expect(custom?["CustomSettings"] as? String == text)
            let refused = try await save("BrandingSettingsV2", ["PrimaryColor": "red"])
            #expect(
                refused.text.contains("value=\"red\"")
                    && refused.text.contains("role=\"alert\">Primary Color must be"))
            let unreadable = try await save("com.example.app", ["further": "{"])
            #expect(unreadable.text.contains("role=\"alert\">Further settings must be a JSON object"))
        }
    }

    @Test func `A payload of an unknown type is added, changed and removed`() async throws {
        try await withBrowser { console, browser in
            let base = Self.base("Review")
            let page = "\(base)/payload?type=PasscodePoliciesV2&other=com.example.app"
            _ = try await browser.submit(
                "\(base)/payload", on: page,
                ["type": "com.example.app", "further": #"{"one": 1, "two": "2"}"#])
            let saved = try await browser.submit(
                "\(base)/payload", on: page, ["type": "com.example.app", "further": #"{"two": "3"}"#])
            #expect(saved.words.contains("com.example.app was saved."))
            let payload = try #require(try await Self.payload("com.example.app", of: "Review", console))
            #expect(payload["one"] == nil && payload["two"] as? String == "3")
            let gone = try await browser.submit(
                "\(base)/payload/remove", on: base, ["type": "com.example.app"])
            #expect(gone.words.contains("com.example.app was removed."))
            #expect(try await Self.payload("com.example.app", of: "Review", console) == nil)
        }
    }

    @Test func `Versions are listed, compared and restored`() async throws {
        try await withBrowser { console, browser in
            let base = Self.base("Review")
            _ = try await browser.submit(
                "\(base)/payload", on: "\(base)/payload?type=LoggingSettingsV2",
                ["type": "LoggingSettingsV2", "version": "1", "LoggingSettingsV2.LoggingLevel": "3"])
            #expect(try await browser.page("\(base)/versions").words.contains("Version 2 In force"))
            let old = try await browser.page("\(base)/versions/1")
            #expect(old.words.contains("Logging Level LoggingLevel changed Information Debug"))
            let same = try await browser.page("\(base)/versions/1?to=1")
            #expect(same.words.contains("No differences"))
            let restored = try await browser.submit(
                "\(base)/versions/1/restore", on: "\(base)/versions/1")
            #expect(restored.words.contains("The payloads of version 1 are those of version 3."))
            let logging = try await Self.payload("LoggingSettingsV2", of: "Review", console)
            #expect(logging?["LoggingLevel"] as? Int == 2)
            let stale = try await browser.submit(
                "\(base)/payload", on: "\(base)/payload?type=LoggingSettingsV2",
                ["type": "LoggingSettingsV2", "version": "1", "LoggingSettingsV2.LoggingLevel": "0"])
            #expect(stale.words.contains("has version 3 now, and not 1"))
        }
    }

    @Test func `The property list is shown as the device gets it, and what an app on a device gets`()
        async throws
    {
        try await withBrowser { console, browser in
            let page = "\(Self.base("Review"))/preview"
            let alone = try await browser.page(page)
            #expect(alone.words.contains("<key>AuthenticationType</key>"))
            #expect(alone.words.contains("No devices yet"))
            _ = try await console.signedInDevice()
            let query = "device=\(DevicePageWorld.udid)&bundleId=com.example.demo"
            let fetched = try await browser.page("\(page)?\(query)")
            #expect(
                fetched.words.contains("This profile") && fetched.words.contains("What the app reads"))
            let nothing = try await browser.page(
                "\(page)?device=\(DevicePageWorld.udid)&bundleId=com.example.none")
            #expect(nothing.words.contains("The app gets an empty body: noApplication."))
        }
    }

    @Test func `Previews name the console as clients find it`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test:444"]) { console in
            let browser = try await DevicePageWorld.browser(console)
            let base = Self.base("Review")
            try await browser.submit(
                "\(base)/payload", on: "\(base)/payload?type=BrandingSettingsV2",
                ["type": "BrandingSettingsV2", "BrandingSettingsV2.CompanyLogoPhone": "image:logo"])
            let preview = try await browser.page("\(base)/preview")
            #expect(preview.words.contains("<string>https://uem.example.test:444/"), "\(preview.words.prefix(3000))")
            #expect(!preview.words.contains("<string>http://localhost"))
        }
    }

    @Test func `A profile is given to an app and taken away`() async throws {
        try await withBrowser { console, browser in
            let base = Self.base("Everything")
            let apps = try await console.adminJSON("/_mock/applications?bundleId=com.example.demo")
            let app = try #require((apps["items"] as? [[String: Any]])?.first?["uuid"] as? String)
            let given = try await browser.submit("\(base)/apps/assign", on: "\(base)/apps", ["app": app])
            #expect(
                given.words.contains("The app has the profile now.")
                    && given.words.contains("com.example.demo"))
            let device = try await console.signedInDevice()
            #expect(
                try await device.fetchProfile()?.payloads.contains { $0.type == "IntegrationServices" }
                    == true)
            let released = try await browser.submit(
                "\(base)/apps/release", on: "\(base)/apps", ["app": app, "mode": "default"])
            #expect(released.words.contains("The app has the default of its group now."))
            let after = try await console.adminJSON("/_mock/applications/\(app)/profile")
            #expect(after["mode"] as? String == "default")
        }
    }

    @Test func `Who may only read sees values, no forms and no secrets`() async throws {
        try await withConsole { console in
            let reader = try await DevicePageWorld.reader(console)
            for page in [
                "", "/versions", "/preview", "/apps", "/versions/1", "/payload?type=CredentialsSettingsV2",
            ] {
                let answer = try await reader.page(Self.base("Everything") + page)
                #expect(!answer.text.contains("action=\"\(Self.base("Everything"))/edit"))
                #expect(!answer.text.contains("class=\"danger\""), "\(page)")
                #expect(!answer.text.contains("sample-only"), "\(page)")
            }
            let payload = try await reader.page(
                "\(Self.base("Everything"))/payload?type=CredentialsSettingsV2")
            #expect(payload.words.contains("(hidden)") && !payload.text.contains("name=\"further\""))
            #expect(!(try await reader.page(Self.path)).text.contains("action=\"\(Self.path)/new\""))
        }
    }
}
