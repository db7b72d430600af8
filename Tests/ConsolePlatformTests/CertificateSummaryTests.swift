import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Certificates that somebody hands over.
struct CertificateSummaryTests {
    private static func summary(_ base64: String) -> CertificateSummary? {
        CertificateSummary(der: CertificateFixtures.data(base64))
    }

    @Test func `A certificate tells its name, its thumbprint and what it may do`() throws {
        let root = try #require(Self.summary(CertificateFixtures.root))
        #expect(root.name == "Example Root" && root.isAuthority && root.isSelfIssued)
        let intermediate = try #require(Self.summary(CertificateFixtures.intermediate))
        #expect(intermediate.name == "Example Intermediate" && intermediate.isAuthority && !intermediate.isSelfIssued)
        let server = try #require(Self.summary(CertificateFixtures.server))
        #expect(server.name == "intranet.example.test" && !server.isAuthority && server.isSelfIssued)
        #expect(server.thumbprint.count == 40 && server.thumbprint == server.thumbprint.uppercased())
        #expect(server.thumbprint == "22C7C0817DFBFBB00DE10F8FDC4B71962669C108")
    }

    @Test func `A short key is no obstacle, and a subject without a common name is told whole`() throws {
        let weak = try #require(Self.summary(CertificateFixtures.weak))
        #expect(weak.name == "O=Old Authority")
    }

    @Test func `Anything else is no certificate`() {
        let root = CertificateFixtures.data(CertificateFixtures.root)
        let others: [Data] = [
            Data(), Data([0x30, 0x82, 0x02]), Data([0x30, 0x00]), root.dropLast(), root + [0],
            Data(repeating: 0x30, count: 4096),
            CertificateFixtures.data(CertificateFixtures.identity),
        ]
        for data in others { #expect(CertificateSummary(der: data) == nil, "\(data.count) bytes") }
    }

    @Test func `Whatever a byte is changed to, reading ends`() {
        var bytes = CertificateFixtures.data(CertificateFixtures.server)
        for index in bytes.indices {
            bytes[index] ^= 0xFF
            if let summary = CertificateSummary(der: bytes) { #expect(summary.thumbprint.count == 40) }
            bytes[index] ^= 0xFF
        }
        #expect(CertificateSummary(der: bytes) != nil)
    }

    @Test func `A PKCS#12 is known by its form`() {
        #expect(PKCS12.isForm(of: CertificateFixtures.data(CertificateFixtures.identity)))
        for other in [CertificateFixtures.root, "MIIC", "MAA=", ""] {
            #expect(!PKCS12.isForm(of: CertificateFixtures.data(other)))
        }
    }
}
