import DeviceSimulator
import Foundation
import Testing

@testable import ConsoleTestSupport

/// `mockuem simulate` as a shell sees it, against a console that is served.
@Suite(.enabled(if: Program.isBuilt)) struct SimulateTests {
    @Test func `Equal seeds send equal requests, over HTTP and over HTTPS`() async throws {
        try await withTemporaryFolder { folder in
            try await withServedProgram(["--ephemeral"], in: folder) { served in
                let common = ["simulate", "--devices", "5", "--duration", "2", "--rate", "20", "--seed", "1"]
                let targets = [["--url", served.http], ["--url", served.https, "--ca", served.ca]]
                for (name, target) in zip(["a", "b"], targets) {
                    let result = try await Program.run(common + target + ["--trace", name], in: folder)
                    #expect(result.status == 0, "\(result.output)\(result.errors)")
                    #expect(result.output.hasSuffix("\n0 errors\n"), "\(result.output)")
                }
                let traces = ["a", "b"].map { FileManager.default.contents(atPath: "\(folder)/\($0)") ?? Data() }
                #expect(traces[0] == traces[1])
                #expect(traces[0].split(separator: 0x0A).count > 70)
            }
        }
    }

    @Test(arguments: ["http", "https"])
    func `A fleet with broken connections and wrong clocks finds nothing wrong`(scheme: String) async throws {
        try await withTemporaryFolder { folder in
            try await withServedProgram(["--ephemeral"], in: folder) { served in
                let script = "\(folder)/script.yaml"
                try Data("weights: {log: {weight: 1, bytes: 100000}, beacon: 1}\n".utf8).write(
                    to: URL(filePath: script))
                let result = try await Program.run(
                    [
                        "simulate", "--url", served.ready[scheme] ?? "", "--ca", served.ca, "--devices", "5",
                        "--duration", "2", "--rate", "40",
                        "--script", script, "--drops", "0.2", "--duplicates", "0.2", "--clock-skew", "600",
                        "--reenroll", "0.1", "--json",
                    ], in: folder)
                let report = try JSONDecoder().decode(SimulationReport.self, from: Data(result.output.utf8))
                #expect(result.status == 0, "\(report.errors)")
                #expect(report.errors.isEmpty)
                #expect(report.dropped > 0 && report.duplicates > 0)
                #expect(report.steps == report.plannedSteps)
            }
        }
    }

    @Test func `What goes wrong is told by kind, and makes it exit 1`() async throws {
        try await withServedProgram { served in
            let result = try await Program.run(
                ["simulate", "--url", served.http, "--devices", "2", "--duration", "0", "--password", "wrong"], in: "/")
            #expect(result.status == 1)
            #expect(result.output.contains("2 × ApplicationIdentityNotSet at firstLaunch: "), "\(result.output)")
            #expect(result.output.contains("AUTH-1001"))
        }
    }

    @Test func `A signal ends it with its summary`() async throws {
        try await withServedProgram { served in
            let simulate = try RunningProgram(
                Program.path, ["simulate", "--url", served.http, "--devices", "3", "--duration", "3600"], folder: "/")
            defer { simulate.end() }
            let beacons = [
                "-H", "Authorization: Bearer \(served.ready["adminToken"] ?? "")", served.http + "/_mock/devices",
            ]
            try await poll { try await curl(beacons).output.contains("\"total\":3") }
            simulate.signal(SIGINT)
            let outcome = try await simulate.outcome(within: 30)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.hasPrefix("Stopped before the end.\n"), "\(outcome.output)")
            #expect(outcome.output.hasSuffix("\n0 errors\n"))
        }
    }

    @Test(arguments: [
        (["--url", "http://127.0.0.1:1"], 1, "nothing listens there"), (["--url", "ftp://x"], 2, "--url takes"),
        (["--url", "http://localhost/path"], 2, "--url takes"), (["--ca", "missing.pem"], 2, "missing.pem"),
        (["--apps", "a b"], 2, "--apps takes"), (["--apps", "a,b", "--apps", "a"], 2, "named twice"),
        (["--bundle", "a b"], 2, "--bundle takes"), (["--devices", "0"], 2, "--devices takes"),
        (["--rate", "0"], 2, "--rate takes"), (["--duration", "-1"], 2, "--duration"),
        (["--drops", "2"], 2, "--drops takes"), (["--clock-skew", "-1"], 2, "--clock-skew"),
        (["--script", "missing.yaml"], 2, "missing.yaml"), (["--devices", "many"], 64, "--devices"),
    ])
    func `What cannot be is told in a sentence`(arguments: [String], status: Int32, words: String) async throws {
        try await withTemporaryFolder { folder in
            let result = try await Program.run(["simulate"] + arguments, in: folder)
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(result.status == status || status == 2 && result.status == 64)
            #expect(result.output.isEmpty)
        }
    }

    @Test func `What is wrong with a script is told with its line`() async throws {
        try await withTemporaryFolder { folder in
            try Data("steps:\n  - beacon\n  - fly\n".utf8).write(to: URL(filePath: "\(folder)/s.yaml"))
            let result = try await Program.run(["simulate", "--script", "s.yaml"], in: folder)
            #expect(result.status == 2)
            #expect(result.errors.hasPrefix("mockuem: s.yaml: line 3: there is no action \"fly\""), "\(result.errors)")
        }
    }
}
