import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// What follows from changing, moving, giving away and deleting a device (AdminDevices, "Changing and deleting").
struct DeviceEffectTests {
    /// How many devices the smart group with a name has; nil if it is not found.
    private static func count(_ name: String, _ console: TestConsole) async throws -> Int? {
        let response = try await console.api.call(.get, "mdm/smartgroups/search?name=\(name)")
        guard response.status == .ok else { return nil }
        let groups = try #require(try response.json()["SmartGroups"] as? [[String: Any]])
        return groups.first { $0["Name"] as? String == name }?["Devices"] as? Int
    }

    private static func make(_ name: String, _ members: String, _ console: TestConsole) async throws {
        let body = #"{"Name":"\#(name)"\#(members)}"#
        let response = try await console.api.call(.post, "mdm/smartgroups", body)
        #expect(response.status == .created, "\(response.text)")
    }

    private static func enrolled(_ name: String, _ console: TestConsole) async throws -> String? {
        let user = try await console.api.object("system/users/\(try await console.userID(name))")
        return user["EnrolledDevicesCount"] as? String
    }

    @Test func `A deleted device is in no list, no count, no smart group and under no tag`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await Self.make("Phones", #","Models":["iPhone 15"]"#, console)
            try await Self.make("Picked", #","CriteriaType":"UserDevice","DeviceAdditions":[{"Id":"1"}]"#, console)
            let tag = try await console.api.addTag("pilot", group: 7)
            let bulk = #"{"BulkValues":{"Value":[1,3]}}"#
            #expect(try await console.api.call(.post, "mdm/tags/\(tag)/adddevices", bulk).status == .ok)
            #expect(try await console.api.call(.post, "mdm/devices/1/notes", #"{"Note":"x"}"#).status == .created)
            #expect(try await Self.count("Phones", console) == 1)
            #expect(try await Self.count("Picked", console) == 1)
            #expect(try await Self.enrolled("ada", console) == "1")

            #expect(try await console.api.call(.delete, "mdm/devices/1").status == .ok)
            #expect(try await Self.count("Phones", console) == 0)
            #expect(try await Self.count("Picked", console) == 0)
            #expect(try await Self.enrolled("ada", console) == "0")
            let tagged = try await console.api.object("mdm/tags/\(tag)/devices")["Device"] as? [[String: Any]]
            #expect(tagged?.map { $0["DeviceId"] as? Int } == [3])
            let counts = try await console.api.object("mdm/devices/devicecountinfo")
            #expect(counts["TotalDevices"] as? Int == 2)
            #expect((counts["EnrollmentStatus"] as? [String: Int])?["Enrolled"] == 0)
            #expect(
                try await console.api.call(.get, "system/users/enrolleddevices/search").status == .noContent)
            #expect(try await console.api.call(.get, "mdm/devices/litesearch?user=ada").status == .noContent)
            let event = try #require(try await console.eventRows("action=device.deleted").first)
            #expect(event["subject"] as? String == "aaaa1111" && event["actor"] as? String == "admin")
            #expect((event["before"] as? [String: Any])?["serialNumber"] as? String == "F2LX0001MOCK")
        }
    }

    @Test func `A moved device counts where it is, and keeps what belongs to it`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.addRule(Rules.intact, to: "demo")
            try await console.addRule(Rules.os17, to: "appreview")
            let (demo, review) = (try await console.groupID("demo"), try await console.groupID("appreview"))
            try await Self.make("Here", #","OrganizationGroups":[{"Id":"\#(demo)"}]"#, console)
            try await Self.make("There", #","OrganizationGroups":[{"Id":"\#(review)"}]"#, console)
            let attribute = #"{"CustomAttributes":[{"Name":"site","Value":"Bonn"}]}"#
            #expect(try await console.api.call(.put, "mdm/devices/1/customattributes", attribute).status == .noContent)
            #expect(try await console.api.call(.post, "mdm/devices/1/notes", #"{"Note":"x"}"#).status == .created)
            func rules() async throws -> [String] {
                let body = try await console.api.object("mdm/devices/1/compliance")
                return (body["DeviceCompliance"] as? [[String: Any]] ?? []).compactMap { $0["PolicyName"] as? String }
            }
            func total(_ group: Int64) async throws -> Int? {
                try await console.api.object("mdm/devices/devicecountinfo?organizationgroupid=\(group)")["TotalDevices"]
                    as? Int
            }
            #expect(try await rules() == ["Intact"])
            #expect(try await Self.count("Here", console) == 1)
            #expect(try await Self.count("There", console) == 0)
            #expect(try await [total(demo), total(review), total(7)] == [2, 1, 3])

            let move = "mdm/devices/1/commands/changeorganizationgroup/\(review)"
            #expect(try await console.api.call(.put, move).status == .accepted)
            #expect(try await rules() == ["iOS 17"])
            #expect(try await Self.count("Here", console) == 0)
            #expect(try await Self.count("There", console) == 1)
            #expect(try await [total(demo), total(review), total(7)] == [1, 2, 3])
            #expect(try await console.api.object("mdm/devices/1/notes")["Total"] as? Int == 1)
            let attributes = try await console.api.object("mdm/devices/1/customattributes")["CustomAttributes"]
            #expect((attributes as? [Any])?.count == 1)
            #expect(try await console.api.object("mdm/devices/1")["UserName"] as? String == "ada")
            let ours = try await console.api(.deviceManager, of: "demo")
            try expectRefusal(try await ours.call(.get, "mdm/devices/1"), 404, number: 5002)
            let event = try #require(try await console.eventRows("action=device.updated").first)
            #expect((event["before"] as? [String: String])?["groupId"] == "\(demo)")
            #expect((event["after"] as? [String: String])?["groupId"] == "\(review)")
        }
    }

    @Test func `A device that is given away counts for its new user`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.addUser("bob")
            let (ada, bob) = (try await console.userID("ada"), try await console.userID("bob"))
            try await Self.make("Bobs", #","CriteriaType":"UserDevice","UserAdditions":[{"Id":"\#(bob)"}]"#, console)
            #expect(try await Self.count("Bobs", console) == 0)
            let give = try await console.api.call(.patch, "mdm/devices/1/enrollmentuser/\(bob)")
            #expect(give.status == .ok && give.headers[.contentType] == nil)
            #expect(try await Self.count("Bobs", console) == 1)
            #expect(try await Self.enrolled("ada", console) == "0")
            #expect(try await Self.enrolled("bob", console) == "1")
            let user = try await console.api.object("mdm/devices/1/user")["DeviceUser"] as? [String: Any]
            #expect(user?["UserName"] as? String == "bob")
            #expect(try await console.api.call(.get, "mdm/devices/search?user=bob").udids() == ["AAAA1111"])
            #expect(try await console.api.call(.get, "mdm/devices/search?user=ada").status == .noContent)
            let event = try #require(try await console.eventRows("action=device.userChanged").first)
            #expect(event["before"] as? [String: String] == ["user": "ada"])
            #expect(event["after"] as? [String: String] == ["user": "bob"])
            let severity = try await console.api.object("mdm/devices/1/eventlog?severity=Notice")
            #expect(severity["Total"] as? Int == 1)
            // One of a group above is none of the administrator's.
            let lab = try await console.api(.deviceManager, of: "lab")
            let above = try await lab.call(.patch, "mdm/devices/2/enrollmentuser/\(ada)")
            try expectRefusal(above, 404, number: 404, saying: "user")
            let ours = try await console.api(.deviceManager, of: "demo")
            #expect(try await ours.call(.patch, "mdm/devices/2/enrollmentuser/\(ada)").status == .ok)
        }
    }

    @Test(arguments: DeviceCommand.allCases.filter { DeviceCommand.commands(ofVersion: 1).contains($0) })
    func `A command is told, and does to the device and its apps what it says`(command: DeviceCommand) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let body = command == .customMDMCommand ? #"{"CommandXml":"<dict/>"}"# : nil
            let path = "mdm/devices/commands?searchby=Udid&id=\(client.device)&command=\(command.rawValue)"
            #expect(try await console.api.call(.post, path, body).status == .accepted)
            let queued: [DeviceCommand: String] = [
                .lock: "DeviceLockSso", .lockDevice: "DeviceLockSso", .enterpriseWipe: "EnterpriseWipe",
                .deviceWipe: "DeviceWipe",
            ]
            let items = try await console.adminJSON("/_mock/commands")["items"] as? [[String: Any]] ?? []
            #expect(items.count <= 1 && items.first?["requestType"] as? String == queued[command])
            let pending: [DeviceCommand: String] = [
                .enterpriseWipe: "EnterpriseWipePending", .deviceWipe: "DeviceWipePending",
            ]
            let device = try await console.api.object("mdm/devices/udid/\(client.device)")
            #expect(device["EnrollmentStatus"] as? String == pending[command] ?? "Enrolled")
            let status = try await console.send(DeviceRoute.user.request(client), as: client).status
            #expect(status == (pending[command] == nil ? 200 : 403))
            let event = try #require(try await console.eventRows("action=device.commandOrdered").first)
            var expected = ["command": command.rawValue]
            if command == .customMDMCommand { expected["commandXml"] = "<dict/>" }
            #expect(event["after"] as? [String: String] == expected && event["actor"] as? String == "admin")
            let wipes = try await console.eventRows("text=WipeOrdered").count
            #expect(wipes == (pending[command] == nil ? 0 : 1))
        }
    }

    @Test(arguments: DeviceOrder.Channel.allCases)
    func `A message is for those who may order it, to devices of theirs, and not endless`(
        channel: DeviceOrder.Channel
    ) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let body = #"{"MessageBody":"Hello"}"#
            let paths = [
                "mdm/devices/1/messages/\(channel)", "mdm/devices/messages/\(channel)?searchby=DeviceId&id=1",
                "mdm/devices/\(try await console.deviceUUID("aaaa1111"))/messages/\(channel)",
            ]
            let (reader, theirs) = (
                try await console.api(.readOnly, of: "demo"), try await console.api(.deviceManager, of: "appreview")
            )
            for path in paths {
                try expectRefusal(try await reader.call(.post, path, body), 403, number: 1011)
                try expectRefusal(
                    try await theirs.call(.post, path, body), 404, number: 404, saying: "Device not found")
                for text in [String(repeating: "x", count: 4097), "a\\u0000b"] {
                    let response = try await console.api.call(.post, path, #"{"MessageBody":"\#(text)"}"#)
                    try expectRefusal(response, 400, number: 400, saying: "MessageBody")
                }
                let list = try await console.api.call(.post, path, #"{"MessageBody":["x"]}"#)
                try expectRefusal(list, 400, number: 400, saying: "MessageBody")
            }
            #expect(try await console.adminJSON("/_mock/messages")["total"] as? Int == 0)
            let longest = String(repeating: "ä", count: 4096)
            for path in paths {
                let response = try await console.api.call(.post, path, #"{"messagebody":"\#(longest)"}"#)
                #expect(response.status == .accepted, "\(response.text)")
            }
            let kept = try #require(try await console.adminJSON("/_mock/messages")["items"] as? [[String: Any]])
            #expect(kept.map { $0["text"] as? String } == [longest, longest, longest])
            #expect(kept.allSatisfy { $0["channel"] as? String == channel.rawValue })
        }
    }
}
