import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport

/// Held wipes, and devices that are registered, allowed or denied, on pages.
struct WipePagesTests {
    private static let wipes = "/console/wipes?group=demo"
    private static let registrations = "/console/registrations?group=demo"

    private func demo(_ console: TestConsole) async throws -> String {
        let groups = try await console.adminJSON("/api/system/groups/search?groupid=demo")
        return try #require((groups["LocationGroups"] as? [[String: Any]])?.first?["Uuid"] as? String)
    }

    @Test func `Wipes are locked, one is held, seen and approved`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let group = try await demo(console)
            let locked = try await browser.submit("/console/wipes/lock", on: Self.wipes, ["group": group])
            #expect(locked.words.contains("Wipes are locked") && locked.words.contains("Further wipes Held"))
            try await browser.submit("\(DevicePageWorld.base)/device-wipe", on: DevicePageWorld.base)
            let held = try await browser.page("\(Self.wipes)&status=HELD")
            #expect(held.words.contains("Held now 1") && held.words.contains("Device Wipe Held"))
            let unsure = try await browser.submit("/console/wipes/unlock", on: Self.wipes, ["group": group])
            #expect(unsure.words.contains("\"I am sure\" has to be ticked."))
            let approved = try await browser.submit(
                "/console/wipes/unlock", on: Self.wipes, ["group": group, "isSure": "true"])
            #expect(approved.words.contains("Approved") && approved.words.contains("Held now 0"))
            let device = try await console.adminJSON("/_mock/devices/\(DevicePageWorld.udid)")
            #expect((device["enrollmentStatus"] as? String)?.contains("wipe pending") == true, "\(device)")
        }
    }

    @Test func `A device is denied, cannot enroll, and is let in again`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let denied = try await browser.submit(
                "/console/registrations/add", on: Self.registrations,
                [
                    "group": "demo", "registration_type": "BLACKLIST", "attribute_type": "UDID",
                    "device_attribute": DevicePageWorld.udid,
                ])
            #expect(denied.words.contains("is denied in demo.") && denied.text.contains("badge bad\">Denied<"))
            var app = try console.device()
            let login = try await app.logIn(username: "demo", password: "demo", organizationGroup: "demo")
            #expect(login.status != .success)
            let again = try await browser.submit(
                "/console/registrations/add", on: Self.registrations,
                [
                    "group": "demo", "registration_type": "WHITELIST", "attribute_type": "UDID",
                    "device_attribute": DevicePageWorld.udid,
                ])
            #expect(again.words.contains("Not done."))
            let entry = try #require(denied.text.firstMatch(of: /name="entry" value="(?<id>[0-9a-f-]{36})"/)?.id)
            let gone = try await browser.submit(
                "/console/registrations/revoke", on: Self.registrations, ["group": "demo", "entry": String(entry)])
            #expect(gone.words.contains("No entries"))
            try await app.logIn(username: "demo", password: "demo", organizationGroup: "demo")
            #expect(try await console.total("/_mock/devices") == 1)
        }
    }

    @Test func `A device is registered for a user on the user's page`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let list = try await browser.page("/console/users?find=demo")
            let page = try #require(list.text.firstMatch(of: /href="(?<path>\/console\/users\/[0-9]+)">demo</)?.path)
            #expect(try await browser.page(String(page)).words.contains("No registered devices"))
            let refused = try await browser.submit(
                "\(page)/register-device", on: String(page), ["LocationGroupId": "demo", "Imei": "12"])
            #expect(refused.words.contains("Not done.") && refused.text.contains("value=\"12\""))
            let done = try await browser.submit(
                "\(page)/register-device", on: String(page),
                ["LocationGroupId": "demo", "FriendlyName": "Till <4>", "Udid": "feed17", "Ownership": "C"])
            #expect(done.words.contains("The device is registered") && done.words.contains("Till <4>"))
            #expect(done.text.contains("href=\"/console/devices/feed17\""))
            #expect(try await browser.page(Self.registrations).words.contains("FEED17"))
        }
    }

    @Test func `Who may only read locks, approves and registers nothing`() async throws {
        try await withConsole { console in
            let reader = try await DevicePageWorld.reader(console)
            for path in [Self.wipes, Self.registrations, "/console/users/1"] {
                let answer = try await reader.send(.get, path)
                #expect(!answer.text.contains("/lock\"") && !answer.text.contains("/add\""), "\(path)")
                #expect(!answer.text.contains("register-device"), "\(path)")
            }
            #expect(!(try await reader.page("/console/users?find=nobody")).words.contains("Add User"))
            #expect(try await reader.send(.get, "/console/users/new").status == 403)
        }
    }
}
