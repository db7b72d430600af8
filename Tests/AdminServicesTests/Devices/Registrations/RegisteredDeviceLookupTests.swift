import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Registered devices by their numbers (AdminRegistrations, "By numbers").
struct RegisteredDeviceLookupTests {
    private static let path = "system/users/registereddevices"

    /// A device by its serial number with an attribute, and one by its identifier.
    private static func seed(_ console: TestConsole) async throws {
        try await console.seedFleet()
        let attribute = #","CustomAttributes":[{"Name":"site","Value":"Bonn","Application":"com.x"}]"#
        for more in [
            #","SerialNumber":"SN-1","AssetNumber":"A-1","Imei":"350000000000025"\#(attribute)"#,
            #","Udid":"feed17","SerialNumber":"SN-2","AssetNumber":"A-2"\#(attribute)"#,
        ] {
            let answer = try await console.registerDevice(more)
            #expect(answer.status == .ok, "\(answer.text)")
        }
    }

    private static func waiting(_ console: TestConsole) async throws -> [String] {
        let answer = try await console.api.call(.get, "\(path)/search")
        guard answer.status == .ok else { return [] }
        let list = try #require(try answer.json()["RegisteredDeviceInfoList"] as? [[String: Any]])
        return list.compactMap { $0["SerialNumber"] as? String }.filter { $0.hasPrefix("SN-") }.sorted()
    }

    /// Attributes of the registrations, by serial number: `name=value`.
    private static func attributes(_ console: TestConsole) async throws -> [String: [String]] {
        let rows = try await console.parts.core.database.read { db in
            try RegisteredDeviceRecord.fetchAll(db, sql: "SELECT * FROM deviceRegistration")
        }
        return Dictionary(
            rows.map { row in
                (row.serialNumber ?? "", row.customAttributes.map { "\($0.Application)/\($0.Name)=\($0.Value)" })
            }
        ) { $1 }
    }

    @Test(arguments: [
        ("deletebyserialnumber", "SN-1", "SN-2"), ("deletebyassetnumber", "A-1", "SN-2"),
        ("deletebyudid", "FEED17", "SN-1"), ("delete?searchby=serialnumber", "SN-2", "SN-1"),
        ("delete?searchby=ImeiNumber", "35-00000000000-25", "SN-2"),
        ("Delete?searchBy=Udid&username=ada", "feed17", "SN-1"),
    ])
    func `Registrations are taken back by each kind of number`(
        path: String, number: String, left: String
    ) async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let body = #"{"BulkValues":{"Value":["\#(number)","none","\#(number)"]}}"#
            let answer = try await console.api.call(.post, "\(Self.path)/\(path)", body)
            #expect(answer.status == .ok, "\(answer.text)")
            let result = try answer.json()
            #expect(result["TotalItems"] as? Int == 3 && result["AcceptedItems"] as? Int == 1)
            let faults = try #require((result["Faults"] as? [String: Any])?["Fault"] as? [[String: Any]])
            #expect(faults.map { $0["ErrorCode"] as? Int } == [404, 404])
            #expect(try await Self.waiting(console) == [left])
            #expect(try await console.listedTokens().count == 1)
            #expect(try await console.eventRows("action=deviceRegistration.deleted").count == 1)
        }
    }

    @Test func `A registration for another user, elsewhere or without a kind stays`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let body = #"{"BulkValues":{"Value":["SN-1"]}}"#
            let other = try await console.api.call(
                .post, "\(Self.path)/delete?searchby=SerialNumber&username=demo", body)
            #expect(try other.json()["FailedItems"] as? Int == 1)
            let theirs = try await console.api(.deviceManager, of: "appreview", username: "theirs")
            let foreign = try await theirs.call(.post, "\(Self.path)/deletebyserialnumber", body)
            if foreign.status == .ok {
                #expect(try foreign.json()["FailedItems"] as? Int == 1)
            } else {
                try expectRefusal(foreign, 403, number: 1011)
            }
            for query in ["", "?searchby=Colour"] {
                let wrong = try await console.api.call(.post, "\(Self.path)/delete\(query)", body)
                try expectRefusal(wrong, 422, number: 422, saying: "searchby")
            }
            let reader = try await console.api(.readOnly)
            try expectRefusal(
                try await reader.call(.post, "\(Self.path)/deletebyudid", body), 403, number: 1011)
            #expect(try await Self.waiting(console) == ["SN-1", "SN-2"])
        }
    }

    @Test(arguments: [("serialnumber", "SN-1", "SN-1"), ("assetnumber", "A-1", "SN-1")])
    func `Attributes of a registration are added, changed and taken away`(
        kind: String, number: String, serial: String
    ) async throws {
        try await withConsole { console in
            try await Self.seed(console)
            func send(_ verb: String, _ list: String) async throws -> (accepted: Int?, codes: [Int?]) {
                let answer = try await console.api.call(
                    .post, "\(Self.path)/\(kind)/\(number)/\(verb)customattributes", #"{"CustomAttributes":[\#(list)]}"#
                )
                #expect(answer.status == .ok, "\(answer.text)")
                let result = try answer.json()
                let faults = (result["Faults"] as? [String: Any])?["Fault"] as? [[String: Any]] ?? []
                return (result["AcceptedItems"] as? Int, faults.map { $0["ErrorCode"] as? Int })
            }
            let added = try await send(
                "create",
                #"{"Name":"floor","Value":"3"},{"Name":"SITE","Value":"x","ApplicationGroup":"com.x"},{"Name":"bad"}"#)
            #expect(added.accepted == 1 && added.codes == [400, 400])
            #expect(try await Self.attributes(console)[serial] == ["com.x/site=Bonn", "/floor=3"])
            let changed = try await send("update", #"{"Name":"Floor","Value":"4"},{"Name":"none","Value":"x"}"#)
            #expect(changed.accepted == 1 && changed.codes == [404])
            #expect(try await Self.attributes(console)[serial] == ["com.x/site=Bonn", "/Floor=4"])
            let removed = try await send("delete", #"{"Name":"site","Application":"com.x"},{"Name":"site"}"#)
            #expect(removed.accepted == 1 && removed.codes == [404])
            #expect(try await Self.attributes(console)[serial] == ["/Floor=4"])
            #expect(try await console.eventRows("action=deviceRegistration.updated").count == 3)
            #expect(try await Self.attributes(console)["SN-2"] == ["com.x/site=Bonn"])
        }
    }

    @Test func `A device that is named by its identifier has the change at once`() async throws {
        try await withConsole { console in
            try await Self.seed(console)
            let path = "\(Self.path)/serialnumber/SN-2/"
            let added = #"{"CustomAttributes":[{"Name":"floor","Value":"3"}]}"#
            #expect(try await console.api.call(.post, "\(path)createcustomattributes", added).status == .ok)
            let removed = #"{"CustomAttributes":[{"Name":"site","ApplicationGroup":"com.x"}]}"#
            #expect(try await console.api.call(.post, "\(path)deletecustomattributes", removed).status == .ok)
            let device = try await console.api.object("mdm/devices/customattributes?searchby=Udid&id=feed17")
            let list = try #require(device["CustomAttributes"] as? [[String: String]])
            #expect(list.map { "\($0["Name"] ?? "")=\($0["Value"] ?? "")" } == ["floor=3"])
            let missing = try await console.api.call(
                .post, "\(Self.path)/serialnumber/none/createcustomattributes", added)
            try expectRefusal(missing, 404, number: 404, saying: "registered device")
        }
    }
}
