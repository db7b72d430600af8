import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The commands as a shell sees them: what they write, how they exit, what they leave behind.
@Suite(.enabled(if: Program.isBuilt)) struct CommandTests {
    @Test func `The version is printed`() async throws {
        let result = try await Program.run(["--version"], in: "/")
        #expect(result.output == "\(MockUEMVersion.current)\n")
        #expect(result.status == 0)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `Completions of a shell know every command and option`(shell: String) async throws {
        let result = try await Program.run(["--generate-completion-script", shell], in: "/")
        #expect(result.status == 0, "\(result.errors)")
        for word in ["serve", "healthcheck", "simulate", "ready-file", "on-conflict"] {
            #expect(result.output.contains(word), "\(word)")
        }
    }

    @Test(arguments: [
        (["config"], ["MOCKUEM_HTTP_PORT": "abc"], ["http.port", "\"abc\"", "environment variable MOCKUEM_HTTP_PORT"]),
        (["config", "--set", "log.level=loud"], [:], ["log.level", "\"loud\"", "command line"]),
        (["config", "--set", "no.such=1"], [:], ["no.such", "command line"]),
        (["config", "--config", "missing.yaml"], [:], ["missing.yaml"]),
        (["serve", "--http-port", "70000"], [:], ["http.port", "\"70000\"", "65535"]),
        (["config", "--set", "public.url=ftp://x"], [:], ["public.url", "ftp://x"]),
        (["serve", "--http-port", "9000", "--https-port", "9000"], [:], ["http.port and https.port are both 9000"]),
        (["config", "--set", "tls.key=x"], [:], ["tls.certificate", "tls.key"]),
    ])
    func `Wrong configuration exits 2 with key, value and origin, and leaves nothing`(
        arguments: [String], environment: [String: String], words: [String]
    ) async throws {
        try await withTemporaryFolder { folder in
            let result = try await Program.run(arguments, environment: environment, in: folder)
            #expect(result.status == 2)
            for word in words { #expect(result.errors.contains(word), "\(result.errors)") }
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func `Configuration is printed with its origins, secrets redacted`() async throws {
        let environment = ["MOCKUEM_ADMIN_PASSWORD": "very-secret", "MOCKUEM_HTTP_IDLE_TIMEOUT": "7"]
        let result = try await Program.run(["config", "--set", "log.level=debug"], environment: environment, in: "/")
        #expect(result.status == 0)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == ConfigurationKey.allCases.count)
        #expect(!result.output.contains("very-secret"))
        for (key, value) in [
            ("admin.password", "<redacted>  (environment variable MOCKUEM_ADMIN_PASSWORD)"),
            ("http.idleTimeout", "7  (environment variable MOCKUEM_HTTP_IDLE_TIMEOUT)"),
            ("log.level", "debug  (command line)"), ("http.port", "8080  (default)"),
        ] {
            #expect(lines.contains { $0.hasPrefix("\(key) ") && $0.hasSuffix("  \(value)") }, "\(key)")
        }
    }

    @Test func `A health check of nothing exits 1 with a sentence`() async throws {
        let url = "http://127.0.0.1:1"
        let result = try await Program.run(["healthcheck", "--url", url, "--wait", "0.3"], in: "/")
        #expect(result.status == 1)
        #expect(result.errors == "mockuem: \(url) does not answer.\n")
    }

    @Test func `A health check waits for a console that starts`() async throws {
        try await withTemporaryFolder { folder in
            let port = try await Self.freePort(in: folder)
            let check = try RunningProgram(
                Program.path, ["healthcheck", "--url", "http://localhost:\(port)", "--wait", "60"], folder: folder)
            try await withServedProgram(["--ephemeral", "--http-port", port], in: folder) { _ in
                let outcome = try await check.outcome()
                #expect(outcome.status == 0)
            }
        }
    }

    @Test func `A health check finds the console of its data folder, whatever its ports`() async throws {
        try await withTemporaryFolder { folder in
            let data = ["--data", "\(folder)/data"]
            let running = "\(folder)/data/ready.json"
            for signal in [SIGTERM, SIGKILL] {
                try await withServedProgram(data, in: folder) { served in
                    let check = try await Program.run(["healthcheck"] + data, in: folder)
                    #expect(check.output == "ready\n" && check.status == 0, "\(check.errors)")
                    #expect(try permissions(of: running) == 0o600)
                    let text = try String(contentsOfFile: running, encoding: .utf8)
                    #expect(text == served.readyText)
                    served.program.signal(signal)
                    _ = try await served.program.outcome()
                    #expect(FileManager.default.fileExists(atPath: running) == (signal == SIGKILL))
                }
            }
            // A killed console has left where it was.
            let options = data + ["--set", "http.port=1"]
            let after = try await Program.run(["healthcheck"] + options, in: folder)
            #expect(
                after.errors.hasSuffix(" does not answer. http://127.0.0.1:1 does not answer.\n"), "\(after.errors)")
            #expect(after.status == 1)
        }
    }

    @Test(arguments: [("sevre", " Did you mean serve?"), ("healtcheck", " Did you mean healthcheck?"), ("banana", "")])
    func `A command there is none of is named, with the one that was meant`(word: String, question: String) async throws
    {
        let result = try await Program.run([word, "--ephemeral"], in: "/")
        #expect(result.status == 64)
        #expect(
            result.errors
                == "mockuem: There is no command \"\(word)\".\(question) mockuem --help lists the commands.\n")
    }

    @Test func `A ready file that cannot be written is found before anything is made`() async throws {
        try await withTemporaryFolder { folder in
            for (path, why) in [
                ("\(folder)/none/ready.json", "its folder is missing"), (folder, "is a folder"),
            ] {
                let result = try await Program.run(["serve", "--ready-file", path], in: folder)
                #expect(result.status == 1 && result.errors.contains(why), "\(result.errors)")
                #expect(result.errors.contains(path) && result.output.isEmpty)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func `A misspelled variable is named by a start, and by config`() async throws {
        let environment = ["MOCKUEM_LOG_LEVL": "debug"]
        let shown = try await Program.run(["config"], environment: environment, in: "/")
        #expect(shown.status == 0 && shown.errors.contains("MOCKUEM_LOG_LEVL"), "\(shown.errors)")
        try await withServedProgram(environment: environment) { served in
            served.program.signal(SIGTERM)
            let lines = try await served.program.outcome().errors.split(separator: "\n")
            let naming = lines.filter { $0.contains("MOCKUEM_LOG_LEVL") }
            #expect(naming.count == 1 && naming.first?.contains("Did you mean MOCKUEM_LOG_LEVEL?") == true)
        }
    }

    /// A port that was free a moment ago.
    static func freePort(in folder: String) async throws -> String {
        try await withServedProgram(["--ephemeral"], in: folder) { served in
            served.program.signal(SIGTERM)
            _ = try await served.program.outcome()
            return String(served.http.split(separator: ":").last ?? "")
        }
    }

    @Test func `An environment is validated, imported and exported`() async throws {
        try await withTemporaryFolder { folder in
            let file = "\(folder)/environment.yaml"
            let yaml =
                "version: 1\norganizationGroups: [{path: global, name: Head}, {path: global/a, users: [{username: u, password: p}]}]\n"
            try Data(yaml.utf8).write(to: URL(filePath: file))
            let validated = try await Program.run(["validate", file], in: folder)
            #expect(validated.status == 0)
            #expect(validated.output == "\(file) is valid.\n")
            #expect(validated.errors.contains("\(file): warning: The file is of version 1"))
            let options = ["--data", "\(folder)/data", "--set", "passwords.scryptCost=2"]
            let imported = try await Program.run(["import", file] + options, in: folder)
            #expect(imported.status == 0)
            #expect(imported.output.hasPrefix("Imported \(file): "))
            #expect(imported.errors.contains("\(file): warning: The file is of version 1"))
            let exported = try await Program.run(["export", "-"] + options, in: folder)
            #expect(exported.status == 0)
            #expect(exported.output.hasPrefix("version: 2\n") && exported.output.contains("name: Head"))
            #expect(!exported.output.contains("password: p"))
            #expect(exported.output.contains("passwordHash: "))
        }
    }

    @Test(arguments: [
        (["validate", "missing.yaml"], "missing.yaml"), (["import", "missing.yaml"], "missing.yaml"),
        (["export", "-"], "no console"),
    ])
    func `A command that cannot do its work exits 1 with a sentence and leaves nothing`(
        arguments: [String], word: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let result = try await Program.run(arguments, in: folder)
            #expect(result.status == 1)
            #expect(result.output.isEmpty)
            #expect(result.errors.contains(word), "\(result.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func `An unknown policy is wrong use, and the choices are named`() async throws {
        try await withTemporaryFolder { folder in
            let result = try await Program.run(["import", "x.yaml", "--on-conflict", "maybe"], in: folder)
            #expect(result.status == 64)
            #expect(result.errors.contains("overwrite"), "\(result.errors)")
        }
    }

    @Test func `A ready file of an earlier start is gone before this one fails or serves`() async throws {
        try await withTemporaryFolder { folder in
            let ready = "\(folder)/ready.json"
            try Data("{}".utf8).write(to: URL(filePath: ready))
            let result = try await Program.run(
                ["serve", "--ready-file", ready, "--host", "192.0.2.1", "--http-port", "0", "--https-port", "0"],
                in: folder)
            #expect(result.status == 1)
            #expect(!FileManager.default.fileExists(atPath: ready))
        }
    }

    @Test(arguments: ["http.host", "data.folder", "admin.user", "admin.password"])
    func `A value that has to be there is not empty`(key: String) async throws {
        try await withTemporaryFolder { folder in
            let result = try await Program.run(["config", "--set", "\(key)="], in: folder)
            #expect(result.status == 2)
            #expect(result.errors.contains("\(key) is empty"), "\(result.errors)")
        }
    }

    @Test func `Every problem of an environment is named with file and line, by both commands`() async throws {
        try await withTemporaryFolder { folder in
            let file = "\(folder)/bad.yaml"
            let yaml =
                "version: 1\norganizationGroups:\n  - path: global\n    colour: red\n  - path: global/demo\n    users: [{}]\n"
            try Data(yaml.utf8).write(to: URL(filePath: file))
            let validated = try await Program.run(["validate", file], in: folder)
            #expect(validated.status == 1)
            let lines = validated.errors.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.allSatisfy { $0.hasPrefix("\(file): ") })
            #expect(validated.errors.contains("colour"))
            #expect(validated.errors.contains("username"))
            let imported = try await Program.run(["import", file, "--data", "\(folder)/data"], in: folder)
            #expect(imported.status == 1)
            #expect(imported.errors.contains("colour"))
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/data"))
        }
    }
}
