import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// What a device has sent, and what manages it: the tabs for records without one of their own.
struct DeviceRecordTabTests {
    private static let base = DevicePageWorld.base

    @Test func `Each kind of record is shown, and what to do where there are none`() async throws {
        try await withConsole { console in
            let phone = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let kinds = ["samples", "analytics", "data-usage", "push-tokens", "messages", "pin-reports"]
            for kind in kinds {
                let page = try await browser.page("\(Self.base)/records?show=\(kind)")
                #expect(page.text.contains("<div class=\"empty\">") && page.text.contains("data-live="), "\(kind)")
                #expect(page.words.contains("/_mock/devices/\(DevicePageWorld.udid)/\(kind)?page=0"), "\(kind)")
                for other in kinds { #expect(page.text.contains("records?show=\(other)\""), "\(kind)") }
            }
            var batch = try DeviceRoute.analytics.request(phone)
            batch.body = Data(
                #"{"events":[{"name":"open"}],"samples":[{"kind":"power","lifePercent":83}]}"#.utf8)
            #expect(try await console.send(batch, as: phone).status == 200)
            try await phone.sendDataUsage(Data(#"{"cellular":"<b>17</b>"}"#.utf8))
            var beacon = try DeviceRoute.beacon.request(phone)
            beacon.body = Data("{\"payLoad\":{\"DeviceIdentifier\":\"\(phone.device)\",\"APNSToken\":\"a1b2\"}}".utf8)
            #expect(try await console.send(beacon, as: phone).status == 200)
            for (kind, words) in [
                ("samples", "lifePercent: 83"), ("analytics", "open"), ("data-usage", "<b>17</b>"),
                ("push-tokens", "a1b2"),
            ] {
                let page = try await browser.page("\(Self.base)/records?show=\(kind)")
                #expect(page.words.contains(words) && !page.text.contains("<b>17"), "\(kind): \(page.words)")
            }
            #expect(try await browser.page("\(Self.base)/records?show=push-tokens").words.contains("In force"))
            #expect(try await browser.page("\(Self.base)/records").words.contains("Device samples"))
        }
    }

    @Test func `Keys in escrow are listed without the key, and deleted`() async throws {
        try await withConsole { console in
            let phone = try await console.signedInDevice()
            let key = Data((0..<32).map { UInt8($0 ^ 0x5A) }).base64EncodedString()
            try await phone.storeKey(key)
            let tab = "\(Self.base)/management"
            let reader = try await DevicePageWorld.reader(console).page(tab)
            #expect(reader.words.contains("44 characters") && !reader.text.contains("escrow/delete"))
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page(tab)
            #expect(page.words.contains("com.example.demo") && !page.text.contains(key))
            let gone = try await browser.submit("\(Self.base)/escrow/delete", on: tab)
            #expect(gone.words.contains("One key was deleted.") && gone.words.contains("No keys in escrow"))
            #expect(try await phone.retrieveKey() == nil)
        }
    }

    @Test func `MDM profiles are listed, and what a management client would report is said`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let made = try await console.admin(
                .post, "/api/mdm/profiles/platforms/apple/create",
                text: #"{"General":{"Name":"Wi-Fi <b>"}}"#)
            #expect(made.status == .ok, "\(made.text)")
            let order = try await console.admin(
                .post, "/api/mdm/profiles/\(made.text)/install", text: "{\"Udid\":\"\(DevicePageWorld.udid)\"}")
            #expect(order.status == .ok, "\(order.text)")
            let tab = "\(Self.base)/management"
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page(tab)
            #expect(page.words.contains("Wi-Fi <b>") && page.words.contains("Pending install"))
            let listed = try await console.items("/_mock/devices/\(DevicePageWorld.udid)/mdm-profiles")
            let uuid = try #require(listed.first?["uuid"] as? String)
            let action = "\(Self.base)/mdm-profiles/\(uuid)/report"
            let installed = try await browser.submit(action, on: tab, ["status": "Installed"])
            #expect(installed.words.contains("The profile is reported as installed."))
            #expect(installed.text.contains("badge good\">Installed"))
            let reader = try await DevicePageWorld.reader(console).page(tab)
            #expect(reader.words.contains("Installed") && !reader.text.contains("Report as"))
        }
    }

    @Test func `Notes and custom attributes are kept, shown as text, and taken away`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let tab = "\(Self.base)/notes"
            let browser = try await DevicePageWorld.browser(console)
            #expect(try await browser.page(tab).words.contains("No notes"))
            let noted = try await browser.submit("\(Self.base)/notes/add", on: tab, ["Note": "Lent to <b>ada</b>"])
            #expect(noted.words.contains("Lent to <b>ada</b>") && !noted.text.contains("<b>ada"))
            let path = try #require(noted.text.firstMatch(of: /action="(?<path>[^"]*notes\/\d+\/delete)"/)?.path)
            let attribute = ["Name": "room", "Value": "4.11"]
            let set = try await browser.submit("\(Self.base)/attributes/set", on: tab, attribute)
            #expect(set.words.contains("The attribute room was set.") && set.words.contains("4.11"))
            let reader = try await DevicePageWorld.reader(console).page(tab)
            #expect(reader.words.contains("4.11") && !reader.text.contains("/delete\""))
            let without = try await browser.submit("\(Self.base)/attributes/delete", on: tab, ["Name": "room"])
            #expect(without.words.contains("No custom attributes"))
            #expect(try await browser.submit(String(path), on: tab).words.contains("No notes"))
            let refused = try await browser.submit("\(Self.base)/notes/add", on: tab, ["Note": ""])
            #expect(refused.words.contains("Not done."))
        }
    }

    @Test func `Smart groups that contain the device are named with the reason, on their tab alone`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page("\(Self.base)/smart-groups")
            #expect(page.words.contains("Smart group Member Why"), "\(page.words)")
            #expect(try await !browser.page("\(Self.base)/management").words.contains("All Devices"))
        }
    }
}
