import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// A wipe, from the admin API to the client and back (AdminDevices, "Commands").
struct DeviceWipeStoryTests {
    @Test(arguments: [("EnterpriseWipe", "EnterpriseWipePending"), ("devicewipe", "DeviceWipePending")])
    func `A wipe ends credentials at once, is pending until the app acknowledges it, and leaves logs`(
        command: String, pending: String
    ) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.keepRecords(of: client)
            let path = "mdm/devices/udid/\(client.device)"
            let id = try #require((try await console.api.object(path)["Id"] as? [String: Int])?["Value"])
            let order = try await console.api.call(.post, "mdm/devices/\(id)/commands?command=\(command)")
            #expect(order.status == .accepted)
            #expect(try await console.api.object(path)["EnrollmentStatus"] as? String == pending)
            #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 403)

            #expect(try await client.status()?.enrollmentStatus.makesClientWipe == false)
            let wipe = try #require(try await client.idle())
            _ = try await client.process(
                ProcessorMessage(
                    status: .acknowledged, device: client.device, commandUUID: wipe.uuid,
                    requestor: client.bundle.value))
            let told = try #require(try await client.status())
            #expect(told.enrollmentStatus == .unenrolled && told.enrollmentStatus.makesClientWipe)
            #expect(try await console.api.object(path)["EnrollmentStatus"] as? String == "Unenrolled")
            let again = try await console.api.call(.post, "mdm/devices/\(id)/commands?command=\(command)")
            try expectRefusal(again, 400, number: 400, saying: "not enrolled")

            #expect(try await console.adminJSON("/_mock/devices/\(client.device)/logs")["total"] as? Int == 1)
            let events = try await console.eventRows("subject=\(client.device)&text=device.")
            let actions = events.compactMap { $0["action"] as? String }
            #expect(actions.prefix(1) == ["device.unenrolled"] && actions.contains("device.commandOrdered"))

            let back = try await console.signedInDevice()
            #expect(try await back.status()?.enrollmentStatus == .enrolled)
            let device = try await console.api.object(path)
            #expect(device["EnrollmentStatus"] as? String == "Enrolled")
            #expect((device["Id"] as? [String: Int])?["Value"] == id)
            #expect(try await console.adminJSON("/_mock/devices/\(client.device)/logs")["total"] as? Int == 1)
        }
    }

    @Test func `A wipe that waits can become the other one`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let path = "mdm/devices/commands?searchby=Udid&id=\(client.device)&command="
            for (command, status) in [("EnterpriseWipe", "EnterpriseWipePending"), ("DeviceWipe", "DeviceWipePending")]
            {
                #expect(try await console.api.call(.post, path + command).status == .accepted)
                let device = try await console.api.object("mdm/devices/udid/\(client.device)")
                #expect(device["EnrollmentStatus"] as? String == status)
            }
            try expectRefusal(try await console.api.call(.post, path + "Lock"), 400, number: 400)
            let found = try await console.api.object("mdm/devices/search", version: 3)
            let item = try #require((found["devices"] as? [[String: Any]])?.first)
            #expect(item["enrollment_status"] as? String == "DEVICE_WIPE_PENDING")
        }
    }
}
