import DeviceSimulator
import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Acting as a device on its page.
struct DeviceStandInTests {
    private static let base = DevicePageWorld.base
    private static let page = "\(base)/act"

    @Test func `A beacon of chosen fields is sent for a device that never sent one`() async throws {
        try await withConsole([\.signatureFreshness: "60"]) { console in
            _ = try await console.signedInDevice()
            console.clock.advance(seconds: 7200)
            let browser = try await DevicePageWorld.browser(console)
            #expect(try await browser.page(Self.base).text.contains("href=\"\(Self.page)\""))
            let sent = try await browser.submit(
                "\(Self.base)/send-beacon", on: Self.page,
                [
                    "bundleId": "com.example.demo", "Name": "<i>Ann's</i>", "OsVersion": "18.9",
                    "IsCompromised": "true",
                    "Latitude": "52.5", "Longitude": "13.4", "further": #"{"PhoneNumber": "+49 1"}"#,
                ])
            #expect(sent.words.contains("The console answered 200 to POST"), "\(sent.words.prefix(900))")
            #expect(sent.text.contains("class=\"note good\"") && sent.text.contains("href=\"/console/journal/"))
            #expect(sent.text.contains("value=\"18.9\"") && !sent.text.contains("<i>Ann"))
            let beacon = try #require(try await console.items("/_mock/beacons").first)
            #expect(beacon["isCompromised"] as? Bool == true && beacon["latitude"] as? Double == 52.5)
            let report = (beacon["report"] as? [String: Any])?["payLoad"] as? [String: Any]
            #expect(report?["PhoneNumber"] as? String == "+49 1" && report?["OsVersion"] as? String == "18.9")
        }
    }

    @Test func `The profile is fetched and shown as it came`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let fetched = try await browser.submit(
                "\(Self.base)/fetch-profile", on: Self.page, ["profileApp": "com.example.demo"])
            #expect(fetched.words.contains("The console answered 200 to GET"), "\(fetched.words.prefix(900))")
            #expect(fetched.words.contains("Property list") && fetched.text.contains("&lt;plist"))
        }
    }

    @Test func `What a device asks for in its stead names the console as clients find it`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let fetched = try await browser.submit(
                "\(Self.base)/fetch-profile", on: Self.page, ["profileApp": "com.example.demo"])
            #expect(fetched.words.contains("The console answered 200 to GET"), "\(fetched.words.prefix(900))")
            let entry = try #require(fetched.text.firstMatch(of: /href="\/console\/journal\/(?<id>[0-9]+)"/)?.id)
            let kept = try await console.adminJSON("/_mock/journal/\(entry)")
            let url = kept["url"] as? String
            #expect(url?.contains("://uem.example.test/deviceservices/") == true, "\(kept)")
        }
    }

    @Test func `A refusal is shown as one, and what was typed stays`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let wrong = try await browser.submit(
                "\(Self.base)/send-beacon", on: Self.page,
                ["bundleId": "com.example.demo", "Model": "iPhone 99", "Latitude": "400", "Longitude": "1"])
            #expect(!wrong.words.contains("answered 200") && wrong.text.contains("class=\"note bad\""))
            #expect(wrong.text.contains("value=\"iPhone 99\"") && wrong.text.contains("value=\"400\""))
            #expect(try await console.total("/_mock/beacons") == 0)
            let other = try await browser.submit(
                "\(Self.base)/send-request", on: Self.page,
                ["requestApp": "com.example.demo", "method": "GET", "path": "/deviceservices/nowhere", "body": ""])
            #expect(other.words.contains("The console answered 404 to GET /deviceservices/nowhere."))
            let refused = try await browser.submit(
                "\(Self.base)/send-request", on: Self.page,
                ["requestApp": "com.example.demo", "method": "GET", "path": "/api/system/info"])
            #expect(refused.words.contains("path has to be one of device services"))
            let list = try await browser.submit(
                "\(Self.base)/send-beacon", on: Self.page, ["bundleId": "com.example.demo", "further": "[1]"])
            #expect(list.words.contains("further has to be a JSON object"))
        }
    }

    @Test func `Without the journal the status is told, and a refusal is no success`() async throws {
        try await withConsole([\.journalEnabled: "false"]) { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let sent = try await browser.submit(
                "\(Self.base)/send-beacon", on: Self.page, ["bundleId": "com.example.demo", "Model": "iPhone"])
            #expect(sent.words.contains("Done. The console answered 200"), "\(sent.words.prefix(600))")
            let wrong = try await browser.submit(
                "\(Self.base)/send-request", on: Self.page,
                ["requestApp": "com.example.demo", "method": "GET", "path": "/deviceservices/nowhere"])
            #expect(wrong.words.contains("Not done. The console answered 404"))
        }
    }

    @Test func `A device without an app says what is missing, and who may only read sends nothing`() async throws {
        try await withConsole { console in
            _ = try await console.admin(.post, "/_mock/devices", text: #"{"udid":"aaaa1111","group":"demo"}"#)
            let browser = try await DevicePageWorld.browser(console)
            #expect(try await browser.page("/console/devices/aaaa1111/act").words.contains("No app on this device"))
            _ = try await console.signedInDevice()
            let reader = try await DevicePageWorld.reader(console)
            #expect(!(try await reader.page(Self.page)).text.contains("action=\"\(Self.base)/"))
        }
    }

    @Test func `A device says in which smart groups it is, and why`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            _ = try await console.admin(
                .post, "/api/mdm/smartgroups",
                text: #"{"Name": "Androids", "CriteriaType": "All", "Platforms": ["Android"]}"#)
            let browser = try await DevicePageWorld.browser(console)
            let inside = try await browser.page("\(Self.base)/smart-groups")
            #expect(inside.words.contains("Member") && !inside.words.contains("Androids"))
            let all = try await browser.page("\(Self.base)/smart-groups?all=true")
            #expect(all.words.contains("Androids") && all.words.contains("Not a member"))
            #expect(all.words.contains("platform: does not hold"))
        }
    }
}
