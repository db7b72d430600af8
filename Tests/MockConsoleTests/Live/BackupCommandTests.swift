import Foundation
import Testing

@testable import ConsoleTestSupport

/// `mockuem backup` and `mockuem restore` as a shell and a container see them.
@Suite(.enabled(if: Program.isBuilt)) struct BackupCommandTests {
    /// Runs a line of a shell, in which `$0` is the program.
    private static func shell(_ line: String, in folder: String) async throws -> RunningProgram.Outcome {
        try await RunningProgram("/bin/sh", ["-c", line, Program.path], folder: folder).outcome()
    }

    @Test func `Through pipes, from a console that serves and is killed then, to one that knows the same`() async throws
    {
        try await withTemporaryFolder { folder in
            let token = try await withServedProgram(["--data", "\(folder)/data"], in: folder) { served in
                let load = try RunningProgram(
                    Program.path, ["simulate", "--url", served.http, "--devices", "3", "--duration", "3"],
                    folder: folder)
                let made = try await Self.shell(
                    "for i in 1 2 3; do \"$0\" backup --data data - > $i.tar || exit; done", in: folder)
                #expect(made.status == 0, "\(made.errors)")
                #expect(made.errors.components(separatedBy: "Backed up \(folder)/data to standard output: ").count == 4)
                #expect(try await load.outcome().status == 0)
                let last = try await Program.run(["backup", "--data", "data", "last.tar"], in: folder)
                #expect(last.status == 0 && last.output.contains("read back and right."), "\(last.errors)")
                served.program.signal(SIGKILL)
                _ = try await served.program.outcome()
                return served.ready["adminToken"] ?? ""
            }
            for archive in ["1.tar", "2.tar", "3.tar", "last.tar"] {
                let restored = try await Self.shell("\"$0\" restore --data other --replace - < \(archive)", in: folder)
                #expect(restored.status == 0 && restored.output.hasPrefix("Restored standard input, made "))
            }
            try await withServedProgram(["--data", "\(folder)/other"], in: folder) { served in
                let found = try await curl([
                    "--header", "Authorization: Bearer \(token)", "\(served.http)/api/mdm/devices/search",
                ])
                #expect(found.output.contains("\"Total\":3"), "\(found.output)")
            }
        }
    }

    @Test func `What cannot be done exits 1 with one sentence, and leaves nothing`() async throws {
        try await withTemporaryFolder { folder in
            for (line, words) in [
                ("\"$0\" backup --data none x.tar", "There is no console in"),
                ("\"$0\" restore --data none missing.tar", "The backup missing.tar is missing."),
                ("\"$0\" restore --data none - < /dev/null", "The backup standard input cannot be restored."),
            ] {
                let result = try await Self.shell(line, in: folder)
                #expect(
                    result.status == 1 && result.output.isEmpty && result.errors.contains(words), "\(result.errors)")
                #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            }
        }
    }

    @Test func `A full disk ends a backup with a sentence`() async throws {
        try await withTemporaryFolder { folder in
            try await withServedProgram(["--data", "\(folder)/data"], in: folder) { _ in
                let result = try await Self.shell("\"$0\" backup --data data - > /dev/full", in: folder)
                #expect(result.status == 1)
                #expect(result.errors == "mockuem: The disk that holds standard output is full.\n")
            }
        }
    }

    @Test func `A lost database ends a start, and a new one is a wish`() async throws {
        try await withTemporaryFolder { folder in
            let data = ["--data", "\(folder)/data"]
            try await withServedProgram(data, in: folder) { served in
                served.program.signal(SIGTERM)
                _ = try await served.program.outcome()
            }
            try FileManager.default.removeItem(atPath: "\(folder)/data/mockuem.sqlite")
            let ports = ["--http-port", "0", "--https-port", "0"]
            let refused = try await Program.run(["serve"] + data + ports, in: folder)
            #expect(refused.status == 1 && refused.errors.contains("is missing or empty"), "\(refused.errors)")
            try await withServedProgram(data + ["--fresh"], in: folder) { served in
                #expect(served.ready["user"] == "demo")
            }
        }
    }
}
