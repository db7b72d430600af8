import Foundation
import Testing

@testable import ConsoleTestSupport

/// The examples do what they say against the command as it is built.
struct ExamplesTests {
    @Test(
        .timeLimit(.minutes(3)),
        arguments: [
            ("first-launch.sh", "Everything is as a client needs it."),
            ("device-services.py", "were answered as the protocol says."),
            ("curl-tour.sh", "a profile fetched, a beacon and a log received."),
        ])
    func `An example runs to its end`(script: String, ending: String) async throws {
        try await withTemporaryFolder { folder in
            try await BinaryConsole.with(["--ephemeral"], in: folder) { console in
                let example = try BinaryProcess(
                    [
                        script.hasSuffix(".py") ? "python3" : "bash", "\(BinaryConsole.root)Examples/\(script)",
                        console.readyFile,
                    ], output: "\(folder)/output")
                #expect(await example.exitCode() == 0, "\(example.outputText)")
                #expect(example.outputText.contains(ending), "\(example.outputText)")
            }
        }
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("app-review.sh", "The environment is ready"), ("upload-app.py", "uploaded, assigned and verified"),
        ])
    func `What an example has set up lets an app start`(script: String, ending: String) async throws {
        try await withTemporaryFolder { folder in
            try await BinaryConsole.with(["--ephemeral"], in: folder) { console in
                let made = "\(folder)/made.json"
                let setUp = try BinaryProcess(
                    [
                        script.hasSuffix(".py") ? "python3" : "bash", "\(BinaryConsole.root)Examples/admin/\(script)",
                        console.readyFile, "--output", made,
                    ], output: "\(folder)/set-up")
                #expect(await setUp.exitCode() == 0, "\(setUp.outputText)")
                #expect(setUp.outputText.contains(ending), "\(setUp.outputText)")
                let launch = try BinaryProcess(
                    ["bash", "\(BinaryConsole.root)Examples/first-launch.sh", made], output: "\(folder)/launch")
                #expect(await launch.exitCode() == 0, "\(launch.outputText)")
                #expect(launch.outputText.contains("Everything is as a client needs it."), "\(launch.outputText)")
            }
        }
    }

    @Test func `An example says what is missing`() async throws {
        try await withTemporaryFolder { folder in
            let example = try BinaryProcess(
                ["bash", "\(BinaryConsole.root)Examples/first-launch.sh", "\(folder)/none.json"],
                output: "\(folder)/output")
            #expect(await example.exitCode() == 1)
            #expect(example.outputText == "first-launch: The ready file \(folder)/none.json cannot be read.\n")
        }
    }
}
