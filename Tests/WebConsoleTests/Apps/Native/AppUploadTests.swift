import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Uploads of apps on pages: to the device, or to nothing at all.
struct AppUploadTests {
    private static let path = AppPageWorld.path

    @Test func `An uploaded app is assigned, and a device gets its profile, which its page shows`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let phone = try await console.signedInDevice(bundle: AppPageWorld.bundle)
            #expect(try await phone.fetchProfile() == nil)
            let made = try await AppPageWorld.upload(browser)
            #expect(made.words.contains("Fresh 1.4.0 was uploaded.") && made.words.contains("Assigned to nobody yet"))
            let base = try await AppPageWorld.base(AppPageWorld.bundle, console)
            let shared = try await browser.submit(
                "\(base)/profile", on: base,
                [
                    "sdkProfile": try #require(
                        try await console.parts.value(
                            "SELECT uuid FROM sdkProfile WHERE name = 'Everything'", String.self))
                ])
            #expect(shared.words.contains("The SDK profile was set."))
            let assigned = try await browser.submit(
                "\(base)/assignment/new/save", on: "\(base)/assignment/new",
                AppPageWorld.assignment(try await console.smartGroupUUID()))
            #expect(assigned.words.contains("The assignment Everybody was saved."))
            #expect(assigned.words.contains("All Devices On Demand"))
            #expect(try await phone.fetchProfile() != nil)
            let devices = try await browser.page("\(base)/devices")
            #expect(devices.text.contains("href=\"\(DevicePageWorld.base)\"") && devices.words.contains("Assigned"))
            let why = try await browser.page("\(DevicePageWorld.base)/profile?bundleId=\(AppPageWorld.bundle)")
            #expect(why.words.contains("Everything"))
            let apps = try await browser.page("\(DevicePageWorld.base)/apps")
            #expect(apps.text.contains("/console/apps?bundleId=\(AppPageWorld.bundle)"))
            let there = try await browser.send(.get, "/console/apps?bundleId=\(AppPageWorld.bundle)")
            #expect(there.status == 303 && there.headers[.location] == base)
        }
    }

    @Test func `What is refused is told beside the field and leaves nothing`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            var nameless = IPAFixture()
            nameless.bundle = nil
            let refusals: [(ChosenFile?, String)] = [
                (nil, "Choose the file"),
                (ChosenFile(name: "a.ipa", data: Array("no archive".utf8)), "The package a.ipa cannot be read"),
                (ChosenFile(name: "a.ipa", data: Array(try IPAFixture().bytes().dropLast(200))), "cannot be read"),
                (ChosenFile(name: "a.ipa", data: try nameless.bytes()), "cannot be read"),
                (ChosenFile(name: "a.txt", data: [1]), "File name with valid extension is required"),
                (ChosenFile(name: "a.<b>", data: [1]), "fileName has to end in one of"),
                (ChosenFile(name: "a.ipa", data: []), "The body is empty"),
            ]
            for (file, sentence) in refusals {
                let page = try await AppPageWorld.upload(browser, file, ["ApplicationName": "Mine"])
                let beside = page.text.firstMatch(
                    of: /id="note-package"><span class="wrong" role="alert">(?<text>[^<]*)/)
                #expect(beside?.text.contains(sentence) == true, "\(file?.name ?? "none"): \(page.words.prefix(900))")
                #expect(page.text.contains("value=\"Mine\"") && !page.text.contains("<b>"))
            }
            #expect(console.files(in: "blobs").isEmpty && console.files(in: "spool").isEmpty)
            #expect(try await console.parts.value("SELECT COUNT(*) FROM blob", Int.self) == 0)
        }
    }

    @Test func `A file beyond the limit of apps is refused`() async throws {
        try await withConsole([\.limitsBlob: "2000"]) { console in
            let browser = try await DevicePageWorld.browser(console)
            let page = try await AppPageWorld.upload(
                browser, ChosenFile(name: "a.ipa", data: [UInt8](repeating: 1, count: 200_000)))
            #expect(page.words.contains("The body is larger than the 2000 bytes this route takes."))
            #expect(console.files(in: "blobs").isEmpty && console.files(in: "spool").isEmpty)
        }
    }

    @Test func `Another version carries assignments over, and another app is none`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let first = try await AppPageWorld.base("com.example.demo", console)
            func add(_ fixture: IPAFixture, _ fields: [String: String]) async throws -> WebClient.Answer {
                try await browser.submit(
                    "\(first)/version/upload", on: "\(first)/version", fields,
                    file: ChosenFile(name: "Demo.ipa", data: try fixture.bytes()), as: "package")
            }
            let made = try await add(IPAFixture(version: "2.0.0"), ["carryOver": "true"])
            #expect(made.words.contains("Demo app 2.0.0 was uploaded.") && made.words.contains("All Devices"))
            #expect(try await browser.page(first).words.contains("Other versions"))
            let files = console.files(in: "blobs")
            let other = try await add(IPAFixture(bundle: "com.example.other"), [:])
            #expect(other.words.contains("The file is com.example.other, and no version of com.example.demo"))
            let again = try await add(IPAFixture(version: "2.0.0"), [:])
            #expect(again.words.contains("already exists"))
            #expect(console.files(in: "blobs") == files && files.count == 1)
            #expect(try await console.api.apps("bundleid=com.example.other").isEmpty)
        }
    }

    @Test func `A deleted app takes its upload with it`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            _ = try await AppPageWorld.upload(browser)
            let base = try await AppPageWorld.base(AppPageWorld.bundle, console)
            let file = try await browser.send(.get, "\(base)/files/download")
            #expect(file.status == 200 && file.text.hasPrefix("PK"))
            #expect(console.files(in: "blobs").count == 1)
            let gone = try await browser.submit("\(base)/delete", on: "\(base)/more")
            #expect(gone.words.contains("Fresh 1.4.0 was deleted."))
            #expect(console.files(in: "blobs").isEmpty)
            #expect(try await browser.send(.get, base).status == 404)
        }
    }
}
