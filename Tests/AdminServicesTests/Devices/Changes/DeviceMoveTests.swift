import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Moving a device to another organization group (AdminDevices, "Changing and deleting").
struct DeviceMoveTests {
    private static let groups = """
        version: 1
        organizationGroups:
          - {path: global}
          - path: global/demo
            smartGroups:
              - {name: All Devices, criteria: {organizationGroups: [global/demo/lab]}}
          - {path: global/demo/lab}
        """

    @Test(arguments: [0, 1, 2, 3])
    func `A move changes group, smart groups and apps at once, and leaves the device enrolled`(
        form: Int
    ) async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(Self.groups)
            #expect(imported.status == .ok, "\(imported.text)")
            let client = try await console.signedInDevice()
            #expect(try await client.fetchProfile() == nil)
            let device = try await console.api.object("mdm/devices/udid/\(client.device)")
            let id = try #require((device["Id"] as? [String: Int])?["Value"])
            let uuid = try #require(device["Uuid"] as? String)
            let (lab, labUUID) = (try await console.groupID("lab"), try await console.groupUUID("lab"))
            let (method, path): (HTTPRequest.Method, String) = [
                (.put, "\(id)/commands/changeorganizationgroup/\(lab)"),
                (.put, "\(uuid)/commands/change-organization-group/\(labUUID)"),
                (.post, "commands/changeorganizationgroup?searchBy=Udid&id=\(client.device)&ogid=\(lab)"),
                (.put, "\(uuid)/commands/ChangeOrganizationGroup/\(labUUID)"),
            ][form]
            for _ in 1...2 {
                let response = try await console.api.call(method, "mdm/devices/\(path)", version: 2)
                #expect(response.status == .accepted && response.headers[.contentType] == nil, "\(response.text)")
            }
            let moved = try await console.api.object("mdm/devices/\(id)")
            #expect(moved["LocationGroupName"] as? String == (try await console.groupName("lab")))
            #expect(try await client.status()?.groupCode == "lab")
            #expect(try await client.status()?.enrollmentStatus == .enrolled)
            #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 200)
            #expect(try await client.fetchProfile() != nil)
            #expect(try await console.eventRows("action=device.updated").count == 1)
        }
    }

    @Test func `An unknown group, or one elsewhere, takes no device`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let ours = try await console.api(.deviceManager, of: "demo")
            let theirs = try await console.groupID("appreview")
            for group in ["\(theirs)", "999", "7", UUID().uuidString, "False"] {
                let response = try await ours.call(.put, "mdm/devices/1/commands/changeorganizationgroup/\(group)")
                try expectRefusal(response, 404, number: 404, saying: "organization group")
            }
            for query in ["", "&ogid=", "&ogid=x"] {
                let path = "mdm/devices/commands/changeorganizationgroup?searchby=DeviceId&id=1\(query)"
                try expectRefusal(try await ours.call(.post, path), 400, number: 400, saying: "ogid")
            }
            let device = try await console.api.object("mdm/devices/1")
            #expect(device["LocationGroupName"] as? String == (try await console.groupName("demo")))
        }
    }
}

extension TestConsole {
    /// The name of the group with a code.
    func groupName(_ code: String) async throws -> String {
        try await parts.core.database.read { db in try #require(try OrganizationGroupStore.group(code: code, db)).name }
    }
}
