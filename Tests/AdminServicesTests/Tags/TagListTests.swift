import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Lists of tags and of their devices, member by member, in pages and as XML (AdminTags).
struct TagListTests {
    private static func names(_ caller: APICaller, _ query: String) async throws -> [String] {
        let body = try await caller.object("mdm/tags/search?\(query)")
        return try #require(body["Tags"] as? [[String: Any]]).compactMap { $0["TagName"] as? String }
    }

    @Test func `Tags come in pages, at a group and in a search`() async throws {
        try await SmartGroupWorld.with { world in
            for name in ["b", "a", "c"] { _ = try await world.api.addTag(name, group: world.field) }
            for (path, total) in [
                ("mdm/tags/search", 4), ("mdm/tags/search?orderby=tagname&sortorder=desc", 4),
                ("mdm/tags/search?organizationgroupid=\(world.field)", 3), ("system/groups/\(world.acme)/tags", 4),
                ("system/groups/\(try await world.console.groupUUID("field"))/tags", 3),
            ] {
                try await PagedList(path, "Tags", hasEmptyPages: true).check(world.api, total: total)
            }
        }
    }

    @Test func `A tag and its devices have exactly these members`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.api.addTag(
                "till", group: world.field, more: #","TagAvatar":"box","TagType":"General""#)
            let uuid = try #require(
                try await world.console.parts.value("SELECT uuid FROM tag WHERE id = \(id)", String.self))
            let tag = """
                {"TagName":"till","TagType":2,"TagAvatar":"box","LocationGroupId":\(world.field),
                 "DateTagged":"2026-03-05T10:20:30.000","Id":{"Value":\(id)},"Uuid":"\(uuid)"}
                """
            try expectJSON(try await world.api.object("mdm/tags/\(id)"), tag)
            try expectJSON(try await world.api.object("mdm/tags/search?name=till")["Tags"], "[\(tag)]")
            try expectJSON(try await world.api.object("system/groups/\(world.acme)/tags?name=TILL")["Tags"], "[\(tag)]")
            world.console.clock.advance(seconds: 60)
            let put = try await world.api.call(.post, "mdm/tags/\(id)/adddevices", #"{"BulkValues":{"Value":[2]}}"#)
            try expectJSON(
                try put.json(), #"{"TotalItems":1,"AcceptedItems":1,"FailedItems":0,"Faults":{"Fault":[]}}"#)
            let device = try #require(
                try await world.console.parts.value("SELECT uuid FROM device WHERE id = 2", String.self))
            try expectJSON(
                try await world.api.object("mdm/tags/\(id)/devices"),
                """
                {"Device":[{"DeviceId":2,"FriendlyName":"","DateTagged":"2026-03-05T10:21:30.000",
                  "DeviceUuid":"\(device)","DeviceLastSeen":"2026-03-05T10:20:30.000"}]}
                """)
            try expectJSON(
                try await world.api.object("mdm/devices/2/tags"),
                #"{"tags":[{"name":"till","uuid":"\#(uuid)","date_tagged":"2026-03-05T10:21:30.000"}]}"#)
        }
    }

    @Test func `Tags are XML for those who ask`() async throws {
        try await SmartGroupWorld.with { world in
            let xml = ["Accept": "text/xml"]
            let bulk = "<BulkInput><BulkValues><Value>1</Value><Value>9</Value></BulkValues></BulkInput>"
            let put = try await world.api.call(.post, "mdm/tags/\(world.pilot)/adddevices", bulk, headers: xml)
            #expect(put.text.contains("<BulkResponse xmlns=") && put.text.contains("<AcceptedItems>1</AcceptedItems>"))
            for (path, root, fragment) in [
                ("tags/search", "TagSearchResult", "<TagName>pilot</TagName>"),
                ("tags/search?name=nothing", "TagSearchResult", "<Total>0</Total>"),
                ("tags/\(world.pilot)", "Tag", "<Id><Value>\(world.pilot)</Value></Id>"),
                (
                    "tags/\(world.pilot)/devices", "TagDevices",
                    "<Device><DateTagged>2026-03-05T10:20:30.000</DateTagged>"
                ),
                (
                    "devices/1/tags", "DeviceTags",
                    "<tags><date_tagged>2026-03-05T10:20:30.000</date_tagged><name>pilot</name>"
                ),
            ] {
                let response = try await world.api.call(.get, "mdm/\(path)", headers: xml)
                #expect(response.headers[.contentType] == "application/xml; charset=utf-8", "\(path)")
                #expect(response.text.contains("<\(root) xmlns=\"\(AdminAnswer.namespace)\">"), "\(response.text)")
                #expect(response.text.contains(fragment), "\(response.text)")
            }
            let made = try await world.api.call(
                .post, "mdm/tags/addtag", "<Tag><TagName>from XML</TagName><TagType>1</TagType></Tag>", headers: xml)
            #expect(made.status == .ok && made.text.contains("<EntityId xmlns="), "\(made.text)")
            #expect(try await Self.names(world.api, "name=from") == ["from XML"])
        }
    }

    @Test(arguments: [
        ("name=pi&tagtype=1&organizationgroupid=ACME", ["pilot"]), ("name=pi&tagtype=2", []),
        ("tagtype=device", ["pilot", "deep"]), ("TagType=GENERAL", ["Spare"]), ("NAME=SP", ["Spare"]),
        ("organizationgroupid=FIELDUUID", ["deep"]), ("organization_group_uuid=FIELDUUID&name=DEEP", ["deep"]),
        ("orderby=tagname", ["deep", "pilot", "Spare"]), ("OrderBy=TagId&SortOrder=desc", ["Spare", "deep", "pilot"]),
        ("orderby=tagtype&sortorder=desc", ["Spare", "pilot", "deep"]), ("name=%25", []), ("name=_", []),
        ("orderby=nothing&sortorder=asc", ["pilot", "deep", "Spare"]),
        ("name=&tagtype=&organizationgroupid=", ["pilot", "deep", "Spare"]),
    ])
    func `Filters hold together, and tags are in the order asked for`(query: String, expected: [String]) async throws {
        try await SmartGroupWorld.with { world in
            _ = try await world.api.addTag("deep", group: world.field)
            _ = try await world.api.addTag("Spare", group: world.acme, more: #","TagType":"2""#)
            let query = query.replacing("ACME", with: "\(world.acme)")
                .replacing("FIELDUUID", with: try await world.console.groupUUID("field").uppercased())
            let found = try await Self.names(world.api, query)
            #expect(found == expected)
        }
    }

    @Test(arguments: ["tagtype=3", "tagtype=colour", "organizationgroupid=acme", "page=-1", "pagesize=x"])
    func `A filter that cannot be is refused by its name`(query: String) async throws {
        try await SmartGroupWorld.with { world in
            let response = try await world.api.call(.get, "mdm/tags/search?\(query)")
            let name = String(query.prefix { $0 != "=" })
            // Clients tell an unknown organization group by this number.
            try expectRefusal(response, 400, number: name == "organizationgroupid" ? 1012 : 400, saying: name)
        }
    }

    @Test func `A tag of a group above is for devices below, and is not theirs to change`() async throws {
        try await SmartGroupWorld.with { world in
            let bulk = #"{"BulkValues":{"Value":[2,3]}}"#
            #expect(
                try await world.api.call(.post, "mdm/tags/\(world.pilot)/adddevices", bulk).json()["AcceptedItems"]
                    as? Int
                    == 2)
            let lower = try await world.console.api(.consoleAdministrator, of: "field")
            let shown = try await lower.object("mdm/devices/2/tags")["tags"] as? [[String: Any]]
            #expect(shown?.compactMap { $0["name"] as? String } == ["pilot"])
            #expect(try await Self.names(lower, "").isEmpty)
            for (method, path) in [
                (HTTPRequest.Method.get, ""), (.delete, ""), (.post, "/update"), (.get, "/devices"),
                (.post, "/adddevices"), (.post, "/removedevices"),
            ] {
                let body = method == .post ? bulk : nil
                let response = try await lower.call(method, "mdm/tags/\(world.pilot)\(path)", body)
                try expectRefusal(response, 404, number: 404, saying: "Tag")
            }
            let off = try await lower.call(.delete, "mdm/devices/2/tags/\(world.pilot)")
            try expectRefusal(off, 404, number: 404, saying: "Tag")
            let devices = try await world.api.object("mdm/tags/\(world.pilot)/devices")["Device"] as? [Any]
            #expect(devices?.count == 2)
        }
    }

    @Test func `What happens to tags and to devices that have them is in the event log`() async throws {
        try await SmartGroupWorld.with { world in
            let id = try await world.api.addTag("till", group: world.acme)
            _ = try await world.api.call(.post, "mdm/tags/\(id)/update", #"{"TagName":"Till"}"#)
            _ = try await world.api.call(.post, "mdm/devices/1/tags/\(id)")
            _ = try await world.api.call(.post, "mdm/devices/1/tags/\(world.pilot)")
            _ = try await world.api.call(.delete, "mdm/devices/1/tags/\(id)")
            _ = try await world.api.call(.delete, "mdm/tags/\(id)")
            let changes = try await world.console.eventRows("subject=d1&action=device.updated")
            #expect(
                changes.reversed().map { ($0["after"] as? [String: String])?["tags"] } == [
                    "Till", "pilot, Till", "pilot",
                ])
            #expect(
                changes.reversed().map { ($0["before"] as? [String: String])?["tags"] } == ["", "Till", "pilot, Till"])
            for action in ["created", "updated", "deleted"] {
                let rows = try await world.console.eventRows("action=tag.\(action)&text=till")
                #expect(rows.count == 1 && rows.first?["actor"] as? String == world.api.username, "\(action)")
            }
        }
    }
}
