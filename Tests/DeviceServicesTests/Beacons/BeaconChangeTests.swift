import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// What a beacon changes is in the event log, what it repeats is not (DeviceServices, section 14).
struct BeaconChangeTests {
    @Test func `Changes of name, model, system, app and compromise are recorded with before and after`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            let first = try await console.events("device.")
            #expect(first.last?.hasPrefix("device.renamed {\"friendlyName\":\"demo's device\"}") == true)
            for _ in 0..<2 {
                try await console.beacon(from: client) {
                    ($0.friendlyName, $0.model, $0.osVersion) = ("Blue", "iPad", "18.0")
                    ($0.appVersion, $0.isCompromised) = ("1.1", true)
                }
            }
            #expect(
                try await console.events("device.").dropFirst(first.count) == [
                    #"device.renamed {"friendlyName":"Simulated iPhone"} {"friendlyName":"Blue"}"#,
                    #"device.modelChanged {"model":"iPhone"} {"model":"iPad"}"#,
                    #"device.osUpdated {"osVersion":"17.3"} {"osVersion":"18.0"}"#,
                    #"device.compromisedChanged {"isCompromised":"0"} {"isCompromised":"1"}"#,
                    #"device.appUpdated {"appVersion":"1.0.0","bundleId":"com.example.demo"} "#
                        + #"{"appVersion":"1.1","bundleId":"com.example.demo"}"#,
                ])
        }
    }

    @Test func `What was not known before is learned, not changed`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client) {
                $0.friendlyName = nil; $0.name = nil
            }
            let events = try await console.events("device.")
            #expect(events.allSatisfy { $0.hasPrefix("device.enrolled") })
            #expect(try await console.parts.model.devices.device(client.device)?.osVersion == "17.3")
        }
    }

    @Test func `Texts that are empty leave what is known`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            var before = try #require(try await console.parts.model.devices.device(client.device))
            console.clock.advance(seconds: 60)
            try await console.beacon(from: client) {
                ($0.friendlyName, $0.name, $0.model, $0.osVersion, $0.appVersion) = ("", "", "", "", "")
            }
            (before.lastSeenAt, before.compromisedCheckedAt) = (console.clock.now, console.clock.now)
            #expect(try await console.parts.model.devices.device(client.device) == before)
        }
    }

    @Test func `A repeated beacon moves the time and nothing else`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            try await console.beacon(from: client)
            let generation = console.parts.core.database.generation
            let before = try await console.contents()
            console.clock.advance(seconds: 60)
            try await console.beacon(from: client)
            let after = try await console.contents()
            let changed = after.keys.filter { after[$0] != before[$0] }.sorted()
            #expect(
                changed
                    == ["beacon", "boundedShare", "boundedTable", "device", "installation", "sqlite_sequence"].filter {
                        after[$0] != nil
                    })
            #expect(console.parts.core.database.generation == generation)
        }
    }

    @Test func `A beacon that names another group changes no group, and the log says so`() async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            log.clear()
            for group in ["DEMO", "", "appreview"] { try await console.beacon(from: client) { $0.groupCode = group } }
            let known = try await console.adminJSON("/_mock/devices/\(client.device)")
            #expect(known["groupId"] as? String == "demo")
            let noted = log.lines.filter { $0.message.contains("another organization group") }
            #expect(noted.map { $0.metadata["group"] } == ["appreview"])
        }
    }

    @Test func `A beacon of a device that is deleted meanwhile answers 404`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let identity = try await console.identity(of: client)
            try await console.execute("DELETE FROM device")
            let error = await #expect(throws: ConsoleError.self) {
                try await console.parts.beacons.receive(client.beacon(), from: identity)
            }
            #expect(error?.code == .notFound)
        }
    }
}
