import Foundation
import Synchronization
import Testing

/// A program that runs beside the test, and is ended with it.
final class RunningProgram: Sendable {
    /// How a program ended and what it wrote.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    private let process: Mutex<Process>
    private let output: Pipe
    private let errors: Pipe

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: Its arguments.
    ///   - environment: Variables beside a bare minimum.
    ///   - folder: Its working folder.
    /// - Throws: If it cannot be started.
    init(_ path: String, _ arguments: [String], environment: [String: String] = [:], folder: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        let inherited = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "TMPDIR"].contains($0.key) }
        process.environment = inherited.merging(environment) { $1 }
        process.currentDirectoryURL = URL(filePath: folder)
        (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        self.process = Mutex(process)
    }

    /// Its process id.
    var identifier: Int32 { process.withLock { $0.processIdentifier } }
    /// Whether it still runs.
    var isRunning: Bool { process.withLock { $0.isRunning } }

    /// Sends a signal to this process alone.
    func signal(_ number: Int32) {
        if isRunning { kill(identifier, number) }
    }

    /// Waits until it has ended, and kills it at the deadline.
    ///
    /// - Returns: Its exit code, negative for a signal, and what it wrote.
    func outcome(within seconds: Double = 60) async throws -> Outcome {
        async let output = Self.read(output)
        async let errors = Self.read(errors)
        try? await poll(within: seconds) { !self.isRunning }
        signal(SIGKILL)
        try await poll { !self.isRunning }
        let status = process.withLock { process in
            process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        }
        return Outcome(status: status, output: await output, errors: await errors)
    }

    private static func read(_ pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let data = (try? pipe.fileHandleForReading.readToEnd()) ?? nil
                continuation.resume(returning: String(decoding: data ?? Data(), as: UTF8.self))
            }
        }
    }
}

/// A condition did not come true before its deadline.
struct DeadlinePassed: Error {}

/// Asks again and again until a condition holds.
func poll(within seconds: Double = 60, until condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw DeadlinePassed() }
        try await Task.sleep(for: .milliseconds(20))
    }
}

/// Runs a program to its end.
func run(
    _ path: String, _ arguments: [String], environment: [String: String] = [:],
    folder: String = FileManager.default.temporaryDirectory.path()
) async throws -> RunningProgram.Outcome {
    try await RunningProgram(path, arguments, environment: environment, folder: folder).outcome()
}
