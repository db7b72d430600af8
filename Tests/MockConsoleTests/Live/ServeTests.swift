import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Starting and stopping: what a start tells, what stands in its way, what a stop leaves.
@Suite(.enabled(if: Program.isBuilt)) struct ServeTests {
    @Test func `The ready file has one key a line, for its owner only`() async throws {
        try await withTemporaryFolder { folder in
            try await withServedProgram(["--ephemeral"], in: folder) { served in
                let lines = served.readyText.split(separator: "\n")
                #expect(lines.first == "{")
                #expect(lines.last == "}")
                let keys = lines.dropFirst().dropLast().map { $0.split(separator: "\"")[1] }
                #expect(
                    keys == [
                        "http", "https", "ca", "groupId", "user", "password", "bundleId", "emailDomains", "adminUser",
                        "adminPassword", "tenantCode", "adminToken", "oauthClientId", "oauthClientSecret",
                    ])
                let names = try FileManager.default.contentsOfDirectory(atPath: folder)
                let name = try #require(names.first { $0.hasPrefix("ready-") })
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                #expect((attributes[.posixPermissions] as? Int) == 0o600)
            }
        }
    }

    @Test func `A termination ends it with 0, though connections are open`() async throws {
        try await withServedProgram { served in
            let port = try #require(served.http.split(separator: ":").last)
            let script =
                "exec 3<>/dev/tcp/127.0.0.1/\(port); printf 'GET /livez HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' >&3; head -1 <&3; sleep 60"
            let idle = try RunningProgram("/usr/bin/env", ["bash", "-c", script], folder: "/")
            defer { idle.end() }
            try await poll { try await curl([served.http + "/livez"]).output == "ok\n" }
            served.program.signal(SIGTERM)
            let outcome = try await served.program.outcome(within: 30)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(idle.isRunning)
        }
    }

    @Test func `A stop leaves the note that the database is whole, and a killed console none`() async throws {
        try await withTemporaryFolder { folder in
            let note = "\(folder)/data/mockuem.sqlite-clean"
            for signal in [SIGTERM, SIGKILL] {
                try await withServedProgram(["--data", "\(folder)/data"], in: folder) { served in
                    #expect(!FileManager.default.fileExists(atPath: note))
                    served.program.signal(signal)
                    _ = try await served.program.outcome()
                    #expect(FileManager.default.fileExists(atPath: note) == (signal == SIGTERM))
                }
            }
        }
    }

    @Test func `A console that is open to the network says so in banner and log`() async throws {
        try await withServedProgram(["--ephemeral", "--host", "0.0.0.0"]) { served in
            served.program.signal(SIGTERM)
            let outcome = try await served.program.outcome()
            #expect(outcome.output.contains("Warning: Everybody who reaches any address of this machine"))
            let lines = outcome.errors.split(separator: "\n").filter { $0.contains(" warning Everybody who reaches") }
            #expect(lines.count == 1 && lines.first?.contains("MOCKUEM_ADMIN_PASSWORD") == true, "\(outcome.errors)")
        }
    }

    @Test func `An environment file that is not applied is named at level info, once`() async throws {
        try await withTemporaryFolder { folder in
            let data = ["--data", "\(folder)/data"]
            try await withServedProgram(data, in: folder) { served in
                served.program.signal(SIGTERM)
                let errors = try await served.program.outcome().errors
                #expect(!errors.contains("not applied"))
            }
            try await withServedProgram(data + ["--set", "environment.file=my.yaml"], in: folder) { served in
                served.program.signal(SIGTERM)
                let lines = try await served.program.outcome().errors.split(separator: "\n")
                let telling = lines.filter { $0.contains("The environment file my.yaml is not applied, because") }
                #expect(telling.count == 1 && telling.first?.contains(" info ") == true)
            }
        }
    }

    @Test func `A start at level debug names its services and does not write out what they hold`() async throws {
        try await withServedProgram(["--ephemeral", "--set", "log.level=debug"]) { served in
            served.program.signal(SIGTERM)
            let lines = try await served.program.outcome().errors.split(separator: "\n")
            let starting = lines.filter { $0.contains("Starting service") }
            #expect(starting.contains { $0.contains("HTTPS") && $0.contains("ConsoleDatabase") })
            #expect(lines.allSatisfy { $0.count < 500 }, "\(lines.max { $0.count < $1.count } ?? "")")
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `An ephemeral console leaves nothing behind`(signal: Int32) async throws {
        try await withServedProgram { served in
            let data = URL(filePath: served.ca).deletingLastPathComponent().path()
            #expect(FileManager.default.fileExists(atPath: data))
            served.program.signal(signal)
            let outcome = try await served.program.outcome()
            #expect(outcome.status == 0)
            #expect(outcome.output.contains("(removed at exit)"))
            #expect(!FileManager.default.fileExists(atPath: data))
        }
    }

    @Test func `A second start prints the same credentials and shows the same certificate`() async throws {
        try await withTemporaryFolder { folder in
            var starts: [[String: String]] = []
            var outputs: [String] = []
            for _ in 1...2 {
                let arguments = ["--data", "\(folder)/data", "--set", "banner.secrets=always"]
                try await withServedProgram(arguments, in: folder) { served in
                    var ready = served.ready.filter { !["http", "https"].contains($0.key) }
                    ready["certificate"] = try String(contentsOfFile: "\(folder)/data/server.pem", encoding: .utf8)
                    ready["authority"] = try String(contentsOfFile: served.ca, encoding: .utf8)
                    starts.append(ready)
                    served.program.signal(SIGTERM)
                    outputs.append(try await served.program.outcome().output)
                }
            }
            #expect(starts[0] == starts[1])
            for output in outputs {
                for secret in ["adminToken", "tenantCode", "oauthClientSecret"] {
                    #expect(output.contains(starts[0][secret] ?? "?"))
                }
            }
        }
    }

    @Test func `Into a file or a log the banner writes no passwords, and says where they are`() async throws {
        try await withServedProgram { served in
            served.program.signal(SIGTERM)
            let output = try await served.program.outcome().output
            for secret in ["adminToken", "tenantCode", "oauthClientSecret"] {
                #expect(!output.contains(served.ready[secret] ?? "?"))
            }
            #expect(!output.contains("Password  ") && output.contains("Group ID      demo"), "\(output)")
            #expect(output.contains("passwords and tokens are in /") && output.contains("/ready.json\n"))
            #expect(output.ranges(of: "\n  curl ").count == 3, "\(output)")
        }
    }

    @Test func `What was sent before a kill is there at the next start`() async throws {
        try await withTemporaryFolder { folder in
            let login = """
                {"Username":"demo","Password":"demo","ActivationCode":"demo","Udid":"ab","BundleId":"com.example.demo"}
                """
            for number in 1...2 {
                try await withServedProgram(["--data", "\(folder)/data"], in: folder) { served in
                    let path = "/deviceservices/AuthenticationEndpoint.aws"
                    if number == 1 { _ = try await curl([served.http + path, "--data", login]) }
                    let status = "/deviceservices/awmdmsdk/v1/platform/2/uid/ab/status"
                    #expect(try await curl([served.http + status]).output.contains("groupcode"))
                    served.program.signal(SIGKILL)
                    #expect(try await served.program.outcome().status == -SIGKILL)
                }
            }
        }
    }

    @Test func `A second process on the same folder is refused with a sentence`() async throws {
        try await withTemporaryFolder { folder in
            let data = ["--data", "\(folder)/data"]
            try await withServedProgram(data, in: folder) { served in
                for command in [["serve", "--http-port", "0", "--https-port", "0"], ["export", "-"]] {
                    let second = try await Program.run(command + data, in: folder)
                    #expect(second.status == 1)
                    #expect(second.errors.contains("in use by another MockUEM"), "\(second.errors)")
                }
                #expect(try await curl([served.http + "/readyz"]).output == "ready\n")
            }
        }
    }

    @Test(arguments: ["--http-port", "--https-port"])
    func `A port in use is refused before anything is written`(option: String) async throws {
        try await withServedProgram { served in
            let port = String(served.http.split(separator: ":").last ?? "")
            try await withTemporaryFolder { folder in
                let other = option == "--http-port" ? "--https-port" : "--http-port"
                let second = try await Program.run(["serve", option, port, other, "0"], in: folder)
                #expect(second.status == 1)
                #expect(second.errors.hasPrefix("mockuem: Port \(port) on 127.0.0.1 is in use."), "\(second.errors)")
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
            }
        }
    }

    @Test(arguments: [
        "no database at all", "SQLite format 3\0 and then nonsense", String(repeating: "garbage ", count: 4096),
    ])
    func `A file that is no database is refused and left as it is`(garbage: String) async throws {
        try await withTemporaryFolder { folder in
            let file = URL(filePath: "\(folder)/data/mockuem.sqlite")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            try DataFolder.write(Data(garbage.utf8), to: "\(folder)/data/mockuem.sqlite", permissions: 0o600)
            let start = try await Program.run(
                ["serve", "--http-port", "0", "--https-port", "0", "--data", "\(folder)/data"], in: folder)
            #expect(start.status == 1)
            #expect(start.errors.hasPrefix("mockuem: "), "\(start.errors)")
            #expect(try Data(contentsOf: file) == Data(garbage.utf8))
        }
    }

    @Test func `A folder that cannot be made and a host that is not this machine's are refused`() async throws {
        try await withTemporaryFolder { folder in
            try Data().write(to: URL(filePath: "\(folder)/file"))
            let ports = ["serve", "--http-port", "0", "--https-port", "0"]
            let noFolder = try await Program.run(ports + ["--data", "\(folder)/file/data"], in: folder)
            #expect(noFolder.status == 1)
            #expect(noFolder.errors.contains("cannot be made"), "\(noFolder.errors)")
            let noHost = try await Program.run(ports + ["--host", "192.0.2.1", "--ephemeral"], in: folder)
            #expect(noHost.status == 1)
            #expect(noHost.errors == "mockuem: 192.0.2.1 is not an address of this machine.\n")
        }
    }

    @Test func `A listener that cannot be bound ends the service, with a sentence`() async throws {
        try await withServedProgram { served in
            let port = String(served.http.split(separator: ":").last ?? "")
            let folder = try DataFolder(temporaryNamed: "mockuem-test-\(UUID().uuidString)")
            defer { folder.close() }
            let configuration = try ConsoleConfiguration.test([\.httpPort: port, \.httpsPort: "0"])
            let console = try await Console(configuration, folder: folder, surroundings: .test())
            let server = ConsoleServer(console, configuration: configuration, logger: Surroundings.test().logger)
            let error = await #expect(throws: ConsoleError.self) {
                try await server.run(stoppingOnSignals: false) { _, _ in Issue.record("It is not ready.") }
            }
            #expect(error?.message.contains("in use") == true)
        }
    }
}
