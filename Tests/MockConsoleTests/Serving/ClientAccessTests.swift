import Foundation
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
            #expect(proxied.contains("-I https://localhost:82/deviceservices/"))
        }
    }
}
