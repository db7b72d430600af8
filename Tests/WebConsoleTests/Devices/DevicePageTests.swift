import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// One device: its pages, and what is done with it.
struct DevicePageTests {
    private static let base = DevicePageWorld.base

    @Test func `Each tab shows what is known, in parts that are live`() async throws {
        try await withConsole { console in
            let phone = try await console.signedInDevice()
            try await console.keepRecords(of: phone)
            let browser = try await DevicePageWorld.browser(console)
            for (tab, words) in [
                ("", "Device identifier"), ("/profile", "Rules that were checked"), ("/apps", "com.example.demo"),
                ("/commands", "Ping"), ("/beacons", "com.example.demo"), ("/logs", "com.example.demo"),
                ("/locations", "Locations"), ("/records", "Device samples"), ("/management", "MDM Profiles"),
                ("/smart-groups", "Member"), ("/notes", "Custom attributes"), ("/compliance", "Set by hand"),
                ("/user", "Devices of this user"), ("/events", "What changed"),
                ("/requests", "POST /deviceservices/AirWatchBeacon.svc/checkin"),
            ] {
                let page = try await browser.page(Self.base + tab)
                #expect(page.words.contains(words), "\(tab): \(page.words.prefix(1500))")
                if tab != "/user", tab != "/notes" { #expect(page.text.contains("data-live=\""), "\(tab)") }
                #expect(page.text.contains("href=\"\(Self.base)\(tab)\" aria-current=\"page\""), "\(tab)")
            }
        }
    }

    @Test func `An unknown device is not found`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            #expect(try await browser.send(.get, "/console/devices/ffff").status == 404)
        }
    }

    @Test func `Who may only read sees everything and changes nothing`() async throws {
        try await withConsole { console in
            let phone = try await console.signedInDevice()
            try await console.keepRecords(of: phone)
            let browser = try await DevicePageWorld.reader(console)
            for tab in ["", "/profile", "/apps", "/commands", "/compliance", "/commands/1"] {
                let page = try await browser.page(Self.base + tab)
                #expect(!page.text.contains("action=\"\(Self.base)/") || tab == "/profile", "\(tab)")
            }
            let answer = try await browser.send(
                .post, "\(Self.base)/enterprise-wipe",
                body: WebClient.encoded(["formToken": browser.formToken, "formPage": Self.base]))
            #expect(answer.status == 303)
            #expect(try await browser.page(Self.base).words.contains("Read Only lacks devices.write"))
            let device = try await console.adminJSON("/_mock/devices/\(DevicePageWorld.udid)")
            #expect(device["enrollmentStatus"] as? String == "Enrolled")
        }
    }

    @Test func `A device is edited, checked in and out, moved and tagged`() async throws {
        try await withConsole { console in
            try await console.addUser("dana")
            _ = try await console.importEnvironment(
                "version: 1\norganizationGroups:\n  - {path: global, tags: [{name: pilot}]}\n")
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            func device() async throws -> [String: Any] {
                try await console.adminJSON("/_mock/devices/\(DevicePageWorld.udid)")
            }
            try await browser.submit(
                "\(Self.base)/edit", on: Self.base,
                ["friendlyName": "Loan phone", "ownership": "CorporateShared", "assetNumber": "A-1"])
            #expect(try await device()["friendlyName"] as? String == "Loan phone")
            #expect(try await device()["ownership"] as? String == "CorporateShared")
            try await browser.submit("\(Self.base)/check-out", on: Self.base, ["username": "dana"])
            #expect(try await device()["user"] as? String == "dana")
            try await browser.submit("\(Self.base)/check-in", on: Self.base)
            #expect(try await device()["user"] == nil)
            try await browser.submit("\(Self.base)/tags", on: Self.base, ["tag-pilot": "true"])
            #expect(try await device()["tags"] as? [String] == ["pilot"])
            try await browser.submit("\(Self.base)/tags", on: Self.base)
            #expect(try await device()["tags"] as? [String] == [])
            try await browser.submit("\(Self.base)/group", on: Self.base, ["group": "appreview"])
            #expect(try await device()["groupId"] as? String == "appreview")
            let refused = try await browser.submit("\(Self.base)/check-out", on: Self.base, ["username": "nobody"])
            #expect(refused.text.contains("value=\"nobody\"") && refused.words.contains("Not done"))
        }
    }

    @Test(arguments: [
        ("enterprise-wipe", "Enterprise wipe pending"), ("device-wipe", "Device wipe pending"),
    ])
    func `A wipe is asked for and ordered`(action: String, status: String) async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            #expect(try await browser.page(Self.base).text.contains("data-confirm=\"Erase this device"))
            let page = try await browser.submit("\(Self.base)/\(action)", on: Self.base)
            #expect(page.words.contains(status))
            let again = try await browser.submit("\(Self.base)/\(action)", on: Self.base)
            #expect(again.status == 200)
        }
    }

    @Test func `A query and a lock are ordered, and a device is deleted`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            try await browser.submit("\(Self.base)/query", on: Self.base)
            let events = try await browser.page("\(Self.base)/events")
            #expect(events.words.contains("device.commandOrdered") && events.words.contains("admin"))
            try await browser.submit("\(Self.base)/lock", on: Self.base)
            #expect(try await browser.page("\(Self.base)/commands").words.contains("DeviceLockSso"))
            let list = try await browser.submit("\(Self.base)/delete", on: Self.base)
            #expect(list.words.contains("The device is deleted") && list.words.contains("No devices yet"))
        }
    }

    @Test func `A device is blocked by hand and released`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let blocked = try await browser.submit("\(Self.base)/block", on: "\(Self.base)/compliance")
            #expect(blocked.words.contains("Blocked"))
            let why = try await browser.page("\(Self.base)/profile")
            #expect(why.words.contains("The device is blocked: release it"))
            let released = try await browser.submit("\(Self.base)/release", on: "\(Self.base)/compliance")
            #expect(released.words.contains("The device is released."))
        }
    }
}
