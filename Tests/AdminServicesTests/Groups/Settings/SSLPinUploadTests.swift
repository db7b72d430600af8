import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Certificates whose keys clients are to pin (AdminAPI, "SSL pinning").
struct SSLPinUploadTests {
    private static let path = "/_mock/groups/demo/ssl-pins"

    private static func upload(
        _ body: Data, _ query: String = "", to group: String = "demo", _ console: TestConsole
    ) async throws -> TestResponse {
        let headers = [
            "Authorization": "Bearer \(console.console.credentials.adminToken)",
            "Content-Type": "application/octet-stream",
        ]
        return try await console.send(.post, "/_mock/groups/\(group)/ssl-pins\(query)", headers: headers, body: body)
    }

    private static func pins(_ console: TestConsole, of group: String = "demo") async throws -> [String] {
        let settings = try await console.adminJSON("/_mock/groups/\(group)/settings")
        let setting = try #require(settings["sslPins"] as? [String: Any])
        return try #require(setting["value"] as? [String])
    }

    @Test(arguments: [true, false])
    func `A certificate as PEM or DER pins its key for the hosts it names, and devices get it`(isPEM: Bool) async throws
    {
        try await withConsole { console in
            let made = CertificateSample.two
            let answer = try await Self.upload(isPEM ? Data(made.pem.utf8) : made.der, "", console)
            #expect(answer.status == .ok, "\(answer.text)")
            let body = try answer.json()
            let expected = ["uem.example.test=\(made.publicKey)", "apps.example.test=\(made.publicKey)"]
            #expect(body["sslPins"] as? [String] == expected)
            #expect(body["group"] as? String == "demo" && body["sslPinning"] as? Bool == true)
            #expect((body["warnings"] as? [String])?.isEmpty == true, "\(answer.text)")
            let certificate = try #require((body["certificates"] as? [[String: Any]])?.first)
            #expect(certificate["subject"] as? String == "CN=two")
            #expect(certificate["publicKey"] as? String == made.publicKey)
            let device = try await console.signedInDevice()
            let request = ClientRequest(method: "GET", target: "/deviceservices/CertificatePinningEndpoint")
            let pinned = try await device.sendAuthenticated(request)
            let pins = try JSONDecoder().decode([String: [String]].self, from: pinned.body)
            #expect(pins == ["uem.example.test": [made.publicKey], "apps.example.test": [made.publicKey]])
        }
    }

    @Test func `An RSA key is pinned as clients compare it: PKCS#1, whose beginning says so`() async throws {
        try await withConsole { console in
            let answer = try await Self.upload(CertificateSample.rsa.der, "?host=rsa.example.test", console)
            #expect(answer.status == .ok, "\(answer.text)")
            let pin = try #require(try await Self.pins(console).first)
            #expect(pin == "rsa.example.test=\(CertificateSample.rsa.publicKey)")
            // A sequence with a modulus of 257 bytes and an exponent of 65537, as RFC 8017, A.1.1 has it.
            #expect(pin.hasPrefix("rsa.example.test=3082010a0282010100") && pin.hasSuffix("0203010001"))
        }
    }

    @Test func `A host in the query counts instead of those the certificate names`() async throws {
        try await withConsole { console in
            let made = CertificateSample.leaf
            let answer = try await Self.upload(made.der, "?host=Gateway.Example.Test", console)
            #expect(try await Self.pins(console) == ["gateway.example.test=\(made.publicKey)"])
            let warnings = try #require(try answer.json()["warnings"] as? [String])
            #expect(warnings == ["The certificate of CN=leaf does not name gateway.example.test."])
            let nameless = CertificateSample.nameless
            let refusal = try await Self.upload(nameless.der, "", console)
            try expectRefusal(refusal, 400, number: 400, saying: "names no host; say host in the query")
            #expect(try await Self.upload(nameless.der, "?host=127.0.0.1", console).status == .ok)
            #expect(try await Self.pins(console).last == "127.0.0.1=\(nameless.publicKey)")
        }
    }

    @Test func `Of a chain the certificate that servers show is pinned, of several such all`() async throws {
        try await withConsole { console in
            let leaf = CertificateSample.leaf
            let next = CertificateSample.next
            for chain in [[leaf, .middle, .root], [CertificateSample.root, leaf, .middle]] {
                let text = chain.map(\.pem).joined(separator: "subject=CN = what s_client prints\r\n\r\n")
                let answer = try await Self.upload(Data(text.utf8), "", console)
                #expect(try await Self.pins(console) == ["uem.example.test=\(leaf.publicKey)"], "\(answer.text)")
                let read = try #require(try answer.json()["certificates"] as? [[String: Any]])
                #expect(read.map { ($0["hosts"] as? [String])?.count } == [1, 0, 0])
            }
            let both = try await Self.upload(Data((leaf.pem + next.pem + next.pem).utf8), "", console)
            #expect(both.status == .ok)
            #expect(
                try await Self.pins(console) == [
                    "uem.example.test=\(leaf.publicKey)", "uem.example.test=\(next.publicKey)",
                ])
        }
    }

    @Test func `What a group inherits stays, what is there stays once, and the event log says what was added`()
        async throws
    {
        try await withConsole { console in
            let change = #"{"sslPins":["a.test=00"]}"#
            #expect(try await console.admin(.patch, "/_mock/groups/global/settings", text: change).status == .ok)
            let made = CertificateSample.leaf
            for _ in 1...2 { #expect(try await Self.upload(made.der, "", console).status == .ok) }
            let all = ["a.test=00", "uem.example.test=\(made.publicKey)"]
            #expect(try await Self.pins(console) == all)
            #expect(try await Self.pins(console, of: "global") == ["a.test=00"])
            let event = try await console.latestEvent("settings.updated")
            #expect(event["subject"] as? String == "demo")
            let after = try #require(event["after"] as? [String: Any])
            #expect((after["sslPins"] as? String)?.contains(made.publicKey) == true)
            let count = try await console.adminJSON("/_mock/events?action=settings.updated")["total"] as? Int
            #expect(count == 2)
            // Inherited already, so there is nothing to set.
            #expect(try await Self.upload(made.der, "", to: "global", console).status == .ok)
            let inherited = try await console.admin(.patch, "/_mock/groups/demo/settings", text: #"{"sslPins":null}"#)
            #expect(inherited.status == .ok)
            #expect(try await Self.upload(made.der, "", console).status == .ok)
            let settings = try await console.adminJSON("/_mock/groups/demo/settings")
            #expect((settings["sslPins"] as? [String: Any])?["isOverridden"] as? Bool == false)
        }
    }

    @Test func `Certificates that are not valid now are pinned with a warning, and so is what is given to nobody`()
        async throws
    {
        try await withConsole { console in
            let off = try await console.admin(.patch, "/_mock/groups/demo/settings", text: #"{"sslPinning":false}"#)
            #expect(off.status == .ok)
            let file = CertificateSample.expired.pem + CertificateSample.young.pem
            let body = try await Self.upload(Data(file.utf8), "", console).json()
            let warnings = try #require(body["warnings"] as? [String])
            #expect(warnings.count == 3 && body["sslPinning"] as? Bool == false)
            for (warning, part) in zip(warnings, ["expired at", "is not valid before", "Pinning is off at demo"]) {
                #expect(warning.contains(part), "\(warning)")
            }
            #expect(try await Self.pins(console).count == 2)
        }
    }

    /// What is no certificate, and what the refusal says of it.
    private static let foreign: [(String, String)] = [
        ("", "body is empty"), ("MIIC", "neither PEM nor the DER"), ("<html>", "neither PEM nor the DER"),
        ("{\"a\":1}", "neither PEM nor the DER"), ("0\u{3}\u{2}\u{1}\u{0}", "neither PEM nor the DER"),
        ("-----BEGIN ", "neither PEM nor the DER"),
        ("-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----\n", "The PEM is no certificate"),
        ("-----BEGIN CERTIFICATE-----\nMIIC\n", "Block 1 of the PEM has no END"),
        ("-----BEGIN CERTIFICATE-----\n****\n-----END CERTIFICATE-----\n", "Block 1 of the PEM is not base64"),
        ("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n", "The PEM is no certificate"),
        ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", #"holds "PRIVATE KEY""#),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----\n",
            #"holds "RSA PRIVATE KEY"; send nothing but "CERTIFICATE""#
        ),
        (
            "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n",
            #"holds "CERTIFICATE REQUEST""#
        ),
    ]

    @Test(arguments: foreign)
    func `What is no certificate is refused with the reason, and nothing is pinned`(
        body: String, reason: String
    ) async throws {
        try await withConsole { console in
            let answer = try await Self.upload(Data(body.utf8), "?host=a.test", console)
            try expectRefusal(answer, 400, number: 400, saying: reason)
            #expect(try await Self.pins(console).isEmpty)
        }
    }

    @Test func `A certificate beside its key, cut off, or with something after it is refused as a whole`() async throws
    {
        try await withConsole { console in
            let made = CertificateSample.leaf
            let key = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n"
            let both = try await Self.upload(Data((made.pem + key).utf8), "", console)
            try expectRefusal(both, 400, number: 400, saying: #"Block 2 of the PEM holds "PRIVATE KEY""#)
            #expect(!both.text.contains("c2VjcmV0"))
            for bytes in [made.der.dropLast(), made.der + Data([0]), Data(made.der.reversed())] {
                let answer = try await Self.upload(Data(bytes), "", console)
                try expectRefusal(answer, 400, number: 400, saying: "The body is no certificate")
            }
            let many = String(repeating: made.pem, count: CertificateFile.maximumCertificates + 1)
            try expectRefusal(
                try await Self.upload(Data(many.utf8), "", console), 400, number: 400, saying: "at most 20 are read")
            #expect(try await Self.pins(console).isEmpty)
        }
    }

    @Test func `A host that is none, and an unknown group, are refused`() async throws {
        try await withConsole { console in
            let made = CertificateSample.leaf
            for host in ["a%20b", "https%3A%2F%2Fa.test", "-a.test", ""] {
                let answer = try await Self.upload(made.der, "?host=\(host)", console)
                try expectRefusal(answer, 400, number: 400, saying: "such as uem.example.test")
            }
            let unknown = try await Self.upload(made.der, "", to: "nothing", console)
            try expectRefusal(unknown, 404, number: 404, saying: "nothing")
        }
    }

    @Test func `Pins are changed by those who may change the group, and only there`() async throws {
        try await withConsole { console in
            let made = CertificateSample.leaf
            for (role, group, status) in [
                (AdministratorRole.readOnly, "demo", 403), (.consoleAdministrator, "appreview", 404),
                (.consoleAdministrator, "demo", 200),
            ] {
                var headers = try await console.administrator(
                    of: group, username: "\(role)-\(group)", role: role.rawValue)
                headers["Content-Type"] = "application/octet-stream"
                let answer = try await console.send(.post, Self.path, headers: headers, body: made.der)
                #expect(answer.status.code == status, "\(role) of \(group): \(answer.text)")
            }
            let nobody = try await console.send(.post, Self.path, body: made.der)
            try expectRefusal(nobody, 401, number: 1005)
        }
    }
}
