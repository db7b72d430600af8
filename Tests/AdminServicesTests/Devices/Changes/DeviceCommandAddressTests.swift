import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Commands by an alternate id in the path, and locks that commands make (AdminDevices, "Commands").
struct DeviceCommandAddressTests {
    private static let path = "mdm/devices/commands/%/device/SerialNumber/F2LX0001MOCK"

    @Test(arguments: [
        ("SerialNumber", "F2LX0001MOCK"), ("udid", "AAAA1111"), ("MacAddress", "A0-B1-C2-D3-E4-F5"),
        ("ImeiNumber", "350000000000017"), ("EasId", "EAS1"),
    ])
    func `A command finds its device by each kind of id in the path`(kind: String, id: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let answer = try await console.api.call(
                .post, "mdm/devices/commands/lock/device/\(kind)/\(id)", #"{"message":"Call us","unlock_pin":271828}"#,
                version: 2)
            #expect(answer.status == .accepted && answer.text.isEmpty, "\(answer.text)")
            #expect(answer.headers[.apiVersion] == "v2")
            let event = try await console.latestEvent("device.commandOrdered")
            #expect(event["after"] as? [String: String] == ["command": "Lock", "message": "Call us"])
        }
    }

    @Test func `Settings of version 2 are in the event log, and no secret`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let body = """
                {"deviceWipe":{"preserveDataPlan":true,"wipeType":"Full"},"reboot_count":3,"sensor_names":["a","b"],
                 "AllowPinAtStartup":false,"unlock_pin":271828,"device_restart":{"kext_paths":["/x"]}}
                """
            let path = Self.path.replacing("%", with: "suspend-bitlocker")
            #expect(try await console.api.call(.post, path, body, version: 2).status == .accepted)
            let event = try await console.latestEvent("device.commandOrdered")
            try expectJSON(
                event["after"],
                """
                {"command":"suspend-bitlocker","deviceWipe.preserveDataPlan":"true","deviceWipe.wipeType":"Full",
                 "reboot_count":"3","sensor_names":"a, b","AllowPinAtStartup":"false","device_restart.kext_paths":"/x"}
                """)
            for bad in [#"{"reboot_count":-1}"#, #"{"workPasscode":7}"#, #"{"deviceWipe":[]}"#, #"{"esim_url":{}}"#] {
                try expectRefusal(try await console.api.call(.post, path, bad, version: 2), 400, number: 400)
            }
        }
    }

    @Test(arguments: [
        ("user-list", 2, 202), ("UserList", 2, 202), ("delete-user", 2, 202), ("SetRecoveryLock", 2, 422),
        ("SetRecoveryLock", 3, 202), ("DeviceWipe", 3, 202), ("Lock", 3, 422), ("Explode", 2, 422),
    ])
    func `Each version takes its own commands`(name: String, version: Int, status: Int) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            for path in [Self.path.replacing("%", with: name), "mdm/devices/\(uuid)/commands/\(name)"] {
                let answer = try await console.api.call(.post, path, version: version)
                #expect(answer.status.code == status, "\(path): \(answer.text)")
                #expect(answer.headers[.apiVersion] == "v\(version)")
            }
        }
    }

    @Test func `A device or kind of id that is not known is refused`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let missing = try await console.api.call(
                .post, "mdm/devices/commands/Lock/device/Udid/none", version: 2)
            try expectRefusal(missing, 404, number: 5061, saying: "Device not found")
            let kind = try await console.api.call(
                .post, "mdm/devices/commands/Lock/device/Colour/red", version: 2)
            try expectRefusal(kind, 422, number: 422, saying: "searchby")
            let path = Self.path.replacing("%", with: "Lock")
            let theirs = try await console.api(.deviceManager, of: "appreview")
            try expectRefusal(try await theirs.call(.post, path, version: 2), 404, number: 5061)
            let reader = try await console.api(.readOnly)
            try expectRefusal(try await reader.call(.post, path, version: 2), 403, number: 1011)
            let asset = try await console.api.call(.get, "mdm/devices?searchby=AssetNumber&id=T-4")
            try expectRefusal(asset, 422, number: 422)
        }
    }

    @Test func `An activation lock has one bypass code`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let path = Self.path.replacing("%", with: "enable-activation-lock")
            var codes: Set<String> = []
            for _ in 1...2 {
                let answer = try await console.api.call(.post, path, version: 2)
                #expect(answer.status == .accepted, "\(answer.text)")
                let lock = try #require(try answer.json()["activation_lock"] as? [String: String])
                #expect(lock["serial_number"] == "F2LX0001MOCK")
                codes.insert(lock["bypass_code"] ?? "")
            }
            #expect(codes.count == 1 && codes.first?.wholeMatch(of: /[0-9A-Z]{5}(-[0-9A-Z]{4,5}){5}/) != nil)
        }
    }

    @Test func `A recovery lock is submitted, and applied once the device was heard of`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            let lock = "mdm/devices/\(uuid)/security/recovery-lock-password"
            try expectRefusal(try await console.api.call(.get, lock), 404, number: 404, saying: "recovery lock")
            let policy = """
                {"set_recovery_lock":{"current_password":"271828","password_policy":{"length":20,"include_letters":false}}}
                """
            let path = Self.path.replacing("%", with: "SetRecoveryLock")
            #expect(try await console.api.call(.post, path, policy, version: 3).status == .accepted)
            let ordered = try await console.api.object(lock)
            let password = try #require(ordered["submitted_password"] as? String)
            #expect(password.wholeMatch(of: /[0-9]{20}/) != nil, "\(password)")
            #expect(ordered["applied_password"] as? String == "" && ordered["device_uuid"] as? String == uuid)
            let seen = try await console.change("aaaa1111", #"{"lastSeenAt":"2026-03-06T08:00:00Z"}"#)
            #expect(seen.status == .ok)
            let applied = try await console.api.object(lock)
            #expect(applied["applied_password"] as? String == password)
            #expect(applied["applied_on"] as? String == "2026-03-06T08:00:00.000")
            console.clock.advance(seconds: 2 * 86_400)
            let clear = #"{"set_recovery_lock":{"clear_password":true}}"#
            #expect(try await console.api.call(.post, path, clear, version: 3).status == .accepted)
            let cleared = try await console.api.object(lock)
            #expect(cleared["submitted_password"] as? String == "")
            #expect(cleared["applied_password"] as? String == password)
            let log = try await console.adminJSON("/_mock/events?action=device.commandOrdered")
            let text = try canonicalJSON(log)
            #expect(!text.contains(password) && !text.contains("271828"))
        }
    }

    @Test func `Who only reads sees no password, and a policy has to leave something`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let path = Self.path.replacing("%", with: "SetRecoveryLock")
            for policy in [
                #"{"length":3}"#, #"{"length":65}"#, #"{"include_numbers":false,"include_letters":false}"#,
            ] {
                let body = #"{"set_recovery_lock":{"password_policy":\#(policy)}}"#
                try expectRefusal(try await console.api.call(.post, path, body, version: 3), 400, number: 400)
            }
            #expect(try await console.api.call(.post, path, version: 3).status == .accepted)
            let lock = "mdm/devices/1/security/recovery-lock-password"
            let reader = try await console.api(.readOnly)
            try expectRefusal(try await reader.call(.get, lock), 403, number: 1011)
            let theirs = try await console.api(.deviceManager, of: "appreview")
            try expectRefusal(try await theirs.call(.get, lock), 404, number: 5061)
        }
    }
}
