import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Compliance rules on pages.
struct CompliancePolicyTests {
    private static let path = "/console/compliance"

    /// The rules of the demo group, as the API has them.
    private func rules(_ console: TestConsole) async throws -> [[String: Any]] {
        let answer = try await console.adminJSON("/_mock/groups/demo/compliance-rules")
        return try #require(answer["items"] as? [[String: Any]])
    }

    @Test func `A rule is added, changed and deleted`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let list = "\(Self.path)?group=demo"
            #expect(try await browser.page(list).words.contains("No rules count here"))
            let made = try await browser.submit(
                "\(Self.path)/new/save", on: "\(Self.path)/new?group=demo",
                [
                    "group": "demo", "name": "New <b>iOS</b>", "kind": "osVersion", "operator": ">=",
                    "version": "17.0", "action": "block", "isActive": "true",
                ])
            #expect(made.words.contains("The rule New <b>iOS</b> was added."))
            #expect(!made.text.contains("<b>iOS"))
            let rule = try #require(try await rules(console).first)
            #expect(rule["version"] as? String == "17.0")
            let page = "\(Self.path)/\(try #require(rule["uuid"] as? String))"
            try await browser.submit(
                "\(page)/save", on: page, ["name": "Whole", "kind": "compromised", "action": "wipe"])
            let changed = try #require(try await rules(console).first)
            #expect(changed["kind"] as? String == "compromised" && changed["action"] as? String == "wipe")
            #expect(changed["isActive"] as? Bool == false)
            let gone = try await browser.submit("\(page)/delete", on: page)
            #expect(gone.words.contains("The rule Whole was deleted."))
            #expect(try await rules(console).isEmpty)
        }
    }

    @Test func `A refusal leads back to the form with what was typed`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.submit(
                "\(Self.path)/new/save", on: "\(Self.path)/new?group=demo",
                [
                    "group": "demo", "name": "Typed", "kind": "osVersion", "operator": ">=", "version": "no version",
                    "action": "block",
                ])
            #expect(page.text.contains("value=\"Typed\"") && page.words.contains("version"))
            #expect(try await rules(console).isEmpty)
        }
    }

    @Test func `A broken rule that has changed nothing yet is told in words, on the device's page and in the portal`()
        async throws
    {
        try await withConsole { console in
            try await console.keepRecords(of: try await console.signedInDevice())
            let rule =
                #"{"name": "Newest", "kind": "osVersion", "operator": ">=", "version": "99.0", "action": "block"}"#
            let made = try await console.admin(.post, "/_mock/groups/demo/compliance-rules", text: rule)
            #expect(made.status.code < 300, "\(made.text)")
            let sentence = "The status is worked out anew when the device is heard of next"
            let page = try await DevicePageWorld.browser(console).page("\(DevicePageWorld.base)/compliance").words
            #expect(page.contains(sentence) && page.contains("OS Version Broken"), "\(page)")
            #expect(page.contains("Block") && !page.contains(" osVersion "))
            let portal = WebClient(console)
            _ = try await portal.send(
                .post, "/mydevice/sign-in",
                body: WebClient.encoded(["group": "demo", "name": "demo", "password": "demo"]))
            let list = try await portal.page("/mydevice/").text
            let device = try #require(list.firstMatch(of: /href="(?<path>\/mydevice\/devices\/[^"]+)"/)?.path)
            let own = try await portal.page(String(device)).words
            #expect(own.contains(sentence) && own.contains(" Block "), "\(own)")
        }
    }

    @Test func `Who may only read sees rules and changes none`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.reader(console)
            let page = try await browser.page("\(Self.path)?group=demo")
            #expect(!page.words.contains("Add Rule"))
            #expect(!(try await browser.page("\(Self.path)/new?group=demo")).text.contains("new/save"))
        }
    }
}
