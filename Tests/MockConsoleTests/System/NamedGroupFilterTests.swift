import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Lists below `/_mock` narrowed to a group, named as in paths (AdminAPI, "Identifiers").
struct NamedGroupFilterTests {
    /// Lists that take `group`, with their downloads; a console always has something in the first six.
    private static let lists = [
        "devices", "administrators", "oauth-clients", "profiles", "applications", "events", "api-keys", "geofences",
        "beacons", "analytics", "samples", "data-usage", "push-tokens", "locations", "logs", "messages", "commands",
        "pin-reports", "terms-of-use/acceptances", "notification-deliveries", "events/download", "logs/download",
        "beacons/download",
    ]

    private func uuid(_ code: String, _ console: TestConsole) async throws -> String {
        try #require(
            try await console.parts.value("SELECT uuid FROM organizationGroup WHERE code = '\(code)'", String.self))
    }

    private func addGroup(_ code: String, named name: String, _ console: TestConsole) async throws {
        let body = #"{"Name":"\#(name)","GroupId":"\#(code)","LocationGroupType":"Container"}"#
        let answer = try await console.admin(.post, "/api/system/groups/7", text: body)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test(arguments: lists)
    func `A list is narrowed by code, uuid, id or name, all of which mean the same`(list: String) async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice("1111")
            let id = try #require(
                try await console.parts.value("SELECT id FROM organizationGroup WHERE code = 'demo'", Int.self))
            let expected = try await console.admin(.get, "/_mock/\(list)?group=demo")
            #expect(expected.status == .ok, "\(expected.text)")
            for name in ["DEMO", try await uuid("demo", console).uppercased(), "\(id)"] {
                let answer = try await console.admin(.get, "/_mock/\(list)?group=\(name)")
                #expect(answer.text == expected.text, "\(name)")
            }
        }
    }

    @Test(arguments: lists)
    func `A name that several groups have is refused with their uuids`(list: String) async throws {
        try await withConsole { console in
            try await addGroup("east", named: "Twins", console)
            try await addGroup("west", named: "twins", console)
            let answer = try await console.admin(.get, "/_mock/\(list)?group=Twins")
            #expect(answer.status == .conflict, "\(answer.text)")
            for code in ["east", "west"] {
                let uuid = try await uuid(code, console)
                #expect(answer.text.contains("\(uuid) (\(code))"))
                #expect(try await console.admin(.get, "/_mock/\(list)?group=\(uuid)").status == .ok)
            }
        }
    }

    @Test func `Devices of a group are found by its name, and of an unknown group there are none`() async throws {
        try await withConsole { console in
            try await addGroup("branch", named: "Field Office", console)
            _ = try await console.signedInDevice("1111")
            let moved = try await console.change("1111", #"{"group":"branch"}"#)
            #expect(moved.status == .ok, "\(moved.text)")
            let list = "/_mock/devices?group="
            #expect(try await console.adminJSON("\(list)field%20office")["total"] as? Int == 1)
            #expect(try await console.adminJSON("\(list)Demo")["total"] as? Int == 0)
            #expect(try await console.adminJSON("\(list)nowhere")["total"] as? Int == 0)
        }
    }

    @Test func `Records of a group named by its name are deleted, and by an ambiguous name none`() async throws {
        try await withConsole { console in
            try await addGroup("east", named: "Twins", console)
            try await addGroup("west", named: "twins", console)
            _ = try await console.signedInDevice("1111")
            let path = "/_mock/commands?group="
            let queued = try await console.admin(
                .post, "/_mock/devices/1111/commands", text: #"{"requestType":"RequestProfiles"}"#)
            #expect(queued.status == .created, "\(queued.text)")
            #expect(try await console.admin(.delete, "\(path)twins").status == .conflict)
            #expect(try await console.admin(.delete, "\(path)nowhere").deletedCount == 0)
            #expect(try await console.admin(.delete, "\(path)Demo").deletedCount == 1)
        }
    }

    @Test func `The code of a group above narrows nothing, and groups beside it are unknown`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice("1111")
            let caller = try await console.api(.deviceManager, of: "demo")
            for (group, count) in [("Demo", 1), ("global", 1), ("appreview", 0)] {
                let list = try await caller.mock(.get, "devices?group=\(group)").json()
                #expect(list["total"] as? Int == count, "\(group)")
            }
        }
    }

    @Test func `Tokens of a user are asked for with the name of their group`() async throws {
        try await withConsole { console in
            let path = "/_mock/users/demo/tokens?group="
            let own = try await console.admin(.get, "\(path)Demo")
            #expect(own.status == .ok, "\(own.text)")
            let other = try await console.admin(.get, "\(path)App%20Review")
            #expect(other.status == .notFound, "\(other.text)")
        }
    }
}
