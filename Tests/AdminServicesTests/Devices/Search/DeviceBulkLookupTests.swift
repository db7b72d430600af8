import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Many devices, looked up by ids of one kind, counted and located (AdminDevices, "One device" and "What belongs to a
/// device").
struct DeviceBulkLookupTests {
    private static func body(_ values: String...) -> String {
        #"{"BulkValues":{"Value":[\#(values.map { "\"\($0)\"" }.joined(separator: ","))]}}"#
    }

    @Test(arguments: [
        ("id", "1", "2"), ("udid", "aaaa1111", "BBBB2222"), ("serialnumber", "F2LX0001MOCK", "LAB2"),
        ("macaddress", "A0:B1:C2:D3:E4:F5", ""), ("imeinumber", "35-000000000001-7", ""), ("easid", "EAS1", ""),
    ])
    func `Devices are looked up by each kind of id, in the form of version 1`(
        kind: String, one: String, other: String
    ) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let answer = try await console.api.call(
                .post, "mdm/devices/\(kind)", Self.body("none", other, one, one))
            #expect(answer.status == .ok, "\(answer.text)")
            let found = other.isEmpty ? ["AAAA1111"] : ["AAAA1111", "BBBB2222"]
            #expect(try answer.udids() == found)
            let body = try answer.json()
            #expect(body["Total"] as? Int == found.count && body["Page"] as? Int == 0)
            #expect(body["PageSize"] as? Int == 4)
            let device = try await console.api.object("mdm/devices/1")
            let first = try #require((body["Devices"] as? [[String: Any]])?.first)
            let (shown, expected) = (try canonicalJSON(first), try canonicalJSON(device))
            #expect(shown == expected)
        }
    }

    @Test func `Look-ups have pages, take numbers, and only those who may read devices`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let all = #"{"BulkValues":{"Value":[3,1,2]}}"#
            let page = try await console.api.call(.post, "mdm/devices/id?page=1&pagesize=2", all)
            #expect(try page.udids() == ["CCCC3333"])
            #expect(try page.json()["Total"] as? Int == 3)
            let reader = try await console.api(.readOnly, of: "demo")
            #expect(try await reader.call(.post, "mdm/devices/id", all).udids() == ["AAAA1111", "BBBB2222"])
            for body in ["", "{}", #"{"BulkValues":{"Value":[]}}"#, "[1]"] {
                try expectRefusal(try await console.api.call(.post, "mdm/devices/id", body), 400, number: 400)
            }
            let notFound = try await console.api.call(.get, "mdm/devices/id")
            #expect(notFound.status == .methodNotAllowed || notFound.status == .notFound)
        }
    }

    @Test(arguments: [
        ("{}", 2), (#"{"OrganizationGroupId":"LAB"}"#, 1), (#"{"TagName":"pilot"}"#, 1), (#"{"TagName":"none"}"#, 0),
        (#"{"DeviceSeenSince":"2026-03-02"}"#, 1), (#"{"DeviceSeenTill":"2026-03-02"}"#, 1),
        (#"{"TagName":"pilot","DeviceSeenSince":"2026-03-02"}"#, 0), ("", 2),
    ])
    func `Enrolled devices are counted by a body`(body: String, count: Int) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let tags = #"{"TagName":"pilot","LocationGroupId":"\#(try await console.groupID("demo"))","TagType":1}"#
            #expect(try await console.api.call(.post, "mdm/tags/addtag", tags).status.code < 300)
            #expect(try await console.change("aaaa1111", #"{"tags":["pilot"]}"#).status == .ok)
            let enrolled = try await console.change(
                "bbbb2222", #"{"enrollmentStatus":"Enrolled","lastSeenAt":"2026-03-03T08:00:00Z"}"#)
            #expect(enrolled.status == .ok)
            let body = body.replacing("LAB", with: String(try await console.groupID("lab")))
            let answer = try await console.api.call(.post, "mdm/devices/enrolleddevicescount", body)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(try answer.json()["EnrolledDevicesCount"] as? Int == count)
        }
    }

    @Test func `A count of an unknown group or with a wrong date is refused`() async throws {
        try await withConsole { console in
            let path = "mdm/devices/enrolleddevicescount"
            let date = try await console.api.call(.post, path, #"{"DeviceSeenSince":"yesterday"}"#)
            try expectRefusal(date, 400, number: 400, saying: "DeviceSeenSince")
            let group = try await console.api.call(.post, path, #"{"OrganizationGroupId":"999999"}"#)
            try expectRefusal(group, 404, number: 404)
        }
    }

    @Test func `The latest places of many devices, and those in a period`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await Self.locate(console)
            let ids = Self.body("2", "1", "999", "3")
            let latest = try await console.api.call(.post, "mdm/devices/gps", ids)
            #expect(latest.status == .ok, "\(latest.text)")
            let places = try jsonList(latest.text)
            #expect(places.map { $0["Latitude"] as? Double } == [20, 11])
            #expect(places.map { ($0["DeviceId"] as? [String: Int])?["Value"] } == [2, 1])
            #expect(places.allSatisfy { $0["Note"] as? String == "" && ($0["Uuid"] as? String)?.count == 36 })
            func search(_ query: String) async throws -> [Double?] {
                let answer = try await console.api.call(.post, "mdm/devices/gps/search?\(query)", ids)
                #expect(answer.status == .ok, "\(answer.text)")
                return try jsonList(answer.text).map { $0["Latitude"] as? Double }
            }
            #expect(try await search("") == [20, 11, 10])
            #expect(try await search("startdatetime=2026-03-02&enddatetime=2026-03-03") == [20])
            #expect(try await search("enddatetime=2026-03-01") == [10])
            #expect(try await search("daterange=2") == [11])
            let theirs = try await console.api(.readOnly, of: "appreview")
            let foreign = try await theirs.call(.post, "mdm/devices/gps", ids)
            #expect(try jsonList(foreign.text).isEmpty)
            let wrong = try await console.api.call(.post, "mdm/devices/gps/search?startdatetime=x", ids)
            try expectRefusal(wrong, 400, number: 400, saying: "startdatetime")
            let kind = try await console.api.call(.post, "mdm/devices/gps?searchBy=x", ids)
            try expectRefusal(kind, 422, number: 422)
        }
    }

    /// Two places of the first device, one of the second.
    private static func locate(_ console: TestConsole) async throws {
        let rows: [(device: Int64, day: Int64, latitude: Double)] = [(1, -4, 10), (2, -3, 20), (1, 0, 11)]
        try await console.parts.core.database.write { transaction in
            for row in rows {
                let at = TestClock.start.adding(seconds: row.day * 86_400)
                try transaction.db.execute(
                    sql: "INSERT INTO deviceLocation (receivedAt, deviceId, latitude, longitude) VALUES (?, ?, ?, 5)",
                    arguments: [at, row.device, row.latitude])
            }
        }
    }
}
