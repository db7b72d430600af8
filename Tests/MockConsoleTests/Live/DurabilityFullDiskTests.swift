import DeviceProtocol
import DeviceSimulator
import Foundation
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// A console without room refuses what it cannot keep, keeps what it has, and goes on (Architecture, "Database").
@Suite(.serialized) struct DurabilityFullDiskTests {
    /// How often each sender has to be refused before the disk counts as full.
    private static let refusals = 12

    @Test(.enabled(if: canMount, "needs root and a kernel that lets it mount"), .timeLimit(.minutes(5)))
    func `On a full disk beacons and logs are answered 503 and nothing acknowledged is lost`() async throws {
        try await withTemporaryFolder { folder in
            let data = "\(folder)/data"
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            let mount = "mount -t tmpfs -o size=12m tmpfs \"$0\" && exec \"$@\""
            let launcher = ["unshare", "-m", "sh", "-c", mount, data]
            let arguments = ["--data", data]
            let acknowledged = try await BinaryConsole.with(arguments, in: folder, launcher: launcher) { console in
                let acknowledged = try await fill(console)
                // The disk is the process's own: it is seen through the process.
                try FileManager.default.copyItem(
                    atPath: "/proc/\(console.process.identifier)/root\(data)", toPath: "\(folder)/copy")
                return acknowledged
            }
            try await expectSoundness(of: "\(folder)/copy", in: folder, acknowledged)
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `A database that may not grow refuses with 503 and loses nothing acknowledged`() async throws {
        try await withTemporaryFolder { folder in
            let data = "\(folder)/data"
            let arguments = ["--data", data, "--set", "database.maximumMegabytes=2"]
            let acknowledged = try await BinaryConsole.with(arguments, in: folder) { try await fill($0) }
            try await expectSoundness(of: data, in: folder, acknowledged)
        }
    }

    @Test(.enabled(if: canMount, "needs root and a kernel that lets it mount"), .timeLimit(.minutes(5)))
    func `On a full disk deletions still work, and make room`() async throws {
        try await withTemporaryFolder { folder in
            let data = "\(folder)/data"
            try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
            let mount = "mount -t tmpfs -o size=16m tmpfs \"$0\" && exec \"$@\""
            let launcher = ["unshare", "-m", "sh", "-c", mount, data]
            try await BinaryConsole.with(["--data", data], in: folder, launcher: launcher) { console in
                _ = try await fill(console)
                try await expectRoomAfterDeletion(console)
            }
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `In a database that may not grow deletions still work, and make room`() async throws {
        try await withTemporaryFolder { folder in
            let arguments = ["--data", "\(folder)/data", "--set", "database.maximumMegabytes=2"]
            try await BinaryConsole.with(arguments, in: folder) { console in
                _ = try await fill(console)
                try await expectRoomAfterDeletion(console)
            }
        }
    }

    /// Deletes logs and beacons, and expects room.
    private func expectRoomAfterDeletion(_ console: BinaryConsole) async throws {
        try await console.connected { transport in
            let headers = [(name: "Authorization", value: "Bearer \(console.ready["adminToken", default: ""])")]
            for target in ["/_mock/logs?all=true", "/_mock/beacons?all=true"] {
                let answer = try await transport(ClientRequest(method: "DELETE", target: target, headers: headers))
                #expect(answer.status == 204, "\(target): \(String(decoding: answer.body, as: UTF8.self))")
            }
            let ready = try await transport(ClientRequest(method: "GET", target: "/readyz"))
            #expect(ready.status == 200, "\(String(decoding: ready.body, as: UTF8.self))")
            let client = try await console.signedInClient(99, transport)
            #expect(try await NamedRecord(name: "room again", isLog: false, size: 8_000).send(from: client) == 200)
        }
    }

    /// Whether this process may mount a file system in a namespace of a child's.
    private static let canMount: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["unshare", "-m", "sh", "-c", "mount -t tmpfs tmpfs /tmp"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// Sends until the console refuses, then reads everything back from the same console.
    private func fill(_ console: BinaryConsole) async throws -> Acknowledgements {
        let acknowledged = Acknowledgements()
        try await console.connected { transport in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for sender in 0..<4 {
                    let client = try await console.signedInClient(sender, transport)
                    group.addTask { try await Self.sendUntilRefused(from: client, isLog: sender == 3, acknowledged) }
                }
                try await group.waitForAll()
            }
            #expect(await acknowledged.count > 20)
            let ready = try await transport(ClientRequest(method: "GET", target: "/readyz"))
            #expect(ready.status == 503 && String(decoding: ready.body, as: UTF8.self).contains("disk is full"))
            #expect(try await transport(ClientRequest(method: "GET", target: "/livez")).status == 200)
            try await console.expectEverything(in: acknowledged, unanswered: 0, transport)
        }
        return acknowledged
    }

    /// Sends records of 8 KB, logs of up to 100 KB among them, until enough of them are refused.
    private static func sendUntilRefused(
        from client: SimulatedClient, isLog: Bool, _ acknowledged: Acknowledgements
    ) async throws {
        var refused = 0
        for number in 0..<5000 where refused < refusals {
            let size = isLog && number % 4 == 3 ? 100_000 : 8_000
            let record = NamedRecord(name: "\(client.device)-\(number)", isLog: isLog, size: size)
            let status = try await record.send(from: client)
            switch status {
            case 200: await acknowledged.note(record.name, isLog: isLog, of: client.device)
            case 503: refused += 1
            default: Issue.record("\(record.name) was answered \(status), neither accepted nor 503")
            }
        }
        #expect(refused == refusals, "the disk did not get full")
    }

    /// Once there is room again, a console finds its database whole and takes records again.
    private func expectSoundness(of data: String, in folder: String, _ acknowledged: Acknowledgements) async throws {
        try await BinaryConsole.with(["--data", data, "--set", "database.check=full"], in: folder) { console in
            try await console.connected { transport in
                try await console.expectEverything(in: acknowledged, unanswered: 0, transport)
                let client = try await console.signedInClient(99, transport)
                let record = NamedRecord(name: "room again", isLog: false, size: 8_000)
                #expect(try await record.send(from: client) == 200)
            }
        }
    }
}
