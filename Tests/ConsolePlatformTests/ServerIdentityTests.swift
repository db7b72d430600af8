import Foundation
import NIOSSL
import SwiftASN1
import Testing
import X509

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Names and addresses a server certificate is valid for.
struct ServerNamesTests {
    @Test func `Texts are sorted into names and addresses, without repetitions`() {
        let names = ServerNames(["UEM.Example.test", "10.0.0.1", "", "::1", "uem.example.TEST", "*.x.test", "10.0.0.1"])
        #expect(names.hosts == ["uem.example.test", "*.x.test"])
        #expect(names.addresses == ["10.0.0.1", "::1"])
    }

    @Test(arguments: [("0:0:0:0:0:0:0:1", "::1"), ("FE80::1", "fe80::1"), ("2001:db8:0::1", "2001:db8::1")])
    func `An address has one form, however it is written`(written: String, address: String) {
        #expect(ServerNames([written, address]).addresses == [address])
    }

    @Test func `Every console answers to this machine`() {
        let names = ServerNames.standard(adding: ["a.test", "192.0.2.1"])
        #expect(names.hosts.first == "localhost" && names.hosts.contains("a.test"))
        #expect(names.addresses == ["127.0.0.1", "::1", "192.0.2.1"])
        #expect(names.generalNames.count == names.hosts.count + names.addresses.count)
    }

    @Test(arguments: ["1.2.3", "1.2.3.4.5", "999.1.1.1", "localhost:80", "fe80::g"])
    func `What is no address is a name`(text: String) {
        #expect(ServerNames([text]).addresses.isEmpty)
        #expect(ServerNames([text]).hosts == [text])
    }
}

/// The certificate the HTTPS listener shows: made once, kept, renewed when it has to be.
struct ServerIdentityTests {
    private static let names = ServerNames(["localhost", "127.0.0.1"])
    private static let day = 86_400.0

    private static func withFolder(_ body: (DataFolder) throws -> Void) async throws {
        try await withTemporaryFolder { path in
            let folder = try DataFolder(path: path)
            defer { folder.close() }
            try body(folder)
        }
    }

    private static func identity(
        _ folder: DataFolder, names: ServerNames = names, days: Double = 0
    ) throws -> ServerIdentity {
        try ServerIdentity(
            folder: folder, names: names, now: TestClock.start.date.addingTimeInterval(days * day), random: .system)
    }

    private static func contents(_ folder: DataFolder, _ name: String) -> String? {
        FileManager.default.contents(atPath: folder.file(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `A first start makes an authority and a certificate, keys for the owner only`() async throws {
        try await Self.withFolder { folder in
            let identity = try Self.identity(folder)
            #expect(identity.trustAnchorPath == folder.file("ca.pem"))
            #expect(identity.certificateChainPEM == Self.contents(folder, "server.pem"))
            #expect(identity.keyPEM == Self.contents(folder, "server-key.pem"))
            for (name, bits) in [
                ("ca.pem", 0o644), ("server.pem", 0o644), ("ca-key.pem", 0o600), ("server-key.pem", 0o600),
            ] {
                #expect(try permissions(of: folder.file(name)) == bits, "\(name)")
            }
            _ = try identity.configuration()
        }
    }

    @Test(arguments: [(0.0, true), (1, true), (366.9, true), (367.1, false), (400, false), (3000, false)])
    func `It is reused until less than thirty days are left`(days: Double, isReused: Bool) async throws {
        try await Self.withFolder { folder in
            let first = try Self.identity(folder)
            let authority = Self.contents(folder, "ca.pem")
            let second = try Self.identity(folder, days: days)
            #expect((second.certificateChainPEM == first.certificateChainPEM) == isReused)
            #expect((second.keyPEM == first.keyPEM) == isReused)
            #expect(Self.contents(folder, "ca.pem") == authority)
        }
    }

    @Test func `Other names need another certificate of the same authority`() async throws {
        try await Self.withFolder { folder in
            let first = try Self.identity(folder)
            let authority = Self.contents(folder, "ca.pem")
            let second = try Self.identity(folder, names: ServerNames(["localhost", "127.0.0.1", "a.test"]))
            #expect(second.certificateChainPEM != first.certificateChainPEM)
            #expect(Self.contents(folder, "ca.pem") == authority)
        }
    }

    @Test(arguments: ["0:0:0:0:0:0:0:1", "FE80::1"]) func `Addresses written in another form do not renew it`(
        address: String
    )
        async throws
    {
        try await Self.withFolder { folder in
            let names = ServerNames(["localhost", address])
            let first = try Self.identity(folder, names: names)
            #expect(try Self.identity(folder, names: names).certificateChainPEM == first.certificateChainPEM)
        }
    }

    @Test(arguments: ["server.pem", "server-key.pem"]) func `A lost or garbled server file is replaced`(name: String)
        async throws
    {
        try await Self.withFolder { folder in
            let first = try Self.identity(folder)
            try Data("garbage".utf8).write(to: URL(filePath: folder.file(name)))
            let second = try Self.identity(folder)
            #expect(second.certificateChainPEM != first.certificateChainPEM)
            try FileManager.default.removeItem(atPath: folder.file(name))
            #expect(try Self.identity(folder).certificateChainPEM != second.certificateChainPEM)
        }
    }

    @Test func `A certificate of another authority is replaced`() async throws {
        try await Self.withFolder { folder in
            let first = try Self.identity(folder)
            try FileManager.default.removeItem(atPath: folder.file("ca.pem"))
            #expect(try Self.identity(folder).certificateChainPEM != first.certificateChainPEM)
        }
    }

    @Test(arguments: ["ca.pem", "ca-key.pem"]) func `A garbled authority is refused, not replaced`(name: String)
        async throws
    {
        try await Self.withFolder { folder in
            _ = try Self.identity(folder)
            try Data("garbage".utf8).write(to: URL(filePath: folder.file(name)))
            let error = #expect(throws: ConsoleError.self) { try Self.identity(folder) }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("are not a certificate and its key") == true)
            #expect(Self.contents(folder, name) == "garbage")
        }
    }

    @Test(arguments: [0.0, 3300, 3500, 3649])
    func `A certificate lies within the time of its authority`(days: Double) async throws {
        try await Self.withFolder { folder in
            _ = try Self.identity(folder)
            let authority = try Certificate(pemEncoded: try #require(Self.contents(folder, "ca.pem")))
            let server = try Certificate(pemEncoded: Self.identity(folder, days: days).certificateChainPEM)
            #expect(server.notValidAfter <= authority.notValidAfter)
            #expect(server.notValidBefore >= authority.notValidBefore)
            // One that ends with its authority is not made again at each start.
            let again = try Certificate(pemEncoded: Self.identity(folder, days: days).certificateChainPEM)
            #expect(again == server)
        }
    }

    @Test func `A certificate dated beyond its authority is replaced`() async throws {
        try await Self.withFolder { folder in
            _ = try Self.identity(folder)
            let name = "MockUEM short"
            let short = try CertificateAuthority(
                name: name, now: TestClock.start.date.addingTimeInterval(-3600 * Self.day), random: .system)
            let key = short.key
            try Data(key.serializeAsPEM().pemString.utf8).write(to: URL(filePath: folder.file("ca-key.pem")))
            try Data(short.certificate.serializeAsPEM().pemString.utf8).write(to: URL(filePath: folder.file("ca.pem")))
            let long = try CertificateAuthority(name: name, now: TestClock.start.date, random: .system, key: key)
            let issued = try long.issueServerCertificate(
                names: Self.names, lifetimeInDays: 397, now: TestClock.start.date, random: .system)
            for (file, text) in [
                ("server.pem", try issued.certificate.serializeAsPEM().pemString),
                ("server-key.pem", try issued.key.serializeAsPEM().pemString),
            ] { try Data(text.utf8).write(to: URL(filePath: folder.file(file))) }
            let server = try Certificate(pemEncoded: Self.identity(folder).certificateChainPEM)
            #expect(server != issued.certificate && server.notValidAfter <= short.certificate.notValidAfter)
        }
    }

    @Test(
        arguments: [(0.0, nil), (3550, nil), (3565, "ends at"), (3649, "ends at"), (3651, "ended at")]
            as [(Double, String?)])
    func `An authority that is about to end is warned of`(days: Double, words: String?) async throws {
        try await Self.withFolder { folder in
            _ = try Self.identity(folder)
            let now = TestClock.start.date.addingTimeInterval(days * Self.day)
            let warning = try Self.identity(folder, days: days).authorityWarning(now: now)
            #expect((warning == nil) == (words == nil))
            #expect(warning?.contains(words ?? "") ?? true)
            let own = try ServerIdentity(
                certificateFile: folder.file("server.pem"), keyFile: folder.file("server-key.pem"), trustAnchorFile: nil
            )
            #expect(own.authorityWarning(now: now) == nil)
        }
    }

    @Test func `TLS 1.2 has no suite of CBC and none without forward secrecy`() async throws {
        try await Self.withFolder { folder in
            let suites = try Self.identity(folder).configuration().cipherSuiteValues.map(\.rawValue)
            // ECDHE with AES-GCM or ChaCha20-Poly1305, by their numbers at IANA.
            #expect(Set(suites) == [0xC02B, 0xC02C, 0xC02F, 0xC030, 0xCCA8, 0xCCA9])
        }
    }

    @Test func `An authority whose key is another's is refused`() async throws {
        try await Self.withFolder { folder in
            let first = try Self.identity(folder)
            try Data(first.keyPEM.utf8).write(to: URL(filePath: folder.file("ca-key.pem")))
            let error = #expect(throws: ConsoleError.self) { try Self.identity(folder, days: 380) }
            #expect(error?.message.contains("are not a certificate and its key") == true)
        }
    }

    @Test func `Files of one's own are shown as they are`() async throws {
        try await Self.withFolder { folder in
            let made = try Self.identity(folder)
            let own = try ServerIdentity(
                certificateFile: folder.file("server.pem"), keyFile: folder.file("server-key.pem"), trustAnchorFile: nil
            )
            #expect(own.certificateChainPEM == made.certificateChainPEM && own.keyPEM == made.keyPEM)
            #expect(own.trustAnchorPath == folder.file("server.pem"))
            #expect(own.names == made.names && own.names.contains("localhost"))
            let anchored = try ServerIdentity(
                certificateFile: folder.file("server.pem"), keyFile: folder.file("server-key.pem"),
                trustAnchorFile: folder.file("ca.pem"))
            #expect(anchored.trustAnchorPath == folder.file("ca.pem"))
        }
    }

    @Test(arguments: [
        ("missing.pem", "server-key.pem"), ("server.pem", "missing.pem"), ("server.pem", "ca-key.pem"),
        ("server-key.pem", "server-key.pem"), ("server.pem", "server.pem"), ("lock", "server-key.pem"),
    ])
    func `Files that do not fit are named`(certificate: String, key: String) async throws {
        try await Self.withFolder { folder in
            _ = try Self.identity(folder)
            let error = #expect(throws: ConsoleError.self) {
                try ServerIdentity(
                    certificateFile: folder.file(certificate), keyFile: folder.file(key), trustAnchorFile: nil)
            }
            #expect(error?.code == ([certificate, key].contains("missing.pem") ? .notFound : .unavailable))
            #expect(error?.message.contains(folder.path) == true)
        }
    }
}
