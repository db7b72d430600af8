import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Commands, beacons, logs and the profile of a device.
struct DeviceTrafficPageTests {
    private static let base = DevicePageWorld.base

    @Test func `Logs are requested for a time at a level`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.submit(
                "\(Self.base)/request-logs", on: "\(Self.base)/apps",
                ["bundleId": "com.example.demo", "logPeriodSeconds": "1800", "logLevel": "warning", "logType": "crash"])
            #expect(page.words.contains("UploadLogs") && page.words.contains("1 command is queued."))
            let command = try await console.adminJSON("/_mock/commands/1")
            let settings = try #require(command["settings"] as? [String: Any])
            #expect(settings["LogPeriod"] as? Int == 1800 && settings["LogLevel"] as? Int == 2)
        }
    }

    @Test func `A custom command and a profile are sent`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            _ = try await console.admin(
                .post, "/_mock/profiles", text: #"{"name":"Field","group":"demo","payloads":[]}"#)
            let browser = try await DevicePageWorld.browser(console)
            let wrong = try await browser.submit(
                "\(Self.base)/custom-command", on: Self.base,
                ["requestType": "Greet", "settings": "no JSON", "app": "com.example.demo"])
            #expect(wrong.words.contains("has to be a JSON object") && wrong.text.contains("value=\"Greet\""))
            try await browser.submit(
                "\(Self.base)/custom-command", on: Self.base,
                ["requestType": "Greet", "settings": #"{"Title":"Hello"}"#, "expiresInMinutes": "5"])
            let page = try await browser.page("\(Self.base)/commands/1")
            #expect(page.words.contains("Greet") && page.words.contains("\"Title\": \"Hello\""))
            let sent = try await browser.submit(
                "\(Self.base)/send-profile", on: Self.base, ["profile": "Field", "bundleId": "com.example.demo"])
            #expect(sent.words.contains("InstallProfile"))
        }
    }

    @Test func `A command shows its life, and is cancelled while it waits`() async throws {
        try await withConsole { console in
            func queue(_ udid: String) async throws {
                _ = try await console.admin(
                    .post, "/_mock/devices/\(udid)/commands", text: #"{"requestType":"Ping"}"#)
            }
            _ = try await console.signedInDevice()
            try await queue(DevicePageWorld.udid)
            let browser = try await DevicePageWorld.browser(console)
            let waiting = try await browser.page("\(Self.base)/commands/1")
            #expect(waiting.words.contains("Queued") && waiting.words.contains("Waits for the app"))
            let gone = try await browser.submit("\(Self.base)/commands/1/delete", on: "\(Self.base)/commands/1")
            #expect(gone.words.contains("No commands yet"))
            #expect(try await console.admin(.get, "/_mock/commands/1").status == .notFound)
            _ = try await console.signedInDevice("abcd")
            try await queue("abcd")
            #expect(try await browser.send(.get, "\(Self.base)/commands/2").status == 404)
        }
    }

    @Test func `A beacon shows what differs from the one before`() async throws {
        try await withConsole { console in
            let phone = try await console.signedInDevice()
            try await phone.sendBeacon(phone.beacon())
            let browser = try await DevicePageWorld.browser(console)
            let first = try await browser.page("\(Self.base)/beacons/1")
            #expect(first.words.contains("There is none before"))
            var second = phone.beacon()
            second.osVersion = "18.9"
            try await phone.sendBeacon(second)
            let page = try await browser.page("\(Self.base)/beacons/2")
            #expect(page.words.contains("payLoad.OsVersion") && page.words.contains("18.9"))
            #expect(page.text.contains("href=\"\(Self.base)/beacons/1\""))
            #expect(try await browser.page("\(Self.base)/beacons").words.contains("OsVersion"))
        }
    }

    @Test func `A log is read in place`() async throws {
        try await withConsole { console in
            let phone = try await console.signedInDevice()
            try await phone.uploadLog("a line with <b>")
            let browser = try await DevicePageWorld.browser(console)
            #expect(try await browser.page("\(Self.base)/logs").text.contains("href=\"/console/app-logs/1\""))
            #expect(try await browser.page("/console/app-logs/1").text.contains("a line with &lt;b&gt;"))
        }
    }

    @Test func `The profile is explained and shown as the device gets it`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page("\(Self.base)/profile")
            #expect(page.words.contains("Property list, as the device gets it"), "\(page.words.prefix(2500))")
            #expect(page.text.contains("&lt;plist") && page.words.contains("Payloads"))
            let other = try await browser.page("\(Self.base)/profile?bundleId=com.example.unknown")
            #expect(other.words.contains("noApplication") && other.words.contains("empty body"))
        }
    }

    @Test func `Requests lead to the journal`() async throws {
        try await withConsole { console in
            let phone = try await console.signedInDevice()
            try await phone.sendBeacon(phone.beacon())
            let page = try await DevicePageWorld.browser(console).page("\(Self.base)/requests")
            #expect(page.text.contains("href=\"/console/journal/"))
        }
    }
}
