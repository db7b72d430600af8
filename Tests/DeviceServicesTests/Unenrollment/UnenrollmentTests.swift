import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// The end of an enrollment, by the client and by the console (DeviceServices, section 23).
struct UnenrollmentTests {
    private func user(_ client: SimulatedClient, _ console: TestConsole) async throws -> Int {
        try await console.send(DeviceRoute.user.request(client), as: client).status
    }

    private func statuses(_ console: TestConsole) async throws -> [String] {
        try await console.parts.core.database.read { db in
            try CommandRecord.order(sql: "id").fetchAll(db).map(\.status.rawValue)
        }
    }

    @Test(arguments: [DeviceRoute.unenroll, .unenrollMessage], [SimulatedClient.Scheme.signature, .bearer])
    func `A client un-enrolls its device in either form`(route: DeviceRoute, scheme: SimulatedClient.Scheme)
        async throws
    {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: scheme)
            let other = try await console.signedInDevice(bundle: "com.example.everything")
            let answer = try await console.send(route.request(client), as: client)
            #expect(answer.status == 200 && answer.text == "{}")
            #expect(try await client.status()?.enrollmentStatus == .unenrolled)
            #expect(try await user(client, console) == (scheme == .signature ? 403 : 401))
            #expect(try await user(other, console) == 403)
            let event = try #require(try await console.eventRows("action=device.unenrolled").first)
            #expect(event["actor"] as? String == client.device.value && event["actorKind"] as? String == "device")
        }
    }

    @Test func `Without a credential nothing is un-enrolled`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            for route in [DeviceRoute.unenroll, .unenrollMessage] {
                #expect(try await console.send(route.request(client)).status == 401)
            }
            #expect(try await client.status()?.enrollmentStatus == .enrolled)
        }
    }

    @Test func `Commands that wait expire, what is done stays as it was`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let identity = try await console.identity(of: client)
            for _ in 0..<3 { try await console.parts.commands.enqueue("Ping", for: identity) }
            let first = try #require(try await client.idle())
            _ = try await client.process(
                ProcessorMessage(
                    status: .acknowledged, device: client.device, commandUUID: first.uuid,
                    requestor: client.bundle.value))
            let other = try await console.signedInDevice("ffff")
            try await console.parts.commands.enqueue("Ping", for: try await console.identity(of: other))
            try await client.unenroll()
            #expect(try await statuses(console) == ["acknowledged", "expired", "expired", "queued"])
        }
    }

    @Test func `Logs and beacons stay, and a new enrollment finds them`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.keepRecords(of: client)
            let before = try await console.rowCounts()
            try await client.unenroll()
            console.clock.advance(seconds: 60)
            let again = try await console.signedInDevice()
            #expect(try await again.status()?.enrollmentStatus == .enrolled)
            let after = try await console.rowCounts()
            for table in ["device", "installation", "beacon", "deviceLog", "command"] {
                #expect(after[table] == before[table], "\(table)")
            }
            let device = try await console.adminJSON("/_mock/devices/\(client.device)")
            #expect(device["enrolledAt"] as? String == console.clock.now.description)
            #expect(try await console.adminJSON("/_mock/devices/\(client.device)/logs")["total"] as? Int == 1)
            #expect(try await user(again, console) == 200)
            #expect(try await user(client, console) == 403)
        }
    }

    @Test func `A wipe turns into another, a device that is not enrolled has none`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let path = "/_mock/devices/\(client.device)/commands"
            for command in ["enterprise-wipe", "device-wipe", "unenroll"] {
                #expect(try await console.admin(.post, "\(path)/\(command)").status == .accepted, "\(command)")
            }
            #expect(try await client.status()?.enrollmentStatus == .unenrolled)
            for command in ["enterprise-wipe", "device-wipe", "unenroll"] {
                #expect(try await console.admin(.post, "\(path)/\(command)").status == .conflict, "\(command)")
            }
            let again = try await console.signedInDevice()
            #expect(try await again.status()?.enrollmentStatus == .enrolled)
        }
    }

    @Test func `A login before the wipe arrives keeps the device enrolled`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            _ = try await console.admin(.post, "/_mock/devices/\(client.device)/commands/enterprise-wipe")
            let again = try await console.signedInDevice()
            #expect(try await again.status()?.enrollmentStatus == .enrolled)
            #expect(try await user(again, console) == 200)
        }
    }

    @Test func `A deleted device is unknown, its records are nobody's, and it may come back as a new one`() async throws
    {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.keepRecords(of: client)
            let before = try await console.rowCounts()
            let path = "/_mock/devices/\(client.device)"
            #expect(try await console.admin(.delete, path).status == .noContent)
            #expect(try await console.admin(.delete, path).status == .notFound)
            #expect(try await client.status() == nil)
            #expect(try await user(client, console) == 403)
            let after = try await console.rowCounts()
            for table in ["beacon", "deviceLog", "command"] { #expect(after[table] == before[table], "\(table)") }
            for table in ["device", "installation", "credential", "accessToken"] {
                #expect(after[table] == 0, "\(table)")
            }
            #expect(try await statuses(console) == ["expired"])
            let beacon = try #require(
                (try await console.adminJSON("/_mock/beacons")["items"] as? [[String: Any]])?.first)
            #expect(beacon["device"] == nil && beacon["user"] as? String == "demo")
            let again = try await console.signedInDevice()
            #expect(try await again.status()?.enrollmentStatus == .enrolled)
            #expect(try await console.adminJSON("\(path)/beacons")["total"] as? Int == 0)
        }
    }

    @Test func `An administrator elsewhere can end nothing`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let headers = try await console.administrator(of: "appreview")
            let path = "/_mock/devices/\(client.device)"
            for command in ["enterprise-wipe", "device-wipe", "unenroll"] {
                let target = "\(path)/commands/\(command)"
                #expect(try await console.send(.post, target, headers: headers).status == .notFound)
            }
            #expect(try await console.send(.delete, path, headers: headers).status == .notFound)
            #expect(try await console.admin(.post, "/_mock/devices/ffff/commands/unenroll").status == .notFound)
            #expect(try await client.status()?.enrollmentStatus == .enrolled)
        }
    }

    @Test func `A device that changed hands is not un-enrolled by its former user`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let identity = try await console.identity(of: client)
            try await console.addUser("eve")
            _ = try await console.logIn(try console.login { ($0.username, $0.password) = ("eve", "eve") })
            let store = UnenrollmentStore(
                database: console.parts.core.database,
                ending: EnrollmentEnding(events: console.parts.core.events) { _, _, _, _ in },
                clock: console.parts.core.clock)
            let error = await #expect(throws: ConsoleError.self) { try await store.unenroll(identity) }
            #expect(error?.code == .credentialRevoked)
            #expect(try await client.status()?.enrollmentStatus == .enrolled)
        }
    }
}
