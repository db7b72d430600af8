import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Which origin, certificate and authority banner and start page name (Operations, "Start").
struct ClientAccessTests {
    private static let ports = (http: 81, https: 82)
    private static let own: ConfigurationSettings = [\.tlsCertificate: "server.pem", \.tlsKey: "key.pem"]

    private static func access(_ settings: ConfigurationSettings, names: [String]) throws -> ClientAccess {
        ClientAccess(try .test(settings), names: names)
    }

    @Test(arguments: [
        ("127.0.0.1", "https://localhost:82"), ("0.0.0.0", "https://192.0.2.7:82"),
        ("192.0.2.9", "https://192.0.2.7:82"),
    ])
    func `A name somebody added is named where other machines can come`(host: String, origin: String) throws {
        let access = try Self.access(
            [\.httpHost: host, \.tlsNames: "192.0.2.7,uem.example.test"], names: ["localhost", "192.0.2.7"])
        #expect(access.origins(ports: Self.ports).server == origin)
        #expect(
            access.origins(ports: Self.ports).plain
                == origin.replacing("https", with: "http").replacing("82", with: "81"))
    }

    @Test func `Behind a proxy its origin is the only one`() throws {
        let access = try Self.access([\.publicURL: "https://uem.example.test"], names: ["localhost"])
        #expect(access.origins(ports: Self.ports) == (server: "https://uem.example.test", plain: ""))
        #expect(access.origins(ports: Self.ports, asked: "other").server == "https://uem.example.test")
        let text = access.certificateText(authority: "/data/ca.pem")
        #expect(text.hasPrefix("that of the proxy at https://uem.example.test; behind it /data/ca.pem"))
    }

    @Test(arguments: [
        (["uem.example.test"], nil, "uem.example.test"), (["uem.example.test"], "127.0.0.1", "uem.example.test"),
        (["*.example.test", "uem.example.test"], nil, "uem.example.test"),
        (["*.example.test"], "a.example.test", "a.example.test"), (["localhost"], nil, "localhost"),
        (["::1"], nil, "[::1]"), (["::1"], "[::1]", "[::1]"), ([], nil, "localhost"),
        (["*.example.test"], nil, "localhost"),
        (["uem.example.test"], "UEM.example.test", "UEM.example.test"),
    ])
    func `With a certificate of one's own the origin has one of its names`(
        names: [String], asked: String?, host: String
    ) throws {
        let access = try Self.access(Self.own, names: names)
        #expect(access.origins(ports: Self.ports, asked: asked).server == "https://\(host):82")
    }

    @Test func `The banner names origin, certificate and what it is valid for`() async throws {
        try await withConsole { console in
            let ready = ReadyFile(console.console, host: "127.0.0.1", ports: Self.ports)
            #expect(ready.certificateNames.starts(with: ["localhost"]) && ready.certificateNames.contains("127.0.0.1"))
            let plain = Banner(ready, folder: "/data", configuration: try .test()).text
            #expect(plain.contains("Server URL    https://localhost:82     or without TLS  http://localhost:81\n"))
            #expect(plain.contains("\(ready["ca"])     valid for localhost, "))
            let proxied = Banner(
                ready, folder: "/data", configuration: try .test([\.publicURL: "https://uem.example.test"])
            ).text
            #expect(proxied.contains("Server URL    https://uem.example.test     behind it  http://localhost:81\n"))
            #expect(proxied.contains("that of the proxy at https://uem.example.test"))
            // Commands are for the person in front of this machine.
            #expect(proxied.contains(" https://localhost:82/deviceservices/AuthenticationEndpoint.aws -I\n"))
        }
    }

    @Test(arguments: [
        (["uem.example.test"], "localhost", "uem.example.test"), (["localhost"], "localhost", nil),
        (["*.example.test", "uem.example.test"], "localhost", "uem.example.test"),
        (["*.example.test"], "localhost", "mockuem.example.test"), (["*.example.test"], "a.example.test", nil),
        (["192.0.2.7"], "localhost", "192.0.2.7"), (["2001:db8::7"], "localhost", "[2001:db8::7]"),
        (["uem.example.test"], "192.0.2.9", "uem.example.test"), ([], "localhost", nil),
        (["UEM.example.test".lowercased()], "UEM.example.test", nil),
    ])
    func `A command names what the certificate has and connects to where the console is`(
        names: [String], reached: String, name: String?
    ) throws {
        let target = try Self.access(Self.own, names: names).curlTarget(reachedAt: reached, port: 82)
        #expect(target.origin == "https://\(name ?? reached):82")
        let way = name.map { "--connect-to \(ShellWord.of("\($0):82:\(reached):82"))" }
        #expect(target.connection == way)
    }

    @Test func `With the console's own certificate a command goes where the console is`() throws {
        let target = try Self.access([\.tlsNames: "uem.example.test"], names: ["localhost", "uem.example.test"])
            .curlTarget(reachedAt: "localhost", port: 82)
        #expect(target == CurlTarget(origin: "https://localhost:82"))
        #expect(
            target.command("/livez", trusting: "/a b/ca.pem", ["-I"])
                == "curl --cacert '/a b/ca.pem' https://localhost:82/livez -I")
        #expect(target.command("/", trusting: nil) == "curl https://localhost:82/")
    }

    @Test(arguments: [
        ("plain", "plain"), ("", "''"), ("/a/b-c_d.e:1@%+=,~", "/a/b-c_d.e:1@%+=,~"), ("a b", "'a b'"),
        ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"), ("https://[::1]:82/", "'https://[::1]:82/'"),
        ("a;b", "'a;b'"), ("Größe", "'Größe'"), ("a\nb", "'a\nb'"),
    ])
    func `A word of a shell is in quotes where it has to be`(text: String, word: String) async throws {
        #expect(ShellWord.of(text) == word)
        let echoed = try await run("/bin/sh", ["-c", "printf %s \(ShellWord.of(text))"])
        #expect(echoed.output == text && echoed.status == 0)
    }

    @Test func `The command of the start page behind a proxy goes to the proxy and needs no file`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            let page = try await console.send(.get, "/", headers: ["Accept": "text/html"]).text
            #expect(page.contains("<code>curl https://uem.example.test/</code>"), "\(page)")
        }
    }
}
