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
            ("curl-tour.sh", "a beacon, a log and an event received."),
        ])
    func `An example runs to its end`(script: String, ending: String) async throws {
        try await withTemporaryFolder { folder in
            try await BinaryConsole.with(["--ephemeral"], in: folder) { console in
                let before = try await console.groups()
                let example = try BinaryProcess(
                    [
                        script.hasSuffix(".py") ? "python3" : "bash", "\(BinaryConsole.root)Examples/\(script)",
                        console.readyFile,
                    ], output: "\(folder)/output")
                #expect(await example.exitCode() == 0, "\(example.outputText)")
                #expect(example.outputText.contains(ending), "\(example.outputText)")
                #expect(try await console.groups() == before, "a tour leaves every group as it was")
            }
        }
    }

    @Test(
        .timeLimit(.minutes(5)),
        arguments: [
            ("app-review.sh", "The environment is ready"), ("app-review-steps.py", "The environment is ready"),
            ("upload-app.py", "uploaded, assigned and verified"),
        ])
    func `What an example has set up lets an app start`(script: String, ending: String) async throws {
        try await withTemporaryFolder { folder in
            try await BinaryConsole.with(["--ephemeral"], in: folder) { console in
                let made = "\(folder)/made.json"
                let before = try await console.groups()
                let setUp = try BinaryProcess(
                    [
                        script.hasSuffix(".py") ? "python3" : "bash", "\(BinaryConsole.root)Examples/admin/\(script)",
                        console.readyFile, "--output", made,
                    ], output: "\(folder)/set-up")
                #expect(await setUp.exitCode() == 0, "\(setUp.outputText)")
                #expect(setUp.outputText.contains(ending), "\(setUp.outputText)")
                let after = try await console.groups()
                #expect(after.filter { before.keys.contains($0.key) } == before, "it works in a group of its own")
                #expect(after.count == before.count + 1)
                let launch = try BinaryProcess(
                    ["bash", "\(BinaryConsole.root)Examples/first-launch.sh", made], output: "\(folder)/launch")
                #expect(await launch.exitCode() == 0, "\(launch.outputText)")
                #expect(launch.outputText.contains("Everything is as a client needs it."), "\(launch.outputText)")
            }
        }
    }

    /// What a client meets without a step of the App Review chapter, step by step.
    private static let withoutAStep: [(step: String, meets: String)] = [
        ("Organization group", "AUTH--1: the group is unknown, or none is named"),
        ("User with credentials", "AUTH-1001: user name or password is wrong"),
        ("Smart group", "notAssigned: The app has no assignments."),
        ("User added to the smart group", "notAssigned: The smart group App Review"),
        ("SDK profile", "noDefaultProfile: No group from review-"),
        ("App uploaded", "noApplication: No group from review-"),
        ("SDK profile of the app", "noDefaultProfile: No group from review-"),
        ("Smart group of the app", "notAssigned: The app has no assignments."),
        ("Require MDM Enrollment off", "AUTH-1004: the group requires MDM enrollment"),
        ("Server URL in the app's PLIST", "com.vmware.air-watch.enrollment.test-server-url: the PLIST lacks this key"),
        ("Group ID in the app's PLIST", "com.vmware.air-watch.enrollment.test-org-group-id: the PLIST lacks this key"),
    ]

    @Test(.timeLimit(.minutes(5)))
    func `App Review is set up from nothing, and a client meets each step that was left out`() async throws {
        try await withTemporaryFolder { folder in
            let nothing = "\(folder)/nothing.yaml"
            try "version: 1\norganizationGroups: [{path: global, name: Global}]\n"
                .write(toFile: nothing, atomically: true, encoding: .utf8)
            let arguments = ["--ephemeral", "--set", "environment.file=\(nothing)"]
            try await BinaryConsole.with(arguments, in: folder) { console in
                let script = "\(BinaryConsole.root)Examples/admin/app-review-steps.py"
                let example = try BinaryProcess(
                    ["python3", script, console.readyFile, "--leave-out", "each"], output: "\(folder)/output")
                #expect(await example.exitCode() == 0, "\(example.outputText)")
                let parts = example.outputText.components(separatedBy: "\nWhat a client meets without a step\n")
                #expect(parts[0].contains("the initial check is finished"), "\(example.outputText)")
                let lines = try #require(parts.last).split(separator: "\n").filter { $0.hasPrefix(" ") }
                    .filter { !$0.contains("environments are set up and tried one after the other") }
                try #require(lines.count == 2 * Self.withoutAStep.count, "\(example.outputText)")
                for (index, expected) in Self.withoutAStep.enumerated() {
                    #expect(lines[2 * index].contains(" \(expected.step) "), "\(lines[2 * index])")
                    #expect(lines[2 * index + 1].contains(" \(expected.meets)"), "\(lines[2 * index + 1])")
                }
                #expect(try await console.groups().count == 2, "only the whole environment stays")
            }
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `A tour that fails half way puts back what it found`() async throws {
        try await withTemporaryFolder { folder in
            try await BinaryConsole.with(["--ephemeral", "--set", "limits.analytics=1"], in: folder) { console in
                let before = try await console.groups()
                let tour = try BinaryProcess(
                    ["bash", "\(BinaryConsole.root)Examples/curl-tour.sh", console.readyFile],
                    output: "\(folder)/output")
                #expect(await tour.exitCode() == 1, "\(tour.outputText)")
                #expect(tour.outputText.contains("_mock/profiles/"), "the profile was copied: \(tour.outputText)")
                #expect(tour.outputText.contains("curl-tour: That failed."), "\(tour.outputText)")
                #expect(try await console.groups() == before)
            }
        }
    }

    @Test(.timeLimit(.minutes(3)))
    func `The first ten minutes of the read-me go as it says`() async throws {
        try await withTemporaryFolder { folder in
            try await BinaryConsole.with(["--ephemeral"], in: folder) { console in
                let commands = try Self.firstTenMinutes(at: console)
                let example = try BinaryProcess(["bash", "-c", commands], output: "\(folder)/output")
                #expect(await example.exitCode() == 0, "\(example.outputText)")
                for finding in [
                    "\"AWHMACKey\":", "\"outcome\":\"profile\"", "<integer>3</integer>", "\"version\":3",
                    "<string>ShowMessage</string>", "\"status\":\"acknowledged\"", "{\"d\":{\"Status\":1}}",
                    "\"isCompromised\":false", "It works.", "\"name\":\"open_report\"",
                ] {
                    #expect(example.outputText.contains(finding), "\(finding) is missing: \(example.outputText)")
                }
            }
        }
    }

    /// The commands of the read-me's section, for another console than one on its usual port.
    private static func firstTenMinutes(at console: BinaryConsole) throws -> String {
        let readMe = try String(contentsOfFile: "\(BinaryConsole.root)README.md", encoding: .utf8)
        let section = try #require(readMe.components(separatedBy: "\n### The first ten minutes\n").last)
        let block = try #require(section.components(separatedBy: "\n```\n").dropFirst().first)
        let token = try #require(console.ready["adminToken"])
        return """
            set -euo pipefail
            curl() { command curl --silent --show-error --fail-with-body "$@"; }
            """ + "\n"
                + block.replacing("http://localhost:8080", with: console.origin).replacing(
                    "TOKEN=…", with: "TOKEN=\(token)")
    }

    /// Every file below Scripts and Examples that can be run, by its path.
    private static let scripts = ["Scripts", "Examples"].flatMap { folder in
        let files = FileManager.default.enumerator(atPath: "\(BinaryConsole.root)\(folder)")
        return (files?.allObjects as? [String] ?? []).map { "\(folder)/\($0)" }
    }.filter { path in
        var isFolder: ObjCBool = false
        let whole = "\(BinaryConsole.root)\(path)"
        let isThere = FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder)
        return isThere && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: whole)
    }.sorted()

    @Test func `There are scripts to explain`() {
        #expect(Self.scripts.count > 15 && Self.scripts.contains("Scripts/run"))
        #expect(Self.scripts.contains("Examples/admin/upload-app.py"))
    }

    @Test(arguments: ["--help", "-h"], scripts)
    func `A script explains itself and does nothing else`(option: String, script: String) async throws {
        try await withTemporaryFolder { folder in
            let program = try BinaryProcess(
                [script.hasSuffix(".py") ? "python3" : "bash", "\(BinaryConsole.root)\(script)", option],
                output: "\(folder)/output")
            #expect(await program.exitCode() == 0, "\(program.outputText)")
            let (text, name) = (program.outputText, script.split(separator: "/").last ?? "")
            #expect(text.contains(name) && !text.contains("#!") && !text.contains("usage:"), "\(text)")
            // The first line is a sentence about the script, the first indented one how it is called.
            let lines = text.split(separator: "\n")
            #expect(lines.first?.first?.isUppercase == true && lines.contains { $0.hasPrefix("  ") }, "\(text)")
        }
    }

    @Test func `An example finds the console that runs in this folder, whatever its ports`() async throws {
        try await withTemporaryFolder { folder in
            try await BinaryConsole.with(["--data", "\(folder)/.mockuem"], in: folder) { _ in
                let script = "cd \(folder) && exec bash \(BinaryConsole.root)Examples/curl-tour.sh"
                let example = try BinaryProcess(["bash", "-c", script], output: "\(folder)/output")
                #expect(await example.exitCode() == 0, "\(example.outputText)")
            }
        }
    }

    @Test func `An example says what is missing`() async throws {
        try await withTemporaryFolder { folder in
            let example = try BinaryProcess(
                ["bash", "\(BinaryConsole.root)Examples/first-launch.sh", "\(folder)/none.json"],
                output: "\(folder)/output")
            #expect(await example.exitCode() == 1)
            #expect(example.outputText == "first-launch: The ready file \(folder)/none.json is missing.\n")
        }
    }
}

extension BinaryConsole {
    /// Every organization group with all that is in it, as an environment file says it, by path.
    fileprivate func groups() async throws -> [String: String] {
        let export = try await connected { try await send("/_mock/environment", $0) }
        let text = String(decoding: export, as: UTF8.self).trimmingCharacters(in: .newlines)
        let parts = text.components(separatedBy: "\n- path: ").dropFirst()
        return Dictionary(uniqueKeysWithValues: parts.map { ($0.components(separatedBy: "\n")[0], $0) })
    }
}
