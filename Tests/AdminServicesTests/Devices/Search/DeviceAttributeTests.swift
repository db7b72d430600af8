import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Custom attributes of devices (AdminDeviceDetails, "Custom attributes").
struct DeviceAttributeTests {
    private static let path = "mdm/devices/1/customattributes"
    private static let body = """
        {"CustomAttributes":[{"Name":"site","Value":"Bonn","ApplicationGroup":"com.example.demo"},
         {"name":"floor","value":3}]}
        """

    private static func attributes(_ body: [String: Any]) throws -> [[String: String]] {
        try #require(body["CustomAttributes"] as? [[String: String]])
    }

    @Test func `Attributes are set, shown wherever devices are, and taken away`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try Self.attributes(try await console.api.object(Self.path)).isEmpty)
            let set = try await console.api.call(.put, Self.path, Self.body)
            #expect(set.status == .noContent && set.headers[.contentType] == nil, "\(set.text)")
            let expected = [
                ["Name": "floor", "Value": "3", "ApplicationGroup": ""],
                ["Name": "site", "Value": "Bonn", "ApplicationGroup": "com.example.demo"],
            ]
            let device = try await console.api.object("mdm/devices/customattributes?searchBy=Udid&id=AAAA1111")
            #expect(try Self.attributes(device) == expected)
            #expect(device["DeviceId"] as? Int == 1 && device["Udid"] as? String == "AAAA1111")
            #expect(device["SerialNumber"] as? String == "F2LX0001MOCK")
            #expect(device["EnrollmentUserName"] as? String == "ada")
            let searched = expected.map { attribute in
                attribute.merging(["Application": attribute["ApplicationGroup"] ?? "", "Source": ""]) { $1 }
            }
            for (path, attributes) in [
                ("extensivesearch", expected), ("litesearch", expected), ("customattribute/search", searched),
            ] {
                let found = try await console.api.object("mdm/devices/\(path)?deviceid=1")["Devices"]
                let item = try #require((found as? [[String: Any]])?.first)
                #expect(try Self.attributes(item) == attributes, "\(path)")
            }
            let change = #"{"CustomAttributes":[{"Name":"FLOOR","Value":""},{"Name":"site","Value":"Bonn"}]}"#
            #expect(try await console.api.call(.put, Self.path, change).status == .noContent)
            #expect(try Self.attributes(try await console.api.object(Self.path)).count == 3)
            let removal = #"{"CustomAttributes":[{"Name":"Floor"},{"Name":"nothing"},{"Name":"site"}]}"#
            #expect(try await console.api.call(.delete, Self.path, removal).status == .noContent)
            #expect(try Self.attributes(try await console.api.object(Self.path)) == [expected[1]])
            #expect(try await console.eventRows("action=device.attributesChanged").count == 3)
            #expect(try await console.api.call(.delete, Self.path, removal).status == .noContent)
            #expect(try await console.eventRows("action=device.attributesChanged").count == 3)
        }
    }

    @Test func `The event log tells values as they were set, whatever the attribute is called`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let values = ["complianceStatus": "3", "enrollmentStatus": "4", "isCompromised": "17"]
            let written = values.map { #"{"Name":"\#($0)","Value":"\#($1)"}"# }.joined(separator: ",")
            let change = try await console.api.call(.put, Self.path, #"{"CustomAttributes":[\#(written)]}"#)
            #expect(change.status == .noContent)
            let log = try await console.api.object("mdm/devices/1/eventlog")["DeviceEventLogEntries"]
            let entry = (log as? [[String: Any]])?.first { $0["Event"] as? String == "device.attributesChanged" }
            let told = try #require(entry?["EventDataList"] as? [[String: String]])
            #expect(told.count == 3)
            for change in told { #expect(change["NewValue"] == values[change["EventDataType"] ?? ""]) }
        }
    }

    @Test(arguments: [
        ("", "AB"), ("customattributes=site", "AB"), ("customattributes=SITE=Bonn", "A"),
        ("customattributes=site,floor", "A"), ("customattributes=none", ""), ("user=ada", "A"),
        ("organizationgroupid=LAB", "B"), ("deviceid=2,3", "B"), ("startdatetime=2026-01-01", "AB"),
        ("enddatetime=2026-01-01", ""), ("startdatetime=9999-12-31", ""), ("pagesize=1&page=1", "B"), ("page=7", ""),
    ])
    func `Devices with attributes are found`(query: String, letters: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try await console.api.call(.put, Self.path, Self.body).status == .noContent)
            let other = #"{"CustomAttributes":[{"Name":"site","Value":"Kiel"}]}"#
            #expect(try await console.api.call(.put, "mdm/devices/2/customattributes", other).status == .noContent)
            let query = query.replacing("LAB", with: String(try await console.groupID("lab")))
            let response = try await console.api.call(.get, "mdm/devices/customattribute/search?\(query)")
            #expect(response.status == (letters.isEmpty ? .noContent : .ok), "\(response.text)")
            #expect(try response.udids().map { String($0.prefix(1)) }.joined() == letters)
        }
    }

    @Test func `What cannot be an attribute is refused and changes nothing`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try await console.api.call(.put, Self.path, Self.body).status == .noContent)
            let before = try await console.contents()
            let many = (0...500).map { #"{"Name":"a\#($0)","Value":""}"# }.joined(separator: ",")
            let some = (1...499).map { #"{"Name":"a\#($0)","Value":""}"# }.joined(separator: ",")
            for body in [
                "", "{", "{}", #"{"CustomAttributes":[]}"#, #"{"CustomAttributes":[7]}"#,
                #"{"CustomAttributes":[{"Value":"x"}]}"#, #"{"CustomAttributes":[{"Name":"x"}]}"#,
                #"{"CustomAttributes":[{"Name":"x","Value":{}}]}"#, #"{"CustomAttributes":[\#(many)]}"#,
                #"{"CustomAttributes":[\#(some)]}"#,
            ] {
                try expectRefusal(try await console.api.call(.put, Self.path, body), 400, number: 400)
            }
            try expectRefusal(try await console.api.call(.delete, Self.path, "{}"), 400, number: 400)
            let names = Array(repeating: "a", count: 1000).joined(separator: ",")
            for query in ["startdatetime=x", "organizationgroupid=x", "page=-1", "customattributes=\(names)"] {
                let response = try await console.api.call(.get, "mdm/devices/customattribute/search?\(query)")
                try expectRefusal(response, 400, number: 400)
            }
            #expect(try await console.contents() == before)
        }
    }

    @Test func `Of two values of one name the last counts, and what has its value already keeps its time`() async throws
    {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try await console.api.call(.put, Self.path, Self.body).status == .noContent)
            console.clock.advance(seconds: 60)
            let body = """
                {"CustomAttributes":[{"Name":"floor","Value":"4"},{"Name":"FLOOR","Value":"3"},
                 {"Name":"site","Value":"Bonn","ApplicationGroup":"com.example.demo"}]}
                """
            #expect(try await console.api.call(.put, Self.path, body).status == .noContent)
            let attributes = try Self.attributes(try await console.api.object(Self.path))
            #expect(attributes.map { $0["Value"] } == ["3", "Bonn"])
            let times = try await console.parts.core.database.read { db in
                try DeviceAttributeRecord.attributes(of: [1], db)[1]?.map(\.updatedAt)
            }
            #expect(times == [TestClock.start.adding(seconds: 60), TestClock.start])
        }
    }

    @Test func `Who only reads sets none, and nobody elsewhere sees them`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try await console.api.call(.put, Self.path, Self.body).status == .noContent)
            let reader = try await console.api(.readOnly, of: "demo")
            #expect(try await reader.call(.get, Self.path).status == .ok)
            let theirs = try await console.api(.deviceManager, of: "appreview")
            try expectRefusal(try await theirs.call(.get, Self.path), 404, number: 5002)
            for method in [HTTPRequest.Method.put, .delete] {
                try expectRefusal(try await reader.call(method, Self.path, Self.body), 403, number: 1011)
                try expectRefusal(try await theirs.call(method, Self.path, Self.body), 404, number: 5002)
                let missing = try await console.api.call(method, "mdm/devices/999/customattributes", Self.body)
                try expectRefusal(missing, 404, number: 5002)
            }
            #expect(try await theirs.call(.get, "mdm/devices/customattribute/search").status == .noContent)
        }
    }
}
