import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Event notifications and their deliveries on pages.
struct NotificationPagesTests {
    private static let path = "/console/event-notifications"

    @Test func `A notification is added, shown with its secret, changed and deleted`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            #expect(try await browser.page(Self.path).words.contains("No event notifications yet"))
            let made = try await browser.submit(
                "\(Self.path)/new/save", on: "\(Self.path)/new?group=demo",
                [
                    "group": "demo", "TargetName": "Hook <script>", "TargetUrl": "https://hook.example.test/ws1",
                    "Username": "", "Format": "Json", "IsActive": "true", "events.Enrollment": "true",
                ])
            #expect(made.words.contains("The notification Hook <script> was added."))
            #expect(!made.text.contains("Hook <script>") && made.words.contains("Device Enrollment"))
            #expect(made.words.contains("Format JSON"))
            let id = try #require(made.text.firstMatch(of: /event-notifications\/(?<id>[0-9]+)\/edit/)?.id)
            let page = "\(Self.path)/\(id)"
            let secret = try await browser.submit("\(page)/secret", on: page)
            #expect(secret.words.contains("Shown this once"))
            #expect(!(try await browser.page(page)).words.contains("Shown this once"))
            try await browser.submit(
                "\(page)/save", on: "\(page)/edit",
                [
                    "TargetName": "Other", "TargetUrl": "https://hook.example.test/ws1", "Username": "",
                    "Format": "Xml", "events.Wipe": "true",
                ])
            let changed = try await console.adminJSON("/api/system/eventnotifications/\(id)")
            #expect(changed["TargetName"] as? String == "Other" && changed["Format"] as? String == "Xml")
            let events = try #require(changed["DeviceEvents"] as? [String: Any])
            #expect(events["Wipe"] as? Bool == true && events["Enrollment"] as? Bool == false)
            let gone = try await browser.submit("\(page)/delete", on: page)
            #expect(gone.words.contains("The notification was deleted"))
        }
    }

    @Test func `Deliveries and the queue have pages`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            for tab in ["deliveries", "queue"] {
                let page = try await browser.page("\(Self.path)/\(tab)")
                #expect(page.text.contains("href=\"\(Self.path)/\(tab)\" aria-current=\"page\""))
            }
        }
    }
}
