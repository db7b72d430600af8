import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Logs that anybody may send are shared by customers, and among those of one by networks: whoever floods loses their own.
struct LogFloodTests {
    /// Root, demo and appreview have 30,000 bytes each.
    private static let room: ConfigurationSettings = [\.retentionUnverifiedLogBytes: "90000"]

    /// Sends logs nobody vouches for from a network; answers how many were kept.
    private static func send(
        _ count: Int, of size: Int = 1000, from network: String, claiming device: String = "unknown",
        _ console: TestConsole
    ) async throws -> Int {
        let limits = console.parts.core.limits.retention
        let store = LogStore(
            database: console.parts.core.database, events: console.parts.core.events, clock: console.parts.core.clock,
            room: LogRoom(bytes: Int64(limits.logBytes), unverifiedBytes: Int64(limits.unverifiedLogBytes)))
        let header = LogUploadHeader(bundle: try #require(BundleIdentifier("com.example.demo")), appVersion: "1")
        var kept = 0
        for _ in 0..<count {
            do {
                try await store.receive(
                    header, text: .memory(ByteBuffer(repeating: 0x61, count: size)),
                    from: .claimed(try #require(DeviceIdentifier(device))), network: network, at: nil)
                kept += 1
            } catch let error as ConsoleError where error.code == .payloadTooLarge {}
        }
        return kept
    }

    /// How many logs of a network there are.
    private static func count(_ network: String, _ console: TestConsole) async throws -> Int? {
        try await console.parts.core.database.read { db in
            try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM deviceLog WHERE network = ?", arguments: [network])
        }
    }

    @Test func `A flood from one network evicts nobody else's logs, and gives way to them`() async throws {
        try await withConsole(Self.room) { console in
            #expect(try await Self.send(2, from: "192.0.2.1", console) == 2)
            // 14 logs of 2,024 bytes have room.
            #expect(try await Self.send(100, from: "198.51.100.1", console) == 12)
            #expect(try await Self.count("192.0.2.1", console) == 2)
            // Others go on until they have as many.
            #expect(try await Self.send(20, from: "203.0.113.1", console) == 6)
            #expect(try await Self.count("198.51.100.1", console) == 6)
            let further = try await Self.send(20, from: "192.0.2.1", console)
            #expect(further > 0)
            let regained = try await Self.count("192.0.2.1", console) ?? 0
            #expect(regained >= 4)
            #expect(try await console.countersAreRight())
        }
    }

    @Test func `A flood for one customer leaves the room of another`() async throws {
        try await withConsole(Self.room) { console in
            _ = try await console.signedInDevice("1111")
            _ = try await console.reviewDevice("2222")
            #expect(try await Self.send(100, from: "198.51.100.1", claiming: "1111", console) == 14)
            #expect(try await Self.send(5, from: "198.51.100.1", claiming: "2222", console) == 5)
            #expect(try await Self.send(5, from: "192.0.2.1", console) == 5)
            #expect(try await Self.send(2, from: "192.0.2.1", claiming: "1111", console) == 2)
            #expect(try await console.countersAreRight())
        }
    }

    @Test func `Large logs from few make room for small ones of many, as far as they have more`() async throws {
        try await withConsole(Self.room) { console in
            #expect(try await Self.send(3, of: 8900, from: "198.51.100.1", console) == 3)
            for number in 0..<20 { _ = try await Self.send(1, of: 900, from: "192.0.2.\(number)", console) }
            var senders = 0
            for number in 0..<20 { senders += try await Self.count("192.0.2.\(number)", console) ?? 0 }
            #expect(senders == 10)
            #expect(try await Self.count("198.51.100.1", console) == 1)
            let displaced = try await console.parts.value(
                "SELECT displaced FROM logStock WHERE kind = 'unverified'", Int.self)
            #expect(displaced == 2)
        }
    }
}
