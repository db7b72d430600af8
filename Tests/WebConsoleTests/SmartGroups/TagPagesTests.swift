import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport

/// Tags on pages.
struct TagPagesTests {
    private static let path = "/console/tags"

    @Test func `A tag is added, put on a device, renamed and deleted`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let device = try await browser.page(DevicePageWorld.base)
            #expect(device.words.contains("No tags yet") && device.text.contains("href=\"\(Self.path)\""))
            let added = try await browser.submit(
                "\(Self.path)/new", on: Self.path, ["TagName": "pilot <b>", "newGroup": "demo"])
            #expect(added.words.contains("The tag pilot <b> was added.") && !added.text.contains("pilot <b>"))
            #expect(added.words.contains("Demo"))
            let one = try #require(added.text.firstMatch(of: /href="(?<path>\/console\/tags\/[0-9a-f-]{36})"/)?.path)
            try await browser.submit(
                "\(DevicePageWorld.base)/tags", on: DevicePageWorld.base, ["tag-pilot <b>": "true"])
            #expect(try await browser.page(String(one)).words.contains("Devices (1)"))
            let renamed = try await browser.submit("\(one)/edit", on: String(one), ["TagName": "pilots"])
            #expect(renamed.words.contains("The tag is called pilots now."))
            let again = try await browser.submit(
                "\(Self.path)/new", on: Self.path, ["TagName": "PILOTS", "newGroup": "demo"])
            #expect(again.words.contains("Not done."))
            let gone = try await browser.submit("\(one)/delete", on: String(one))
            #expect(gone.words.contains("The tag was deleted") && gone.words.contains("No tags"))
        }
    }

    @Test func `Who may only read changes no tags`() async throws {
        try await withConsole { console in
            let reader = try await DevicePageWorld.reader(console)
            #expect(!(try await reader.page(Self.path)).text.contains("action=\"\(Self.path)/new\""))
        }
    }
}
