import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Devices found by each of their ids (AdminDevices, "Naming a device").
struct DeviceLookupTests {
    /// Words of `searchby` with an id of the first device of the fleet.
    private static let ids = [
        ("DeviceId", "1"), ("udid", "AAAA1111"), ("UDID", "aaaa1111"), ("Serialnumber", "f2lx0001mock"),
        ("serialNumber", "F2LX0001MOCK"), ("Macaddress", "A0B1C2D3E4F5"), ("macaddress", "a0:b1:c2:d3:e4:f5"),
        ("macaddress", "A0-B1-C2-D3-E4-F5"), ("ImeiNumber", "350000000000017"), ("imeinumber", "35-000000%20000001-7"),
        ("EasId", "eas1"),
    ]

    @Test(arguments: ids)
    func `A device is found by each of its ids`(word: String, id: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let device = try await console.api.object("mdm/devices?searchby=\(word)&id=\(id)&page=0&pagesize=500")
            #expect(device["Udid"] as? String == "AAAA1111")
            let again = try await console.api.object("mdm/devices/?ID=\(id)&SearchBy=\(word)", version: 3)
            #expect(again["Udid"] as? String == "AAAA1111")
        }
    }

    @Test func `A device is found by its uuid and by paths of their own`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            for path in [
                "mdm/devices?searchby=Uuid&id=\(uuid.uppercased())", "mdm/devices/udid/AAAA1111",
                "MDM/Devices/SerialNumber/F2LX0001MOCK", "mdm/devices/macaddress/A0B1C2D3E4F5",
                "mdm/devices/imeinumber/350000000000017", "mdm/devices/easid/EAS1", "mdm/devices/1/",
                "v1/mdm/devices/1",
            ] {
                #expect(try await console.api.object(path)["Udid"] as? String == "AAAA1111", "\(path)")
            }
        }
    }

    @Test(arguments: [
        "mdm/devices?id=1", "mdm/devices?searchby=&id=1", "mdm/devices?searchby=Name&id=1", "mdm/devices",
    ])
    func `An unknown kind of id is refused`(path: String) async throws {
        try await withConsole { console in
            let response = try await console.api.call(.get, path)
            try expectRefusal(response, 422, number: 422, saying: "searchby")
        }
    }

    @Test func `An id has to be there`() async throws {
        try await withConsole { console in
            for path in ["mdm/devices?searchby=Udid", "mdm/devices?searchby=Udid&id="] {
                try expectRefusal(try await console.api.call(.get, path), 400, number: 400, saying: "id")
            }
        }
    }

    @Test func `An unknown device has the number of its route`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for path in [
                "mdm/devices/999", "mdm/devices/False", "mdm/devices/99999999999999999999", "mdm/devices/-1",
                "mdm/devices?searchby=DeviceId&id=x", "mdm/devices?searchby=Udid&id=dddd",
                "mdm/devices?searchby=Serialnumber&id=%00", "mdm/devices?searchby=uuid&id=1", "mdm/devices/udid/1",
                "mdm/devices/serialnumber/%F0%9F%93%B1", "mdm/devices/udid/dddd/deviceenrollmentstatus",
            ] {
                let response = try await console.api.call(.get, path)
                try expectRefusal(response, 404, number: 5002, saying: "Device not found")
            }
            for version in [1, 2, 3] {
                let response = try await console.api.call(
                    .get, "mdm/devices/\(UUID().uuidString)", version: version)
                try expectRefusal(response, 404, number: 5061, saying: "Device not found for this request")
            }
        }
    }

    @Test func `A device elsewhere is an unknown one`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let theirs = try await console.api(.readOnly, of: "appreview")
            let uuid = try await console.deviceUUID("aaaa1111")
            for path in [
                "mdm/devices/1", "mdm/devices?searchby=Serialnumber&id=F2LX0001MOCK", "mdm/devices/udid/aaaa1111",
            ] {
                try expectRefusal(try await theirs.call(.get, path), 404, number: 5002)
            }
            try expectRefusal(try await theirs.call(.get, "mdm/devices/\(uuid)", version: 2), 404, number: 5061)
            #expect(try await theirs.object("mdm/devices/3")["Udid"] as? String == "CCCC3333")
        }
    }

    @Test func `Of several devices with an id the one that enrolled first is meant, as far as it is ours`() async throws
    {
        try await withConsole { console in
            try await console.seedFleet()
            for (udid, serial) in [("bbbb2222", "TWICE"), ("cccc3333", "twice")] {
                let text = "{\"serialNumber\":\"\(serial)\"}"
                #expect(try await console.admin(.patch, "/_mock/devices/\(udid)", text: text).status == .ok)
            }
            let all = try await console.api.object("mdm/devices/serialnumber/Twice")
            #expect(all["Udid"] as? String == "BBBB2222")
            for (udid, meant) in [("cccc3333", "CCCC3333"), ("bbbb2222", "CCCC3333")] {
                console.clock.advance(seconds: 60)
                let enrolled = #"{"enrollmentStatus":"Enrolled"}"#
                #expect(try await console.admin(.patch, "/_mock/devices/\(udid)", text: enrolled).status == .ok)
                let found = try await console.api.object("mdm/devices/serialnumber/Twice")
                #expect(found["Udid"] as? String == meant)
            }
            let ours = try await console.api(.readOnly, of: "demo")
            #expect(try await ours.object("mdm/devices/serialnumber/twice")["Udid"] as? String == "BBBB2222")
        }
    }

    @Test func `Many devices are got at once, those there are`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let reader = try await console.api(.readOnly, of: "demo")
            let body = #"{"bulkvalues":{"value":[3,"2",1,"1","x",999]}}"#
            let response = try await reader.call(.post, "mdm/devices", body)
            #expect(response.status == .ok)
            #expect(try response.udids() == ["AAAA1111", "BBBB2222"])
            #expect(try response.json()["Total"] as? Int == 2)
            let bySerial = try await console.api.call(
                .post, "mdm/devices/?searchby=Serialnumber", #"{"BulkValues":{"Value":["LAB2"]}}"#)
            #expect(try bySerial.udids() == ["BBBB2222"])
            let none = try await console.api.call(
                .post, "mdm/devices?searchby=udid", #"{"BulkValues":{"Value":"dddd"}}"#)
            #expect(none.status == .ok)
            #expect(try none.json()["Total"] as? Int == 0)
            let wrong = try await console.api.call(
                .post, "mdm/devices?searchby=name", #"{"BulkValues":{"Value":["1"]}}"#)
            try expectRefusal(wrong, 422, number: 422, saying: "searchby")
            for body in ["", "{}", "[]", #"{"BulkValues":{"Value":[]}}"#, "{"] {
                try expectRefusal(try await console.api.call(.post, "mdm/devices", body), 400, number: 400)
            }
        }
    }

    @Test func `How a device is enrolled is asked by its udid`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let body = try await console.api.object("mdm/devices/udid/AAAA1111/DeviceEnrollmentStatus")
            #expect(body["EnrollmentStatus"] as? String == "Enrolled" && body["DeviceManagedBy"] as? String == "MDM")
            #expect(body["Username"] as? String == "ada" && body["Domain"] as? String == "")
            #expect((body["Id"] as? [String: Any])?["Value"] as? Int == 1)
            #expect(body["Uuid"] as? String == (try await console.deviceUUID("aaaa1111")))
        }
    }
}
