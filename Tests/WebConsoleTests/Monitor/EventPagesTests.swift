import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport

/// The event log as a page.
struct EventPagesTests {
    private static let path = "/console/events"

    @Test func `Changes of everything stand there, with their authors`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            _ = try await console.admin(
                .patch, "/_mock/groups/demo/settings", text: #"{"supportPhone": "+49 <b>1</b>"}"#)
            _ = try await console.admin(.post, "/_mock/faults", text: #"{"preset": "slow network"}"#)
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page(Self.path)
            for word in ["settings.updated", "fault.created", "device.enrolled", "Administrator", "supportPhone: +49"] {
                #expect(page.words.contains(word), "\(word): \(page.words.dropFirst(1200).prefix(3500))")
            }
            #expect(!page.text.contains("<b>1") && page.text.contains("data-live=\"event\""))
            #expect(page.text.contains("href=\"\(DevicePageWorld.base)\""))
            #expect(page.text.contains("<a href=\"\(Self.path)\" aria-current=\"page\">Event Log</a>"))
        }
    }

    @Test func `Filters narrow it, and one event has its own address`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            _ = try await console.admin(.post, "/_mock/faults", text: #"{"preset": "slow network"}"#)
            let browser = try await DevicePageWorld.browser(console)
            let faults = try await browser.page("\(Self.path)?action=fault.*")
            #expect(faults.words.contains("fault.created") && !faults.words.contains("device.enrolled"))
            #expect(faults.text.contains("value=\"fault.*\" selected"))
            let devices = try await browser.page("\(Self.path)?subject=\(DevicePageWorld.udid)&subjectKind=device")
            #expect(devices.words.contains("device.enrolled") && !devices.words.contains("fault.created"))
            let link = try #require(faults.text.firstMatch(of: /href="(?<path>\/console\/events\?ids=[0-9]+)"/)?.path)
            #expect(try await browser.page(String(link)).words.contains("fault.created"))
            #expect(try await browser.page("\(Self.path)?actor=nobody").words.contains("No event is like that"))
            #expect(try await browser.page("\(Self.path)?from=yesterday-ish").words.contains("from"))
            let file = try await browser.send(.get, "\(Self.path)/download?action=fault.*")
            #expect(file.status == 200 && file.text.contains("fault.created"))
        }
    }

    @Test func `Compromised devices and logs by level are found from Monitor`() async throws {
        try await withConsole { console in
            let phone = try await console.signedInDevice()
            try await phone.uploadLog("broken", level: .error)
            var beacon = phone.beacon()
            beacon.isCompromised = true
            try await phone.sendBeacon(beacon)
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page("/console/")
            #expect(page.text.contains("href=\"/console/devices?compromised=true\""))
            #expect(page.text.contains("badge bad\">Error<"))
            #expect(page.text.contains("href=\"/console/app-logs/1\""))
            #expect(try await browser.page("/console/devices?compromised=true").text.contains(DevicePageWorld.base))
            #expect(!(try await browser.page("/console/devices?compromised=false")).text.contains(DevicePageWorld.base))
        }
    }
}
