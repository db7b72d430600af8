import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// Devices that are known before they sign in, and shared ones (AdminAPI, "Devices").
struct DeviceIntroductionTests {
    private func register(_ console: TestConsole, _ text: String) async throws -> TestResponse {
        try await console.admin(.post, "/_mock/devices", text: text)
    }

    @Test func `A registered device answers what it is`() async throws {
        try await withConsole { console in
            let response = try await register(
                console,
                #"{"udid":"ABCD","group":"DEMO","user":"demo","isManaged":true,"friendlyName":"Till 4","ownership":"CorporateShared"}"#
            )
            #expect(response.status == .created)
            let device = try response.json()
            #expect(device["udid"] as? String == "abcd")
            #expect(device["groupId"] as? String == "demo" && device["user"] as? String == "demo")
            #expect(device["enrollmentStatus"] as? String == "Registered")
            #expect(device["isManaged"] as? Bool == true && device["managedBy"] as? String == "MDM")
            #expect(device["friendlyName"] as? String == "Till 4" && device["enrolledAt"] == nil)
            #expect(try await console.eventRows("action=device.registered").count == 1)
            let client = try console.device("abcd")
            #expect(try await client.status()?.enrollmentStatus == .registered)
        }
    }

    @Test func `Where management is required, a registered managed device signs in and others do not`() async throws {
        try await withConsole { console in
            try await console.set("requireMDMEnrollment", "true", of: "demo")
            _ = try await register(console, #"{"udid":"aaaa","group":"demo","isManaged":true}"#)
            _ = try await register(console, #"{"udid":"bbbb","group":"demo"}"#)
            for (udid, code) in [("aaaa", "AUTH-0"), ("bbbb", "AUTH-1004"), ("cccc", "AUTH-1004")] {
                let login = try console.login { $0.device = DeviceIdentifier(udid) ?? $0.device }
                #expect(try await console.logIn(login)["StatusCode"] == code, "\(udid)")
            }
            let device = try await console.adminJSON("/_mock/devices/aaaa")
            #expect(device["enrollmentStatus"] as? String == "Enrolled" && device["user"] as? String == "demo")
            #expect(device["friendlyName"] as? String == "demo's device" && device["isManaged"] as? Bool == true)
        }
    }

    @Test func `A login without a group finds that of the registered device`() async throws {
        try await withConsole { console in
            _ = try await register(console, #"{"udid":"aaaa","group":"demo"}"#)
            let login = try console.login {
                ($0.device, $0.activationCode) = (DeviceIdentifier("aaaa") ?? $0.device, nil)
            }
            #expect(try await console.logIn(login)["StatusCode"] == "AUTH-0")
        }
    }

    @Test(arguments: [
        (#"{"udid":"aaaa"}"#, 400), (#"{"group":"demo"}"#, 400), (#"{"udid":"a b","group":"demo"}"#, 400),
        (#"{"udid":"aaaa","group":"nowhere"}"#, 400), (#"{"udid":"aaaa","group":"demo","user":"nobody"}"#, 400),
        (#"{"udid":"aaaa","group":"demo","user":"reviewer"}"#, 400), (#"{"udid":"aaaa","group":"demo","x":1}"#, 400),
        (#"{"udid":"aaaa","group":"demo","tags":["Nowhere"]}"#, 400), (#"{"udid":"ffff","group":"demo"}"#, 409),
        ("", 400), ("[]", 400),
    ])
    func `A registration that cannot be is refused and leaves nothing`(text: String, status: Int) async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice("ffff")
            let before = try await console.contents()
            let response = try await register(console, text)
            #expect(response.status.code == status, "\(response.text)")
            #expect(try await console.contents() == before)
        }
    }

    @Test func `An administrator registers devices only in their own groups`() async throws {
        try await withConsole { console in
            let headers = try await console.administrator(of: "appreview")
            let text = #"{"udid":"aaaa","group":"demo"}"#
            let response = try await console.send(.post, "/_mock/devices", headers: headers, text: text)
            #expect(response.status == .badRequest)
        }
    }

    @Test func `A shared device goes from hand to hand`() async throws {
        try await withConsole { console in
            try await console.addUser("eve")
            let demo = try await console.signedInDevice()
            let path = "/_mock/devices/\(demo.device)"
            let request = try DeviceRoute.user.request(demo)
            let out = try await console.admin(.post, "\(path)/check-out", text: #"{"username":"EVE"}"#)
            #expect(out.status == .ok)
            #expect(try out.json()["user"] as? String == "eve")
            #expect(try out.json()["enrollmentStatus"] as? String == "Enrolled")
            #expect(try await console.send(request, as: demo).status == 403)
            var eve = try console.device()
            try await eve.logIn(username: "eve", password: "eve", organizationGroup: "demo")
            #expect(try await console.send(request, as: eve).status == 200)
            let same = try await console.admin(.post, "\(path)/check-out", text: #"{"username":"eve"}"#)
            #expect(same.status == .ok)
            #expect(try await console.send(request, as: eve).status == 200)
            let checkedIn = try await console.admin(.post, "\(path)/check-in")
            #expect(try checkedIn.json()["user"] == nil)
            #expect(try await console.send(request, as: eve).status == 403)
            #expect(try await eve.status()?.enrollmentStatus == .enrolled)
            #expect(try await console.admin(.post, "\(path)/check-in").status == .ok)
            let next = try await console.signedInDevice()
            #expect(try await console.send(request, as: next).status == 200)
            let handed = try await console.eventRows("subject=\(demo.device)&text=device.checked")
            #expect(handed.map { $0["action"] as? String } == ["device.checkedIn", "device.checkedOut"])
            #expect(handed.last?["before"] as? [String: String] == ["user": "demo"])
            #expect(handed.last?["after"] as? [String: String] == ["user": "eve"])
        }
    }

    @Test func `Bearer tokens end with a hand-over too, and a login moves a device that is out`() async throws {
        try await withConsole { console in
            try await console.addUser("eve")
            let demo = try await console.signedInDevice(scheme: .bearer)
            let path = "/_mock/devices/\(demo.device)"
            _ = try await console.admin(.post, "\(path)/check-out", text: #"{"username":"eve"}"#)
            #expect(try await console.send(DeviceRoute.user.request(demo), as: demo).status == 401)
            _ = try await console.signedInDevice()
            #expect(try await console.adminJSON(path)["user"] as? String == "demo")
        }
    }

    @Test(arguments: [
        (#"{"username":"nobody"}"#, 400), (#"{"username":"reviewer"}"#, 400), (#"{"username":"idle"}"#, 400),
        ("{}", 400), (#"{"username":7}"#, 400), ("", 400),
    ])
    func `Nobody but an active user of the group gets a device`(text: String, status: Int) async throws {
        try await withConsole { console in
            try await console.addUser("idle", isActive: false)
            let client = try await console.signedInDevice()
            let response = try await console.admin(.post, "/_mock/devices/\(client.device)/check-out", text: text)
            #expect(response.status.code == status, "\(response.text)")
            #expect(try await console.send(DeviceRoute.user.request(client), as: client).status == 200)
            #expect(try await console.admin(.post, "/_mock/devices/ffff/check-in").status == .notFound)
        }
    }
}
