import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// What clients rely on whatever they make: it is found at once, counted in full, and its id is its own for ever
/// (AdminAPI, "Conventions").
struct ConsistencyTests {
    /// Something clients make over the admin REST API.
    enum Kind: String, CaseIterable, Sendable {
        case group, user, smartGroup, profile, app
    }

    /// What was made.
    private struct Made {
        let id: Int
        let uuid: String
    }

    private static func make(_ kind: Kind, _ name: String, _ world: SmartGroupWorld) async throws -> Made {
        switch kind {
        case .app:
            let fixture = IPAFixture(bundle: "com.acme.\(name.lowercased())", name: name)
            let app = try await world.api.install(fixture, name: name, in: world.acme)
            return Made(id: Int(app.id), uuid: app.uuid)
        case .profile:
            let id = try await world.createProfile(named: name)
            return Made(id: Int(id), uuid: try #require(try await world.general(id)["ProfileUuid"] as? String))
        case .group, .user, .smartGroup:
            let (path, body) =
                switch kind {
                case .group:
                    (
                        "system/groups/\(world.acme)",
                        #"{"Name":"\#(name)","GroupId":"\#(name)","LocationGroupType":"Container"}"#
                    )
                case .user:
                    ("system/users/adduser", #"{"UserName":"\#(name)","Password":"p","SecurityType":2,"Status":true}"#)
                default: ("mdm/smartgroups", #"{"Name":"\#(name)"}"#)
                }
            let answer = try await world.api.call(.post, path, body)
            let created = try answer.json()
            return Made(
                id: try #require(created["Value"] as? Int, "\(answer.text)"),
                uuid: try #require(created["uuid"] as? String))
        }
    }

    /// Path of one, and whether deleting it takes another one.
    private static func path(_ kind: Kind) -> String {
        switch kind {
        case .group: "system/groups"
        case .user: "system/users"
        case .smartGroup: "mdm/smartgroups"
        case .profile: "mdm/profiles"
        case .app: "mam/apps/internal"
        }
    }

    /// Searches by version: the path with its query, and the list in the answer.
    private static func searches(_ kind: Kind, _ name: String) -> [(version: Int, path: String, list: String)] {
        switch kind {
        case .group:
            [
                (1, "system/groups/search?name=\(name)", "LocationGroups"),
                (2, "system/groups/search?name=\(name)", "OrganizationGroups"),
            ]
        case .user:
            [
                (1, "system/users/search?username=\(name)", "Users"),
                (2, "system/users/search?username=\(name)", "Users"),
            ]
        case .smartGroup:
            [
                (1, "mdm/smartgroups/search?name=\(name)", "SmartGroups"),
                (2, "mdm/smartgroups/search?name=\(name)", "SmartGroups"),
            ]
        case .profile:
            [
                (1, "mdm/profiles/search?profilename=\(name)", "Profiles"),
                (2, "mdm/profiles/search?searchtext=\(name)", "ProfileList"),
            ]
        case .app:
            [
                (1, "mam/apps/search?applicationname=\(name)", "Application"),
                (2, "mam/apps/search?applicationname=\(name)", "applications"),
            ]
        }
    }

    @Test(arguments: Kind.allCases)
    func `What is made is found at once by id, by uuid and by search, in every version`(kind: Kind) async throws {
        try await SmartGroupWorld.with { world in
            let made = try await Self.make(kind, "Findable", world)
            #expect(UUID(uuidString: made.uuid) != nil && made.uuid == made.uuid.lowercased())
            for version in 1...4 {
                for reference in ["\(made.id)", made.uuid, made.uuid.uppercased()] {
                    let answer = try await world.api.call(.get, "\(Self.path(kind))/\(reference)", version: version)
                    #expect(
                        answer.status == .ok && answer.text.contains("Findable"),
                        "\(kind) \(version) \(reference): \(answer.text)")
                }
            }
            for search in Self.searches(kind, "indabl") {
                let answer = try await world.api.call(.get, search.path, version: search.version)
                let items = try answer.json().first { $0.key.lowercased() == search.list.lowercased() }?.value
                let text = "\(kind) \(search.version): \(answer.status) \(answer.text)"
                #expect((items as? [[String: Any]])?.count == 1, "\(text)")
                #expect(answer.text.lowercased().contains(made.uuid), "\(text)")
            }
        }
    }

    @Test(arguments: Kind.allCases)
    func `What is deleted is gone at once, and its id stays free`(kind: Kind) async throws {
        try await SmartGroupWorld.with { world in
            let made = try await Self.make(kind, "Findable", world)
            let deletion = kind == .user ? "system/users/\(made.id)/delete" : "\(Self.path(kind))/\(made.id)"
            let deleted = try await world.api.call(.delete, deletion)
            #expect(deleted.status.code < 300, "\(deleted.text)")
            for reference in ["\(made.id)", made.uuid] {
                let answer = try await world.api.call(.get, "\(Self.path(kind))/\(reference)")
                #expect((400..<500).contains(answer.status.code), "\(kind) \(answer.status)")
            }
            for search in Self.searches(kind, "indabl") {
                let answer = try await world.api.call(.get, search.path, version: search.version)
                #expect(answer.status.code < 300 && !answer.text.contains(made.uuid), "\(answer.text)")
            }
            let next = try await Self.make(kind, "Findable", world)
            #expect(next.id > made.id && next.uuid != made.uuid)
        }
    }

    @Test(arguments: Kind.allCases)
    func `Pages have everything once, and the total on each`(kind: Kind) async throws {
        try await SmartGroupWorld.with { world in
            for number in 1...5 { _ = try await Self.make(kind, "Item\(number)", world) }
            for search in Self.searches(kind, "tem") {
                var seen: [String] = []
                for page in 0...2 {
                    let path = search.path + "&page=\(page)&pagesize=2"
                    let answer = try await world.api.call(.get, path, version: search.version)
                    let body = try answer.json()
                    let items = body.first { $0.key.lowercased() == search.list.lowercased() }?.value
                    let list = try #require(items as? [[String: Any]], "\(kind) \(answer.text)")
                    #expect(list.count == (page == 2 ? 1 : 2), "\(kind) \(search.version)")
                    let total = ["Total", "TotalResults", "total"].compactMap { body[$0] as? Int }
                    #expect(total == [5], "\(kind) \(search.version)")
                    seen += list.compactMap { item in
                        item.first { $0.value is String && $0.key.lowercased().hasSuffix("uuid") }?.value as? String
                    }
                }
                #expect(seen.count == 5, "\(kind) \(search.version)")
                let beyond = try await world.api.call(
                    .get, search.path + "&page=3&pagesize=2", version: search.version)
                #expect(beyond.status.code < 300 && !beyond.text.contains("Item"), "\(kind) \(search.version)")
            }
        }
    }

    @Test func `Counts of smart groups, apps and profiles follow devices and criteria alike`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create(",\"Models\":[\"iPad\"]", name: "pads")
            let app = try await world.api.install(in: world.acme)
            #expect(try await world.api.assign(app, to: [group]).status.code < 300)
            let profile = try await world.createProfile(",\"AssignedSmartGroups\":[\(group)]")
            func counts() async throws -> [Int?] {
                let apps = try await world.api.apps("bundleid=com.example.fresh")
                return [
                    try await world.devices(group), apps.first?["AssignedDeviceCount"] as? Int,
                    try await world.devices(ofProfile: profile).count,
                ]
            }
            #expect(try await counts() == [1, 1, 1])
            #expect(try await world.show(group)["Assignments"] as? Int == 2)
            let moved = try await world.console.admin(.patch, "/_mock/devices/d1", text: "{\"model\":\"iPad\"}")
            #expect(moved.status == .ok)
            #expect(try await counts() == [2, 2, 2])
            let body = "{\"Name\":\"pads\",\"Models\":[\"iPod Touch\"]}"
            #expect(try await world.api.call(.put, "mdm/smartgroups/\(group)", body).status == .noContent)
            #expect(try await counts() == [0, 0, 0])
        }
    }

    @Test func `Secrets are written and never read back`() async throws {
        try await SmartGroupWorld.with { world in
            let body = #"{"UserName":"eve","Password":"wr1te-0nly","SecurityType":2,"Status":true}"#
            let made = try await world.api.call(.post, "system/users/adduser", body)
            let id = try #require(try made.json()["Value"] as? Int)
            for (path, version) in [("system/users/\(id)", 1), ("system/users/search", 1), ("system/users/search", 2)] {
                let answer = try await world.api.call(.get, path, version: version)
                #expect(answer.status == .ok && answer.text.contains("eve") && !answer.text.contains("wr1te-0nly"))
            }
            let history = try await world.console.admin(.get, "/_mock/events?pageSize=500")
            #expect(history.text.contains("eve") && !history.text.contains("wr1te-0nly"))
        }
    }
}
