import DeviceSimulator
import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Groups, their settings, and what programs sign in with, on pages.
struct SettingsTests {
    private func withBrowser(_ test: @escaping @Sendable (TestConsole, WebClient) async throws -> Void) async throws {
        try await withConsole { console in
            let browser = WebClient(console)
            try await browser.signIn()
            try await test(console, browser)
        }
    }

    @Test func `Every page of settings shows each of its settings, which exists`() async throws {
        try await withBrowser { console, browser in
            let known = try await console.adminJSON("/_mock/groups/demo/settings")
            for page in SettingsCatalogue.pages {
                let answer = try await browser.page("/console/settings/\(page.id)?group=demo")
                for setting in page.settings {
                    #expect(known[setting.name] != nil, "\(setting.name)")
                    #expect(answer.words.contains(setting.label), "\(setting.label)")
                }
            }
            let shown = Set(SettingsCatalogue.pages.flatMap(\.settings).map(\.name))
            // The default SDK profile is chosen where profiles are.
            #expect(Set(known.keys).subtracting(shown) == ["defaultProfile"])
        }
    }

    @Test func `All Settings lead also to what has a page of its own, and logging to its other half`() async throws {
        try await withBrowser { _, browser in
            let all = try await browser.page("/console/settings")
            for path in [
                "terms-of-use", "api-keys", "oauth-clients", "event-notifications", "tags", "registrations", "wipes",
            ] {
                #expect(all.text.contains("<a href=\"/console/\(path)\">"), "\(path)")
            }
            #expect(all.words.contains("System › Advanced › API › Event Notifications"))
            let room = try await browser.page("/console/settings/logging?group=demo")
            #expect(room.text.contains("href=\"/console/settings/app-settings?group=demo\""))
            let level = try await browser.page("/console/settings/app-settings?group=demo")
            #expect(level.text.contains("href=\"/console/settings/logging?group=demo\""))
        }
    }

    @Test func `A setting is overridden, told with where it comes from, and inherited again`() async throws {
        try await withBrowser { console, browser in
            let page = "/console/settings/content-locker?group=demo"
            let path = "/console/settings/content-locker"
            let on = try await browser.submit(path, on: page, ["group": "demo", "requireMDMEnrollment": "true"])
            #expect(on.words.contains("The settings of demo were saved"))
            #expect(on.words.contains("Value from demo: Enabled"))
            var app = try console.device()
            let login = try await app.logIn(username: "demo", password: "demo", organizationGroup: "demo")
            #expect(login.statusCode == "AUTH-1004")
            let inherited = try await browser.submit(path, on: page, ["group": "demo", "requireMDMEnrollment": ""])
            #expect(!inherited.words.contains("Value from demo"))
        }
    }

    @Test func `Numbers, lists and refusals`() async throws {
        try await withBrowser { console, browser in
            let page = "/console/settings/enrollment?group=demo"
            let path = "/console/settings/enrollment"
            _ = try await browser.submit(
                path, on: page,
                ["group": "demo", "lockoutMinutes": "7", "authenticationTypes": "token, saml", "emailDomains": "none"])
            let settings = try await console.adminJSON("/_mock/groups/demo/settings")
            func value(_ name: String) -> Any? { (settings[name] as? [String: Any])?["value"] }
            #expect(value("lockoutMinutes") as? Int == 7)
            #expect(value("authenticationTypes") as? [String] == ["token", "saml"])
            #expect((value("emailDomains") as? [String])?.isEmpty == true)
            let refused = try await browser.submit(
                path, on: page, ["group": "demo", "authenticationTypes": "telepathy", "lockoutMinutes": "9"])
            #expect(refused.words.contains("Not done."))
            #expect(refused.text.contains("value=\"telepathy\""))
            let after = try await console.adminJSON("/_mock/groups/demo/settings")
            #expect((after["lockoutMinutes"] as? [String: Any])?["value"] as? Int == 7)
        }
    }

    @Test func `Groups stand in a tree, are added and deleted`() async throws {
        try await withBrowser { _, browser in
            #expect(try await browser.page("/console/groups").words.contains("Global"))
            let added = try await browser.submit(
                "/console/groups/demo/add", on: "/console/groups/demo",
                ["Name": "Below <b>", "GroupId": "below", "LocationGroupType": "Container"])
            #expect(!added.words.contains("Change Change") && !added.text.contains("<h3>Change"))
            #expect(added.words.contains("Below <b> was added.") && !added.text.contains("Below <b>"))
            #expect(try await browser.page("/console/groups").text.contains("/console/groups/below"))
            let changed = try await browser.submit(
                "/console/groups/below/edit", on: "/console/groups/below", ["Name": "Beneath"])
            #expect(changed.words.contains("Beneath"))
            let gone = try await browser.submit("/console/groups/below/delete", on: "/console/groups/below")
            #expect(gone.words.contains("The group was deleted."))
        }
    }

    @Test func `An API key is shown once`() async throws {
        try await withBrowser { console, browser in
            let made = try await browser.submit(
                "/console/api-keys/new", on: "/console/api-keys", ["name": "Script", "group": "demo"])
            let key = try #require(made.text.firstMatch(of: /<code class="copied">(?<key>[^<]*)<\/code>/)?.key)
            let basic = Data("admin:admin".utf8).base64EncodedString()
            let answer = try await console.send(
                .get, "/api/system/info", headers: ["Authorization": "Basic \(basic)", "aw-tenant-code": String(key)])
            #expect(answer.status == .ok)
            let list = try await browser.page("/console/api-keys")
            #expect(!list.text.contains(key) && list.words.contains("Name Id Organization Group Status"))
            #expect(list.text.contains(/<code class="short" title="[0-9a-f-]{36}">[0-9a-f-]{12}…/))
        }
    }

    @Test func `An OAuth client gets a new secret`() async throws {
        try await withBrowser { _, browser in
            let made = try await browser.submit(
                "/console/oauth-clients/new", on: "/console/oauth-clients",
                ["name": "Pipeline", "group": "demo", "role": "API Only"])
            #expect(made.words.contains("Pipeline was made with the id"))
            let list = try await browser.page("/console/oauth-clients")
            #expect(list.words.contains("Name Id Organization Group Role Status"))
            let action = try #require(
                list.text.matches(of: /action="(?<path>\/console\/oauth-clients\/[^"]*\/rotate)"/).last?.path)
            let rotated = try await browser.submit(String(action), on: "/console/oauth-clients")
            #expect(rotated.words.contains("There is another secret"))
        }
    }
}
