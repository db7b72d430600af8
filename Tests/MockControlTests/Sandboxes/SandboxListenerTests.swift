import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// The listeners for sandboxes, and the key that says where they are (Configuration, "Sandboxes").
struct SandboxListenerTests {
    private static func configuration(_ ports: String) throws -> ConsoleConfiguration {
        try ConsoleConfiguration.test([\.sandboxesPorts: ports])
    }

    private static func ports(inFile text: String) async throws -> [Int] {
        try await withTemporaryFolder { folder in
            try Data("sandboxes:\n  ports: \(text)\n".utf8).write(to: URL(filePath: "\(folder)/config.yaml"))
            let sources = try ConfigurationSources(arguments: [:], environment: [:], file: "\(folder)/config.yaml")
            return try ConsoleConfiguration(ResolvedConfiguration(sources)).sandboxPorts
        }
    }

    @Test(arguments: [
        ("", []), ("9001", [9001]), ("9001-9003", [9001, 9002, 9003]), ("9003, 9001", [9003, 9001]),
        ("9001,9002 , 9010-9012", [9001, 9002, 9010, 9011, 9012]), ("5000, 7000", [5000, 7000]), ("0, 0", [0, 0]),
        ("9001 - 9002", [9001, 9002]), ("65535", [65_535]), ("9001-9001", [9001]),
    ])
    func `Ports are numbers and ranges`(text: String, ports: [Int]) throws {
        #expect(try Self.configuration(text).sandboxPorts == ports)
    }

    @Test(arguments: [
        ("9001", [9001]), ("9001-9002", [9001, 9002]), ("9001, 9003", [9001, 9003]), ("''", []), ("[]", []),
        ("[9001, 9003-9004]", [9001, 9003, 9004]), ("\n    - 9001\n    - '9003'", [9001, 9003]),
    ])
    func `In a file they are a text or a list`(text: String, ports: [Int]) async throws {
        #expect(try await Self.ports(inFile: text) == ports)
    }

    @Test(arguments: [
        ("x", "it has to be ports"), ("9001-", "it has to be ports"), ("-9001", "it has to be ports"),
        ("9003-9001", "it has to be ports"), ("0-3", "it has to be ports"), ("65536", "it has to be ports"),
        ("9001-9002-9003", "it has to be ports"), ("99999999999999999999", "it has to be ports"),
        ("9001;9002", "it has to be ports"), ("9001,9001", "9001 stands there twice"),
        ("9001-9003,9002", "9002 stands there twice"), ("9001-9257", "256 ports at most"),
    ])
    func `A wrong value is refused in a sentence`(text: String, says: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.configuration(text) }
        let sentence = error?.description ?? ""
        #expect(sentence.hasPrefix("sandboxes.ports is \"\(text)\" (command line); "), "\(sentence)")
        #expect(sentence.contains(says) && sentence.hasSuffix("."), "\(sentence)")
    }

    @Test(arguments: [("8080", "http.port"), ("8440-8450", "https.port")])
    func `The console's own ports are not given away`(text: String, key: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.configuration(text) }
        #expect(error?.description.hasPrefix("\(key) and sandboxes.ports both have 8") == true)
    }

    @Test func `As many as may be are taken`() throws {
        #expect(try Self.configuration("9001-9256").sandboxPorts.count == PortList.maximum)
    }

    private func made(_ live: LiveConsole) async throws -> MadeSandbox {
        let answer = try await LiveConsole.curl([
            "--fail-with-body", "--request", "POST",
            "--header", "Authorization: Bearer \(live.console.credentials.adminToken)",
            "\(live.http)/_mock/sandboxes",
        ])
        return try JSONDecoder().decode(MadeSandbox.self, from: Data(answer.output.utf8))
    }

    private func entries(_ sandbox: MadeSandbox) async throws -> [[String: Any]] {
        let answer = try await LiveConsole.curl([
            "--header", "Authorization: Bearer \(sandbox.adminToken ?? "")", "\(sandbox.http)/_mock/journal",
        ])
        let page = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any]
        return try #require(page?["items"] as? [[String: Any]])
    }

    @Test func `Each port is that of one sandbox, for whoever has neither credential nor group`() async throws {
        try await withLiveConsole([\.sandboxesPorts: "0, 0"]) { live in
            let (one, other) = (try await made(live), try await made(live))
            let third = try await made(live)
            #expect(Set([live.http, one.http, other.http]).count == 3 && third.http == live.http)
            #expect(live.console.readiness.sandboxPorts.count == 2)
            for (sandbox, foreign) in [(one, other), (other, one)] {
                let answer = try await LiveConsole.curl([
                    "--header", "Host: \(foreign.host)", "\(sandbox.http)/deviceservices/nowhere?at=\(sandbox.id)",
                    "--next", "--silent",
                    "\(sandbox.http)/autodiscovery/awcredentials.aws/v1/domainlookup/domain/a.test",
                    "--next", "--silent", "\(sandbox.http)/healthz",
                ])
                #expect(answer.status == 0 && answer.output.contains(sandbox.id), "\(answer.output) \(answer.errors)")
                // TLS to the port for plain HTTP comes to nothing.
                let secure = sandbox.http.replacing("http:", with: "https:")
                #expect(try await LiveConsole.curl(["--insecure", secure]).status != 0)
            }
            for (sandbox, foreign) in [(one, other), (other, one)] {
                let entries = try await entries(sandbox)
                #expect(entries.count == 3, "\(entries)")
                #expect(entries.allSatisfy { $0["group"] as? String == sandbox.id }, "\(entries)")
                let urls = entries.compactMap { $0["path"] as? String }
                #expect(urls.allSatisfy { !$0.contains(foreign.id) }, "\(urls)")
            }
            #expect(try await entries(third).isEmpty)
        }
    }

    @Test func `A port in use ends the start with a sentence`() async throws {
        let taken = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(taken.localAddress?.port)
        let sentence =
            "Port \(port) on 127.0.0.1 is in use. Stop what uses it, or choose other ones in sandboxes.ports."
        let probed = await #expect(throws: ConsoleError.self) {
            try await PortProbe.check(host: "127.0.0.1", port: port, isForSandboxes: true)
        }
        #expect(probed?.message == sentence)
        let started = await #expect(throws: ConsoleError.self) {
            try await withLiveConsole([\.sandboxesPorts: "0, \(port)"]) { _ in }
        }
        #expect(started?.message == sentence)
        try await taken.close()
    }
}
