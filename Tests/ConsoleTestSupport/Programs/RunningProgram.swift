import Foundation
import NIOConcurrencyHelpers
import Testing

/// A program that runs beside the test, and is ended with it.
///
/// Spawned directly: `Foundation.Process` crashed now and then when tests started several at once.
final class RunningProgram: Sendable {
    /// How a program ended and what it wrote.
    struct Outcome: Sendable {
        /// Exit code, or the negative number of the signal that ended it.
        let status: Int32
        let output: String
        let errors: String
    }

    /// Goes to a folder and becomes the program, with its output in files.
    private static let script = """
        cd "$0" || exit 126; out=$1; err=$2; shift 2; exec "$@" >"$out" 2>"$err" </dev/null
        """

    /// Its process id.
    let identifier: pid_t
    private let files: (output: String, errors: String)
    private let status = NIOLockedValueBox<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: Its arguments.
    ///   - environment: Variables beside a bare minimum.
    ///   - folder: Its working folder.
    /// - Throws: If it cannot be started.
    init(_ path: String, _ arguments: [String], environment: [String: String] = [:], folder: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "mockuem-test-\(UUID().uuidString)").path()
        files = ("\(file).out", "\(file).err")
        let inherited = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "TMPDIR"].contains($0.key) }
        let variables = inherited.merging(environment) { $1 }.map { "\($0.key)=\($0.value)" }
        let words = ["/bin/sh", "-c", Self.script, folder, files.output, files.errors, path] + arguments
        var identifier = pid_t()
        let code = Self.withCStrings(words) { words in
            Self.withCStrings(variables) { posix_spawn(&identifier, "/bin/sh", nil, nil, words, $0) }
        }
        try #require(code == 0, "\(path) cannot be started")
        self.identifier = identifier
    }

    /// Kills it if it still runs, and waits until it is gone.
    func end() {
        signal(SIGKILL)
        _ = reap(0)
    }

    deinit {
        end()
        for file in [files.output, files.errors] { try? FileManager.default.removeItem(atPath: file) }
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let pointers = texts.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }

    /// Asks once whether it has ended; waits for it without `WNOHANG`.
    private func reap(_ options: Int32) -> Int32? {
        status.withLockedValue { status in
            var word: Int32 = 0
            if status == nil, waitpid(identifier, &word, options) == identifier {
                let signal = word & 0x7f
                status = signal == 0 ? (word >> 8) & 0xff : -signal
            }
            return status
        }
    }

    /// What it has written to standard output until now.
    var outputSoFar: String {
        String(decoding: FileManager.default.contents(atPath: files.output) ?? Data(), as: UTF8.self)
    }

    /// What it has written to standard error until now.
    var errorsSoFar: String {
        String(decoding: FileManager.default.contents(atPath: files.errors) ?? Data(), as: UTF8.self)
    }

    /// Whether it still runs.
    var isRunning: Bool { reap(WNOHANG) == nil }

    /// Sends a signal to this process alone.
    func signal(_ number: Int32) {
        // Until it is reaped its id belongs to nobody else.
        status.withLockedValue { status in
            if status == nil { kill(identifier, number) }
        }
    }

    /// Waits until it has ended, and kills it at the deadline.
    ///
    /// - Returns: How it ended and what it wrote.
    func outcome(within seconds: Double = 60) async throws -> Outcome {
        try? await poll(within: seconds) { !self.isRunning }
        signal(SIGKILL)
        try await poll { !self.isRunning }
        let texts = [files.output, files.errors].map { file in
            String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
        }
        return Outcome(status: reap(WNOHANG) ?? 0, output: texts[0], errors: texts[1])
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
