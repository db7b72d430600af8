import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Users silence their device if their group lets them (DeviceServices, section 18).
struct DoNotDisturbTests {
    private static func status(_ client: SimulatedClient, _ console: TestConsole) async throws -> DoNotDisturbStatus {
        let answer = try await console.send(try DeviceRoute.doNotDisturb.request(client), as: client)
        #expect(answer.status == 200)
        return try JSONDecoder().decode(DoNotDisturbStatus.self, from: answer.body)
    }

    private static func set(_ value: Bool, _ client: SimulatedClient, _ console: TestConsole) async throws
        -> DoNotDisturbStatus
    {
        var request = try DeviceRoute.setDoNotDisturb.request(client)
        request.body = try DoNotDisturbChange(isDoNotDisturb: value).encoded()
        let answer = try await console.send(request, as: client)
        #expect(answer.status == 200)
        return try JSONDecoder().decode(DoNotDisturbStatus.self, from: answer.body)
    }

    private static func events(_ console: TestConsole) async throws -> [String] {
        try await console.parts.core.database.read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM eventLog WHERE action = 'device.doNotDisturb' ORDER BY id").map {
                "\($0["actorKind"] as String) \($0["before"] as String) \($0["after"] as String)"
            }
        }
    }

    @Test(arguments: [SimulatedClient.Scheme.signature, .bearer])
    func `A device is silenced and woken, and keeps the time since when`(scheme: SimulatedClient.Scheme) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice(scheme: scheme)
            try await console.set("allowDoNotDisturb", "true", of: "global")
            let off = DoNotDisturbStatus(isSuccess: true, isDoNotDisturb: false, enabledAt: nil)
            let on = DoNotDisturbStatus(isSuccess: true, isDoNotDisturb: true, enabledAt: "2026-03-05T10:20:30.000Z")
            #expect(try await Self.status(client, console) == off)
            #expect(try await Self.set(true, client, console) == on)
            console.clock.advance(seconds: 60)
            #expect(try await Self.set(true, client, console) == on)
            #expect(try await Self.status(client, console) == on)
            let device = try await console.adminJSON("/_mock/devices/\(client.device)")
            #expect(device["doNotDisturb"] as? Bool == true)
            #expect(device["doNotDisturbSince"] as? String == on.enabledAt)
            #expect(try await Self.set(false, client, console) == off)
            let woken = try await console.adminJSON("/_mock/devices/\(client.device)")
            #expect(woken["doNotDisturb"] as? Bool == false && woken["doNotDisturbSince"] == nil)
            #expect(
                try await Self.events(console) == [
                    "device {\"doNotDisturb\":\"false\"} {\"doNotDisturb\":\"true\"}",
                    "device {\"doNotDisturb\":\"true\"} {\"doNotDisturb\":\"false\"}",
                ])
        }
    }

    @Test func `A group that does not allow it says so, and nothing changes`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let before = try await console.contents()
            for status in [try await Self.set(true, client, console), try await Self.status(client, console)] {
                #expect(!status.isSuccess && !status.isDoNotDisturb && status.enabledAt == nil)
                #expect(status.reason?.contains("privacy policy") == true)
            }
            #expect(try await console.contents() == before)
            try await console.set("allowDoNotDisturb", "true", of: "demo")
            #expect(try await Self.set(true, client, console).isSuccess)
            try await console.set("allowDoNotDisturb", "false", of: "demo")
            let kept = try await Self.set(false, client, console)
            #expect(!kept.isSuccess && kept.isDoNotDisturb && kept.enabledAt != nil)
        }
    }

    @Test func `The answer has every member`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.set("allowDoNotDisturb", "true", of: "demo")
            let answer = try await console.send(try DeviceRoute.doNotDisturb.request(client), as: client)
            #expect(answer.text == "{\"EnabledAt\":null,\"IsDoNotDisturb\":false,\"Success\":true}")
        }
    }

    @Test func `One app silences the device for all of them`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let other = try await console.signedInDevice(bundle: "com.example.everything")
            try await console.set("allowDoNotDisturb", "true", of: "demo")
            #expect(try await Self.set(true, client, console).isDoNotDisturb)
            #expect(try await Self.status(other, console).isDoNotDisturb)
        }
    }
}
