import DeviceSimulator
import Foundation
import Testing

@testable import ConsolePlatform
@testable import MockConsole

/// Lends a console whose data folder stays, so that a test can look at what it leaves.
///
/// - Parameters:
///   - path: The data folder.
///   - clock: The console's clock.
///   - body: The test.
/// - Returns: What the test returns.
/// - Throws: What the test throws.
func withKeptConsole<Value: Sendable>(
    _ path: String, clock: TestClock = TestClock(), _ body: @escaping @Sendable (TestConsole) async throws -> Value
) async throws -> Value {
    try await Slots.databases.hold {
        let configuration = try ConsoleConfiguration.test([\.dataFolder: path])
        let folder = try configuration.openFolder()
        defer { folder.close() }
        let console = try await Console(
            configuration, folder: folder, surroundings: .test(clock: clock, random: .system))
        defer { console.close() }
        return try await console.inProcess(logger: Surroundings.test().logger, clock: clock, body)
    }
}

/// A backup of a data folder.
func backup(_ folder: String) throws -> Backup {
    Backup(try .test([\.dataFolder: folder]), surroundings: .test())
}

/// A restore into a data folder.
func restore(_ folder: String, replacing: Bool = false) throws -> Restore {
    Restore(try .test([\.dataFolder: folder]), replacing: replacing)
}

/// Everything below a folder with its contents, to see that nothing has changed; the lock aside.
func contents(below folder: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) where name != "lock" {
        found[name] = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data("a folder".utf8)
    }
    return found
}
