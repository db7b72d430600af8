import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Wipes that are pending, and everything that ends one (DeviceServices, section 23).
struct PendingWipeTests {
    typealias Wipe = (command: String, status: EnrollmentStatus, request: String, action: String)

    static let wipes: [Wipe] = [
        ("enterprise-wipe", .enterpriseWipePending, "EnterpriseWipe", "device.enterpriseWipeOrdered"),
        ("device-wipe", .deviceWipePending, "DeviceWipe", "device.deviceWipeOrdered"),
    ]

    /// An app whose device is to be wiped.
    private static func order(
        _ console: TestConsole, _ command: String = "enterprise-wipe", _ scheme: SimulatedClient.Scheme = .signature
    ) async throws -> SimulatedClient {
        let client = try await console.signedInDevice(scheme: scheme)
        let answer = try await console.admin(.post, "/_mock/devices/\(client.device)/commands/\(command)")
        #expect(answer.status == .accepted)
        return client
    }

    private static func status(_ client: SimulatedClient) async throws -> EnrollmentStatus? {
        try await client.status()?.enrollmentStatus
    }

    private static func answer(_ status: CommandStatus, to command: CommandMessage, _ client: SimulatedClient)
        async throws -> CommandMessage?
    {
        try await client.process(
            ProcessorMessage(
                status: status, device: client.device, commandUUID: command.uuid, requestor: client.bundle.value))
    }

    @Test(arguments: wipes)
    func `A wipe is told where it is pending, however often somebody reads`(wipe: Wipe) async throws {
        try await withConsole { console in
            let client = try await Self.order(console, wipe.command)
            let before = try await console.contents()
            for _ in 0..<3 { #expect(try await Self.status(client) == wipe.status) }
            let path = "/_mock/devices/\(client.device)"
            #expect(try await console.adminJSON(path)["enrollmentStatusCode"] as? Int == wipe.status.rawValue)
            var head = try DeviceRoute.status.request(client)
            head.method = "HEAD"
            _ = try await console.send(head)
            #expect(try await console.contents() == before)
        }
    }

    @Test(arguments: wipes, [SimulatedClient.Scheme.signature, .bearer])
    func `An app is given the wipe as a command, and its acknowledgement ends it`(
        wipe: Wipe, scheme: SimulatedClient.Scheme
    ) async throws {
        try await withConsole { console in
            let client = try await Self.order(console, wipe.command, scheme)
            let command = try #require(try await client.idle())
            #expect(command.requestType == wipe.request)
            #expect(try await Self.status(client) == wipe.status)
            #expect(try await Self.answer(.acknowledged, to: command, client) == nil)
            #expect(try await Self.status(client) == .unenrolled)
            let events = try await console.eventRows("subject=\(client.device)&action=device.*")
            #expect(events.map { $0["action"] as? String } == ["device.unenrolled", wipe.action, "device.enrolled"])
            #expect(events.map { $0["actorKind"] as? String } == ["device", "administrator", "device"])
            let again = try await console.send(DeviceRoute.unenroll.request(client), as: client)
            #expect(again.status == (scheme == .signature ? 403 : 401))
        }
    }

    @Test func `Every app on the device is asked, the first acknowledgement counts, and the others expire`()
        async throws
    {
        try await withConsole { console in
            let other = try await console.signedInDevice(bundle: "com.example.everything")
            let client = try await Self.order(console)
            let command = try #require(try await client.idle())
            #expect(try await other.idle()?.requestType == "EnterpriseWipe")
            _ = try await Self.answer(.acknowledged, to: command, client)
            let items = try await console.adminJSON("/_mock/commands")["items"] as? [[String: Any]] ?? []
            #expect(Set(items.compactMap { $0["status"] as? String }) == ["acknowledged", "expired"])
        }
    }

    @Test(arguments: [CommandStatus.error, .notNow, .commandFormatError])
    func `An answer that is no acknowledgement leaves the wipe pending`(answer: CommandStatus) async throws {
        try await withConsole { console in
            let client = try await Self.order(console)
            let command = try #require(try await client.idle())
            _ = try await Self.answer(answer, to: command, client)
            #expect(try await Self.status(client) == .enterpriseWipePending)
            #expect(try await client.idle()?.uuid == (answer == .notNow ? command.uuid : nil))
        }
    }

    @Test(arguments: [DeviceRoute.unenroll, .unenrollMessage], [SimulatedClient.Scheme.signature, .bearer])
    func `Un-enrollment ends it, with a credential that is good for nothing else any more`(
        route: DeviceRoute, scheme: SimulatedClient.Scheme
    ) async throws {
        try await withConsole { console in
            let client = try await Self.order(console, "device-wipe", scheme)
            let refusal = scheme == .signature ? 403 : 401
            for other in [DeviceRoute.user, .profile, .beacon] {
                let answer = try await console.send(other.request(client), as: client)
                #expect(answer.status == refusal && answer.text.contains("device wipe pending"), "\(other)")
            }
            #expect(try await console.send(route.request(client)).status == 401)
            #expect(try await console.send(route.request(client), as: client).status == 200)
            #expect(try await Self.status(client) == .unenrolled)
            #expect(try await console.send(route.request(client), as: client).status == refusal)
        }
    }

    @Test func `A new login ends it, and nothing is left of the wipe`() async throws {
        try await withConsole { console in
            let client = try await Self.order(console)
            let again = try await console.signedInDevice()
            #expect(try await Self.status(again) == .enrolled)
            #expect(try await again.idle() == nil)
            #expect(try await console.send(DeviceRoute.unenroll.request(client), as: client).status == 403)
            #expect(try await Self.status(again) == .enrolled)
        }
    }

    @Test func `A second wipe does not revive credentials of an enrollment before`() async throws {
        try await withConsole { console in
            let first = try await Self.order(console)
            let second = try await Self.order(console)
            #expect(try await console.send(DeviceRoute.unenroll.request(first), as: first).status == 403)
            #expect(try await Self.status(second) == .enterpriseWipePending)
            #expect(try await console.send(DeviceRoute.unenroll.request(second), as: second).status == 200)
        }
    }

    @Test(arguments: [#"{"enrollmentStatus":"Unenrolled"}"#, #"{"enrollmentStatus":"Enrolled"}"#, nil])
    func `An administrator's word ends it`(change: String?) async throws {
        try await withConsole { console in
            let client = try await Self.order(console)
            let path = "/_mock/devices/\(client.device)"
            if let change {
                #expect(try await console.admin(.patch, path, text: change).status == .ok)
            } else {
                #expect(try await console.admin(.post, "\(path)/commands/unenroll").status == .accepted)
            }
            #expect(
                try await Self.status(client) == (change?.contains(#""Enrolled"#) == true ? .enrolled : .unenrolled))
            #expect(try await console.send(DeviceRoute.unenroll.request(client), as: client).status == 403)
        }
    }

    @Test func `A wipe that becomes the other one is asked for anew`() async throws {
        try await withConsole { console in
            let client = try await Self.order(console)
            let first = try #require(try await client.idle())
            let path = "/_mock/devices/\(client.device)/commands/device-wipe"
            #expect(try await console.admin(.post, path).status == .accepted)
            #expect(try await Self.answer(.acknowledged, to: first, client)?.requestType == "DeviceWipe")
            #expect(try await Self.status(client) == .deviceWipePending)
        }
    }

    @Test func `A wipe by a compliance rule is told and acknowledged like any other`() async throws {
        try await withConsole { console in
            try await console.addRule(Rules.wipeOS)
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) { $0.osVersion = "16" }
            #expect(try await Self.status(client) == .enterpriseWipePending)
            let command = try #require(try await client.idle())
            _ = try await Self.answer(.acknowledged, to: command, client)
            #expect(try await Self.status(client) == .unenrolled)
        }
    }

    @Test func `A device that changed hands is wiped by nobody's earlier credential`() async throws {
        try await withConsole { console in
            let client = try await Self.order(console)
            try await console.addUser("eve")
            let path = "/_mock/devices/\(client.device)/check-out"
            #expect(try await console.admin(.post, path, text: #"{"username":"eve"}"#).status == .ok)
            #expect(try await console.send(DeviceRoute.unenroll.request(client), as: client).status == 403)
            #expect(try await Self.status(client) == .enterpriseWipePending)
        }
    }
}

/// How long a wipe may be pending, and what its command is called.
struct PendingWipeTimeoutTests {
    private static func order(_ console: TestConsole, _ command: String = "enterprise-wipe") async throws
        -> SimulatedClient
    {
        let client = try await console.signedInDevice()
        _ = try await console.admin(.post, "/_mock/devices/\(client.device)/commands/\(command)")
        return client
    }

    private static func wipes(_ console: TestConsole) throws -> PendingWipeService {
        try console.parts.feature(UnenrollmentFeature.self).wipes
    }

    @Test func `A wipe that nobody acknowledges ends when its time is over, and the client is told to wipe`()
        async throws
    {
        try await withConsole([\.wipePendingTimeout: "60"]) { console in
            let client = try await Self.order(console)
            console.clock.advance(seconds: 59)
            let next = try await Self.wipes(console).endOverdue()
            #expect(!next.isEmpty)
            #expect(try await client.status()?.enrollmentStatus == .enterpriseWipePending)
            console.clock.advance(seconds: 1)
            #expect(try await Self.wipes(console).endOverdue().isEmpty)
            #expect(try await client.status()?.enrollmentStatus == .unenrolled)
            let event = try #require(try await console.eventRows("action=device.unenrolled").first)
            #expect(event["actorKind"] as? String == "system")
            #expect(try await console.send(DeviceRoute.unenroll.request(client), as: client).status == 403)
        }
    }

    @Test func `A login in between is not undone`() async throws {
        try await withConsole([\.wipePendingTimeout: "60"]) { console in
            _ = try await Self.order(console)
            let again = try await console.signedInDevice()
            console.clock.advance(seconds: 3600)
            try await Self.wipes(console).endOverdue()
            #expect(try await again.status()?.enrollmentStatus == .enrolled)
        }
    }

    @Test func `A wipe that becomes the other one has the whole time again`() async throws {
        try await withConsole([\.wipePendingTimeout: "60"]) { console in
            let client = try await Self.order(console)
            console.clock.advance(seconds: 40)
            _ = try await console.admin(.post, "/_mock/devices/\(client.device)/commands/device-wipe")
            console.clock.advance(seconds: 40)
            #expect(try await Self.wipes(console).endOverdue().isEmpty == false)
            #expect(try await client.status()?.enrollmentStatus == .deviceWipePending)
        }
    }

    @Test(arguments: [("0", 0), ("1", 1)])
    func `Without a limit nothing waits for one`(timeout: String, services: Int) async throws {
        try await withConsole([\.wipePendingTimeout: timeout]) { console in
            let feature = try console.parts.feature(UnenrollmentFeature.self)
            #expect(feature.services.count == services)
        }
    }

    @Test func `Commands have the names that are configured, and an empty one is not sent`() async throws {
        let names: ConfigurationSettings = [
            \.wipeEnterpriseCommand: "RemoveCorporateData", \.wipeDeviceCommand: "",
        ]
        try await withConsole(names) { console in
            let client = try await Self.order(console)
            #expect(try await client.idle()?.requestType == "RemoveCorporateData")
            _ = try await console.admin(.post, "/_mock/devices/\(client.device)/commands/device-wipe")
            #expect(try await client.idle() == nil)
            #expect(try await client.status()?.enrollmentStatus == .deviceWipePending)
        }
    }
}
