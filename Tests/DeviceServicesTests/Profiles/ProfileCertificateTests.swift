import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Certificates in SDK profiles: taken in any form, refused if they are none, sent one by one (SDKProfile, section 3.4).
struct ProfileCertificateTests {
    private static let target = "/deviceservices/iOS/SettingsEndpoint.aspx"

    private static func payload(_ members: String) -> String {
        #"{"PayloadType":"CredentialsSettingsV2",\#(members)}"#
    }

    private static func quoted(_ pem: String) -> String { pem.replacing("\n", with: "\\n") }

    private static let all = payload(
        """
        "RootCertificates":["\(CertificateFixtures.root)","\(CertificateFixtures.weak)"],
        "IntermediateCertificates":["\(quoted(CertificateFixtures.pem(CertificateFixtures.intermediate)))"],
        "SSLCertificates":[{"$data":"\(CertificateFixtures.server)"}]
        """)

    private static func findings(_ members: String, _ console: TestConsole) async throws -> [String] {
        let response = try await console.admin(
            .post, "/_mock/profiles", text: Profiles.body(payloads: payload(members)))
        #expect(response.status == .unprocessableContent, "\(response.text)")
        return try response.details()
    }

    @Test(arguments: [
        (#""PayloadContent":"MIIC""#, "PayloadContent must be an X.509 certificate in DER or PEM, or a PKCS#12;"),
        (#""PayloadContent":"""#, "PayloadContent must be"),
        (#""RootCertificates":["MIIC"]"#, "RootCertificates[0] must"),
        (
            #""SSLCertificates":["\#(CertificateFixtures.server)","AQID"]"#,
            "SSLCertificates[1] must be an X.509 certificate without its key, not 3 bytes."
        ),
        (
            #""IntermediateCertificates":["\#(CertificateFixtures.identity)"]"#,
            "IntermediateCertificates[0] must be an X.509 certificate without its key, not a PKCS#12."
        ),
        (#""RootCertificates":"MIIC""#, "RootCertificates must be an array of at most 100 X.509 certificates"),
    ])
    func `What is no certificate is refused with its place`(members: String, finding: String) async throws {
        try await withConsole { console in
            let findings = try await Self.findings(members, console)
            #expect(findings.count == 1)
            #expect(findings[0].hasPrefix("payloads[0]: CredentialsSettingsV2.\(finding)"), "\(findings)")
            let file = #"[{PayloadType: CredentialsSettingsV2, \#(members.replacing(":", with: ": "))}]"#
            let imported = try await console.importEnvironment(
                EnvironmentFixtures.global("profiles: [{name: p, payloads: \(file)}]"))
            #expect(imported.status != .ok && imported.text.contains("CredentialsSettingsV2."), "\(imported.text)")
        }
    }

    @Test func `Certificates a tunnel trusts are read as well`() async throws {
        try await withConsole { console in
            let wrong = #"{"PayloadType":"AppTunnelingPoliciesV2","MAGSslCertificate":["MIIC"]}"#
            let refused = try await console.admin(.post, "/_mock/profiles", text: Profiles.body(payloads: wrong))
            #expect(refused.status == .unprocessableContent)
            #expect(try refused.details().first?.contains("MAGSslCertificate[0]") == true)
            try await console.addProfile(
                payloads: wrong.replacing("MIIC", with: CertificateFixtures.root))
        }
    }

    @Test(arguments: [
        CertificateFixtures.identity, CertificateFixtures.server, CertificateFixtures.weak,
        quoted(CertificateFixtures.pem(CertificateFixtures.server)),
    ])
    func `One certificate is taken with or without its key, in DER or PEM`(content: String) async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile(payloads: Self.payload(#""PayloadContent":"\#(content)""#))
            let kept = try await console.admin(.get, "/_mock/profiles/\(uuid)").payloads()[0]
            let data = (kept["PayloadContent"] as? [String: String])?["$data"].flatMap { Data(base64Encoded: $0) }
            #expect(data != nil && (data == CertificateFixtures.data(content) || content.hasPrefix("-----")))
        }
    }

    @Test func `Certificates are shown by what they are for, and come back from a file`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile(payloads: Self.all)
            let shown = try await console.admin(.get, "/_mock/profiles/\(uuid)")
            let kept = try shown.payloads()[0]
            #expect((kept["RootCertificates"] as? [Any])?.count == 2)
            let intermediates = kept["IntermediateCertificates"] as? [[String: String]]
            #expect(intermediates == [["$data": CertificateFixtures.intermediate]])
            let warnings = try #require(try shown.json()["warnings"] as? [String])
            #expect(warnings.isEmpty, "\(warnings)")
            let environment = try await console.parts.features.environment.exporter.exportText()
            try await withConsole { other in
                #expect(try await other.importEnvironment(environment).status == .ok)
                let copied = try await other.admin(.get, "/_mock/profiles/\(uuid)")
                #expect(try copied.payloads() as NSArray == (try shown.payloads()) as NSArray)
            }
        }
    }

    /// What a client gets, elements of the type only.
    private static func elements(_ console: TestConsole, _ payload: String) async throws
        -> [[String: PropertyListValue]]
    {
        try await console.giveProfile("[\(payload)]")
        let app = try await console.signedInDevice()
        let body = try await app.sendAuthenticated(.init(method: "GET", target: target)).body
        let content = try PropertyListValue(parsing: body).dictionaryValue?["PayloadContent"]?.arrayValue ?? []
        return content.compactMap(\.dictionaryValue).filter {
            $0["PayloadType"] == .string("CredentialsSettingsV2")
        }
    }

    private static let withIdentity =
        all.dropLast() + #","Password":"sample-only","PayloadContent":"\#(CertificateFixtures.identity)"}"#

    @Test func `A client gets each certificate in an element, the one with a key last`() async throws {
        try await withConsole { console in
            let elements = try await Self.elements(console, String(Self.withIdentity))
            let types = elements.map { $0["CertificateType"]?.stringValue }
            #expect(types == ["Intermediate", "SSL", "Root", "Root", nil])
            let contents = elements.map { $0["PayloadContent"]?.dataValue }
            let expected = [
                CertificateFixtures.intermediate, CertificateFixtures.server, CertificateFixtures.root,
                CertificateFixtures.weak, CertificateFixtures.identity,
            ]
            #expect(contents == expected.map(CertificateFixtures.data))
            #expect(elements[2]["CertificateName"] == .string("Example Root"))
            #expect(elements[2]["CertificateThumbprint"]?.stringValue?.count == 40)
            #expect(elements[4]["Password"] == .string("sample-only"))
            #expect(elements.allSatisfy { $0["RootCertificates"] == nil && $0["SSLCertificates"] == nil })
        }
    }

    @Test func `A client that keeps one element has the key as before, or else a root`() async throws {
        for (payload, content) in [
            (String(Self.withIdentity), CertificateFixtures.identity), (Self.all, CertificateFixtures.weak),
        ] {
            try await withConsole { console in
                try await console.giveProfile("[\(payload)]")
                let app = try await console.signedInDevice()
                let read = try await app.fetchProfile()?.payloads.filter { $0.type == "CredentialsSettingsV2" }
                #expect(read?.count == 1)
                #expect(read?.first?.settings["PayloadContent"] == .data(CertificateFixtures.data(content)))
            }
        }
    }

    @Test func `What the kinds are called is configured`() async throws {
        let words: ConfigurationSettings = [
            \.wireRootCertificate: "Anchor", \.wireIntermediateCertificate: "CA", \.wireSSLCertificate: "Server cert",
        ]
        try await withConsole(words) { console in
            let types = try await Self.elements(console, Self.all).map { $0["CertificateType"]?.stringValue }
            #expect(types == ["CA", "Server cert", "Anchor", "Anchor"])
        }
    }
}
