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

/// Signing in with the identifier of another customer's device changes nothing for that device (Decision 0030).
struct ClaimedDeviceTests {
    private static let identifier = CustomerDeviceTests.identifier

    /// The devices of one identifier: that of the rightful user in `north`, then the other one in `south`.
    private struct Pair: Sendable {
        let north: SimulatedClient
        let south: SimulatedClient
    }

    /// A console whose two customers have enrolled one identifier, `north` first.
    private static func withPair(
        _ settings: ConfigurationSettings = [:], _ body: @escaping @Sendable (TestConsole, Pair) async throws -> Void
    ) async throws {
        try await CustomerDeviceTests.withCustomers(settings) { console in
            let north = try await CustomerDeviceTests.device(console, "nora", "north")
            let south = try await CustomerDeviceTests.device(console, "sue", "south")
            try await body(console, Pair(north: north, south: south))
        }
    }

    /// The settings the status route answers; empty for an unknown device.
    private static func status(
        _ console: TestConsole, _ client: SimulatedClient, isSigned: Bool = false
    ) async throws -> [String: String] {
        let request = ClientRequest(
            method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(client.device)/status")
        let answer = try await console.send(isSigned ? console.authenticated(request, as: client) : request)
        #expect(answer.status == 200)
        let items = try? JSONSerialization.jsonObject(with: answer.body) as? [[String: String]]
        return Dictionary((items ?? []).map { ($0["DeviceSetting"] ?? "", $0["SettingValue"] ?? "") }) { $1 }
    }

    /// The uuid of the device in a group.
    private static func uuid(_ console: TestConsole, _ group: String) async throws -> String {
        let list = try await console.adminJSON("/_mock/devices?group=\(group)")
        let items = try #require(list["items"] as? [[String: Any]])
        return try #require(items.first?["uuid"] as? String)
    }

    @Test func `Un-enrolling an identifier from one customer leaves the status of the other as it was`() async throws {
        try await Self.withPair { console, pair in
            try await pair.south.unenroll()
            for isSigned in [false, true] {
                let status = try await Self.status(console, pair.north, isSigned: isSigned)
                #expect(status["enrollmentstatus"] == "4" && status["groupcode"] == "north", "\(isSigned)")
            }
        }
    }

    @Test func `The status is that of the credential, in force or revoked, whichever enrolled first`() async throws {
        try await Self.withPair { console, pair in
            #expect(try await Self.status(console, pair.south)["groupcode"] == "north")
            #expect(try await Self.status(console, pair.south, isSigned: true)["groupcode"] == "south")
            try await pair.north.unenroll()
            let ended = try await Self.status(console, pair.north, isSigned: true)
            #expect(ended["groupcode"] == "north" && ended["enrollmentstatus"] == "8")
            #expect(try await Self.status(console, pair.north)["groupcode"] == "south")
        }
    }

    @Test func `A bearer token decides as a signature does, and one that proves nothing is ignored`() async throws {
        try await CustomerDeviceTests.withCustomers { console in
            var north = try console.device(Self.identifier, scheme: .bearer)
            try await north.logIn(username: "nora", password: "nora", organizationGroup: "north")
            var south = try console.device(Self.identifier, scheme: .bearer)
            try await south.logIn(username: "sue", password: "sue", organizationGroup: "south")
            #expect(try await Self.status(console, south, isSigned: true)["groupcode"] == "south")
            let request = ClientRequest(
                method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(Self.identifier)/status",
                headers: [("Authorization", "Bearer none")])
            #expect(try await console.send(request).text.contains("north"))
            let signed = try await CustomerDeviceTests.device(console, "sue", "south")
            let forged = try console.signed(
                ClientRequest(method: "GET", target: "/deviceservices/awmdmsdk/v3/users/userid/1"), as: signed)
            let wrong = ClientRequest(method: "GET", target: request.target, headers: forged.headers)
            let answer = try await console.send(wrong)
            #expect(answer.status == 200 && answer.text.contains("north"))
        }
    }

    @Test func `A login that names no group is one to the group that enrolled the device first`() async throws {
        try await Self.withPair { console, _ in
            let again = try console.login { ($0.username, $0.password, $0.activationCode) = ("nora", "nora", nil) }
            #expect(try await console.logIn(again)["StatusCode"] == "AUTH-0")
        }
    }

    @Test func `Enrolling again is a later enrollment, and enrolled goes before what is not`() async throws {
        try await Self.withPair { console, pair in
            // Signing in again is no new enrollment.
            _ = try await CustomerDeviceTests.device(console, "nora", "north")
            #expect(try await Self.status(console, pair.north)["groupcode"] == "north")
            #expect(
                try await console.change(Self.uuid(console, "north"), #"{"enrollmentStatus": "Unenrolled"}"#).status
                    == .ok)
            #expect(try await Self.status(console, pair.north)["groupcode"] == "south")
            _ = try await CustomerDeviceTests.device(console, "nora", "north")
            #expect(try await Self.status(console, pair.north)["groupcode"] == "south")
            let wiped = try await Self.uuid(console, "south")
            let answer = try await console.admin(.post, "/_mock/devices/\(wiped)/commands/device-wipe")
            #expect(answer.status == .accepted, "\(answer.text)")
            #expect(try await Self.status(console, pair.north)["enrollmentstatus"] == "4")
        }
    }

    @Test(arguments: [
        "POST devices/commands?command=EnterpriseWipe&searchby=Udid&id=", "DELETE devices?searchby=Udid&id=",
        "PUT devices?searchby=Udid&id=", "POST devices/messages/push?searchby=Udid&id=",
    ])
    func `An order by an identifier that several devices have is 409 with both in the admin API`(route: String)
        async throws
    {
        try await Self.withPair { console, pair in
            let parts = route.split(separator: " ")
            let method = try #require(HTTPRequest.Method(String(parts[0])))
            let body = #"{"AssetNumber": "1", "MessageBody": "Hello"}"#
            let answer = try await console.api.call(method, "mdm/\(parts[1])\(Self.identifier)", body)
            #expect(answer.status == .conflict, "\(answer.text)")
            for group in ["north", "south"] {
                let uuid = try await Self.uuid(console, group)
                #expect(answer.text.contains("\(uuid) of \(group)"), "\(answer.text)")
            }
            #expect(try answer.json()["errorCode"] as? Int == 409)
            #expect(try await pair.north.user().userName == "nora")
        }
    }

    @Test func `The uuid names the one that is meant, and a smaller subtree has only one`() async throws {
        try await Self.withPair { console, pair in
            let south = try await Self.uuid(console, "south")
            let wipe = "mdm/devices/commands?command=EnterpriseWipe&searchby=Uuid&id=\(south)"
            #expect(try await console.api.call(.post, wipe).status == .accepted)
            #expect(try await pair.north.user().userName == "nora")
            await #expect(throws: (any Error).self) { try await pair.south.user() }
            let caller = try await console.api(.consoleAdministrator, of: "north")
            let own = "mdm/devices/commands?command=EnterpriseWipe&searchby=Udid&id=\(Self.identifier)"
            #expect(try await caller.call(.post, own).status == .accepted)
            await #expect(throws: (any Error).self) { try await pair.north.user() }
        }
    }

    @Test func `Bulk routes refuse it, and carry out the rest`() async throws {
        try await Self.withPair { console, pair in
            _ = try await console.signedInDevice("aa")
            let answer = try await console.api.call(
                .post, "mdm/devices/commands/bulk?command=EnterpriseWipe&searchby=Udid",
                #"{"BulkValues": {"Value": ["\#(Self.identifier)", "aa"]}}"#)
            let json = try answer.json()
            #expect(json["AcceptedItems"] as? Int == 1 && json["FailedItems"] as? Int == 1, "\(answer.text)")
            #expect(answer.text.contains("Several devices have the Udid"))
            #expect(try await pair.north.user().userName == "nora")
        }
    }

    @Test func `A serial number that a device of another customer reports does not lead to it either`() async throws {
        try await Self.withPair { console, _ in
            for group in ["north", "south"] {
                let uuid = try await Self.uuid(console, group)
                #expect(try await console.change(uuid, #"{"serialNumber": "F2LX1"}"#).status == .ok)
            }
            let wipe = "mdm/devices/commands?command=DeviceWipe&searchby=Serialnumber&id=f2lx1"
            #expect(try await console.api.call(.post, wipe).status == .conflict)
            let read = try await console.api.object("mdm/devices?searchby=Serialnumber&id=F2LX1")
            #expect(read["UserName"] as? String == "nora")
        }
    }

    @Test(arguments: [
        "PATCH ", "DELETE ", "POST /commands/enterprise-wipe", "POST /commands/device-wipe", "POST /commands/unenroll",
        "POST /check-in", "POST /check-out", "POST /commands", "POST /requests", "PUT /compliance", "DELETE /escrow",
    ])
    func `Below _mock an order by such an identifier is 409 with both, and by the uuid it is not`(route: String)
        async throws
    {
        try await Self.withPair { console, pair in
            let parts = route.split(separator: " ", omittingEmptySubsequences: false)
            let method = try #require(HTTPRequest.Method(String(parts[0])))
            let body = [
                "PATCH ": #"{"friendlyName": "Mine"}"#, "POST /check-out": #"{"username": "sue"}"#,
                "POST /commands": #"{"requestType": "LockDevice"}"#, "PUT /compliance": #"{"blocked": true}"#,
                "POST /requests": #"{"method": "GET", "path": "/deviceservices/awmdmsdk/v3/users/userid/1"}"#,
            ][route]
            let answer = try await console.admin(method, "/_mock/devices/\(Self.identifier)\(parts[1])", text: body)
            #expect(answer.status == .conflict && answer.text.contains("of north"), "\(answer.text)")
            #expect(answer.text.contains("of south"))
            #expect(try await pair.north.user().userName == "nora")
            let uuid = try await Self.uuid(console, "south").uppercased()
            let meant = try await console.admin(method, "/_mock/devices/\(uuid)\(parts[1])", text: body)
            #expect(meant.status.code < 300, "\(meant.text)")
            #expect(try await pair.north.user().userName == "nora")
        }
    }

    @Test func `Such a device lists the others with its identifier`() async throws {
        try await Self.withPair { console, _ in
            let device = try await console.adminJSON("/_mock/devices/\(Self.identifier)")
            #expect(device["groupId"] as? String == "north")
            let others = try #require(device["sameIdentifier"] as? [[String: String]])
            let south = try await Self.uuid(console, "south")
            #expect(others == [["uuid": south, "groupId": "south", "enrollmentStatus": "Enrolled"]])
            let other = try await console.adminJSON("/_mock/devices/\(south)")
            #expect(other["groupId"] as? String == "south")
            let caller = try await console.api(.consoleAdministrator, of: "north")
            #expect(try await caller.mock(.get, "devices/\(Self.identifier)").json()["sameIdentifier"] == nil)
            #expect(try await caller.mock(.get, "devices/\(south)").status == .notFound)
        }
    }

    @Test func `A device called like the uuid of another does not take its place`() async throws {
        try await Self.withPair { console, _ in
            let south = try await Self.uuid(console, "south")
            _ = try await console.signedInDevice(south)
            let named = try await console.adminJSON("/_mock/devices/\(south)")
            #expect(named["groupId"] as? String == "south")
            let answer = try await console.admin(.post, "/_mock/devices/\(south)/commands/unenroll")
            #expect(answer.status == .accepted && answer.text.contains("Unenrolled"))
            #expect(try await console.adminJSON("/_mock/devices?group=demo")["total"] as? Int == 1)
        }
    }

    @Test func `A lenient console takes a wrong signature for the device that enrolled first`() async throws {
        try await Self.withPair([\.signatureMode: "lenient"]) { console, pair in
            let request = ClientRequest(
                method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(Self.identifier)/user")
            let wrong = try console.signed(request, as: pair.south, target: "/other")
            let answer = try await console.send(wrong)
            #expect(answer.status == 200 && answer.text.contains("nora"), "\(answer.text)")
        }
    }
}
