import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Geofences, made, read, changed and deleted by administrators (AdminAPI, "Geofences").
struct GeofenceAdminTests {
    private static let path = "/_mock/geofences"

    private static func body(_ name: String = "HQ", group: String? = "demo", latitude: String = "52.5") -> String {
        let group = group.map { #""group":"\#($0)","# } ?? ""
        return #"{"name":"\#(name)",\#(group)"latitude":\#(latitude),"longitude":13.4,"radius":500}"#
    }

    private static func add(_ console: TestConsole, _ name: String = "HQ", group: String = "demo") async throws
        -> String
    {
        let response = try await console.admin(.post, path, text: body(name, group: group))
        #expect(response.status == .created, "\(response.text)")
        return try #require(try response.json()["uuid"] as? String)
    }

    private static func addUser(_ console: TestConsole, group: String = "demo", area: String = "geofence:hq")
        async throws
        -> String
    {
        let payload = #"{"PayloadType":"GeofencingSettingsV2","GeofenceAreas":["\#(area)"]}"#
        let response = try await console.admin(
            .post, "/_mock/profiles", text: #"{"name":"Fenced","group":"\#(group)","payloads":[\#(payload)]}"#)
        #expect(response.status == .created, "\(response.text)")
        return try #require(try response.json()["uuid"] as? String)
    }

    private static func names(_ console: TestConsole, _ query: String = "") async throws -> [String] {
        let items = try await console.adminJSON("\(path)\(query)")["items"] as? [[String: Any]]
        return items?.compactMap { $0["name"] as? String } ?? []
    }

    @Test func `A geofence is added and read back by id and uuid`() async throws {
        try await withConsole { console in
            let added = try await console.admin(.post, Self.path, text: Self.body())
            let shown = try added.json()
            let uuid = try #require(shown["uuid"] as? String)
            let id = try #require(shown["id"] as? Int)
            #expect(added.headers[.location]?.hasSuffix("\(Self.path)/\(uuid)") == true)
            #expect(shown["latitude"] as? Double == 52.5 && shown["longitude"] as? Double == 13.4)
            #expect(shown["radius"] as? Double == 500 && shown["group"] as? String == "demo")
            #expect(shown["reference"] as? String == "geofence:HQ" && shown["isReadOnly"] as? Bool == false)
            for reference in [uuid, uuid.uppercased(), String(id)] {
                let read = try await console.adminJSON("\(Self.path)/\(reference)")
                #expect(read as NSDictionary == shown as NSDictionary)
            }
        }
    }

    @Test(arguments: [
        (#"{"group":"demo","latitude":1,"longitude":1,"radius":1}"#, "name"),
        (#"{"name":"","group":"demo","latitude":1,"longitude":1,"radius":1}"#, "name has to have 1 to 255 characters"),
        (#"{"name":"a","group":"demo","longitude":1,"radius":1}"#, "latitude"),
        (#"{"name":"a","group":"demo","latitude":"north","longitude":1,"radius":1}"#, "latitude"),
        (#"{"name":"a","group":"demo","latitude":90.1,"longitude":1,"radius":1}"#, "a number from -90.0 to 90.0"),
        (#"{"name":"a","group":"demo","latitude":1,"longitude":-181,"radius":1}"#, "a number from -180.0 to 180.0"),
        (#"{"name":"a","group":"demo","latitude":1,"longitude":1,"radius":0}"#, "radius has to be a number from 1.0"),
        (#"{"name":"a","group":"demo","latitude":1,"longitude":1,"radius":1e999}"#, "radius"),
        (#"{"name":"a","latitude":1,"longitude":1,"radius":1}"#, "group is missing"),
        (#"{"name":"a","group":"nobody","latitude":1,"longitude":1,"radius":1}"#, "Unknown organization group nobody"),
        (#"{"name":"a","group":"demo","latitude":1,"longitude":1,"radius":1,"shape":1}"#, "A geofence has no shape"),
        ("[]", "cannot be read"), ("", "cannot be read"),
    ])
    func `What is missing or not allowed is refused by name`(body: String, reason: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.post, Self.path, text: body)
            #expect(response.status == .badRequest)
            #expect(response.text.contains(reason), "\(response.text)")
            #expect(try await console.parts.count("geofence") == 0)
        }
    }

    @Test func `The list is in pages and can be narrowed`() async throws {
        try await withConsole { console in
            for (name, group) in [("One", "global"), ("Two", "demo"), ("Three", "appreview")] {
                _ = try await Self.add(console, name, group: group)
            }
            #expect(try await Self.names(console) == ["One", "Two", "Three"])
            #expect(try await Self.names(console, "?group=demo") == ["Two"])
            #expect(try await Self.names(console, "?name=T") == ["Two", "Three"])
            #expect(try await Self.names(console, "?page=1&pageSize=2") == ["Three"])
            #expect(try await console.admin(.get, "\(Self.path)?group=nobody").status == .badRequest)
            #expect(try await console.admin(.get, "\(Self.path)?shape=1").status == .badRequest)
        }
    }

    @Test func `A name is taken once in a group, in any letter case`() async throws {
        try await withConsole { console in
            _ = try await Self.add(console)
            let other = try await Self.add(console, "HQ", group: "global")
            #expect(try await console.admin(.post, Self.path, text: Self.body("hq")).status == .conflict)
            _ = try await Self.add(console, "Depot", group: "global")
            let renamed = try await console.admin(.put, "\(Self.path)/\(other)", text: Self.body("DEPOT"))
            #expect(renamed.status == .conflict)
        }
    }

    @Test func `It is replaced as a whole, and what was read can be sent back`() async throws {
        try await withConsole { console in
            let uuid = try await Self.add(console)
            let shown = try await console.admin(.get, "\(Self.path)/\(uuid)")
            let same = try await console.admin(.put, "\(Self.path)/\(uuid)", text: shown.text)
            #expect(same.status == .ok && same.text == shown.text)
            let changed = try await console.admin(
                .put, "\(Self.path)/\(uuid)", text: Self.body("Depot", group: nil, latitude: "-90"))
            #expect(try changed.json()["name"] as? String == "Depot")
            #expect(try changed.json()["latitude"] as? Double == -90 && changed.status == .ok)
            let events = try await console.events("geofence")
            #expect(events.count == 2, "\(events)")
        }
    }

    @Test func `One that a profile names stays until nothing needs it`() async throws {
        try await withConsole { console in
            let uuid = try await Self.add(console)
            let profile = try await Self.addUser(console)
            let shown = try await console.adminJSON("\(Self.path)/\(uuid)")
            let users = try #require(shown["usedBy"] as? [[String: String]])
            #expect(users == [["uuid": profile, "name": "Fenced", "group": "demo"]])
            let refused = try await console.admin(.delete, "\(Self.path)/\(uuid)")
            #expect(refused.status == .conflict && refused.text.contains("is used by the SDK profile Fenced"))
            let renamed = try await console.admin(.put, "\(Self.path)/\(uuid)", text: Self.body("Other"))
            #expect(renamed.status == .conflict)
            let recased = try await console.admin(.put, "\(Self.path)/\(uuid)", text: Self.body("Hq"))
            #expect(recased.status == .ok)
            let patch = #"{"payloads":{"GeofencingSettingsV2":{"GeofenceAreas":[]}}}"#
            #expect(try await console.admin(.patch, "/_mock/profiles/\(profile)", text: patch).status == .ok)
            #expect(try await console.admin(.delete, "\(Self.path)/\(uuid)").status == .noContent)
            #expect(try await console.admin(.get, "\(Self.path)/\(uuid)").status == .notFound)
        }
    }

    @Test func `Another of the name around the profile is enough`() async throws {
        try await withConsole { console in
            let own = try await Self.add(console)
            let top = try await Self.add(console, group: "global")
            _ = try await Self.addUser(console)
            #expect(try await console.admin(.delete, "\(Self.path)/\(own)").status == .noContent)
            #expect(try await console.admin(.delete, "\(Self.path)/\(top)").status == .conflict)
        }
    }

    @Test func `A deleted profile and a restored version count as they are`() async throws {
        try await withConsole { console in
            let uuid = try await Self.add(console)
            let profile = try await Self.addUser(console)
            let patch = #"{"payloads":{"GeofencingSettingsV2":null}}"#
            _ = try await console.admin(.patch, "/_mock/profiles/\(profile)", text: patch)
            #expect(try await console.parts.count("geofenceUse") == 0)
            let restored = try await console.admin(.post, "/_mock/profiles/\(profile)/versions/1/restore", text: "")
            #expect(restored.status == .ok, "\(restored.text)")
            #expect(try await console.admin(.delete, "\(Self.path)/\(uuid)").status == .conflict)
            #expect(try await console.admin(.delete, "/_mock/profiles/\(profile)").status == .noContent)
            #expect(try await console.admin(.delete, "\(Self.path)/\(uuid)").status == .noContent)
        }
    }

    @Test func `Those of groups above are read only, those elsewhere unknown`() async throws {
        try await withConsole { console in
            let top = try await Self.add(console, "Top", group: "global")
            let other = try await Self.add(console, "Other", group: "appreview")
            let caller = try await console.api(.consoleAdministrator, of: "demo")
            let headers = TestConsole.basic(caller.username, caller.password)
            let read = try await console.send(.get, "\(Self.path)/\(top)", headers: headers)
            #expect(try read.json()["isReadOnly"] as? Bool == true)
            for method in [HTTPRequest.Method.put, .delete] {
                let denied = try await console.send(
                    method, "\(Self.path)/\(top)", headers: headers, text: Self.body("Top"))
                #expect(denied.status == .forbidden)
                let unknown = try await console.send(
                    method, "\(Self.path)/\(other)", headers: headers, text: Self.body("Other"))
                #expect(unknown.status == .notFound)
            }
        }
    }

    @Test func `Files have geofences, before the profiles that name them`() async throws {
        try await withConsole { console in
            let uuid = try await Self.add(console, "Straße: 1")
            _ = try await Self.addUser(console, area: "geofence:Straße: 1")
            let text = try await console.parts.features.environment.exporter.exportText()
            try await withConsole { other in
                #expect(try await other.importEnvironment(text).status == .ok)
                let copy = try await other.adminJSON("\(Self.path)/\(uuid)")
                #expect(copy["name"] as? String == "Straße: 1" && (copy["usedBy"] as? [Any])?.count == 1)
                #expect(try await other.parts.features.environment.exporter.exportText() == text)
            }
        }
    }

    @Test(arguments: [
        ("{name: a}", "latitude"), ("{name: a, latitude: 91, longitude: 0, radius: 1}", "a number from -90.0 to 90.0"),
        ("{name: a, latitude: 0, longitude: x, radius: 1}", "a number from -180.0 to 180.0"),
        ("{name: a, latitude: 0, longitude: 0, radius: .nan}", "a number from 1.0 to 40100000.0"),
    ])
    func `A file with a geofence that cannot be is refused with its place`(entry: String, reason: String) async throws {
        try await withConsole { console in
            let response = try await console.importEnvironment(EnvironmentFixtures.global("geofences: [\(entry)]"))
            #expect(response.status != .ok && response.text.contains(reason), "\(response.text)")
        }
    }
}
