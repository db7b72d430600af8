import Foundation
import Testing

@testable import ConsoleTestSupport

/// What the scripts show of builds and tests (`Scripts/progress.py`).
struct ProgressTests {
    private func progress(_ script: String, stall: String = "300") async throws -> RunningProgram.Outcome {
        try await run(
            "/usr/bin/env", ["python3", "\(BinaryConsole.root)Scripts/progress.py", "2", "bash", "-c", script],
            environment: ["PROGRESS_STALL": stall])
    }

    @Test func `Failures are passed on, what went well is counted`() async throws {
        let outcome = try await progress(
            """
            echo '◇ Test "a" started.'; echo '✔ Test "a" passed after 0.1 seconds.'
            echo '✘ Test "b" failed after 0.1 seconds with 1 issue.'; echo a warning >&2; exit 3
            """)
        #expect(outcome.status == 3, "It ends as the command does.")
        #expect(outcome.output == "✘ Test \"b\" failed after 0.1 seconds with 1 issue.\na warning\n")
    }

    @Test func `Tests that hang are named, and ended with all they started`() async throws {
        let outcome = try await progress(
            #"""
            for name in a b 'c passed after 3'; do echo "◇ Test \"$name\" started."; done
            echo '✔ Test "a" with 2 test cases passed after 0.1 seconds.'
            (sleep 600)
            """#, stall: "3")
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(
            outcome.output.contains(" of tests that have begun:\n  \"b\"\n  \"c passed after 3\"\n"),
            "\(outcome.output)")
    }

    @Test func `A build that says nothing is not taken for a test that hangs`() async throws {
        let outcome = try await progress("echo '[1/2] Compiling A b.swift'; sleep 3; echo done", stall: "1")
        #expect(outcome.status == 0 && outcome.output == "done\n", "\(outcome.output) \(outcome.errors)")
    }
}
