import DeviceSimulator
import Foundation
import MockUEMTesting
import Testing

/// Snapshots and clocks of a whole console.
struct SnapshotTests {
    @Test func `A console goes back to a snapshot, and to where it began`() async throws {
        try await MockUEM.started { mock in
            let device = TestedApp.newDevice()
            try await TestedApp.signedIn(at: mock.access, device: device) { app in
                try await mock.takeSnapshot("enrolled")
                try await app.sendBeacon(app.beacon())
                try await mock.wait(for: .records("beacons", of: device))
                try await mock.restoreSnapshot("enrolled", keepJournal: true)
                try await mock.verify(.path("/**beacon**"), exactly: 1)
                try await app.sendBeacon(app.beacon())
                let beacons = try await mock.wait(for: .records("beacons", of: device))
                #expect(beacons.count == 1, "the first one is gone")
                try await mock.reset()
                try await mock.verify(never: .path("/deviceservices/**"))
                await #expect(throws: (any Error).self) { try await app.sendBeacon(app.beacon()) }
            }
            try await mock.removeSnapshot("enrolled")
            let error = await #expect(throws: MockUEMError.self) { try await mock.restoreSnapshot("enrolled") }
            #expect(error?.status == 404)
        }
    }

    @Test func `A clock is frozen, set, moved and given back`() async throws {
        try await MockUEM.started { mock in
            let clock = mock.clock
            #expect(clock.group == "demo")
            let time = Date(timeIntervalSince1970: 1_900_000_000)
            #expect(try await clock.freeze(at: time) == time)
            #expect(try await clock.now == time)
            try await clock.advance(by: .seconds(90))
            #expect(try await mock.clock(of: "demo").now == time.addingTimeInterval(90))
            let running = try await clock.set(to: time)
            #expect(running >= time && running < time.addingTimeInterval(60))
            let ahead = try await clock.offset(by: .seconds(-3600))
            #expect(abs(ahead.timeIntervalSinceNow + 3600) < 60)
            let frozen = try await clock.freeze()
            #expect(try await clock.now == frozen)
            try await clock.reset()
            let now = try await clock.now
            #expect(abs(now.timeIntervalSinceNow) < 60)
        }
    }
}
