import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import WebConsole

/// Smart groups on pages: the list, the builder with its count, members and apps.
struct SmartGroupPagesTests {
    private static let path = "/console/smart-groups"

    /// The smart group that was just made, as the API has it.
    private func smartGroup(_ page: WebClient.Answer, _ console: TestConsole) async throws -> [String: Any] {
        let id = try #require(page.text.firstMatch(of: /\/console\/smart-groups\/(?<id>[0-9]+)\/edit/)?.id)
        return try await console.adminJSON("/api/mdm/smartgroups/\(id)")
    }

    @Test func `A smart group is built of criteria, shown with its members, changed and deleted`() async throws {
        try await withConsole { console in
            // The version of its system is known from a beacon.
            try await console.keepRecords(of: try await console.signedInDevice())
            let browser = try await DevicePageWorld.browser(console)
            let made = try await browser.submit(
                "\(Self.path)/new/save", on: "\(Self.path)/new",
                [
                    "Name": "iOS <script>", "CriteriaType": "All", "Platforms.Apple": "true",
                    "Ownerships.CorporateDedicated": "true", "Ownerships.Undefined": "true",
                    "platform.0": "Apple", "comparison.0": "GreaterThanOrEqual", "version.0": "iOS 10.0.0",
                    "version.1": "",
                ])
            #expect(made.words.contains("The smart group iOS <script> was added."))
            #expect(!made.text.contains("iOS <script>"))
            #expect(made.text.contains("href=\"\(DevicePageWorld.base)\""))
            #expect(made.words.contains("Apple ≥ iOS 10.0.0") && made.words.contains("Corporate - Dedicated"))
            var group = try await smartGroup(made, console)
            #expect(group["Platforms"] as? [String] == ["Apple"])
            let id = try #require(group["SmartGroupID"] as? Int)
            let saved = try await browser.submit(
                "\(Self.path)/\(id)/save", on: "\(Self.path)/\(id)/edit",
                ["Name": "Others", "CriteriaType": "All", "Platforms.Android": "true", "UserAdditions": "demo\n"])
            #expect(saved.words.contains("The smart group was saved."))
            group = try await smartGroup(saved, console)
            #expect(group["Platforms"] as? [String] == ["Android"])
            #expect((group["UserAdditions"] as? [[String: Any]])?.first?["Name"] as? String == "demo")
            #expect((group["OperatingSystems"] as? [Any])?.isEmpty == true)
            let edit = try await browser.page("\(Self.path)/\(id)/edit")
            #expect(edit.text.contains("name=\"Platforms.Android\" value=\"true\" checked"))
            #expect(try await browser.page(Self.path).words.contains("Others"))
            let gone = try await browser.submit("\(Self.path)/\(id)/delete", on: "\(Self.path)/\(id)")
            #expect(gone.words.contains("The smart group was deleted.") && !gone.words.contains("Others"))
        }
    }

    @Test func `The builder counts members of what is typed, and changes nothing`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page("\(Self.path)/new")
            #expect(page.text.contains("data-preview=\"\(Self.path)/new\""))
            func preview(_ fields: [String: String]) async throws -> WebClient.Answer {
                let sent = ["formToken": browser.formToken, "formPage": "\(Self.path)/new"]
                return try await browser.send(
                    .post, "\(Self.path)/new", body: WebClient.encoded(sent.merging(fields) { _, new in new }))
            }
            let one = try await preview(["Name": "Typed", "Platforms.Apple": "true"])
            #expect(one.status == 200 && one.words.contains("1 device would be a member"))
            #expect(one.text.contains("value=\"Typed\"") && one.words.contains("all criteria hold"))
            #expect(one.text.contains("name=\"Platforms.Apple\" value=\"true\" checked"))
            let none = try await preview(["Platforms.Android": "true"])
            #expect(none.words.contains("0 devices would be members"))
            let unknown = try await preview(["UserAdditions": "nobody"])
            #expect(unknown.words.contains("there is no user \"nobody\""))
            #expect(try await !browser.page(Self.path).words.contains("Typed"))
            let foreign = try await browser.send(.post, "\(Self.path)/new", body: WebClient.encoded(["Name": "x"]))
            #expect(foreign.status == 403)
        }
    }

    @Test func `A refusal keeps what was typed, and boxes that were ticked`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let refused = try await browser.submit(
                "\(Self.path)/new/save", on: "\(Self.path)/new",
                ["Name": "Mine", "Platforms.Android": "true", "DeviceExclusions": "no such thing"])
            #expect(refused.words.contains("Not done.") && refused.words.contains("there is no device"))
            #expect(refused.text.contains("value=\"Mine\""))
            #expect(refused.text.contains("name=\"Platforms.Android\" value=\"true\" checked"))
        }
    }

    @Test func `Who may only read sees smart groups and changes none`() async throws {
        try await withConsole { console in
            let reader = try await DevicePageWorld.reader(console)
            let list = try await reader.page(Self.path)
            #expect(!list.words.contains("Add Smart Group") && list.words.contains("All Devices"))
            let one = try await reader.page("\(Self.path)/1")
            #expect(!one.text.contains("\(Self.path)/1/delete") && !one.text.contains("\(Self.path)/1/edit"))
            #expect(try await !reader.page("\(Self.path)/new").text.contains("name=\"Platforms.Apple\""))
            let unknown = try await reader.send(.get, "\(Self.path)/99999")
            #expect(unknown.status == 404)
        }
    }
}
