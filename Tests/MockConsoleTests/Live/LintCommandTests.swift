import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleTestSupport

/// `mockuem lint` as a shell sees it, against a console that is served.
@Suite(.enabled(if: Program.isBuilt)) struct LintCommandTests {
    private func lint(_ arguments: [String], _ served: ServedProgram) async throws -> RunningProgram.Outcome {
        let common = [
            "lint", "--url", served.http, "--user", served.ready["adminUser"] ?? "", "--password",
            served.ready["adminPassword"] ?? "",
        ]
        return try await Program.run(common + arguments, in: "/")
    }

    @Test func `A fleet of simulated clients is clean over sockets, and the exit code says so`() async throws {
        try await withServedProgram { served in
            let fleet = try await Program.run(
                [
                    "simulate", "--url", served.http, "--devices", "3", "--duration", "2", "--rate", "10", "--user",
                    served.ready["user"] ?? "", "--password", served.ready["password"] ?? "",
                ], in: "/")
            #expect(fleet.status == 0, "\(fleet.output)\(fleet.errors)")
            let clean = try await lint(["--fail-on", "note", "--ignore", "beacon-too-often"], served)
            #expect(clean.status == 0 && clean.output.hasPrefix("No findings in "), "\(clean.output)\(clean.errors)")
            #expect(!clean.output.contains("\u{1B}"))
        }
    }

    @Test func `What was found makes it exit 1, from a severity on`() async throws {
        try await withServedProgram { served in
            _ = try await curl(["\(served.http)/deviceservices/nowhere"])
            let found = try await lint([], served)
            #expect(
                found.status == 1 && found.output.hasPrefix("warning: unknown-path: "), "\(found.output)\(found.errors)"
            )
            #expect(try await lint(["--fail-on", "error"], served).status == 0)
            #expect(try await lint(["--ignore", "unknown-path"], served).status == 0)
            let sarif = try await lint(["--format", "sarif"], served)
            let log = try JSONSerialization.jsonObject(with: Data(sarif.output.utf8)) as? [String: Any]
            #expect(sarif.status == 1 && log?["version"] as? String == "2.1.0")
            #expect(try await lint(["--format", "junit"], served).output.hasPrefix("<?xml "))
        }
    }

    @Test func `The ready file says where and as whom`() async throws {
        try await withTemporaryFolder { folder in
            try await withServedProgram(["--ephemeral"], in: folder) { served in
                let file = "\(folder)/ready.json"
                try Data(served.readyText.utf8).write(to: URL(filePath: file))
                for target in [[], ["--url", served.https]] {
                    let result = try await Program.run(["lint", "--ready-file", file] + target, in: folder)
                    #expect(result.status == 0, "\(result.output)\(result.errors)")
                }
            }
        }
    }

    @Test func `A console that cannot be asked makes it exit 2 with the reason`() async throws {
        try await withServedProgram { served in
            let vectors: [([String], String)] = [
                (["--url", "http://127.0.0.1:1", "--user", "a"], "No console answers at http://127.0.0.1:1"),
                (["--url", served.http, "--user", "admin", "--password", "wrong"], "cannot be asked"),
                (["--url", served.http], "--user and --password"),
                (["--ready-file", "/nowhere"], "The ready file /nowhere cannot be read."),
                (
                    [
                        "--url", served.http, "--user", served.ready["adminUser"] ?? "", "--password",
                        served.ready["adminPassword"] ?? "", "--rules", "plain-htp",
                    ], "Did you mean plain-http?"
                ),
            ]
            for (arguments, sentence) in vectors {
                let result = try await Program.run(["lint"] + arguments, in: "/")
                #expect(result.status == 2 && result.errors.contains(sentence), "\(result.errors)")
            }
        }
    }
}
