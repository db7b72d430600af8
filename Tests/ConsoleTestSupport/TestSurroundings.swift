import Foundation
import Logging
import NIOConcurrencyHelpers

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import MockConsole

/// A clock that stands until it is moved.
final class TestClock: Sendable {
    /// 2026-03-05T10:20:30.000Z.
    static let start = Timestamp(milliseconds: 1_772_706_030_000)

    private let time = NIOLockedValueBox(TestClock.start)

    /// The time it shows.
    var now: Timestamp { time.withLockedValue { $0 } }

    /// Moves on.
    func advance(seconds: Int64) {
        time.withLockedValue { $0 = $0.adding(seconds: seconds) }
    }

    /// As the console asks it.
    var consoleClock: ConsoleClock { ConsoleClock { _ in self.now } }
}

/// Bytes that are the same in every run and never repeat within one.
final class CountingBytes: Sendable {
    private let state: NIOLockedValueBox<UInt64>

    /// - Parameter position: Where earlier ones stopped.
    init(from position: UInt64 = 1) {
        state = NIOLockedValueBox(position)
    }

    /// Where the next go on.
    var position: UInt64 { state.withLockedValue { $0 } }

    /// As the console asks for them.
    var source: RandomSource { RandomSource { count in (0..<count).map { _ in self.next() } } }

    /// SplitMix64.
    private func next() -> UInt8 {
        state.withLockedValue { state in
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return UInt8(truncatingIfNeeded: mixed >> 24)
        }
    }
}

extension RandomSource {
    /// Bytes that are the same in every run and never repeat within one.
    static func counting() -> RandomSource { CountingBytes().source }
}

extension Surroundings {
    /// A standing clock, repeatable ids, no log.
    static func test(
        clock: TestClock = TestClock(), random: RandomSource = .counting(), network: OutgoingNetwork = .system()
    ) -> Surroundings {
        Surroundings(
            clock: clock.consoleClock, random: random, network: network,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}

/// Lends a temporary folder for the time of a closure.
func withTemporaryFolder<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let path = FileManager.default.temporaryDirectory.appending(path: "mockuem-test-\(UUID().uuidString)").path()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
}

/// Lends a migrated, running, empty database of its own.
func withDatabase<Value: Sendable>(
    _ options: ConsoleDatabase.Options = .init(synchronous: .off, check: .none),
    _ body: @Sendable (ConsoleDatabase) async throws -> Value
) async throws -> Value {
    try await Slots.databases.hold {
        try await withTemporaryFolder { folder in
            try await MigratedDatabase.shared.copy(to: "\(folder)/test.sqlite")
            let database = try ConsoleDatabase.open(
                at: "\(folder)/test.sqlite", options: options, migrations: Migration.embedded(),
                logger: Surroundings.test().logger)
            return try await database.running { try await body(database) }
        }
    }
}

/// Lends the stores of a console on an empty database.
func withParts<Value: Sendable>(
    _ settings: ConfigurationSettings = [:], clock: TestClock = TestClock(),
    _ body: @Sendable (ConsoleParts) async throws -> Value
) async throws -> Value {
    try await Slots.databases.hold {
        let configuration = try ConsoleConfiguration.test(settings)
        let folder = try DataFolder(temporaryNamed: "mockuem-test-\(UUID().uuidString)")
        defer { folder.close() }
        try await MigratedDatabase.shared.copy(to: folder.file("mockuem.sqlite"))
        let parts = try await ConsoleParts(configuration, folder: folder, surroundings: .test(clock: clock))
        return try await parts.core.database.running { try await body(parts) }
    }
}

extension ConsoleConfiguration {
    /// Defaults with cheap password hashes and without throttled sign-ins, and some settings of one's own.
    static func test(_ settings: ConfigurationSettings = [:]) throws -> ConsoleConfiguration {
        let cheap: ConfigurationSettings = [\.scryptCost: "2", \.databaseCheck: "none", \.adminSignInFailures: "0"]
        let arguments = cheap.texts.merging(settings.texts) { $1 }
        return try ConsoleConfiguration(
            ResolvedConfiguration(
                ConfigurationSources(arguments: arguments, environment: [:], file: nil, defaultFile: "")))
    }
}
