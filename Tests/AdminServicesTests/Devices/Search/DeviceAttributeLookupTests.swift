import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Custom attributes by serial and asset number, their history, and definitions (AdminDeviceDetails, "Custom
/// attributes").
struct DeviceAttributeLookupTests {
    private static let serial = "mdm/devices/serialnumber/F2LX0001MOCK/customattributes"
    private static let body =
        #"{"CustomAttributes":[{"Name":"site","Value":"Bonn","ApplicationGroup":"com.x"},"#
        + #"{"Name":"floor","Value":3},{"Name":"room"},{"Value":"lost"}]}"#

    private static func attributes(_ console: TestConsole, _ id: Int) async throws -> [String: String] {
        let body = try await console.api.object("mdm/devices/\(id)/customattributes")
        let list = try #require(body["CustomAttributes"] as? [[String: String]])
        return Dictionary(list.map { ("\($0["ApplicationGroup"] ?? "")/\($0["Name"] ?? "")", $0["Value"] ?? "") }) {
            $1
        }
    }

    @Test(arguments: [
        (HTTPRequest.Method.put, serial, 1), (.put, "mdm/devices/assetnumber/aaaa1111/customattributes", 1),
        (.put, "mdm/devices/AssetNumber/T-4/customattributes", 3),
        (.post, "mdm/devices/assetnumber/t-4/updatecustomattributes", 3),
    ])
    func `Attributes are set by a number, and those that cannot be are named`(
        method: HTTPRequest.Method, path: String, id: Int
    ) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let answer = try await console.api.call(method, path, Self.body)
            #expect(answer.status == .ok, "\(answer.text)")
            try expectJSON(
                try answer.json(),
                """
                {"TotalItems":4,"AcceptedItems":2,"FailedItems":2,"Faults":{"Fault":[
                  {"ErrorCode":400,"ItemValue":"room","Message":"CustomAttributes[2].Value is missing."},
                  {"ErrorCode":400,"ItemValue":"","Message":"The field CustomAttributes[3].Name is required."}]}}
                """)
            #expect(try await Self.attributes(console, id) == ["com.x/site": "Bonn", "/floor": "3"])
        }
    }

    @Test func `Attributes are taken away by a serial number, and those that are not there are named`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try await console.api.call(.put, Self.serial, Self.body).status == .ok)
            let removal = #"{"CustomAttributes":[{"Name":"FLOOR"},{"Name":"site"}]}"#
            let answer = try await console.api.call(.delete, Self.serial, removal)
            #expect(answer.status == .ok, "\(answer.text)")
            let body = try answer.json()
            #expect(body["AcceptedItems"] as? Int == 1 && body["FailedItems"] as? Int == 1)
            let faults = try #require(body["Faults"] as? [String: Any])
            #expect(faults["ActivityId"] as? String == answer.headers[.requestID])
            let fault = try #require((faults["Faults"] as? [[String: Any]])?.first)
            #expect(fault["ErrorCode"] as? Int == 404 && fault["ItemValue"] as? String == "site")
            #expect(try await Self.attributes(console, 1) == ["com.x/site": "Bonn"])
        }
    }

    @Test func `A number that is not known, and a body without attributes, are refused`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for (method, path) in [
                (HTTPRequest.Method.put, "serialnumber/none/customattributes"),
                (.delete, "serialnumber/none/customattributes"), (.put, "assetnumber/none/customattributes"),
                (.post, "assetnumber/none/updatecustomattributes"),
            ] {
                let missing = try await console.api.call(method, "mdm/devices/\(path)", Self.body)
                try expectRefusal(missing, 404, number: 5002, saying: "Device not found")
                let empty = try await console.api.call(method, "mdm/devices/\(path)", "{}")
                try expectRefusal(empty, 400, number: 400, saying: "CustomAttributes")
            }
            let reader = try await console.api(.readOnly)
            try expectRefusal(try await reader.call(.put, Self.serial, Self.body), 403, number: 1011)
            let theirs = try await console.api(.deviceManager, of: "appreview")
            try expectRefusal(try await theirs.call(.put, Self.serial, Self.body), 404, number: 5002)
        }
    }

    @Test(arguments: [
        ("", ["floor 3>4", "site >Bonn", "floor >3"]), ("customattributename=SITE", ["site >Bonn"]),
        ("applicationgroup=com.x", ["site >Bonn"]), ("startdate=2026-03-06", ["floor 3>4"]),
        ("enddate=2026-03-05", ["site >Bonn", "floor >3"]),
        ("deviceid=1&source=administrator", ["floor 3>4", "site >Bonn", "floor >3"]),
        ("source=Device", []), ("deviceid=2", []), ("page=1", []), ("organizationgroupid=LAB", []),
    ])
    func `Changes of attributes are reported, the latest first`(query: String, changes: [String]) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try await console.api.call(.put, Self.serial, Self.body).status == .ok)
            console.clock.advance(seconds: 86_400)
            let second = #"{"CustomAttributes":[{"Name":"floor","Value":"4"}]}"#
            #expect(try await console.api.call(.put, Self.serial, second).status == .ok)
            let query = query.replacing("LAB", with: String(try await console.groupID("lab")))
            let answer = try await console.api.call(.get, "mdm/devices/customattribute/changereport?\(query)")
            guard !changes.isEmpty else {
                #expect(answer.status == .noContent, "\(answer.text)")
                return
            }
            let devices = try #require(try answer.json()["DeviceCustomAttributeChanges"] as? [[String: Any]])
            #expect(devices.count == 1 && devices[0]["DeviceID"] as? String == "1")
            #expect(devices[0]["FriendlyName"] as? String == "ada iPhone")
            let listed = try #require(devices[0]["CustomAttributeChanges"] as? [[String: String]])
            #expect(
                listed.map { "\($0["CustomAttributeName"] ?? "") \($0["OldValue"] ?? "")>\($0["NewValue"] ?? "")" }
                    == changes)
            #expect(listed.allSatisfy { $0["Source"] == "Administrator" && $0["LocationGroupName"]?.isEmpty == false })
        }
    }

    @Test func `Attributes are defined, once in a group, and found from below and above`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let demo = try await console.groupID("demo")
            let body =
                #"{"Name":"Site","ManagedByOrganizationGroupID":"\#(demo)","Persist":"true","#
                + #""Values":[{"Value":"Bonn"},{"Value":"Kiel"}]}"#
            let path = "system/customattributes"
            let made = try await console.api.call(.post, "\(path)/create", body)
            #expect(made.status == .ok, "\(made.text)")
            let id = try #require(try made.json()["Value"] as? Int)
            try expectRefusal(try await console.api.call(.post, "\(path)/create", body), 409, number: 409)
            let lab = try await console.api(.deviceManager, of: "lab")
            for caller in [console.api, lab] {
                let found = try await caller.object("\(path)/search?name=sit&pagesize=1")
                #expect(found["Total"] as? Int == 1 && found["PageSize"] as? Int == 1)
                try expectJSON(
                    found["CustomAttributes"],
                    """
                    [{"AttributeID":\(id),"Name":"Site","ApplicationGroup":"","Description":"","Persist":true,
                      "ManagedByOrganizationGroupID":"\(demo)","ShowInRuleCreator":false,
                      "CollectValuesForRuleCreator":false,"UseAsLookupValue":false,
                      "Values":[{"Value":"Bonn"},{"Value":"Kiel"}]}]
                    """)
            }
            let theirs = try await console.api(.deviceManager, of: "appreview")
            #expect(try await theirs.call(.get, "\(path)/search").status == .noContent)
            #expect(try await console.api.call(.get, "\(path)/search?name=other").status == .noContent)
            try expectRefusal(try await theirs.call(.post, "\(path)/create", body), 400, number: 400)
            for bad in ["{}", #"{"Name":" "}"#, #"{"Name":"x","Persist":7}"#, #"{"Name":"x","Values":[{}]}"#] {
                try expectRefusal(try await console.api.call(.post, "\(path)/create", bad), 400, number: 400)
            }
            #expect(try await console.eventRows("action=attributeDefinition.created").count == 1)
        }
    }
}
