import Crypto
import Foundation
import SwiftASN1
import X509

/// The console's own certificate authority, made on first start and kept in the data folder.
struct CertificateAuthority: Sendable {
    /// Days its certificate is valid.
    private static let lifetimeInDays = 3650

    /// Its self-signed certificate.
    let certificate: Certificate
    /// Its key.
    let key: Certificate.PrivateKey

    /// Makes a new authority; valid from some minutes ago, for clients whose clock is behind.
    init(
        name: String, now: Date, random: RandomSource,
        key: Certificate.PrivateKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
    ) throws {
        self.key = key
        let subject = try DistinguishedName { CommonName(name) }
        certificate = try Certificate(
            version: .v3,
            serialNumber: Self.serialNumber(random),
            publicKey: key.publicKey,
            notValidBefore: now.addingTimeInterval(-600),
            notValidAfter: now.addingTimeInterval(Double(Self.lifetimeInDays) * 86400),
            issuer: subject,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(digitalSignature: true, keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: key.publicKey)
            },
            issuerPrivateKey: key)
    }

    /// Reads an authority from its PEM files.
    ///
    /// - Throws: If one cannot be read, or the key is not the certificate's.
    init(certificatePEM: String, keyPEM: String) throws {
        certificate = try Certificate(pemEncoded: certificatePEM)
        key = try Certificate.PrivateKey(pemEncoded: keyPEM)
        guard key.publicKey == certificate.publicKey else {
            throw ConsoleError(.unavailable, "The key is not that of the certificate.")
        }
    }

    /// Issues a server certificate for names and addresses, valid for no longer than the authority itself.
    func issueServerCertificate(
        names: ServerNames, lifetimeInDays: Int, now: Date, random: RandomSource
    ) throws -> (certificate: Certificate, key: Certificate.PrivateKey) {
        let serverKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let issuerKeyIdentifier = SubjectKeyIdentifier(hash: certificate.publicKey)
        let server = try Certificate(
            version: .v3,
            serialNumber: Self.serialNumber(random),
            publicKey: serverKey.publicKey,
            notValidBefore: max(now.addingTimeInterval(-600), certificate.notValidBefore),
            notValidAfter: min(now.addingTimeInterval(Double(lifetimeInDays) * 86400), certificate.notValidAfter),
            issuer: certificate.subject,
            subject: try DistinguishedName { CommonName("MockUEM server") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names.generalNames)
                SubjectKeyIdentifier(hash: serverKey.publicKey)
                AuthorityKeyIdentifier(keyIdentifier: issuerKeyIdentifier.keyIdentifier)
            },
            issuerPrivateKey: key)
        return (server, serverKey)
    }

    /// A positive serial number of 16 bytes.
    private static func serialNumber(_ random: RandomSource) -> Certificate.SerialNumber {
        var bytes = random.bytes(16)
        bytes[0] = bytes[0] & 0x7f | 0x40
        return Certificate.SerialNumber(bytes: bytes)
    }
}
