import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// Devices, changed one by one (AdminAPI, "Changing a device").
struct DeviceChangeTests {
    private static let tagged = """
        version: 1
        organizationGroups:
          - {path: global, tags: [{name: Fleet}]}
          - path: global/demo
            tags: [{name: Pilot}, {name: Late}]
            smartGroups:
              - {name: All Devices, criteria: {tags: [Pilot]}}
          - {path: global/demo/lab}
          - {path: global/appreview, tags: [{name: Theirs}]}
        """

    @Test(arguments: [
        (#"{"friendlyName":"Dana’s 📱"}"#, "friendlyName", "Dana’s 📱"),
        (#"{"ownership":"corporatededicated"}"#, "ownership", "CorporateDedicated"),
        (#"{"managedBy":"MDM"}"#, "managedBy", "MDM"), (#"{"managedBy":3}"#, "managedBy", "Quarantine"),
        (#"{"isManaged":true}"#, "managedBy", "MDM"), (#"{"isManaged":true,"managedBy":2}"#, "managedBy", "MAM"),
        (#"{"complianceStatus":"non-compliant"}"#, "complianceStatus", "Non-compliant"),
        (#"{"enrollmentStatus":"9"}"#, "enrollmentStatus", "Unknown"),
    ])
    func `A change is answered, kept and told`(text: String, member: String, value: String) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let response = try await console.change(client.device.value, text)
            #expect(response.status == .ok)
            #expect(try response.json()[member] as? String == value)
            let shown = try await console.adminJSON("/_mock/devices/\(client.device)")
            #expect(shown[member] as? String == value)
        }
    }

    @Test func `The status call tells what an administrator says`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let text =
                #"{"isManaged":true,"isSupervised":true,"force":true,"complianceStatus":11,"enrollmentStatus":"Discovered"}"#
            let response = try await console.change(client.device.value, text)
            #expect(try response.json()["isSupervised"] as? Bool == true)
            let report = try #require(try await client.status())
            #expect(report.isManaged && report.managedBy == .mdm)
            #expect(report.complianceStatus == .quarantined && report.enrollmentStatus == .discovered)
            _ = try await console.change(client.device.value, #"{"isManaged":false}"#)
            #expect(try await client.status()?.managedBy == .mam)
        }
    }

    @Test func `An enrolled device is supervised or not from its activation on, unless it is forced`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let refused = try await console.change(client.device.value, #"{"isSupervised":true,"isRoaming":true}"#)
            #expect(refused.status == .conflict && refused.text.contains("activation"), "\(refused.text)")
            let shown = try await console.adminJSON("/_mock/devices/\(client.device)")
            #expect(shown["isSupervised"] as? Bool == false && shown["isRoaming"] as? Bool == false)
            let same = try await console.change(client.device.value, #"{"isSupervised":false}"#)
            #expect(same.status == .ok)
            let forced = try await console.change(client.device.value, #"{"isSupervised":true,"force":true}"#)
            #expect(try forced.json()["isSupervised"] as? Bool == true)
            let registered = try await console.admin(
                .post, "/_mock/devices", text: #"{"udid":"feed07","group":"demo","isSupervised":true}"#)
            #expect(registered.status == .created, "\(registered.text)")
            #expect(try await console.change("feed07", #"{"isSupervised":false}"#).status == .ok)
            let odd = try await console.admin(
                .post, "/_mock/devices", text: #"{"udid":"feed08","group":"demo","force":true}"#)
            #expect(odd.status == .badRequest)
        }
    }

    @Test func `The event log has what was and what is, and nothing for no change`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            for _ in 1...2 { _ = try await console.change(client.device.value, #"{"ownership":"EmployeeOwned"}"#) }
            let events = try await console.eventRows("action=device.updated")
            #expect(events.count == 1)
            #expect(events.first?["before"] as? [String: String] == ["ownership": "Undefined"])
            #expect(events.first?["after"] as? [String: String] == ["ownership": "EmployeeOwned"])
            #expect(events.first?["actor"] as? String == "admin.token")
        }
    }

    @Test(arguments: [
        "", "[]", #"{"friendlyName":""}"#, #"{"friendlyName":null}"#, #"{"friendlyName":7}"#, #"{"user":"demo"}"#,
        "{\"friendlyName\":\"\(String(repeating: "x", count: 256))\"}", #"{"ownership":"Stolen"}"#,
        #"{"isManaged":"true"}"#, #"{"isManaged":1}"#, #"{"managedBy":4}"#, #"{"enrollmentStatus":"Lost"}"#,
        #"{"enrollmentStatus":10}"#, #"{"complianceStatus":-1}"#, #"{"complianceStatus":true}"#, #"{"tags":"Pilot"}"#,
        #"{"tags":[7]}"#, #"{"tags":["Nowhere"]}"#, #"{"tags":["Theirs"]}"#, #"{"group":"nowhere"}"#, #"{"group":""}"#,
        #"{"group":"a/b"}"#, #"{"isRoaming":true,"tags":["Pilot","Nowhere"]}"#,
    ])
    func `A change that cannot be is refused with the reason and changes nothing`(text: String) async throws {
        try await withConsole { console in
            _ = try await console.importEnvironment(Self.tagged)
            let client = try await console.signedInDevice()
            let before = try await console.contents()
            let response = try await console.change(client.device.value, text)
            #expect(response.status == .badRequest, "\(response.text)")
            let message = try response.json()["message"] as? String ?? ""
            #expect(message.contains(" "))
            #expect(try await console.contents() == before)
        }
    }

    @Test func `Tags move a device between smart groups at once`() async throws {
        try await withConsole { console in
            _ = try await console.importEnvironment(Self.tagged)
            let client = try await console.signedInDevice()
            #expect(try await client.fetchProfile() == nil)
            let tagged = try await console.change(client.device.value, #"{"tags":["pilot","Fleet","PILOT"]}"#)
            #expect(try tagged.json()["tags"] as? [String] == ["Fleet", "Pilot"])
            #expect(try await client.fetchProfile() != nil)
            let changed = try await console.change(client.device.value, #"{"tags":["Late"]}"#)
            #expect(try changed.json()["tags"] as? [String] == ["Late"])
            #expect(try await client.fetchProfile() == nil)
            let event = try #require(try await console.eventRows("action=device.updated").first)
            #expect(event["before"] as? [String: String] == ["tags": "Fleet, Pilot"])
            let cleared = try await console.change(client.device.value, #"{"tags":[]}"#)
            #expect(try cleared.json()["tags"] as? [String] == [])
        }
    }

    @Test func `A device moves to another group with its user and credentials`() async throws {
        try await withConsole { console in
            _ = try await console.importEnvironment(Self.tagged)
            let client = try await console.signedInDevice()
            let moved = try await console.change(client.device.value, #"{"group":"LAB"}"#)
            #expect(try moved.json()["groupId"] as? String == "lab")
            #expect(try await client.status()?.groupCode == "lab")
            #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 200)
            try await client.sendBeacon(client.beacon())
            #expect(try await console.adminJSON("/_mock/beacons?group=lab")["total"] as? Int == 1)
        }
    }

    @Test func `An administrator moves devices only within their own groups`() async throws {
        try await withConsole { console in
            _ = try await console.importEnvironment(Self.tagged)
            let client = try await console.signedInDevice()
            let path = "/_mock/devices/\(client.device)"
            let theirs = try await console.administrator(of: "appreview", username: "theirs")
            let ours = try await console.administrator(of: "demo", username: "ours")
            for (headers, group, status) in [(theirs, "appreview", 404), (ours, "appreview", 400), (ours, "lab", 200)] {
                let text = "{\"group\":\"\(group)\"}"
                let response = try await console.send(.patch, path, headers: headers, text: text)
                #expect(response.status.code == status, "\(response.text)")
            }
        }
    }

    @Test func `A blocked device cannot sign in until it is let in again`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await console.change(client.device.value, #"{"complianceStatus":"Blocked"}"#)
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-1006")
            _ = try await console.change(client.device.value, #"{"complianceStatus":"Compliant"}"#)
            #expect(try await console.logIn(try console.login())["StatusCode"] == "AUTH-0")
        }
    }

    @Test(arguments: [
        EnrollmentStatus.deviceNotFound, .enterpriseWipePending, .deviceWipePending, .retired, .unenrolled,
    ])
    func `A status without enrollment ends the credentials`(status: EnrollmentStatus) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await console.change(client.device.value, "{\"enrollmentStatus\":\(status.rawValue)}")
            let request = try DeviceRoute.user.request(client)
            #expect(try await console.send(request, as: client).status == 403)
            let again = try await console.signedInDevice()
            #expect(try await again.status()?.enrollmentStatus == .enrolled)
        }
    }

    @Test(arguments: [EnrollmentStatus.discovered, .registered, .enrollmentInProgress, .enrolled, .unknown])
    func `Any other status leaves them`(status: EnrollmentStatus) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await console.change(client.device.value, "{\"enrollmentStatus\":\(status.rawValue)}")
            #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 200)
            #expect(try await client.status()?.enrollmentStatus == status)
        }
    }
}
