import Foundation
import Testing

@testable import ConsoleTestSupport

/// `mockuem tail`, as people run it.
@Suite(.enabled(if: Program.isBuilt)) struct TailTests {
    /// Starts a tail.
    private func tail(
        _ arguments: [String], environment: [String: String] = [:],
        folder: String = FileManager.default.temporaryDirectory.path()
    ) throws -> RunningProgram {
        try RunningProgram(Program.path, ["tail"] + arguments, environment: environment, folder: folder)
    }

    private func target(_ served: ServedProgram) -> [String] {
        ["--url", served.http, "--token", served.ready["adminToken"] ?? ""]
    }

    /// Sends requests until a program has written something.
    private func send(_ path: String, to served: ServedProgram, until program: RunningProgram, _ text: String)
        async throws
    {
        try await poll {
            _ = try await curl(["\(served.http)/deviceservices/\(path)"])
            return program.outputSoFar.contains(text)
        }
    }

    @Test func `Requests are lines, as they happen, and control-C ends it`() async throws {
        try await withServedProgram { served in
            let program = try tail(target(served) + ["--kind", "request"])
            try await send("first", to: served, until: program, "/deviceservices/first")
            let line = try #require(program.outputSoFar.split(separator: "\n").first)
            #expect(line.contains("  404  GET      /deviceservices/first  -  -  -  "), "\(line)")
            #expect(!line.contains("\u{1B}"))
            program.signal(SIGINT)
            #expect(try await program.outcome().status == 0)
        }
    }

    @Test func `Filters, limit and JSON are those of the stream`() async throws {
        try await withServedProgram { served in
            for path in ["one", "two", "three"] { _ = try await curl(["\(served.http)/deviceservices/\(path)"]) }
            let outcome = try await tail(
                target(served) + ["--since", "0.0", "--path", "/deviceservices/t*", "--limit", "2", "--json"]
            ).outcome()
            #expect(outcome.status == 0, "\(outcome.errors)")
            let objects = try outcome.output.split(separator: "\n").map {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
            #expect(objects.map { $0?["path"] as? String } == ["/deviceservices/two", "/deviceservices/three"])
        }
    }

    @Test func `Colour is where it is asked for`() async throws {
        try await withServedProgram { served in
            _ = try await curl(["\(served.http)/deviceservices/x"])
            let all = target(served) + ["--since", "0.0", "--kind", "request", "--limit", "1", "--color"]
            let coloured = try await tail(all + ["always"], environment: ["NO_COLOR": "1"]).outcome().output
            #expect(coloured.contains("\u{1B}[33m404"))
            for choice in ["auto", "never"] {
                #expect(try await tail(all + [choice]).outcome().output.contains("\u{1B}") == false)
            }
        }
    }

    @Test func `The console of the data folder is found by itself`() async throws {
        try await withTemporaryFolder { folder in
            try await withServedProgram(["--data", "\(folder)/data"], in: folder) { served in
                _ = try await curl(["\(served.http)/deviceservices/own"])
                let arguments = ["--data", "\(folder)/data", "--since", "0.0", "--kind", "request", "--limit", "1"]
                let outcome = try await tail(arguments, folder: folder).outcome()
                #expect(outcome.status == 0 && outcome.output.contains("/deviceservices/own"), "\(outcome.errors)")
            }
        }
    }

    @Test func `After a restart it goes on where it was`() async throws {
        try await withTemporaryFolder { folder in
            var program: RunningProgram?
            var port = ""
            let data = ["--data", "\(folder)/data"]
            try await withServedProgram(data, in: folder) { served in
                port = String(served.http.split(separator: ":").last ?? "")
                let started = try tail(target(served) + ["--kind", "request"], folder: folder)
                program = started
                try await send("before", to: served, until: started, "before")
                served.program.signal(SIGTERM)
                #expect(try await served.program.outcome().status == 0)
                try await poll { started.outputSoFar.contains("stopping") }
            }
            let running = try #require(program)
            try await withServedProgram(data + ["--http-port", port], in: folder) { served in
                try await send("after", to: served, until: running, "/after")
            }
            running.signal(SIGINT)
            #expect(try await running.outcome().status == 0)
        }
    }

    @Test func `What cannot be is said in a sentence`() async throws {
        try await withTemporaryFolder { folder in
            let nowhere = try await tail(["--data", "\(folder)/none"], folder: folder).outcome()
            #expect(nowhere.status == 1 && nowhere.errors.contains("No console runs"), "\(nowhere.errors)")
            let closed = try await tail(["--url", "http://127.0.0.1:1", "--token", "x"], folder: folder).outcome()
            #expect(closed.status == 1 && closed.errors.contains("does not answer"), "\(closed.errors)")
            let half = try await tail(["--url", "http://127.0.0.1:1", "--user", "x"], folder: folder).outcome()
            #expect(half.status == 2 && half.errors.contains("--password"), "\(half.errors)")
            let file = try await tail(["--ready-file", "\(folder)/none"], folder: folder).outcome()
            #expect(file.status == 2 && file.errors.contains("cannot be read"), "\(file.errors)")
        }
        try await withServedProgram { served in
            let wrong = try await tail(["--url", served.http, "--token", "x"]).outcome()
            #expect(wrong.status == 1 && wrong.errors.contains("answers 401"), "\(wrong.errors)")
            let bad = try await tail(target(served) + ["--status", "x"]).outcome()
            #expect(bad.status == 1 && bad.errors.contains("such as 404"), "\(bad.errors)")
        }
    }
}
