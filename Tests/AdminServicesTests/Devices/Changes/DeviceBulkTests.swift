import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Many devices at once (AdminDevices, "Commands" and "Changing and deleting").
struct DeviceBulkTests {
    /// Routes that take many devices, and the status they answer.
    private static let routes = [
        ("devices/commands/bulk?command=LockDevice", 202), ("devices/messages/bulkpush", 202),
        ("devices/messages/bulkemail", 202), ("devices/messages/bulksms", 202), ("devices/bulk", 200),
    ]

    private static func body(_ values: String) -> String {
        #"{"MessageBody":"Hello","BulkValues":{"Value":[\#(values)]}}"#
    }

    /// What a bulk answer says: how many there were, how many were taken, and `value code` of each that was not.
    private static func result(_ response: TestResponse) throws -> (total: Int?, accepted: Int?, faults: [String]) {
        let result = try response.json()
        let faults = try #require((result["Faults"] as? [String: Any])?["Fault"] as? [[String: Any]])
        #expect(result["FailedItems"] as? Int == faults.count)
        return (
            result["TotalItems"] as? Int, result["AcceptedItems"] as? Int,
            faults.map { "\($0["ItemValue"] ?? "") \($0["ErrorCode"] ?? "")" }
        )
    }

    @Test(arguments: routes)
    func `Devices elsewhere are refused one by one, and stay as they are`(path: String, status: Int) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let before = try await console.contents()
            let theirs = try await console.api(.deviceManager, of: "lab")
            let response = try await theirs.call(
                .post, "mdm/\(path)", Self.body(#"1,"3","x",99"#))
            #expect(response.status.code == status, "\(response.text)")
            let result = try Self.result(response)
            #expect(result.total == 4 && result.accepted == 0)
            #expect(result.faults == ["1 404", "3 404", "x 404", "99 404"])
            let after = try await console.contents()
            #expect(after["device"] == before["device"] && after["command"] == before["command"])
            #expect(after["eventLog"] == before["eventLog"] && after["deviceMessage"] == before["deviceMessage"])
        }
    }

    @Test(arguments: routes)
    func `Who only reads orders and deletes nothing, and a body needs values`(path: String, status: Int) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let reader = try await console.api(.readOnly)
            try expectRefusal(try await reader.call(.post, "mdm/\(path)", Self.body("1")), 403, number: 1011)
            let many = (0...10_000).map(String.init).joined(separator: ",")
            for values in ["", "[]", "{}", "null", many] {
                let response = try await console.api.call(.post, "mdm/\(path)", Self.body(values))
                try expectRefusal(response, 400, number: 400)
            }
            for body in ["", "{", "[]", #"{"MessageBody":"Hello"}"#, #"{"MessageBody":"Hello","BulkValues":[1]}"#] {
                try expectRefusal(try await console.api.call(.post, "mdm/\(path)", body), 400, number: 400)
            }
            #expect(try await console.api.object("mdm/devices/search")["Total"] as? Int == 3)
            #expect(try await console.adminJSON("/_mock/messages")["total"] as? Int == 0)
        }
    }

    @Test func `A device that is named twice is ordered twice and deleted once`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let path = "mdm/devices/commands/bulk?command=LockDevice"
            let ordered = try await console.api.call(.post, path, Self.body(#"1,"1",1"#))
            #expect(try Self.result(ordered) == (3, 3, []))
            #expect(try await console.eventRows("action=device.commandOrdered").count == 3)
            let deleted = try await console.api.call(.post, "mdm/devices/bulk", Self.body(#"1,2,"1""#))
            #expect(try Self.result(deleted) == (3, 2, ["1 404"]))
            #expect(try await console.eventRows("action=device.deleted").count == 2)
        }
    }

    @Test func `Hundreds of devices are ordered and deleted, in several transactions`() async throws {
        try await withConsole { console in
            try await console.parts.core.database.write { transaction in
                for number in 1...450 {
                    var device = try DeviceRecord.test("d\(number)")
                    try device.insert(transaction.db)
                }
            }
            let body = Self.body((1...450).map(String.init).joined(separator: ",") + ",451")
            let path = "mdm/devices/commands/bulk?command=SoftReset"
            let ordered = try await console.api.call(.post, path, body)
            #expect(try Self.result(ordered) == (451, 450, ["451 404"]))
            #expect(try await console.adminJSON("/_mock/events?action=device.commandOrdered")["total"] as? Int == 450)
            let deleted = try await console.api.call(.post, "mdm/devices/bulk", body)
            #expect(try Self.result(deleted) == (451, 450, ["451 404"]))
            #expect(try await console.api.call(.get, "mdm/devices/search").status == .noContent)
            #expect(try await console.adminJSON("/_mock/events?action=device.deleted")["total"] as? Int == 450)
        }
    }

    @Test func `A list of version 2 is all or none, each device as often as it is named`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.execute("UPDATE device SET enrollmentStatus = 4 WHERE id = 2")
            let uuids = [try await console.deviceUUID("aaaa1111"), try await console.deviceUUID("bbbb2222")]
            func order(_ uuids: [String], _ caller: APICaller? = nil) async throws -> TestResponse {
                let list = uuids.map { "\"\($0)\"" }.joined(separator: ",")
                return try await (caller ?? console.api).call(
                    .post, "mdm/devices/commands/lOCK", #"{"device_uuids":[\#(list)]}"#, version: 2)
            }
            for wrong in [UUID().uuidString, "1", "x", ""] {
                try expectRefusal(try await order(uuids + [wrong]), 404, number: 5061, saying: "Device not found")
            }
            let lab = try await console.api(.deviceManager, of: "lab")
            try expectRefusal(try await order(uuids, lab), 404, number: 5061)
            #expect(try await console.eventRows("action=device.commandOrdered").isEmpty)
            let accepted = try await order([uuids[0].uppercased(), uuids[1], uuids[0]])
            #expect(accepted.status == .accepted && accepted.headers[.apiVersion] == "v2")
            let subjects = try await console.eventRows("action=device.commandOrdered").map { $0["subject"] as? String }
            #expect(subjects.reversed() == ["aaaa1111", "bbbb2222", "aaaa1111"])
            #expect(try await order([uuids[1]], lab).status == .accepted)
        }
    }

    @Test func `A wipe of many is told to each client at its next contact`() async throws {
        try await withConsole { console in
            let clients = [try await console.signedInDevice("aaaa"), try await console.signedInDevice("bbbb")]
            let other = try await console.signedInDevice("cccc")
            let path = "mdm/devices/commands/bulk?command=enterprisewipe&searchby=udid"
            let response = try await console.api.call(.post, path, Self.body(#""AAAA","bbbb""#))
            #expect(try Self.result(response) == (2, 2, []))
            for client in clients {
                let request = try DeviceRoute.user.request(client)
                #expect(try await console.send(request, as: client).status == 403)
                #expect(try await client.status()?.enrollmentStatus == .enterpriseWipePending)
            }
            #expect(try await other.status()?.enrollmentStatus == .enrolled)
            let found = try await console.api.call(
                .get, "mdm/devices/litesearch?enrollmentstatus=EnterpriseWipePending")
            #expect(try found.udids() == ["AAAA", "BBBB"])
        }
    }
}
