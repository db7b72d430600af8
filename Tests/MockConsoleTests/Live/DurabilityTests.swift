import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleTestSupport

/// What a console has acknowledged survives its sudden death (Architecture, "Database").
///
/// `MOCKUEM_KILL_ROUNDS` says how often it dies (3), `MOCKUEM_KILL_SEED` makes other moments (1).
@Suite(.serialized) struct DurabilityTests {
    /// Apps that send at the same time: half of them beacons, half of them logs.
    private static let senders = 8

    @Test(.timeLimit(.minutes(15)))
    func `A killed console starts again by itself and has everything it acknowledged`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["MOCKUEM_KILL_ROUNDS"].flatMap { Int($0) } ?? 3
        var moments = Moments(seed: environment["MOCKUEM_KILL_SEED"].flatMap { UInt64($0) } ?? 1)
        try await withTemporaryFolder { folder in
            let all = Acknowledgements()
            for round in 1...max(1, rounds) {
                let target = Int.random(in: 20...500, using: &moments)
                let acknowledged = try await killUnderLoad(in: folder, round: round, afterAcknowledging: target)
                let arguments = ["--data", "\(folder)/data", "--set", "database.check=full"]
                let more = try await BinaryConsole.with(arguments, in: folder) { console in
                    try await console.connected { transport in
                        try await console.expectEverything(in: acknowledged, unanswered: 1, transport)
                    }
                }
                await all.merge(acknowledged)
                print(
                    "Round \(round): killed after \(await acknowledged.count) acknowledgements;",
                    "\(more) more records are there, whose answer was lost")
            }
            try await expectStillThere(all, in: folder)
        }
    }

    /// Whatever happened in later rounds, earlier rounds are still there.
    private func expectStillThere(_ all: Acknowledgements, in folder: String) async throws {
        try await BinaryConsole.with(["--data", "\(folder)/data"], in: folder) { console in
            try await console.connected { transport in
                _ = try await console.expectEverything(in: all, unanswered: 1, transport)
            }
        }
    }

    /// Runs a console until it has acknowledged so many records, and kills it in the midst of more.
    private func killUnderLoad(
        in folder: String, round: Int, afterAcknowledging target: Int
    ) async throws -> Acknowledgements {
        let acknowledged = Acknowledgements()
        try await BinaryConsole.with(["--data", "\(folder)/data"], in: folder) { console in
            try await console.connected { transport in
                var clients: [SimulatedClient] = []
                for sender in 0..<Self.senders {
                    clients.append(try await console.signedInClient(round * 100 + sender, transport))
                }
                await withTaskGroup(of: Void.self) { group in
                    for (sender, client) in clients.enumerated() {
                        group.addTask { await Self.sendWithoutEnd(from: client, isLog: sender % 2 == 1, acknowledged) }
                    }
                    await acknowledged.wait(for: target)
                    console.process.killAtOnce()
                    #expect(await console.process.exitCode() == SIGKILL)
                    group.cancelAll()
                }
            }
        }
        #expect(await acknowledged.count >= target, "the load ended before the console was killed")
        return acknowledged
    }

    /// Sends one record after the other until one gets no answer.
    private static func sendWithoutEnd(
        from client: SimulatedClient, isLog: Bool, _ acknowledged: Acknowledgements
    ) async {
        for number in 0... {
            // Every eighth log is so large that it goes through a file on its way.
            let size = isLog && number % 8 == 7 ? 100_000 : 200
            let record = NamedRecord(name: "\(client.device)-\(number)", isLog: isLog, size: size)
            do {
                let status = try await record.send(from: client)
                #expect(status == 200)
                await acknowledged.note(record.name, isLog: isLog, of: client.device)
            } catch {
                if await !acknowledged.isOver { Issue.record(error, "no answer from a living console") }
                await acknowledged.end()
                return
            }
        }
    }
}

/// Random numbers that are the same for the same seed (SplitMix64).
private struct Moments: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
