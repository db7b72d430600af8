import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Assignments of apps on pages.
struct AppAssignmentTests {
    /// The rules of an app as their route has them.
    private static func rules(_ base: String, _ console: TestConsole) async throws -> [[String: Any]] {
        let id = try #require(base.split(separator: "/").last)
        let body = try await console.api.object("mam/apps/\(id)/assignment-rules", version: 2)
        return try #require(body["assignments"] as? [[String: Any]])
    }

    private static func text(_ rules: [[String: Any]]) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: rules, options: [.sortedKeys, .prettyPrinted])
        return String(decoding: data, as: UTF8.self)
    }

    private static func distribution(_ rule: [String: Any]) throws -> [String: Any] {
        try #require(rule["distribution"] as? [String: Any])
    }

    @Test func `An assignment is added before others, changed, and removed`() async throws {
        try await withConsole { console in
            try await console.addSmartGroups("Field", "Office")
            let browser = try await DevicePageWorld.browser(console)
            let base = try await AppPageWorld.base("com.example.demo", console)
            let page = "\(base)/assignment"
            var fields = AppPageWorld.assignment(try await console.smartGroupUUID("Field"), name: "Field <b>")
            fields.merge([
                "setting.0": "server", "type.0": "STRING", "value.0": "https://<i>.example.test", "setting.1": "limit",
                "type.1": "INTEGER", "value.1": "7", "setting.2": "", "type.2": "STRING", "value.2": "",
            ]) { $1 }
            let added = try await browser.submit("\(page)/new/save", on: "\(page)/new", fields)
            #expect(added.words.contains("The assignment Field <b> was saved.") && !added.text.contains("Field <b>"))
            #expect(added.words.contains("2 keys"))
            var rules = try await Self.rules(base, console)
            #expect(try rules.map { try Self.distribution($0)["name"] as? String } == ["Field <b>", "All Devices"])
            #expect(rules.map { $0["priority"] as? Int } == [0, 1])
            let pairs = try #require(rules[0]["application_configuration"] as? [[String: Any]])
            #expect(
                pairs.map { $0["key"] as? String } == ["server", "limit"] && pairs[1]["type"] as? String == "INTEGER")
            let untouched = try await browser.submit(
                "\(page)/1/save", on: "\(page)/1",
                FormFields.read(try await browser.page("\(page)/1").text, action: "\(page)/1/save"))
            #expect(untouched.words.contains("was saved."))
            #expect(try Self.text(try await Self.rules(base, console)) == Self.text(rules))
            var moved = FormFields.read(try await browser.page("\(page)/1").text, action: "\(page)/1/save")
            moved.merge(["place": "2", "name": "Field", "clearConfiguration": "true", "prevent_removal": "true"]) { $1 }
            try await browser.submit("\(page)/1/save", on: "\(page)/1", moved)
            rules = try await Self.rules(base, console)
            #expect(try Self.distribution(rules[1])["name"] as? String == "Field")
            #expect((rules[1]["application_configuration"] as? [Any])?.isEmpty == true)
            #expect((rules[1]["restriction"] as? [String: Any])?["prevent_removal"] as? Bool == true)
            let gone = try await browser.submit("\(page)/2/remove", on: page, ["was": "Field"])
            #expect(gone.words.contains("The assignment Field was removed."))
            #expect(try await Self.rules(base, console).count == 1)
        }
    }

    @Test func `What is wrong is told beside its field, and what was typed is kept`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let base = try await AppPageWorld.base("com.example.demo", console)
            let page = "\(base)/assignment"
            let nobody = try await browser.submit(
                "\(page)/new/save", on: "\(page)/new", AppPageWorld.assignment(name: "Mine"))
            #expect(nobody.text.contains("role=\"alert\">Choose at least one smart group.</span>"))
            #expect(nobody.text.contains("value=\"Mine\""))
            let everybody = try await console.smartGroupUUID()
            let keyless = AppPageWorld.assignment(everybody).merging(["setting.0": "", "value.0": "x"]) { $1 }
            let refused = try await browser.submit("\(page)/new/save", on: "\(page)/new", keyless)
            #expect(refused.text.contains("role=\"alert\">The value has no key.</span>"))
            #expect(refused.text.contains("name=\"smart_groups.\(everybody)\" value=\"true\" checked"))
            var nameless = AppPageWorld.assignment(everybody)
            nameless["name"] = " "
            let unnamed = try await browser.submit("\(page)/new/save", on: "\(page)/new", nameless)
            #expect(unnamed.words.contains("distribution.name is required"))
        }
    }

    @Test func `A change of what somebody else has changed meanwhile is refused`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let base = try await AppPageWorld.base("com.example.demo", console)
            let page = "\(base)/assignment"
            let late = try await browser.submit("\(page)/1/remove", on: page, ["was": "Another"])
            #expect(late.words.contains("The assignments were changed meanwhile."))
            #expect(try await browser.send(.get, "\(page)/2").status == 404)
            #expect(try await browser.send(.get, "\(page)/x").status == 404)
        }
    }

    @Test func `Smart groups are excluded, and not both excluded and assigned`() async throws {
        try await withConsole { console in
            try await console.addSmartGroups("Field")
            let browser = try await DevicePageWorld.browser(console)
            let base = try await AppPageWorld.base("com.example.demo", console)
            let page = "\(base)/assignment"
            let field = try await console.smartGroupUUID("Field")
            let saved = try await browser.submit(
                "\(page)/exclusions", on: page, ["excluded.\(field)": "true"])
            #expect(saved.text.contains("name=\"excluded.\(field)\" value=\"true\" checked"))
            let everybody = try await console.smartGroupUUID()
            let both = try await browser.submit(
                "\(page)/exclusions", on: page, ["excluded.\(everybody)": "true"])
            #expect(both.words.contains("must not be both assigned and excluded"))
        }
    }
}
