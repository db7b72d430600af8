import Foundation
import Testing

@testable import ConsoleTestSupport

/// A console that the world reaches (Configuration, "The public profile").
@Suite(.enabled(if: Program.isBuilt)) struct PublicProfileTests {
    private static let environment = """
        version: 2
        organizationGroups:
          - path: global
            name: Global
          - path: global/review
            type: Customer
            settings: {requireMDMEnrollment: false}
            users: [{username: reviewer, password: Blue-Kettle-42}]
        """

    /// What a public console needs at least.
    private static func settings(_ folder: String, _ more: [String] = []) throws -> [String] {
        try Data(environment.utf8).write(to: URL(filePath: "\(folder)/environment.yaml"))
        return [
            "--ephemeral", "--set", "profile=public", "--host", "127.0.0.1", "--set", "admin.port=0",
            "--set", "admin.password=Correct-Horse-9", "--set", "environment.file=\(folder)/environment.yaml",
        ] + more
    }

    private static func status(_ arguments: [String]) async throws -> String {
        try await curl(["--output", "/dev/null", "--write-out", "%{http_code}"] + arguments).output
    }

    @Test func `Clients get what a device and its user need, administrators a listener of their own`() async throws {
        try await withTemporaryFolder { folder in
            try await withServedProgram(try Self.settings(folder), in: folder) { served in
                let trust = ["--cacert", served.ca]
                let (world, inside) = (served.https, served.http)
                #expect(served.ready["http"]?.hasSuffix(":\(world.split(separator: ":").last ?? "")") == false)
                for path in [
                    "/", "/livez", "/DeviceManagement/Enrollment", "/public/console.css", "/_mock/saml/signin",
                    "/deviceservices/AuthenticationEndpoint.aws",
                ] {
                    let status = try await Self.status(trust + ["-H", "Accept: text/html", world + path])
                    #expect(!["000", "404", "421"].contains(status), "\(path) \(status)")
                }
                let token = ["-H", "Authorization: Bearer \(served.ready["adminToken"] ?? "")"]
                for path in [
                    "/api/system/info", "/API/system/info", "//api/system/info", "/_mock/devices", "/_MOCK/devices",
                    "/_mock/../_mock/devices", "/docs", "/openapi.json", "/openapi", "/readyz", "/metrics", "/ca.pem",
                    "/connect/token", "/oauth/token", "/search?find=a", "/environment.schema.json",
                    "/_mock/samlx", "/public", "/_mock/saml/../devices",
                ] {
                    let status = try await Self.status(trust + ["--path-as-is"] + token + [world + path])
                    #expect(status == "404", "\(path) \(status)")
                }
                for path in ["/api/system/info", "/_mock/devices", "/docs", "/readyz", "/", "/openapi.json"] {
                    #expect(try await Self.status(token + [inside + path]) == "200", "\(path)")
                }
                let start = try await curl(trust + ["-H", "Accept: text/html", world + "/"]).output
                #expect(start == "This is the address of a console for devices.\n")
            }
        }
    }

    @Test func `Foreign hosts are refused in the form of each API, and said in the log`() async throws {
        try await withTemporaryFolder { folder in
            try await withServedProgram(
                try Self.settings(folder, ["--set", "tls.names=uem.example.test"]), in: folder
            ) { served in
                let trust = ["--cacert", served.ca]
                for path in ["/deviceservices/x", "/livez", "/api/system/info"] {
                    let evil = try await curl(trust + ["-i", "-H", "Host: evil.example", served.https + path]).output
                    #expect(evil.contains(" 421") && evil.contains("tls.names"), "\(path) \(evil)")
                }
                for host in ["uem.example.test", "uem.example.test:443", "localhost"] {
                    #expect(
                        try await Self.status(trust + ["-H", "Host: \(host)", served.https + "/livez"]) == "200")
                }
                served.program.signal(SIGTERM)
                let outcome = try await served.program.outcome()
                #expect(outcome.errors.contains("refused for hosts that are none of this console's"))
                #expect(!outcome.output.contains("Correct-Horse"), "the banner shows no secrets")
            }
        }
    }

    @Test func `A request that names two hosts, or none, is refused`() async throws {
        try await withTemporaryFolder { folder in
            try await withServedProgram(
                try Self.settings(folder, ["--set", "tls.names=uem.example.test"]), in: folder
            ) { served in
                let port = try #require(served.https.split(separator: ":").last)
                for (status, head) in [
                    (400, #"GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: evil.example"#),
                    (400, #"GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: localhost"#),
                    (400, #"GET https://evil.example/livez HTTP/1.1\r\nHost: localhost"#),
                    (400, #"GET /deviceservices/x HTTP/1.1"#), (421, #"GET /livez HTTP/1.0"#),
                    (200, #"GET /livez HTTP/1.1\r\nHost: localhost"#),
                ] {
                    let command =
                        "printf '\(head)\\r\\nConnection: close\\r\\n\\r\\n' | openssl s_client -quiet -connect "
                        + "localhost:\(port) -CAfile '\(served.ca)' -servername localhost -ign_eof 2>/dev/null"
                    let answer = try await run("/usr/bin/env", ["bash", "-c", command]).output
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(head): \(answer)")
                }
            }
        }
    }

    @Test func `Plain HTTP leads to HTTPS if asked to, under a name that is known`() async throws {
        try await withTemporaryFolder { folder in
            let port = try await CommandTests.freePort(in: folder)
            try await withServedProgram(
                try Self.settings(
                    folder, ["--set", "http.redirect=true", "--http-port", "\(port)", "--set", "tls.names=uem.test"]),
                in: folder
            ) { served in
                let plain = "http://127.0.0.1:\(port)"
                let secure = served.https.split(separator: ":").last ?? ""
                for (host, known) in [("uem.test", "uem.test"), ("evil.example", "localhost")] {
                    let answer = try await curl(["-i", "-H", "Host: \(host)", plain + "/deviceservices/x?a=1"]).output
                    #expect(answer.contains(" 308 "), "\(answer)")
                    #expect(!answer.contains("evil.example"))
                    let target = "location: https://\(known):\(secure)/deviceservices/x?a=1"
                    if host == known { #expect(answer.lowercased().contains(target), "\(answer)") }
                }
            }
        }
    }

    @Test func `It does not start with what everybody knows or reaches, and names each`() async throws {
        try await withTemporaryFolder { folder in
            let ports = ["serve", "--ephemeral", "--http-port", "0", "--https-port", "0", "--set", "profile=public"]
            let bare = try await Program.run(ports, in: folder)
            #expect(bare.status == 2)
            for key in ["admin.password", "environment.file"] { #expect(bare.errors.contains(key), "\(bare.errors)") }
            let open = try await Program.run(
                ports + [
                    "--set", "admin.host=0.0.0.0", "--set", "sandboxes.ports=9001", "--set", "signature.mode=lenient",
                    "--set", "journal.secrets=keep", "--set", "public.url=http://uem.example.test",
                    "--set", "admin.token=short",
                ], in: folder)
            for key in [
                "admin.host", "sandboxes.ports", "signature.mode", "journal.secrets", "public.url", "admin.token",
            ] {
                #expect(open.errors.contains(key), "\(key): \(open.errors)")
            }
            #expect(!open.errors.contains("short)"), "no secret is shown")
        }
    }

    @Test func `Weak passwords of users stand in its way, also in a database of the local profile`() async throws {
        try await withTemporaryFolder { folder in
            let settings = try Self.settings(folder)
            let weak = Self.environment.replacing("Blue-Kettle-42", with: "reviewer")
            try Data(weak.utf8).write(to: URL(filePath: "\(folder)/environment.yaml"))
            let refused = try await Program.run(
                ["serve", "--http-port", "0", "--https-port", "0"] + settings, in: folder)
            #expect(refused.status == 1 && refused.errors.contains("the user reviewer"), "\(refused.errors)")
            try await withServedProgram(["--data", "\(folder)/data"], in: folder) { served in
                served.program.signal(SIGTERM)
                _ = try await served.program.outcome()
            }
            let known = try await Program.run(
                ["serve", "--http-port", "0", "--https-port", "0", "--data", "\(folder)/data"]
                    + settings.filter { $0 != "--ephemeral" }, in: folder)
            #expect(known.status == 1 && known.errors.contains("the user demo"), "\(known.errors)")
        }
    }
}
