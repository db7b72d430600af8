import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Every kind of id on every route that takes one (AdminDevices, "Naming a device").
struct DeviceAlternateIDTests {
    /// The kinds of id, each with one of the first device of the fleet; the uuid is filled in.
    private static let kinds = [
        ("DeviceId", "1"), ("uuid", "UUID"), ("UDID", "aaaa1111"), ("serialnumber", "f2lx0001mock"),
        ("MacAddress", "a0-b1-c2-d3-e4-f5"), ("IMEInumber", "35-000000-000001-7"), ("easid", "eas1"),
    ]
    private static let parts = [
        "apps", "smartgroups", "compliance", "security", "network", "eventlog", "gps", "user", "notes", "certificates",
        "content", "adminapps", "customattributes", "tags", "profiles",
    ]

    private static func withFleet(
        _ kind: (word: String, id: String), _ body: @escaping @Sendable (TestConsole, String) async throws -> Void
    ) async throws {
        let (word, id) = kind
        try await withConsole { console in
            try await console.seedFleet()
            try await console.execute("UPDATE device SET compromisedCheckedAt = 1772706030000")
            let uuid = try await console.deviceUUID("aaaa1111").uppercased()
            try await body(console, "searchBy=\(word)&id=\(id.replacing("UUID", with: uuid))")
        }
    }

    @Test(arguments: kinds)
    func `Every detail is the same by every id`(word: String, id: String) async throws {
        try await Self.withFleet((word, id)) { console, query in
            let note = try await console.api.call(.post, "mdm/devices/notes?\(query)", #"{"Note":"A"}"#)
            #expect(note.status == .created)
            for part in Self.parts {
                let byID = try await console.api.call(.get, "mdm/devices/1/\(part)")
                let byOther = try await console.api.call(.get, "mdm/devices/\(part)?\(query)")
                #expect(byOther.status == byID.status && byOther.text == byID.text, "\(part)")
                #expect(byOther.headers[.apiVersion] == "v1", "\(part)")
            }
        }
    }

    @Test(arguments: kinds)
    func `A device is changed, ordered, moved and forgotten by every id`(word: String, id: String) async throws {
        try await Self.withFleet((word, id)) { console, query in
            let attributes = #"{"CustomAttributes":[{"Name":"site","Value":"Bonn"}]}"#
            let group = try await console.groupID("lab")
            for (method, path, body, status) in [
                (HTTPRequest.Method.put, "?\(query)", #"{"AssetNumber":"A-1"}"#, 204),
                (.put, "/customattributes?\(query)", attributes, 204),
                (.post, "/commands?command=DeviceQuery&\(query)", nil, 202),
                (.post, "/messages/push?\(query)", #"{"MessageBody":"Hello"}"#, 202),
                (.post, "/messages/email?\(query)", #"{"MessageBody":"Hello"}"#, 202),
                (.post, "/messages/sms?\(query)", #"{"MessageBody":"Hello"}"#, 202),
                (.post, "/commands/changeorganizationgroup?\(query)&ogid=\(group)", nil, 202),
            ] as [(HTTPRequest.Method, String, String?, Int)] {
                let response = try await console.api.call(method, "mdm/devices\(path)", body)
                #expect(response.status.code == status, "\(path) \(response.text)")
                #expect(response.text.isEmpty && response.headers[.contentType] == nil)
            }
            let device = try await console.api.object("mdm/devices?\(query)")
            #expect(device["AssetNumber"] as? String == "A-1" && device["LocationGroupName"] as? String == "lab")
            let subjects = try await console.eventRows("subject=aaaa1111&pageSize=50").compactMap {
                $0["action"] as? String
            }
            #expect(
                subjects.reversed() == [
                    "device.registered", "device.updated", "device.attributesChanged", "device.commandOrdered",
                    "device.messageOrdered", "device.messageOrdered", "device.messageOrdered", "device.updated",
                ])
            let removed = try await console.api.call(.delete, "mdm/devices/customattributes?\(query)", attributes)
            #expect(removed.status == .noContent)
            #expect(try await console.api.call(.delete, "mdm/devices?\(query)").status == .noContent)
            try expectRefusal(try await console.api.call(.get, "mdm/devices?\(query)"), 404, number: 5002)
            #expect(try await console.api.object("mdm/devices/search")["Total"] as? Int == 2)
        }
    }

    @Test(arguments: kinds)
    func `Bulk routes take every kind of id, and say which they could not find`(word: String, id: String) async throws {
        try await Self.withFleet((word, id)) { console, query in
            let value = try #require(query.split(separator: "=").last)
            let body = #"{"MessageBody":"Hi","BulkValues":{"Value":["\#(value)","nothing"]}}"#
            let word = "searchby=\(word)"
            let got = try await console.api.call(.post, "mdm/devices?\(word)", body)
            #expect(try got.udids() == ["AAAA1111"])
            let tag = #"{"TagName":"t","TagType":1,"LocationGroupId":7}"#
            let tagID = try #require(
                try await console.api.call(.post, "mdm/tags/addtag", tag).json()["Value"] as? Int)
            for (path, status) in [
                ("devices/commands/bulk?command=LockDevice&\(word)", 202), ("devices/messages/bulkpush?\(word)", 202),
                ("devices/messages/bulkemail?\(word)", 202), ("devices/messages/bulksms?\(word)", 202),
                ("tags/\(tagID)/adddevices?\(word)", 200), ("tags/\(tagID)/removedevices?\(word)", 200),
                ("devices/bulk?\(word)", 200),
            ] {
                let response = try await console.api.call(.post, "mdm/\(path)", body)
                #expect(response.status.code == status, "\(path) \(response.text)")
                let result = try response.json()
                #expect(result["TotalItems"] as? Int == 2 && result["AcceptedItems"] as? Int == 1, "\(path)")
                let faults = try #require((result["Faults"] as? [String: Any])?["Fault"] as? [[String: Any]])
                #expect(faults.map { $0["ItemValue"] as? String } == ["nothing"], "\(path)")
                #expect(faults.map { $0["ErrorCode"] as? Int } == [404], "\(path)")
            }
            #expect(try await console.admin(.get, "/_mock/devices/aaaa1111").status == .notFound)
        }
    }

    @Test(arguments: parts)
    func `A detail needs a kind of id there is, and an id`(part: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for query in ["", "id=1", "searchby=&id=1", "searchby=Colour&id=1"] {
                let response = try await console.api.call(.get, "mdm/devices/\(part)?\(query)")
                try expectRefusal(response, 422, number: 422, saying: "searchby")
            }
            for query in ["searchby=Udid", "searchby=Udid&id="] {
                let response = try await console.api.call(.get, "mdm/devices/\(part)?\(query)")
                try expectRefusal(response, 400, number: 400, saying: "id is missing")
            }
            let theirs = try await console.api(.readOnly, of: "appreview")
            for query in ["searchby=Udid&id=AAAA1111", "searchby=DeviceId&id=1", "searchby=Serialnumber&id=LAB2"] {
                let response = try await theirs.call(.get, "mdm/devices/\(part)?\(query)")
                try expectRefusal(response, 404, number: 5002, saying: "Device not found")
            }
        }
    }
}
