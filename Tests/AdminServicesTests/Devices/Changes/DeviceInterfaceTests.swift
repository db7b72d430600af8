import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Changing, moving and deleting devices by the admin API (AdminDevices, "Changing and deleting").
struct DeviceInterfaceTests {
    /// Every route that changes, with a body that would be taken.
    static let routes: [(method: HTTPRequest.Method, path: String, body: String?)] = [
        (.put, "mdm/devices/1", "{}"), (.put, "mdm/devices?searchby=Udid&id=aaaa1111", "{}"),
        (.delete, "mdm/devices/1", nil), (.delete, "mdm/devices?searchby=Serialnumber&id=F2LX0001MOCK", nil),
        (.patch, "mdm/devices/1/enrollmentuser/1", nil),
        (.put, "mdm/devices/1/commands/changeorganizationgroup/7", nil),
        (.put, "mdm/devices/1/commands/change-organization-group/7", nil),
        (.post, "mdm/devices/commands/changeorganizationgroup?searchby=DeviceId&id=1&ogid=7", nil),
    ]

    @Test(arguments: ["mdm/devices/1", "mdm/devices?searchBy=Serialnumber&id=F2LX0001MOCK", "UUID"])
    func `A device is changed by any of its ids, once told`(path: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            let path = path == "UUID" ? "mdm/devices/\(uuid)" : path
            let body = #"{"assetnumber":17,"DEVICEFRIENDLYNAME":" Ada’s 📱 ","Ownership":"e","Nothing":1}"#
            for _ in 1...2 {
                let response = try await console.api.call(.put, path, body)
                #expect(response.status == .noContent && response.headers[.contentType] == nil, "\(response.text)")
            }
            let device = try await console.api.object("mdm/devices/1")
            #expect(device["AssetNumber"] as? String == "17" && device["Ownership"] as? String == "E")
            #expect(device["DeviceFriendlyName"] as? String == "Ada’s 📱")
            let events = try await console.eventRows("action=device.updated")
            #expect(events.count == 1)
            let after = try #require(events.first?["after"] as? [String: String])
            #expect(after["ownership"] == "EmployeeOwned" && after["assetNumber"] == "17")
            #expect(try await console.api.call(.put, path, #"{"AssetNumber":""}"#).status == .noContent)
            #expect(try await console.api.object("mdm/devices/1")["AssetNumber"] as? String == "AAAA1111")
        }
    }

    @Test(arguments: ["Ownership", "DeviceFriendlyName", "AssetNumber"])
    func `A value that cannot be used is refused and changes nothing`(name: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let before = try await console.contents()
            let values = ["{}", "[1]", "\"\(String(repeating: "x", count: 256))\""]
            for value in name == "DeviceFriendlyName" ? values + ["\" \""] : values {
                let response = try await console.api.call(.put, "mdm/devices/1", "{\"\(name)\":\(value)}")
                try expectRefusal(response, 400, number: 400, saying: name)
            }
            for body in ["{", "[]", "7"] {
                try expectRefusal(try await console.api.call(.put, "mdm/devices/1", body), 400, number: 400)
            }
            #expect(try await console.contents() == before)
        }
    }

    @Test func `A name given by an administrator stays, and the reported one follows the device`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            let body = #"{"DeviceFriendlyName":"Till 4"}"#
            let path = "mdm/devices/udid/\(client.device)"
            let change = try await console.api.call(.put, "mdm/devices?searchby=udid&id=\(client.device)", body)
            #expect(change.status == .noContent)
            try await console.beacon(from: client) { ($0.name, $0.friendlyName) = ("Blue", "Green") }
            let device = try await console.api.object(path)
            #expect(device["DeviceFriendlyName"] as? String == "Till 4")
            #expect(device["DeviceReportedName"] as? String == "Blue")
            #expect(try await console.eventRows("action=device.renamed").count == 1)
        }
    }

    @Test func `A deleted device is gone from every surface, its records stay`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice("aaaa")
            try await console.keepRecords(of: client)
            let path = "mdm/devices/udid/aaaa"
            let id = try #require((try await console.api.object(path)["Id"] as? [String: Int])?["Value"])
            let response = try await console.api.call(.delete, "MDM/devices/\(id)")
            #expect(response.status == .ok && response.text.isEmpty && response.headers[.contentType] == nil)
            try expectRefusal(try await console.api.call(.get, path), 404, number: 5002)
            #expect(try await console.api.call(.get, "mdm/devices/search").status == .noContent)
            try expectRefusal(try await console.api.call(.delete, "mdm/devices/\(id)"), 404, number: 5002)
            #expect(try await client.status() == nil)
            #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 403)
            #expect(try await console.adminJSON("/_mock/logs")["total"] as? Int == 1)
            #expect(try await console.eventRows("action=device.deleted").count == 1)
        }
    }

    @Test func `Devices are deleted by an alternate id and many at once`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let one = try await console.api.call(.delete, "mdm/devices?searchby=Serialnumber&id=LAB2")
            #expect(one.status == .noContent && one.headers[.contentType] == nil)
            let body = #"{"BulkValues":{"Value":["AAAA1111","dddd","CCCC3333"]}}"#
            let many = try await console.api.call(.post, "mdm/devices/bulk?searchby=Udid", body)
            #expect(many.status == .ok)
            let result = try many.json()
            #expect(result["TotalItems"] as? Int == 3 && result["AcceptedItems"] as? Int == 2)
            #expect(result["FailedItems"] as? Int == 1)
            let faults = try #require((result["Faults"] as? [String: Any])?["Fault"] as? [[String: Any]])
            #expect(faults.first?["ErrorCode"] as? Int == 404 && faults.first?["ItemValue"] as? String == "dddd")
            #expect((faults.first?["Message"] as? String)?.hasPrefix("Device not found") == true)
            let none = try await console.api.call(.post, "mdm/devices/bulk", #"{"BulkValues":{"Value":[1]}}"#)
            #expect(none.status == .ok)
            #expect(try none.json()["FailedItems"] as? Int == 1)
            for body in ["", "{}", #"{"BulkValues":[1]}"#] {
                try expectRefusal(try await console.api.call(.post, "mdm/devices/bulk", body), 400, number: 400)
            }
            let wrong = try await console.api.call(
                .post, "mdm/devices/bulk?searchby=no", #"{"BulkValues":{"Value":[1]}}"#)
            try expectRefusal(wrong, 422, number: 422)
        }
    }

    @Test func `A device is given to another user, whose credentials alone count`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let client = try await console.signedInDevice()
            let (ada, uuid) = try await console.parts.core.database.read { db in
                let user = try #require(try UserRecord.filter(sql: "username = 'ada'").fetchOne(db))
                return (try user.storedID(), user.uuid)
            }
            let device = try await console.api.object("mdm/devices/udid/\(client.device)")
            let id = try #require((device["Id"] as? [String: Int])?["Value"])
            for user in ["\(ada)", uuid] {
                let response = try await console.api.call(.patch, "mdm/devices/\(id)/enrollmentuser/\(user)")
                #expect(response.status == .ok && response.text.isEmpty, "\(response.text)")
            }
            #expect(try await console.api.object("mdm/devices/\(id)")["UserName"] as? String == "ada")
            #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 403)
            #expect(try await client.status()?.enrollmentStatus == .enrolled)
            #expect(try await console.eventRows("action=device.userChanged").count == 1)
            for user in ["9999", "nobody", UUID().uuidString] {
                let response = try await console.api.call(.patch, "mdm/devices/\(id)/enrollmentuser/\(user)")
                try expectRefusal(response, 404, number: 404, saying: "user")
            }
            try await console.addUser("idle", isActive: false)
            let idle = try await console.parts.core.database.read { db in
                try Int64.fetchOne(db, sql: "SELECT id FROM enrollmentUser WHERE username = 'idle'") ?? 0
            }
            let refused = try await console.api.call(.patch, "mdm/devices/\(id)/enrollmentuser/\(idle)")
            try expectRefusal(refused, 400, number: 400, saying: "inactive")
        }
    }

    @Test func `A device elsewhere, or none, has the number of the route`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let before = try await console.contents()
            let theirs = try await console.api(.deviceManager, of: "appreview")
            for (method, path, body) in Self.routes {
                let foreign = try await theirs.call(method, path, body)
                try expectRefusal(foreign, 404, number: 5002, saying: "Device not found")
                let path = path.replacing("devices/1", with: "devices/999").replacing("id=1&", with: "id=x&")
                    .replacing("id=aaaa1111", with: "id=dddd").replacing("id=F2LX0001MOCK", with: "id=NONE")
                try expectRefusal(try await console.api.call(method, path, body), 404, number: 5002)
            }
            let after = try await console.contents()
            // The foreign administrator is new, and counted.
            let made = ["administrator", "quotaUse"]
            #expect(after.filter { !made.contains($0.key) } == before.filter { !made.contains($0.key) })
        }
    }

    @Test func `Who only reads changes nothing`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let reader = try await console.api(.readOnly)
            for (method, path, body) in Self.routes {
                try expectRefusal(try await reader.call(method, path, body), 403, number: 1011)
            }
            let bulk = try await reader.call(.post, "mdm/devices/bulk", #"{"BulkValues":{"Value":[1]}}"#)
            try expectRefusal(bulk, 403, number: 1011)
            #expect(try await reader.object("mdm/devices/search")["Total"] as? Int == 3)
        }
    }

    @Test(arguments: ["mdm/devices", "mdm/devices?id=1", "mdm/devices?searchby=Colour&id=1"])
    func `An unknown kind of id is refused`(path: String) async throws {
        try await withConsole { console in
            for method in [HTTPRequest.Method.put, .delete] {
                try expectRefusal(
                    try await console.api.call(method, path, "{}"), 422, number: 422, saying: "searchby")
            }
        }
    }
}
