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

/// Commands that have addresses of their own (AdminDevices, "Commands with an address of their own").
struct DeviceOrderTests {
    /// Paths with the query that names the first device, a body, and what the event log keeps.
    private static let orders: [(path: String, body: String, details: String)] = [
        (
            "commands/requestdevicelog?%", #"{"DeviceLogSource":1,"DeviceLogLevel":"2","DeviceLogDuration":30}"#,
            #"{"command":"RequestDeviceLog","source":"1","level":"2","durationMinutes":"30"}"#
        ),
        ("commands/stopdevicelog?%", "", #"{"command":"StopDeviceLog"}"#),
        (
            "commands/changepasscode?%", #"{"Passcode":"271828","WorkPasscode":true}"#,
            #"{"command":"ChangePasscode","workPasscode":"true"}"#
        ),
        ("1/commands/ChangePasscode", #"{"Passcode":271828}"#, #"{"command":"ChangePasscode","workPasscode":"false"}"#),
        ("commands/containerpasscode?%", #"{"Passcode":"271828"}"#, #"{"command":"ContainerPasscode"}"#),
        (
            "commands/finddevice?%", #"{"Message":"Hello?","NumberOfRepetitions":"3"}"#,
            #"{"command":"FindDevice","message":"Hello?","repetitions":"3"}"#
        ),
        ("1/commands/finddevice", #"{"Message":"Hello?"}"#, #"{"command":"FindDevice","message":"Hello?"}"#),
        (
            "1/commands/startairplay", #"{"DestinationName":"Hall"}"#,
            #"{"command":"StartAirPlay","destination":"Hall"}"#
        ),
        (
            "commands/scheduleosupdate?%&osupdateproductversion=18.2&installaction=installasap", #"["K1","K2"]"#,
            """
            {"command":"ScheduleOsUpdate","productVersion":"18.2","installAction":"InstallASAP","productKeys":"K1, K2"}
            """
        ),
        (
            "managedsettings?%", #"{"DataRoamingAllowed":false,"Bluetooth":"true"}"#,
            #"{"command":"ManagedSettings","DataRoamingAllowed":"false","Bluetooth":"true"}"#
        ),
        (
            "admin-actions/sync-now", #"{"assigned_devices":[{"device_uuid":"UUID"}],"metadata":{"reason":"test"}}"#,
            #"{"command":"AdminAction","action":"sync-now","metadata.reason":"test"}"#
        ),
    ]
    private static let device = "searchBy=Serialnumber&id=F2LX0001MOCK"

    private static func path(_ path: String, _ device: String = device) -> String {
        "mdm/devices/\(path.replacing("%", with: device))"
    }

    @Test(arguments: orders)
    func `An order is accepted and in the event log, without secrets`(
        path: String, body: String, details: String
    ) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            let body = body.replacing("UUID", with: uuid)
            let answer = try await console.api.call(.post, Self.path(path), body, version: 1)
            #expect(answer.status == .accepted && answer.text.isEmpty, "\(path): \(answer.text)")
            #expect(answer.headers[.apiVersion] == "v1")
            let event = try await console.latestEvent("device.commandOrdered")
            try expectJSON(event["after"], details)
            #expect(event["actor"] as? String == "admin")
            let shown = try await console.api.call(.get, "mdm/devices/1/eventlog")
            #expect(!shown.text.contains("271828"))
        }
    }

    @Test(arguments: orders)
    func `An order for a device that is unknown or not enrolled is refused, and so is one of who only reads`(
        path: String, body: String, details: String
    ) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let before = try await console.contents()
            func send(_ caller: APICaller, _ query: String, _ id: String, _ uuid: String) async throws -> TestResponse {
                let path = Self.path(path, query).replacing("devices/1/", with: "devices/\(id)/")
                return try await caller.call(.post, path, body.replacing("UUID", with: uuid))
            }
            let pending = try await console.deviceUUID("bbbb2222")
            try expectRefusal(
                try await send(console.api, "searchby=Udid&id=BBBB2222", "2", pending), 400, number: 400,
                saying: "not enrolled")
            let number = path.hasPrefix("admin") ? 5061 : 404
            try expectRefusal(
                try await send(console.api, "searchby=Udid&id=none", "999", UUID().uuidString), 404, number: number)
            let reader = try await console.api(.readOnly)
            let uuid = try await console.deviceUUID("aaaa1111")
            try expectRefusal(try await send(reader, Self.device, "1", uuid), 403, number: 1011)
            #expect(try await console.contents()["eventLog"] == before["eventLog"])
        }
    }

    @Test(arguments: [
        ("commands/requestdevicelog?%", #"{"DeviceLogDuration":-1}"#, "DeviceLogDuration"),
        ("commands/requestdevicelog?%", #"{"DeviceLogLevel":"loud"}"#, "DeviceLogLevel"),
        ("commands/changepasscode?%", "{}", "Passcode"),
        ("1/commands/changepasscode", #"{"Passcode":" "}"#, "Passcode"),
        ("commands/containerpasscode?%", "", "Passcode"), ("managedsettings?%", "{}", "Bluetooth"),
        ("commands/scheduleosupdate?%&installaction=Default", "", "osupdateproductversion"),
        ("commands/scheduleosupdate?%&osupdateproductversion=18&installaction=Explode", "", "installaction"),
        ("commands/scheduleosupdate?%&osupdateproductversion=18&installaction=1", "{}", "list"),
        ("commands/scheduleosupdate?%&osupdateproductversion=18&installaction=1", "[{}]", "list"),
        ("admin-actions/sync", "{}", "assigned_devices"), ("commands/bulk/scheduleosupdate", "{}", "installaction"),
        ("commands/finddevice?searchby=Udid", "{}", "id"),
    ])
    func `What an order cannot use is refused`(path: String, body: String, name: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let answer = try await console.api.call(.post, Self.path(path), body)
            try expectRefusal(answer, 400, number: 400, saying: name)
        }
    }

    @Test func `A device log is asked of every app on the device, and ended`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let path = "mdm/devices/commands/%devicelog?searchby=Udid&id=\(client.device)"
            let body = #"{"DeviceLogSource":1,"DeviceLogLevel":9,"DeviceLogDuration":2}"#
            let asked = try await console.api.call(.post, path.replacing("%", with: "request"), body)
            #expect(asked.status == .accepted, "\(asked.text)")
            let command = try #require(try await client.idle())
            #expect(command.requestType == CommandType.uploadLogs.rawValue)
            #expect(command.command["LogLevel"] == .integer(3) && command.command["LogPeriod"] == .integer(120))
            _ = try await client.process(
                ProcessorMessage(
                    status: .acknowledged, device: client.device, commandUUID: command.uuid,
                    requestor: client.bundle.value))
            let ended = try await console.api.call(.post, path.replacing("%", with: "stop"))
            #expect(ended.status == .accepted, "\(ended.text)")
            let last = try #require(try await client.idle())
            #expect(last.command["LogLevel"] == .integer(-1) && last.command["LogPeriod"] == .integer(0))
            #expect(try await console.eventRows("action=command.queued").count == 2)
        }
    }

    @Test func `A list of uuids goes to the address of version 2, whatever version is asked for`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let body = #"{"device_uuids":["\#(try await console.deviceUUID("aaaa1111"))"]}"#
            for name in ["finddevice", "ScheduleOsUpdate"] {
                for version in [nil, 2] as [Int?] {
                    let answer = try await console.api.call(
                        .post, "mdm/devices/commands/\(name)", body, version: version)
                    #expect(answer.status == .accepted, "\(name): \(answer.text)")
                }
            }
            #expect(try await console.eventRows("action=device.commandOrdered").count == 4)
        }
    }

    @Test func `Updates of many devices are ordered one by one`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let answer = try await console.api.call(
                .post, "mdm/devices/commands/bulk/scheduleosupdate?searchby=DeviceId&installaction=DownloadOnly",
                #"{"BulkValues":{"Value":["1","2","999"]}}"#)
            #expect(answer.status == .accepted, "\(answer.text)")
            #expect(try answer.json()["AcceptedItems"] as? Int == 1)
            let event = try await console.latestEvent("device.commandOrdered")
            try expectJSON(event["after"], #"{"command":"ScheduleOsUpdate","installAction":"DownloadOnly"}"#)
        }
    }

    @Test(arguments: [("Push", "push"), ("EMAIL", "email"), ("Sms", "sms"), ("", "push")])
    func `Messages are ordered at their old addresses`(type: String, channel: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let body = #"{"MessageBody":"Hello","MessageType":"\#(type)","ApplicationName":"com.example.demo"}"#
            for path in [
                "1/sendmessage", "udid/AAAA1111/sendmessage", "serialnumber/F2LX0001MOCK/sendmessage",
                "macaddress/A0B1C2D3E4F5/sendmessage", "messages/1/message", "messages/message?searchby=EasId&id=EAS1",
            ] {
                let answer = try await console.api.call(.post, "mdm/devices/\(path)", body)
                #expect(answer.status == .accepted && answer.text.isEmpty, "\(path): \(answer.text)")
                let event = try await console.latestEvent("device.messageOrdered")
                try expectJSON(
                    event["after"],
                    #"{"channel":"\#(channel)","message":"Hello","application":"com.example.demo"}"#)
            }
            #expect(try await console.adminJSON("/_mock/messages?channel=\(channel)")["total"] as? Int == 6)
            let wrong = try await console.api.call(
                .post, "mdm/devices/1/sendmessage", #"{"MessageBody":"x","MessageType":"Pigeon"}"#)
            try expectRefusal(wrong, 400, number: 400, saying: "MessageType")
            try expectRefusal(try await console.api.call(.post, "mdm/devices/1/sendmessage", "{}"), 400, number: 400)
            let missing = try await console.api.call(.post, "mdm/devices/udid/none/sendmessage", body)
            try expectRefusal(missing, 404, number: 404, saying: "Device not found")
        }
    }

    @Test func `A device is deleted by its hardware address`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let path = "mdm/devices/macaddress/A0-B1-C2-D3-E4-F5"
            let reader = try await console.api(.readOnly)
            try expectRefusal(try await reader.call(.delete, path), 403, number: 1011)
            #expect(try await console.api.call(.delete, path).status == .ok)
            try expectRefusal(try await console.api.call(.delete, path), 404, number: 5002)
            #expect(try await console.api.object("mdm/devices/search")["Total"] as? Int == 2)
        }
    }
}
