import DeviceProtocol
import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleTestSupport

/// The built command, serving in a process of its own.
struct BinaryConsole: Sendable {
    /// Folder of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)
    /// The command, as `swift build` has left it; `MOCKUEM_BINARY` names another.
    static let path = ProcessInfo.processInfo.environment["MOCKUEM_BINARY"] ?? "\(root).build/debug/mockuem"

    /// The process it runs in.
    let process: BinaryProcess
    /// What it has told at its start, by key.
    let ready: [String: String]
    /// Path of that file.
    let readyFile: String

    /// The plain origin.
    var origin: String { ready["http", default: ""] }

    /// Host and port, as they go in the `Host` header.
    var authority: String { String(origin.dropFirst("http://".count)) }

    /// Lends a console that is ready.
    ///
    /// - Parameters:
    ///   - arguments: Arguments of `mockuem serve`, beside ports and ready file.
    ///   - folder: Where the ready file and the log go.
    ///   - launcher: A command that runs the command line after it, such as one that mounts something first.
    ///   - body: What to do with it. It may kill the console; otherwise that is stopped, and has to stop cleanly.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; ``BinaryConsoleError`` if the console does not get ready.
    static func with<Value: Sendable>(
        _ arguments: [String], in folder: String, launcher: [String] = [],
        _ body: (BinaryConsole) async throws -> Value
    ) async throws -> Value {
        try await Slots.programs.hold { try await held(arguments, folder, launcher, body) }
    }

    private static func held<Value: Sendable>(
        _ arguments: [String], _ folder: String, _ launcher: [String], _ body: (BinaryConsole) async throws -> Value
    ) async throws -> Value {
        let readyFile = "\(folder)/\(UUID().uuidString).json"
        let command =
            launcher + [
                path, "serve", "--http-port", "0", "--https-port", "0", "--ready-file", readyFile,
                "--set", "passwords.scryptCost=2", "--set", "log.level=warning",
            ] + arguments
        let process = try BinaryProcess(command, output: "\(readyFile).log")
        defer { process.killAtOnce() }
        let ready = try await readiness(of: process, readyFile: readyFile)
        let console = BinaryConsole(process: process, ready: ready, readyFile: readyFile)
        let value = try await body(console)
        if process.isRunning {
            process.terminate()
            #expect(await process.exitCode() == 0, "the console has to stop cleanly: \(process.outputText)")
        }
        return value
    }

    private static func readiness(of process: BinaryProcess, readyFile: String) async throws -> [String: String] {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline, process.isRunning {
            if let data = FileManager.default.contents(atPath: readyFile) {
                return try JSONDecoder().decode([String: String].self, from: data)
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        throw BinaryConsoleError(description: "The console does not get ready: \(process.outputText)")
    }

    /// Lends a transport to the console.
    func connected<Value: Sendable>(_ body: (@escaping HTTPTransport) async throws -> Value) async throws -> Value {
        try await NetworkTransport.with(origin: origin) { transport in
            try await withoutActuallyEscaping(transport) { try await body($0) }
        }
    }

    /// Reads JSON as the administrator.
    func admin<Body: Decodable>(_ target: String, as type: Body.Type, _ transport: HTTPTransport) async throws -> Body {
        let response = try await send(target, transport)
        return try JSONDecoder().decode(type, from: response)
    }

    /// Reads a body as the administrator.
    func send(_ target: String, _ transport: HTTPTransport) async throws -> Data {
        let response = try await transport(
            ClientRequest(
                method: "GET", target: target,
                headers: [("Authorization", "Bearer \(ready["adminToken", default: ""])")]))
        guard response.status == 200 else {
            throw BinaryConsoleError(description: "\(target) answered \(response.status)")
        }
        return response.body
    }

    /// Reads every page of a list as the administrator.
    func list<Item: Decodable>(
        _ target: String, of type: Item.Type, _ transport: HTTPTransport
    ) async throws -> [Item] {
        var items: [Item] = []
        for number in 0... {
            let page = try await admin(
                "\(target)?page=\(number)&pageSize=500", as: ListedPage<Item>.self, transport)
            items += page.items
            if page.items.isEmpty || items.count >= page.total { break }
        }
        return items
    }
}

/// A page as the console lists it.
private struct ListedPage<Item: Decodable>: Decodable {
    let items: [Item]
    let total: Int
}

/// Why the command is of no use to a test.
struct BinaryConsoleError: Error, CustomStringConvertible {
    let description: String
}

/// A child process, its output in a file.
struct BinaryProcess: Sendable {
    private let process: Process
    private let ended: AsyncStream<Void>
    private let output: String

    /// Starts a command, found on the path unless it is one.
    init(_ command: [String], output: String) throws {
        self.output = output
        try Data().write(to: URL(filePath: output))
        let file = try FileHandle(forWritingTo: URL(filePath: output))
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = file
        process.standardError = file
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        self.ended = ended
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        try file.close()
    }

    /// Its id.
    var identifier: Int32 { process.processIdentifier }

    /// Whether it still runs.
    var isRunning: Bool { process.isRunning }

    /// What it has written, or the end of it.
    var outputText: String {
        String(decoding: (FileManager.default.contents(atPath: output) ?? Data()).suffix(20_000), as: UTF8.self)
    }

    /// Ends it at once, as a crash or the kernel would.
    func killAtOnce() {
        if process.isRunning { _ = kill(process.processIdentifier, SIGKILL) }
    }

    /// Asks it to stop.
    func terminate() { process.terminate() }

    /// Its exit code, or the signal that ended it, once it has ended.
    func exitCode() async -> Int32 {
        for await _ in ended {}
        return process.terminationStatus
    }
}
