import Crypto
import Foundation
import Hummingbird
import HummingbirdHTTP2
import HummingbirdTesting
import NIOConcurrencyHelpers
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Deliveries over TLS, to receivers whose certificate no system knows (AdminNotifications, "A receiver on this
/// machine").
struct NotificationTLSTests {
    /// What a receiver was sent.
    private struct Received: Sendable {
        let headers: [String: String]
        let body: String
    }

    /// Lends a receiver on a free port that shows a certificate.
    private static func receiver(
        _ identity: ServerIdentity, _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws -> [Received] {
        let received = NIOLockedValueBox<[Received]>([])
        let router = Router()
        // The pattern for everything is not one for the root.
        for path in ["/", "**"] as [RouterPath] {
            router.on(path, method: .post) { request, _ in
                let text = String(buffer: try await request.body.collect(upTo: 1 << 20))
                var headers = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { $1 }
                headers["host"] = request.head.authority
                let delivery = Received(headers: headers, body: text)
                received.withLockedValue { $0.append(delivery) }
                return Response(status: .noContent)
            }
        }
        let application = Application(
            router: router, server: try .http2Upgrade(tlsConfiguration: identity.configuration()),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: Surroundings.test().logger)
        try await application.test(.ahc(.https)) { client in try await body(try #require(client.port)) }
        return received.withLockedValue { $0 }
    }

    /// Lends the certificate of a server with an authority of its own.
    private static func identity(
        for names: [String], _ body: (ServerIdentity) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { path in
            let folder = try DataFolder(path: path)
            defer { folder.close() }
            try await body(
                try ServerIdentity(folder: folder, names: ServerNames(names), now: Date(), random: .system))
        }
    }

    /// Lends a console that reaches this machine, and trusts what a file says.
    private static func console(
        trusting file: String?, _ body: @escaping @Sendable (TestConsole) async throws -> Void
    ) async throws {
        var settings: ConfigurationSettings = [
            \.notificationsAllowPrivateTargets: "true", \.notificationsTimeout: "60",
            \.notificationsConnectTimeout: "60",
        ]
        if let file { settings[\.notificationsCA] = file }
        try await withConsole(settings, body)
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `A receiver with an authority of its own gets what it is sent, signed`(host: String) async throws {
        try await Self.identity(for: ["localhost", "127.0.0.1"]) { identity in
            let secret = NIOLockedValueBox("")
            let authority = identity.trustAnchorPath
            let received = try await Self.receiver(identity) { port in
                try await Self.console(trusting: authority) { console in
                    let attempt = try await console.firstTry("https://\(host):\(port)/ws1?x=1")
                    #expect(attempt["status"] as? Int == 204 && attempt["error"] == nil, "\(attempt)")
                    #expect(attempt["url"] as? String == "https://\(host):\(port)/ws1?x=1")
                    let shown = try await console.adminJSON("/_mock/event-notifications/1/secret")["secret"] as? String
                    secret.withLockedValue { $0 = shown ?? "" }
                    #expect(try await console.deliveries("state=delivered").count == 1)
                }
            }
            let delivery = try #require(received.first)
            #expect(received.count == 1 && delivery.headers["host"]?.hasPrefix("\(host):") == true)
            #expect(delivery.headers["authorization"] == "Basic dTpw")
            let time = try #require(delivery.headers["x-mockuem-timestamp"])
            let key = SymmetricKey(data: Data(secret.withLockedValue { $0 }.utf8))
            let code = HMAC<SHA256>.authenticationCode(for: Data("\(time).\(delivery.body)".utf8), using: key)
            #expect(delivery.headers["x-mockuem-signature"] == "t=\(time),v1=\(RandomSource.hex(code))")
        }
    }

    @Test func `Without the setting its certificate is refused, and nothing is sent`() async throws {
        try await Self.identity(for: ["localhost", "127.0.0.1"]) { identity in
            let received = try await Self.receiver(identity) { port in
                try await Self.console(trusting: nil) { console in
                    let attempt = try await console.firstTry("https://localhost:\(port)/")
                    let error = attempt["error"] as? String
                    #expect(error?.hasPrefix("Failed: no secure connection (") == true, "\(attempt)")
                    #expect(attempt["status"] == nil)
                    // A certificate can be mended, so it is tried again.
                    #expect(try await console.deliveries("state=pending").count == 1)
                }
            }
            #expect(received.isEmpty)
        }
    }

    @Test func `An authority that is not that of the certificate does not help`() async throws {
        try await Self.identity(for: ["localhost"]) { other in
            let authority = other.trustAnchorPath
            try await Self.identity(for: ["localhost", "127.0.0.1"]) { identity in
                let received = try await Self.receiver(identity) { port in
                    try await Self.console(trusting: authority) { console in
                        let attempt = try await console.firstTry("https://localhost:\(port)/")
                        #expect((attempt["error"] as? String)?.hasPrefix("Failed: no secure") == true, "\(attempt)")
                    }
                }
                #expect(received.isEmpty)
            }
        }
    }

    @Test(arguments: ["localhost", "127.0.0.1"])
    func `A certificate has to be for the host, whoever it comes from`(host: String) async throws {
        try await Self.identity(for: ["hook.example.test", "192.0.2.1"]) { identity in
            let authority = identity.trustAnchorPath
            let received = try await Self.receiver(identity) { port in
                try await Self.console(trusting: authority) { console in
                    let attempt = try await console.firstTry("https://\(host):\(port)/")
                    #expect((attempt["error"] as? String)?.hasPrefix("Failed: no secure") == true, "\(attempt)")
                }
            }
            #expect(received.isEmpty)
        }
    }

    @Test func `A self-signed certificate can be trusted by itself, beside others`() async throws {
        try await withTemporaryFolder { folder in
            let (certificate, key) = ("\(folder)/receiver.pem", "\(folder)/receiver-key.pem")
            let made = try await run(
                "/usr/bin/env",
                [
                    "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=receiver", "-addext",
                    "subjectAltName=DNS:localhost",
                ])
            #expect(made.status == 0, "\(made.errors)")
            let identity = try ServerIdentity(certificateFile: certificate, keyFile: key, trustAnchorFile: nil)
            try await Self.identity(for: ["localhost"]) { other in
                let both = try [other.trustAnchorPath, certificate].map {
                    try String(contentsOfFile: $0, encoding: .utf8)
                }
                let file = "\(folder)/both.pem"
                try both.joined(separator: "\nWhat stands between them is not looked at.\n").write(
                    toFile: file, atomically: true, encoding: .utf8)
                let received = try await Self.receiver(identity) { port in
                    try await Self.console(trusting: file) { console in
                        let attempt = try await console.firstTry("https://localhost:\(port)/")
                        #expect(attempt["status"] as? Int == 204, "\(attempt)")
                    }
                }
                #expect(received.count == 1)
            }
        }
    }

    @Test func `A target is tested over TLS like it is delivered to`() async throws {
        try await Self.identity(for: ["localhost"]) { identity in
            let authority = identity.trustAnchorPath
            _ = try await Self.receiver(identity) { port in
                let draft = #"{"TargetUrl":"https://localhost:\#(port)/"}"#
                try await Self.console(trusting: authority) { console in
                    let answer = try await console.admin(.post, "/_mock/event-notifications/test", text: draft)
                    // The receiver takes deliveries only.
                    #expect(try answer.json()["status"] as? Int == 404, "\(answer.text)")
                }
                try await Self.console(trusting: nil) { console in
                    let answer = try await console.admin(.post, "/_mock/event-notifications/test", text: draft)
                    let error = try answer.json()["error"] as? String
                    #expect(error?.hasPrefix("Failed: no secure connection") == true, "\(answer.text)")
                }
            }
        }
    }

    @Test func `A file that cannot be used ends the start with a sentence`() async throws {
        try await withTemporaryFolder { folder in
            let missing = "\(folder)/missing.pem"
            let empty = "\(folder)/empty.pem"
            let noise = "\(folder)/noise.pem"
            try Data().write(to: URL(filePath: empty))
            try Data("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8).write(
                to: URL(filePath: noise))
            for (file, reason) in [
                (missing, "cannot be read"), (folder, "cannot be read"), (empty, "has no certificate"),
                (noise, "has no certificate"),
            ] {
                let error = #expect(throws: ConfigurationError.self) {
                    try ConsoleConfiguration.test([\.notificationsCA: file])
                }
                let text = error?.description ?? ""
                #expect(text.hasPrefix("notifications.ca cannot be used: the file \(file) "), "\(text)")
                #expect(text.contains(reason), "\(text)")
            }
        }
        let none = try ConsoleConfiguration.test().notifications.trust
        #expect(none.certificates.isEmpty && none.configuration == nil)
    }
}
