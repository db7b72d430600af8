import Foundation
import Testing

@testable import ConsoleTestSupport

/// The script that attacks consoles: that it says what it does, notices what does not hold, and runs.
@Suite(.enabled(if: Program.isBuilt && FileManager.default.isReadableFile(atPath: "/proc/self/status")))
struct AttackTests {
    /// Runs `Scripts/attack`; it ends by itself, each attack being bounded in time.
    private func attack(_ arguments: [String], in folder: String) async throws -> RunningProgram.Outcome {
        let words = ["bash", "\(BinaryConsole.root)Scripts/attack", "--binary", Program.path] + arguments
        return try await RunningProgram("/usr/bin/env", words, folder: folder).outcome(within: 170)
    }

    /// What `--json` writes, as far as it is looked at here.
    private struct Report: Decodable {
        struct Attack: Decodable {
            struct Check: Decodable {
                let name: String
                let good: Bool
            }

            let name: String
            let holds: Bool
            let checks: [Check]
        }

        let attacks: [Attack]
    }

    private func report(_ folder: String) throws -> Report {
        let data = try #require(FileManager.default.contents(atPath: "\(folder)/report.json"))
        return try JSONDecoder().decode(Report.self, from: data)
    }

    @Test func `The documentation names every attack, and no other`() async throws {
        try await withTemporaryFolder { folder in
            let outcome = try await attack(["--list"], in: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let lines = outcome.output.split(separator: "\n")
            let names = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
            #expect(names.count > 40 && Set(names).count == names.count)
            let path = "\(BinaryConsole.root)Sources/MockConsole/MockConsole.docc/Attacks.md"
            let article = try String(contentsOfFile: path, encoding: .utf8)
            let part = try #require(article.components(separatedBy: "\n| Name | What it does |\n").last)
            let rows = part.components(separatedBy: "\n\n")[0].split(separator: "\n")
            let cells = rows.compactMap { $0.split(separator: "|").first }
            let documented = cells.flatMap { $0.split(separator: "`").map(String.init).filter { $0.contains(/[a-z]/) } }
            #expect(documented.sorted() == names.sorted())
        }
    }

    @Test(arguments: [
        (["--only", "nothing"], "There is no attack nothing."), (["--nothing"], "Unknown option --nothing"),
        (["--set"], "--set takes a value."), (["--binary", "/nowhere"], "There is no /nowhere"),
    ])
    func `What cannot be done is said in a sentence`(arguments: [String], sentence: String) async throws {
        try await withTemporaryFolder { folder in
            let outcome = try await attack(arguments, in: folder)
            #expect(outcome.status == 1 && outcome.errors.hasPrefix("attack: \(sentence)"), "\(outcome.errors)")
        }
    }

    @Test(.timeLimit(.minutes(3))) func `Attacks that come to nothing end with 0 and a table`() async throws {
        try await withTemporaryFolder { folder in
            let names = ["forged-requests", "foreign-device", "second-process"]
            let outcome = try await attack(["--short", "--json", "report.json", "--only"] + names, in: folder)
            #expect(outcome.status == 0, "\(outcome.output) \(outcome.errors)")
            #expect(outcome.output.contains("3 of 3 attacks come to nothing, profile local."), "\(outcome.output)")
            let attacks = try report(folder).attacks
            #expect(Set(attacks.map(\.name)) == Set(names))
            #expect(attacks.allSatisfy { $0.holds && !$0.checks.isEmpty })
        }
    }

    @Test(.timeLimit(.minutes(3))) func `A limit that does not hold is noticed`() async throws {
        try await withTemporaryFolder { folder in
            let limit = "http.handshakeTimeout=60"
            let outcome = try await attack(
                ["--short", "--json", "report.json", "--set", limit, "--only", "timeouts"], in: folder)
            #expect(outcome.status == 1, "\(outcome.errors)")
            #expect(outcome.output.contains("still open: no ClientHello, https"), "\(outcome.output)")
            let attack = try #require(try report(folder).attacks.first)
            let failed = attack.checks.filter { !$0.good }.map(\.name)
            #expect(!attack.holds && failed == ["closed in time", "the limit is logged"], "\(failed)")
        }
    }

    @Test(.timeLimit(.minutes(3))) func `Beside an attack somebody is measured who behaves`() async throws {
        try await withTemporaryFolder { folder in
            // Nobody else gets in where one address has all connections.
            let arguments = ["--short", "--markdown", "--only", "one-way-flood", "--set", "http.connections=16"]
            let outcome = try await attack(arguments, in: folder)
            #expect(outcome.output.contains("| one-way-flood | "), "\(outcome.output) \(outcome.errors)")
            #expect(outcome.output.contains("http.connections"), "\(outcome.output)")
        }
    }
}
