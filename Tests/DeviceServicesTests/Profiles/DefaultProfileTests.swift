import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The default profile of a group is a setting: set, explained, inherited, and set to none (AdminAPI, "Group settings").
struct DefaultProfileTests {
    private static func setting(_ console: TestConsole, _ group: String = "demo") async throws -> [String: Any] {
        let settings = try await console.adminJSON("/_mock/groups/\(group)/settings")
        return try #require(settings["defaultProfile"] as? [String: Any])
    }

    private static func set(_ value: String, _ console: TestConsole, _ group: String = "demo") async throws
        -> TestResponse
    {
        try await console.admin(
            .patch, "/_mock/groups/\(group)/settings", text: #"{"defaultProfile":\#(value)}"#)
    }

    @Test func `A default is set by uuid in any letter case, and inherited with where it comes from`() async throws {
        try await withConsole { console in
            let top = try await console.addProfile("Top", group: "global")
            let set = try await Self.set("\"\(top.uppercased())\"", console, "global")
            #expect(set.status == .ok)
            let inherited = try await Self.setting(console, "appreview")
            #expect(inherited["value"] as? String == top && inherited["from"] as? String == "global")
            #expect(inherited["isOverridden"] as? Bool == false)
            let usage = try await console.adminJSON("/_mock/profiles/\(top)")["usedBy"] as? [String: Any]
            #expect(usage?["defaultOf"] as? [String] == ["global"])
        }
    }

    @Test func `None is set on purpose, null inherits again`() async throws {
        try await withConsole { console in
            let top = try await console.addProfile("Top", group: "global")
            _ = try await Self.set("\"\(top)\"", console, "global")
            #expect(try await Self.set("\"none\"", console).status == .ok)
            let none = try await Self.setting(console)
            #expect(none["value"] is NSNull && none["isOverridden"] as? Bool == true)
            #expect(none["from"] as? String == "demo")
            let exported = try await console.parts.features.environment.exporter.exportText()
            #expect(try await console.importEnvironment(exported, onConflict: "fail").status == .ok)
            #expect(try await Self.set("null", console).status == .ok)
            #expect(try await Self.setting(console)["value"] as? String == top)
        }
    }

    @Test func `A default of another branch or of nobody is refused`() async throws {
        try await withConsole { console in
            let foreign = try await console.profileUUID("App Review")
            for value in ["\"\(foreign)\"", "\"x\"", "7", "[]"] {
                let response = try await Self.set(value, console)
                #expect(response.status == .badRequest, "\(value)")
            }
        }
    }
}
