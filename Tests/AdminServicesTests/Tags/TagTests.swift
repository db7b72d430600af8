import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

extension APICaller {
    /// Makes a tag and answers its id.
    func addTag(_ name: String, group: Int64, more: String = "") async throws -> Int {
        let body = #"{"TagName":"\#(name)","TagType":1,"LocationGroupId":\#(group)\#(more)}"#
        let response = try await call(.post, "mdm/tags/addtag", body)
        #expect(response.status == .ok, "\(response.text)")
        return try #require(try response.json()["Value"] as? Int)
    }
}

/// Making, finding, changing and deleting tags (AdminTags).
struct TagTests {
    private static func names(_ response: TestResponse) throws -> [String] {
        #expect(response.status == .ok, "\(response.text)")
        return (try response.json()["Tags"] as? [[String: Any]] ?? []).compactMap { $0["TagName"] as? String }
    }

    @Test func `A tag that is added is found at once, with what clients read`() async throws {
        try await SmartGroupWorld.with { world in
            let before = try await world.api.call(.get, "mdm/tags/search?name=warehouse")
            #expect(try Self.names(before) == [] && before.headers[.contentType] != nil)
            let id = try await world.api.addTag("Warehouse", group: world.acme, more: #","TagAvatar":"box""#)
            let found = try await world.api.object("mdm/tags/search?name=warehouse&organizationgroupid=\(world.acme)")
            #expect(found["Page"] as? Int == 0 && found["PageSize"] as? Int == 500 && found["Total"] as? Int == 1)
            let tag = try #require((found["Tags"] as? [[String: Any]])?.first)
            #expect(tag["TagName"] as? String == "Warehouse" && tag["TagAvatar"] as? String == "box")
            #expect((tag["Id"] as? [String: Any])?["Value"] as? Int == id && (tag["Uuid"] as? String)?.count == 36)
            #expect(tag["DateTagged"] as? String == TestClock.start.zoneless)
            let uuid = try #require(tag["Uuid"] as? String)
            for path in ["mdm/tags/\(id)", "MDM/Tags/\(uuid.uppercased())"] {
                #expect(try await world.api.object(path)["TagName"] as? String == "Warehouse")
            }
            #expect(try await world.console.events("tag.created").filter { $0.contains("Warehouse") }.count == 1)
        }
    }

    @Test func `Version 3 answers 201, and where the tag is`() async throws {
        try await SmartGroupWorld.with { world in
            let uuid = try await world.console.groupUUID("field")
            let body = #"{"name":"till","tag_type":"General","organization_group_uuid":"\#(uuid)"}"#
            let response = try await world.api.call(.post, "mdm/tags", body, version: 3)
            #expect(response.status == .created && response.headers[.apiVersion] == "v3")
            let created = try response.json()
            let location = try #require(response.headers[.location])
            #expect(location.hasSuffix("/api/mdm/tags/\(created["uuid"] as? String ?? "")"))
            let tag = try await world.api.object("mdm/tags/\(created["id"] as? Int ?? 0)")
            #expect(tag["TagType"] as? Int == 2 && tag["LocationGroupId"] as? Int64 == world.field)
        }
    }

    @Test(arguments: [
        ("", ["pilot", "pilots", "zeta"]), ("name=pilot", ["pilot", "pilots"]), ("name=PILOTS", ["pilots"]),
        ("tagtype=2", ["zeta"]), ("orderby=TagName&sortorder=DESC", ["zeta", "pilots", "pilot"]),
        ("page=1&pagesize=2", ["zeta"]), ("page=9", []), ("name=", ["pilot", "pilots", "zeta"]),
        ("organizationgroupid=FIELD", ["zeta"]), ("organizationgroupid=9999", []),
    ])
    func `Searches are narrowed, exact names first`(query: String, expected: [String]) async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.api.addTag("pilots", group: world.acme)
            _ = try await world.api.addTag("zeta", group: world.field, more: #","TagType":2"#)
            let query = query.replacing("FIELD", with: "\(world.field)")
            #expect(try Self.names(try await world.api.call(.get, "mdm/tags/search?\(query)")) == expected)
        }
    }

    @Test func `A tag is changed by what the body names`() async throws {
        try await SmartGroupWorld.with { world in
            let path = "mdm/tags/\(world.pilot)/update"
            let response = try await world.api.call(.post, path, #"{"TagName":"Pilots","TagAvatar":"plane"}"#)
            #expect(response.status == .ok && response.text.isEmpty && response.headers[.contentType] == nil)
            let tag = try await world.api.object("mdm/tags/\(world.pilot)")
            #expect(tag["TagName"] as? String == "Pilots" && tag["TagAvatar"] as? String == "plane")
            #expect(tag["TagType"] as? Int == 1)
            #expect(try await world.api.call(.post, path, "{}").status == .ok)
            #expect(try await world.console.events("tag.updated").count == 1)
        }
    }

    @Test func `A tag moves only where every device that has it lies`() async throws {
        try await SmartGroupWorld.with { world in
            let path = "mdm/tags/\(world.pilot)"
            let add = try await world.api.call(.post, "\(path)/adddevices", #"{"BulkValues":{"Value":[1]}}"#)
            #expect(add.status == .ok)
            let body = #"{"LocationGroupId":"\#(world.field)"}"#
            try expectRefusal(
                try await world.api.call(.post, "\(path)/update", body), 400, number: 400, saying: "1 device has")
            _ = try await world.api.call(.post, "\(path)/removedevices", #"{"BulkValues":{"Value":[1]}}"#)
            #expect(try await world.api.call(.post, "\(path)/update", body).status == .ok)
            #expect(try await world.api.object(path)["LocationGroupId"] as? Int64 == world.field)
        }
    }

    @Test(arguments: [
        (#"{"TagType":1}"#, 422, 1012, "TagName"), (#"{"TagName":" "}"#, 422, 1012, "TagName"),
        (#"{"TagName":"PILOT","LocationGroupId":ACME}"#, 400, 400, "exists"),
        (#"{"TagName":"x","TagType":7}"#, 400, 400, "TagType"), (#"{"TagName":[]}"#, 400, 400, "TagName"),
        (#"{"TagName":"x","LocationGroupId":"no"}"#, 400, 400, "LocationGroupId"),
        (#"{"TagName":"x","LocationGroupId":OTHER}"#, 400, 400, "no organization group"), ("{", 400, 400, "body"),
    ])
    func `What cannot be a tag is refused`(body: String, status: Int, number: Int, text: String) async throws {
        try await SmartGroupWorld.with { world in
            let body = body.replacing("ACME", with: "\(world.acme)").replacing("OTHER", with: "\(world.other)")
            for (path, version) in [("mdm/tags/addtag", 1), ("mdm/tags", 3)] {
                let response = try await world.api.call(.post, path, body, version: version)
                try expectRefusal(response, status, number: number, saying: text)
            }
        }
    }

    @Test func `A deleted tag is gone from devices and smart groups, and its name is free`() async throws {
        try await SmartGroupWorld.with { world in
            let group = try await world.create(#","CriteriaType":"All","Tags":[{"Id":"\#(world.pilot)"}]"#)
            let path = "mdm/tags/\(world.pilot)"
            _ = try await world.api.call(.post, "\(path)/adddevices", #"{"BulkValues":{"Value":[1,2]}}"#)
            #expect(try await world.devices(group) == 2)
            let response = try await world.api.call(.delete, path)
            #expect(response.status == .ok && response.text.isEmpty)
            #expect(try await world.devices(group) == 0)
            #expect((try await world.api.object("mdm/devices/1/tags")["tags"] as? [Any])?.isEmpty == true)
            try expectRefusal(try await world.api.call(.delete, path), 404, number: 404)
            _ = try await world.api.addTag("pilot", group: world.acme)
            #expect(try await world.devices(group) == 0)
        }
    }

    @Test func `Tags of another branch do not exist`() async throws {
        try await SmartGroupWorld.with { world in
            let foreign = try #require(
                try await world.console.parts.value("SELECT id FROM tag WHERE name = 'foreign'", Int64.self))
            #expect(try Self.names(try await world.api.call(.get, "mdm/tags/search?name=foreign")) == [])
            for (method, path, body) in [
                (HTTPRequest.Method.get, "", nil), (.delete, "", nil), (.post, "/update", #"{"TagName":"x"}"#),
                (.get, "/devices", nil), (.post, "/adddevices", #"{"BulkValues":{"Value":[1]}}"#),
                (.post, "/removedevices", #"{"BulkValues":{"Value":[1]}}"#),
            ] as [(HTTPRequest.Method, String, String?)] {
                for id in ["\(foreign)", "999999", "False", UUID().uuidString] {
                    let response = try await world.api.call(method, "mdm/tags/\(id)\(path)", body)
                    try expectRefusal(response, 404, number: 404, saying: "Tag")
                }
            }
        }
    }

    @Test func `Who only reads changes no tag`() async throws {
        try await SmartGroupWorld.with { world in
            let reader = try await world.console.api(.readOnly, of: "acme")
            #expect(try await reader.call(.get, "mdm/tags/search").status == .ok)
            for (method, path) in [
                (HTTPRequest.Method.post, "addtag"), (.post, "\(world.pilot)/update"), (.delete, "\(world.pilot)"),
                (.post, "\(world.pilot)/adddevices"), (.post, "\(world.pilot)/removedevices"),
            ] { try expectRefusal(try await reader.call(method, "mdm/tags/\(path)", "{}"), 403, number: 1011) }
            let manager = try await world.console.api(.deviceManager, of: "acme")
            #expect(try await manager.call(.delete, "mdm/tags/\(world.pilot)").status == .ok)
        }
    }
}
