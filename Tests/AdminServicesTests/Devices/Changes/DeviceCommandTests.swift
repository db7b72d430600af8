import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Commands and messages of the admin API (AdminDevices, "Commands" and "Messages").
struct DeviceCommandTests {
    /// Every form of a command to the first device of the fleet; the uuid is filled in.
    private static let forms: [(path: String, body: String?)] = [
        ("mdm/devices/1/commands?command=%", nil), ("mdm/devices/UUID/commands?Command=%", nil),
        ("mdm/devices/commands?command=%&searchby=Serialnumber&id=F2LX0001MOCK", nil),
        ("mdm/devices/UUID/commands/%", #"{"message":"x","unlock_pin":"1"}"#),
        ("mdm/devices/commands/%", #"{"device_uuids":["UUID"]}"#),
    ]

    private static func ordered(_ console: TestConsole) async throws -> [String] {
        try await console.eventRows("action=device.commandOrdered").compactMap {
            ($0["after"] as? [String: String])?["command"]
        }
    }

    @Test(arguments: DeviceCommand.allCases)
    func `Every command is accepted in every form of its versions, in any letter case, and told`(
        command: DeviceCommand
    ) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            var accepted = 0
            for (path, body) in Self.forms {
                let version = path.contains("ommand=") ? 1 : 2
                let path = path.replacing("%", with: command.rawValue.lowercased()).replacing("UUID", with: uuid)
                let xml = command == .customMDMCommand ? #"{"CommandXml":"<dict/>"}"# : nil
                let response = try await console.api.call(
                    .post, path, body?.replacing("UUID", with: uuid) ?? xml, version: 2)
                guard DeviceCommand.commands(ofVersion: version).contains(command) else {
                    try expectRefusal(response, 422, number: 422, saying: "Invalid command type")
                    continue
                }
                accepted += 1
                #expect(response.status == .accepted && response.text.isEmpty, "\(path): \(response.text)")
                #expect(response.headers[.contentType] == nil)
            }
            #expect(try await Self.ordered(console) == Array(repeating: command.rawValue, count: accepted))
            #expect(accepted > 0 || command == .setRecoveryLock)
        }
    }

    @Test func `Version 2 keeps the message of a command, and no unlock code`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            let body = #"{"message":"Call us","unlock_pin":"4711","CommandXml":"<dict/>","device_uuids":["\#(uuid)"]}"#
            for path in ["mdm/devices/\(uuid)/commands/", "mdm/devices/commands/"] {
                for command in ["Lock", "CustomMdmCommand"] {
                    let answer = try await console.api.call(.post, path + command, body, version: 2)
                    #expect(answer.status == .accepted, "\(answer.text)")
                    let event = try #require(try await console.eventRows("action=device.commandOrdered").first)
                    let xml = command == "Lock" ? [:] : ["commandXml": "<dict/>"]
                    let told = ["command": command, "message": "Call us"].merging(xml) { $1 }
                    #expect(event["after"] as? [String: String] == told)
                }
            }
            let log = try await console.api.call(.get, "mdm/devices/1/eventlog")
            #expect(log.text.contains(#""NewValue":"Call us""#) && !log.text.contains("4711"))
            let plain = try await console.api.call(.post, "mdm/devices/\(uuid)/commands/Lock", nil, version: 2)
            #expect(plain.status == .accepted)
            for bad in [#"{"message":[]}"#, #"{"message":"\#(String(repeating: "x", count: 4097))"}"#] {
                let answer = try await console.api.call(.post, "mdm/devices/\(uuid)/commands/Lock", bad, version: 2)
                try expectRefusal(answer, 400, number: 400, saying: "message")
            }
        }
    }

    @Test func `An unknown command is refused`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            for name in ["Explode", "%F0%9F%92%A5", "Lock%20"] {
                for (path, body) in Self.forms {
                    let path = path.replacing("%", with: name).replacing("UUID", with: uuid)
                    let response = try await console.api.call(.post, path, body?.replacing("UUID", with: uuid))
                    try expectRefusal(response, 422, number: 422, saying: "Invalid command type")
                }
            }
            try expectRefusal(try await console.api.call(.post, "mdm/devices/1/commands"), 422, number: 422)
            let wrong = try await console.api.call(.post, "mdm/devices/commands?command=Lock&searchby=no&id=1")
            try expectRefusal(wrong, 422, number: 422, saying: "searchby")
            let custom = try await console.api.call(.post, "mdm/devices/1/commands?command=CustomMdmCommand", "{}")
            try expectRefusal(custom, 400, number: 400, saying: "CommandXml")
            #expect(try await Self.ordered(console).isEmpty)
        }
    }

    @Test func `An unknown device has the number of the route, one elsewhere too`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let theirs = try await console.api(.deviceManager, of: "appreview")
            let uuid = try await console.deviceUUID("aaaa1111")
            for (path, body) in Self.forms {
                let number = path.contains("commands/") ? 5061 : 404
                let path = path.replacing("%", with: "Lock")
                let foreign = try await theirs.call(
                    .post, path.replacing("UUID", with: uuid), body?.replacing("UUID", with: uuid))
                try expectRefusal(foreign, 404, number: number, saying: "Device not found")
                let none = UUID().uuidString
                let missing = try await console.api.call(
                    .post,
                    path.replacing("UUID", with: none).replacing("s/1/", with: "s/999/")
                        .replacing("MOCK", with: "NONE"), body?.replacing("UUID", with: none))
                try expectRefusal(missing, 404, number: number, saying: "Device not found")
            }
            let reader = try await console.api(.readOnly)
            for (path, body) in Self.forms {
                let path = path.replacing("%", with: "Lock").replacing("UUID", with: uuid)
                try expectRefusal(try await reader.call(.post, path, body), 403, number: 1011)
            }
            #expect(try await Self.ordered(console).isEmpty)
        }
    }

    @Test func `A device that is not enrolled takes no command`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("bbbb2222")
            for name in ["Lock", "EnterpriseWipe", "DeviceWipe", "DeviceQuery"] {
                for path in ["mdm/devices/2/commands?command=\(name)", "mdm/devices/\(uuid)/commands/\(name)"] {
                    let response = try await console.api.call(.post, path, version: 2)
                    try expectRefusal(response, 400, number: 400, saying: "not enrolled")
                }
            }
            let enrolled = try await console.deviceUUID("aaaa1111")
            let body = "{\"device_uuids\":[\"\(enrolled)\",\"\(uuid)\"]}"
            let list = try await console.api.call(.post, "mdm/devices/commands/Lock", body, version: 2)
            try expectRefusal(list, 400, number: 400, saying: "not enrolled")
            for body in ["", "{}", #"{"device_uuids":[]}"#, #"{"device_uuids":[{}]}"#] {
                try expectRefusal(
                    try await console.api.call(.post, "mdm/devices/commands/Lock", body), 400, number: 400)
            }
            #expect(try await Self.ordered(console).isEmpty)
        }
    }

    @Test(arguments: [
        ("UUID/commands/Lock", #""message":"Bring it back","unlock_pin":"271828""#, "message", "Bring it back"),
        ("commands/lock", #""device_uuids":["UUID"],"Message":"Bring it back""#, "message", "Bring it back"),
        ("UUID/commands/CustomMdmCommand", #""command_xml":"<dict/>""#, "commandXml", "<dict/>"),
        ("commands/custommdmcommand", #""device_uuids":"UUID","CommandXml":"<dict/>""#, "commandXml", "<dict/>"),
    ])
    func `What a command of version 2 says is told, but no secret`(
        path: String, members: String, name: String, value: String
    ) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let uuid = try await console.deviceUUID("aaaa1111")
            let response = try await console.api.call(
                .post, "mdm/devices/\(path.replacing("UUID", with: uuid))",
                "{\(members.replacing("UUID", with: uuid))}", version: 2)
            #expect(response.status == .accepted, "\(response.text)")
            let log = try await console.api.call(.get, "mdm/devices/1/eventlog")
            let entries = try #require(try log.json()["DeviceEventLogEntries"] as? [[String: Any]])
            let ordered = try #require(entries.first { $0["Event"] as? String == "device.commandOrdered" })
            let told = try #require(ordered["EventDataList"] as? [[String: String]])
            #expect(told.first { $0["EventDataType"] == name }?["NewValue"] == value)
            #expect(!log.text.contains("271828"))
        }
    }

    @Test func `A lock reaches the apps of the device`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let other = try await console.signedInDevice(bundle: "com.example.everything")
            let path = "mdm/devices/commands?command=LOCK&searchby=Udid&id=\(client.device)"
            #expect(try await console.api.call(.post, path).status == .accepted)
            for app in [client, other] {
                #expect(try await app.idle()?.requestType == CommandType.lock.rawValue)
            }
            #expect(try await console.adminJSON("/_mock/commands")["total"] as? Int == 2)
            #expect(try await console.eventRows("action=command.queued").first?["actor"] as? String == "admin")
            let passcode = try await console.api.call(.post, "mdm/devices/1/ClearPasscode")
            #expect(passcode.status == .accepted)
            #expect(try await Self.ordered(console) == ["ClearPasscode", "Lock"])
            #expect(try await console.adminJSON("/_mock/commands")["total"] as? Int == 2)
        }
    }

    @Test func `Some commands go to many devices`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let body = #"{"BulkValues":{"Value":["1","2","999"]}}"#
            for command in ["lockdevice", "ScheduleOsUpdate", "SoftReset", "Shutdown", "EnterpriseWipe"] {
                let response = try await console.api.call(.post, "mdm/devices/commands/bulk?command=\(command)", body)
                #expect(response.status == .accepted, "\(response.text)")
                let result = try response.json()
                #expect(result["TotalItems"] as? Int == 3 && result["AcceptedItems"] as? Int == 1)
                let faults = try #require((result["Faults"] as? [String: Any])?["Fault"] as? [[String: Any]])
                #expect(faults.map { $0["ErrorCode"] as? Int } == [400, 404])
            }
            #expect(
                try await console.api.object("mdm/devices/1")["EnrollmentStatus"] as? String == "EnterpriseWipePending")
            for command in ["Lock", "DeviceWipe", ""] {
                let response = try await console.api.call(.post, "mdm/devices/commands/bulk?command=\(command)", body)
                try expectRefusal(response, 422, number: 422, saying: "Invalid command type")
            }
            let wrong = try await console.api.call(.post, "mdm/devices/commands/bulk?command=Shutdown&searchby=x", body)
            try expectRefusal(wrong, 422, number: 422, saying: "searchby")
        }
    }

    @Test(arguments: DeviceOrder.Channel.allCases)
    func `A message is told to whoever reads the event log`(channel: DeviceOrder.Channel) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let body = #"{"messageBody":"Hello 👋","Application":"com.example.demo","MessageType":"Push"}"#
            for path in ["mdm/devices/1/messages/", "mdm/devices/messages/"] {
                let query = path.contains("/1/") ? "" : "?searchby=Serialnumber&id=F2LX0001MOCK"
                let response = try await console.api.call(.post, "\(path)\(channel)\(query)", body)
                #expect(response.status == .accepted && response.text.isEmpty, "\(response.text)")
            }
            let events = try await console.eventRows("action=device.messageOrdered")
            let told = [
                "channel": channel.rawValue, "message": "Hello 👋", "application": "com.example.demo",
            ].merging(channel == .push ? ["messageType": "Push"] : [:]) { $1 }
            #expect(events.map { $0["after"] as? [String: String] } == [told, told])
            let bulk = #"{"MessageBody":"Hi","BulkValues":{"Value":["AAAA1111","BBBB2222"]}}"#
            let many = try await console.api.call(.post, "mdm/devices/messages/bulk\(channel)?searchby=Udid", bulk)
            #expect(many.status == .accepted)
            #expect(try many.json()["AcceptedItems"] as? Int == 1)
            for (path, body) in [
                ("mdm/devices/1/messages/\(channel)", "{}"),
                ("mdm/devices/1/messages/\(channel)", #"{"MessageBody":" "}"#),
                ("mdm/devices/2/messages/\(channel)", body),
            ] {
                try expectRefusal(try await console.api.call(.post, path, body), 400, number: 400)
            }
            let missing = try await console.api.call(.post, "mdm/devices/999/messages/\(channel)", body)
            try expectRefusal(missing, 404, number: 404, saying: "Device not found")
            let wrong = try await console.api.call(.post, "mdm/devices/messages/\(channel)?searchby=x&id=1", body)
            try expectRefusal(wrong, 422, number: 422)
        }
    }
}
