import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// What a profile may be, though probably by mistake: tunnels, areas, sites, networks, certificates (SDKProfile).
struct ProfileWarningTests {
    private static func warnings(_ payloads: [String: [String: PropertyListValue]]) -> [String] {
        ProfileWarnings.of(payloads.map { ProfilePayload(type: $0.key, settings: $0.value) })
    }

    private static let on: PropertyListValue = .bool(true)
    private static func texts(_ texts: String...) -> PropertyListValue { .array(texts.map { .string($0) }) }

    @Test(
        arguments: [
            (0, [:], "AppTunnelMode"), (1, [:], "MAGProxyServer"),
            (1, ["MAGProxyServer": .string("")], "MAGProxyServer"),
            (1, ["MAGProxyServer": .string("t.example.test")], nil), (2, [:], "F5ProxyServer"),
            (2, ["F5ProxyServer": .string("f5")], nil), (3, [:], "ProxyUrl"), (3, ["ProxyUrl": .string("p")], nil),
            (3, ["AutoConfig": .bool(true)], "ProxyUrl"),
            (3, ["AutoConfig": .bool(true), "UrlSource": .string("https://p/x.pac")], nil),
        ] as [(Int64, [String: PropertyListValue], String?)])
    func `A tunnel without proxy is a warning`(mode: Int64, settings: [String: PropertyListValue], missing: String?) {
        var settings = settings
        settings["AppTunnelMode"] = .integer(mode)
        #expect(Self.warnings(["AppTunnelingPoliciesV2": settings]).isEmpty, "it is switched off")
        settings["EnableAppTunnel"] = Self.on
        let warnings = Self.warnings(["AppTunnelingPoliciesV2": settings])
        #expect(warnings.count == (missing == nil ? 0 : 1))
        if let missing { #expect(warnings.first?.hasSuffix("without a proxy: it lacks \(missing).") == true) }
    }

    @Test(arguments: [
        ("wiki.example.test:7777", false), ("https://wiki.example.test:7777/x", false), ("printer.local", true),
        ("*.Local", true), ("printer.local:631", true), ("printer.local.", true), ("https://printer.local/a:1", true),
        ("wiki.example.test", false), ("local.example.test", false), ("*.intra.example.test", false), ("[::1]", false),
        ("[::1]:80", false), ("mylocal", false), ("", false),
    ])
    func `A listed host in .local is a warning, and one with a port is none`(domain: String, isLocal: Bool) {
        let warnings = Self.warnings([
            "AppTunnelingPoliciesV2": [
                "EnableAppTunnel": Self.on, "AppTunnelMode": .integer(1), "MAGProxyServer": .string("t"),
                "AppTunnelDomains": Self.texts(domain),
            ]
        ])
        #expect(warnings.contains { $0.contains(" has \(domain): what ends in .local") } == isLocal, "\(warnings)")
        #expect(warnings.count == (isLocal ? 1 : 0))
    }

    @Test func `Many such hosts are one sentence`() {
        let domains: [PropertyListValue] = (1...500).map { .string("h\($0).local") }
        let warnings = Self.warnings([
            "AppTunnelingPoliciesV2": [
                "EnableAppTunnel": Self.on, "AppTunnelMode": .integer(3), "ProxyUrl": .string("p"),
                "AppTunnelDomains": .array(domains),
            ]
        ])
        #expect(warnings.count == 1 && warnings[0].contains("h1.local and 499 more"))
    }

    @Test func `The help of the tunnel's list takes no side, and says where a port stands`() throws {
        let key = try #require(PayloadSchema.named("AppTunnelingPoliciesV2")?.key("AppTunnelDomains"))
        #expect(key.label == "App Tunnel URLs")
        #expect(key.summary.contains("go past the tunnel") && key.summary.contains("only these go through it"))
        #expect(key.summary.contains("wiki.example.test:7777"))
    }

    @Test(
        arguments: [
            ("GeofencingSettingsV2", ["EnableGeofencing": .bool(true)], true),
            ("GeofencingSettingsV2", ["EnableGeofencing": .bool(true), "GeofenceAreas": .array([])], true),
            ("GeofencingSettingsV2", ["EnableGeofencing": .bool(false)], false),
            ("GeofencingSettingsV2", ["EnableGeofencing": .bool(true), "GeofenceAreas": texts("geofence:a")], false),
            ("PasscodePoliciesV2", ["EnableIntegratedAuthentication": .bool(true)], true),
            ("PasscodePoliciesV2", ["EnableIntegratedAuthentication": .bool(true), "AllowedSites": texts("")], true),
            ("PasscodePoliciesV2", ["EnableIntegratedAuthentication": .bool(true), "AllowedSites": texts("a")], false),
            ("PasscodePoliciesV2", ["AllowedSites": .array([])], false),
            ("NetworkAccessV2", ["EnableNetworkAccess": .bool(true), "AllowWiFiConnection": .integer(2)], true),
            ("NetworkAccessV2", ["EnableNetworkAccess": .bool(true), "AllowWiFiConnection": .integer(1)], false),
            ("NetworkAccessV2", ["EnableNetworkAccess": .bool(false), "AllowWiFiConnection": .integer(2)], false),
            (
                "NetworkAccessV2",
                [
                    "EnableNetworkAccess": .bool(true), "AllowWiFiConnection": .integer(2),
                    "AllowedSSIDs": texts("Staff"),
                ], false
            ),
        ] as [(String, [String: PropertyListValue], Bool)])
    func `What is switched on without its list is a warning`(
        type: String, settings: [String: PropertyListValue], isWarned: Bool
    ) {
        let warnings = Self.warnings([type: settings])
        #expect(warnings.count == (isWarned ? 1 : 0), "\(warnings)")
        #expect(warnings.allSatisfy { $0.hasPrefix(type) })
    }

    @Test func `What the guides define deserves none, and a contradiction does`() {
        let restrictions: [String: PropertyListValue] = [
            "EnableCopyPasteOut": .bool(false), "EnableCopyPasteInto": .bool(false),
            "EnableThirdPartyKeyboards": .bool(false), "EnableCopyPaste": .bool(false),
        ]
        #expect(Self.warnings(["DataLossPreventionV2": restrictions]).isEmpty)
        var other = restrictions
        other["EnableCopyPaste"] = .bool(true)
        let warnings = Self.warnings(["DataLossPreventionV2": other])
        #expect(warnings.count == 1 && warnings[0].contains("with different values: the latter counts"))
    }

    private static let issuer: [String: PropertyListValue] = [
        "CertificateIssuer": .string("i"), "IssuerToken": .string("t"),
    ]
    private static let identity: [String: PropertyListValue] = [
        "PayloadContent": .data(CertificateFixtures.data(CertificateFixtures.identity))
    ]

    @Test(
        arguments: [
            (0, [:], nil), (0, ["CertificateSettingsV2": issuer], "is user, but clients use the certificate"),
            (1, [:], "has no PKCS#12 in PayloadContent"), (1, ["CredentialsSettingsV2": identity], nil),
            (
                1,
                [
                    "CredentialsSettingsV2": [
                        "PayloadContent": .data(CertificateFixtures.data(CertificateFixtures.server))
                    ]
                ],
                "has no PKCS#12 in PayloadContent"
            ),
            (2, [:], "has no CertificateIssuer and IssuerToken"), (2, ["CertificateSettingsV2": issuer], nil),
            (2, ["CertificateSettingsV2": ["CertificateIssuer": .string("i")]], "has no CertificateIssuer"),
        ] as [(Int64, [String: [String: PropertyListValue]], String?)])
    func `A credential of integrated authentication that is not there is a warning`(
        option: Int64, others: [String: [String: PropertyListValue]], warning: String?
    ) {
        var payloads = others
        payloads["PasscodePoliciesV2"] = [
            "EnableIntegratedAuthentication": .bool(true), "AllowedSites": Self.texts("a"),
            "IntegratedAuthenticationCredential": .integer(option),
        ]
        let warnings = Self.warnings(payloads).filter { $0.contains("IntegratedAuthenticationCredential") }
        #expect(warnings.count == (warning == nil ? 0 : 1), "\(warnings)")
        if let warning { #expect(warnings.first?.contains(warning) == true, "\(warnings)") }
        payloads["PasscodePoliciesV2"]?["EnableIntegratedAuthentication"] = .bool(false)
        #expect(!Self.warnings(payloads).contains { $0.contains("IntegratedAuthenticationCredential") })
    }

    @Test(arguments: [
        ("RootCertificates", CertificateFixtures.root, nil),
        ("RootCertificates", CertificateFixtures.intermediate, "is not a root"),
        ("RootCertificates", CertificateFixtures.server, "is not the certificate of an authority"),
        ("IntermediateCertificates", CertificateFixtures.intermediate, nil),
        ("IntermediateCertificates", CertificateFixtures.root, "is not an intermediate"),
        ("SSLCertificates", CertificateFixtures.server, nil),
        ("SSLCertificates", CertificateFixtures.root, "is the certificate of an authority"),
    ])
    func `A certificate in a list of others is a warning`(list: String, certificate: String, warning: String?) {
        let warnings = Self.warnings([
            "CredentialsSettingsV2": [list: .array([.data(CertificateFixtures.data(certificate))])]
        ])
        #expect(warnings.count == (warning == nil ? 0 : 1), "\(warnings)")
        if let warning { #expect(warnings.first?.contains(warning) == true, "\(warnings)") }
    }
}
