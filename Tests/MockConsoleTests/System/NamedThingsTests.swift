import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Groups and profiles named where their ids stand (AdminAPI, "Identifiers").
struct NamedThingsTests {
    private func value(_ sql: String, _ console: TestConsole) async throws -> String {
        try #require(try await console.parts.value(sql, String.self))
    }

    private func addGroup(_ code: String, named name: String, _ console: TestConsole) async throws {
        let body = #"{"Name":"\#(name)","GroupId":"\#(code)","LocationGroupType":"Container"}"#
        let answer = try await console.admin(.post, "/api/system/groups/7", text: body)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test func `A group is named by code, uuid, id or name, in any letter case`() async throws {
        try await withConsole { console in
            let uuid = try await value("SELECT uuid FROM organizationGroup WHERE code = 'demo'", console)
            let id = try await value("SELECT CAST(id AS TEXT) FROM organizationGroup WHERE code = 'demo'", console)
            try await addGroup("branch", named: "Field Office", console)
            let paths = ["settings", "log-quota", "compliance-rules", "terms-of-use", "images"]
            for name in ["demo", "DEMO", uuid, uuid.uppercased(), id, "branch", "field%20office"] {
                for path in paths {
                    let answer = try await console.admin(.get, "/_mock/groups/\(name)/\(path)")
                    #expect(answer.status == .ok, "\(name)/\(path): \(answer.text)")
                }
            }
            let change = try await console.admin(
                .patch, "/_mock/groups/Field%20Office/settings", text: #"{"supportPhone":"+49"}"#)
            #expect(change.status == .ok)
            let changed = try await console.adminJSON("/_mock/groups/branch/settings")["supportPhone"] as? [String: Any]
            #expect(changed?["value"] as? String == "+49")
        }
    }

    @Test
    func `A group's code counts more than another's name, and a name that several have is refused with their uuids`()
        async throws
    {
        try await withConsole { console in
            try await addGroup("north", named: "demo", console)
            let demo = try await console.adminJSON("/_mock/groups/demo/settings")["emailDomains"] as? [String: Any]
            #expect(demo?["from"] as? String == "demo")
            try await addGroup("east", named: "Twins", console)
            try await addGroup("west", named: "twins", console)
            let answer = try await console.admin(.get, "/_mock/groups/Twins/settings")
            #expect(answer.status == .conflict)
            for code in ["east", "west"] {
                let uuid = try await value("SELECT uuid FROM organizationGroup WHERE code = '\(code)'", console)
                #expect(answer.text.contains("\(uuid) (\(code))"))
                #expect(try await console.admin(.get, "/_mock/groups/\(uuid)/settings").status == .ok)
            }
        }
    }

    @Test func `Names of groups elsewhere are unknown`() async throws {
        try await withConsole { console in
            try await addGroup("other", named: "Elsewhere", console)
            let caller = try await console.api(.deviceManager, of: "demo")
            let answer = try await caller.mock(.get, "/_mock/groups/Elsewhere/settings")
            #expect(answer.status == .notFound, "\(answer.text)")
        }
    }

    @Test func `An SDK profile is named by id, uuid or name, in any letter case`() async throws {
        try await withConsole { console in
            let uuid = try await value("SELECT uuid FROM sdkProfile WHERE name = 'Review'", console)
            let id = try await value("SELECT CAST(id AS TEXT) FROM sdkProfile WHERE name = 'Everything'", console)
            #expect(try await console.adminJSON("/_mock/profiles/review")["uuid"] as? String == uuid)
            #expect(try await console.adminJSON("/_mock/profiles/\(id)")["name"] as? String == "Everything")
            for path in ["", "/preview", "/versions", "/versions/1"] {
                #expect(try await console.admin(.get, "/_mock/profiles/Everything\(path)").status == .ok, "\(path)")
            }
            let change = try await console.admin(.patch, "/_mock/profiles/Review", text: #"{"description":"new"}"#)
            #expect(change.status == .ok)
            let given = try await console.admin(
                .put, "/_mock/applications/1/profile", text: #"{"profile":"Everything"}"#)
            #expect(given.status == .ok, "\(given.text)")
            let apps = try await console.items("/_mock/applications?profile=EVERYTHING")
            #expect(apps.contains { $0["bundleId"] as? String == "com.example.demo" })
            #expect(try await console.items("/_mock/applications?profile=x").isEmpty)
            #expect(try await console.admin(.get, "/_mock/profiles/nothing").status == .notFound)
        }
    }

    @Test func `A name that several SDK profiles have is refused with their uuids, unless only one can be meant`()
        async throws
    {
        try await withConsole { console in
            try await addGroup("north", named: "North", console)
            let body = #"{"name":"Review","group":"North","payloads":[]}"#
            let made = try await console.admin(.post, "/_mock/profiles", text: body)
            #expect(made.status == .created, "\(made.text)")
            let other = try #require(try made.json()["uuid"] as? String)
            let answer = try await console.admin(.get, "/_mock/profiles/Review")
            #expect(answer.status == .conflict)
            #expect(answer.text.contains("\(other) (of north)"))
            let list = try await console.admin(.get, "/_mock/applications?profile=Review")
            #expect(list.status == .conflict)
            // The app is of another group, which cannot have the second one.
            let path = "/_mock/applications/1/profile"
            #expect(try await console.admin(.put, path, text: #"{"profile":"Review"}"#).status == .ok)
        }
    }

    @Test func `An MDM profile is named by id, uuid or name`() async throws {
        try await withConsole { console in
            let draft = #"{"General":{"Name":"Wi-Fi","AssignmentType":"Optional","ManagedLocationGroupID":"8"}}"#
            let made = try await console.admin(.post, "/api/mdm/profiles/platforms/Apple/create", text: draft)
            #expect(made.status == .ok, "\(made.text)")
            for name in ["wi-fi", "1"] {
                #expect(try await console.admin(.get, "/_mock/mdm-profiles/\(name)/devices").status == .ok, "\(name)")
            }
            #expect(try await console.admin(.get, "/_mock/mdm-profiles/nothing/devices").status == .badRequest)
        }
    }
}
