import DeviceSimulator
import Foundation
import MockUEMTesting
import Testing

/// Sandboxes, and what one can do in them.
struct SandboxTests {
    private static let device = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    @Test func `A sandbox has all that an app needs, and nothing of it stays`() async throws {
        let mock = try await MockUEM.shared
        let access = try await mock.sandbox { sandbox in
            for key in ["http", "https", "ca", "groupId", "user", "password", "bundleId", "adminToken"] {
                #expect(!sandbox.access[key].isEmpty, "\(key)")
            }
            #expect(!sandbox.id.isEmpty && sandbox.access.groupId != mock.access.groupId)
            #expect(sandbox.access.launchEnvironment["MOCKUEM_GROUP_ID"] == sandbox.access.groupId)
            try await TestedApp.signedIn(at: sandbox.access) { try await $0.sendBeacon($0.beacon()) }
            try await sandbox.verify(.path("/deviceservices/**"), exactly: 2)
            return sandbox.access
        }
        let gone = MockUEM.attach(access)
        let error = await #expect(throws: MockUEMError.self) { try await gone.verify(.any, atLeast: 0) }
        #expect(error?.status == 401)
        await #expect(throws: (any Error).self) { try await TestedApp.signedIn(at: access) { _ in } }
    }

    @Test func `Two sandboxes with the same device see nothing of each other`() async throws {
        let mock = try await MockUEM.shared
        try await mock.sandbox { one in
            try await mock.sandbox { other in
                try await one.fault(.status(503), on: .path("/**beacon**"))
                try await TestedApp.signedIn(at: one.access, device: Self.device) { app in
                    await #expect(throws: ClientFailure.self) { try await app.sendBeacon(app.beacon()) }
                }
                try await TestedApp.signedIn(at: other.access, device: Self.device) {
                    try await $0.sendBeacon($0.beacon())
                }
                try await one.verify(.path("/**beacon**").status(503), exactly: 1)
                try await other.verify(.path("/**beacon**").status(200), exactly: 1)
                try await one.verify(.any, exactly: 2)
                #expect(try await other.faults().isEmpty)
            }
        }
    }

    @Test func `A sandbox goes though its test throws or is cancelled`() async throws {
        struct Failure: Error {}
        let mock = try await MockUEM.shared
        var sandboxes: [Sandbox] = []
        await #expect(throws: Failure.self) {
            try await mock.sandbox { sandbox in
                sandboxes.append(sandbox)
                throw Failure()
            }
        }
        let (made, announcement) = AsyncStream<Sandbox>.makeStream()
        let cancelled = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                do {
                    try await mock.sandbox { sandbox in
                        announcement.yield(sandbox)
                        try await sandbox.wait(for: .path("/never"), timeout: .seconds(30))
                    }
                    return false
                } catch { return Task.isCancelled }
            }
            if let sandbox = await made.first(where: { _ in true }) { sandboxes.append(sandbox) }
            group.cancelAll()
            return await group.next() == true
        }
        #expect(cancelled && sandboxes.count == 2)
        for sandbox in sandboxes {
            let error = await #expect(throws: MockUEMError.self) { try await sandbox.verify(.any, atLeast: 0) }
            #expect(error?.status == 401)
        }
    }

    @Test func `A sandbox is reset, and made without a closure`() async throws {
        let mock = try await MockUEM.shared
        let sandbox = try await mock.makeSandbox()
        try await TestedApp.signedIn(at: sandbox.access) { _ in }
        try await sandbox.verify(.path("/deviceservices/**"), exactly: 1)
        try await sandbox.reset()
        try await sandbox.verify(never: .path("/deviceservices/**"))
        try await TestedApp.signedIn(at: sandbox.access) { _ in }
        try await mock.removeSandbox(sandbox)
        let error = await #expect(throws: MockUEMError.self) { try await sandbox.verify(.any, atLeast: 0) }
        #expect(error?.status == 401)
    }

    @Test func `The clock of a sandbox is its own`() async throws {
        let mock = try await MockUEM.shared
        try await mock.sandbox { sandbox in
            let time = Date(timeIntervalSince1970: 1_900_000_000)
            #expect(sandbox.clock.group == sandbox.access.groupId)
            try await sandbox.clock.freeze(at: time)
            let (own, others) = (try await sandbox.clock.now, try await mock.clock.now)
            #expect(own == time && others != time)
        }
    }
}
