import Foundation
import Testing

@testable import ConsoleTestSupport

/// The built `mockuem`.
enum Program {
    /// Its file: beside the test bundle.
    static var path: String {
        let products = Bundle.main.bundleURL.appending(path: "mockuem").path()
        let near = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "mockuem").path()
        return [products, near, ".build/debug/mockuem"].first { FileManager.default.isExecutableFile(atPath: $0) }
            ?? near
    }

    /// Whether it was built; `swift test` builds it with the tests.
    static var isBuilt: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// Runs a command to its end in a folder.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: String
    ) async throws -> RunningProgram.Outcome {
        try await RunningProgram(path, arguments, environment: environment, folder: folder).outcome()
    }
}

/// A served console, with what its ready file says.
struct ServedProgram: Sendable {
    let program: RunningProgram
    /// Entries of the ready file.
    let ready: [String: String]
    /// Text of the ready file.
    let readyText: String

    var http: String { ready["http"] ?? "" }
    var https: String { ready["https"] ?? "" }
    var ca: String { ready["ca"] ?? "" }
}

/// Lends a served console for the time of a closure; it is killed afterwards if it still runs.
func withServedProgram<Value>(
    _ arguments: [String] = ["--ephemeral"], environment: [String: String] = [:],
    _ body: (ServedProgram) async throws -> Value
) async throws -> Value {
    try await withTemporaryFolder { folder in
        try await withServedProgram(arguments, environment: environment, in: folder, body)
    }
}

/// Lends a console served from a working folder.
func withServedProgram<Value>(
    _ arguments: [String], environment: [String: String] = [:], in folder: String,
    _ body: (ServedProgram) async throws -> Value
) async throws -> Value {
    try await Slots.programs.hold {
        try await served(arguments, environment, folder, body)
    }
}

private func served<Value>(
    _ arguments: [String], _ environment: [String: String], _ folder: String,
    _ body: (ServedProgram) async throws -> Value
) async throws -> Value {
    let file = "\(folder)/ready-\(UUID().uuidString).json"
    let all = [
        "serve", "--http-port", "0", "--https-port", "0", "--ready-file", file, "--set", "passwords.scryptCost=2",
    ]
    // A console that is killed cannot remove its temporary folder: it gets a place that goes with the test.
    let temporary = "\(folder)/temporary"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let program = try RunningProgram(
        Program.path, all + arguments, environment: environment.merging(["TMPDIR": temporary]) { $1 }, folder: folder)
    defer { program.end() }
    try await poll { FileManager.default.fileExists(atPath: file) || !program.isRunning }
    let data = try #require(FileManager.default.contents(atPath: file), "the program ended")
    let ready = try JSONDecoder().decode([String: String].self, from: data)
    return try await body(
        ServedProgram(program: program, ready: ready, readyText: String(decoding: data, as: UTF8.self)))
}

/// Runs curl.
///
/// - Returns: Exit code, and what `--write-out` and the server wrote.
func curl(_ arguments: [String]) async throws -> RunningProgram.Outcome {
    try await run("/usr/bin/env", ["curl", "--silent", "--show-error", "--max-time", "30"] + arguments)
}

/// Starts a curl that goes on until it is ended.
func startCurl(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(
        "/usr/bin/env", ["curl", "--silent", "--show-error"] + arguments,
        folder: FileManager.default.temporaryDirectory.path())
}
