import Crypto
package import Foundation
import SwiftASN1
import X509

/// What can be said of a certificate that somebody hands over: an X.509 certificate with a key of any kind.
///
/// The structure is read, and neither signature nor dates are looked at: a console of tests has to take certificates
/// that clients are to refuse.
package struct CertificateSummary: Hashable, Sendable {
    /// The common name of its subject, or else the whole subject.
    package let name: String
    /// Whether it may issue others, by its basic constraints.
    package let isAuthority: Bool
    /// Whether issuer and subject are the same, as they are of roots and of certificates that stand for themselves.
    package let isSelfIssued: Bool
    /// SHA-1 of its bytes, in capital hexadecimal digits.
    package let thumbprint: String

    /// Reads a certificate; nil if the bytes are none, or there is something behind it.
    ///
    /// - Parameter der: Its bytes in DER.
    package init?(der: Data) {
        do {
            let parts = try CertificateParts(derEncoded: try DER.parse(Array(der)))
            name = Self.name(of: parts.subject)
            isAuthority = try parts.isAuthority()
            isSelfIssued = parts.issuer == parts.subject
        } catch {
            return nil
        }
        thumbprint = Self.thumbprint(of: der)
    }

    /// SHA-1 of the bytes of a certificate, in capital hexadecimal digits.
    static func thumbprint(of der: Data) -> String {
        RandomSource.hex(Array(Insecure.SHA1.hash(data: der))).uppercased()
    }

    private static func name(of subject: DistinguishedName) -> String {
        let attributes = subject.flatMap { Array($0) }
        let common = attributes.last { $0.type == .RDNAttributeType.commonName }
        return common.map { String(describing: $0.value) } ?? subject.description
    }
}

/// What a certificate consists of (RFC 5280, section 4.1).
///
/// Read by hand because `Certificate` refuses keys that its library cannot use, such as short ones.
private struct CertificateParts {
    let issuer: DistinguishedName
    let subject: DistinguishedName
    let extensions: [Certificate.Extension]

    init(derEncoded root: ASN1Node) throws {
        self = try DER.sequence(root, identifier: .sequence) { nodes in
            guard let body = nodes.next(), let algorithm = nodes.next(), let signature = nodes.next() else {
                throw ASN1Error.invalidASN1Object(reason: "A certificate has three parts.")
            }
            try Self.require(algorithm, .sequence)
            _ = try ASN1BitString(derEncoded: signature)
            return try CertificateParts(body: body)
        }
    }

    private init(body: ASN1Node) throws {
        self = try DER.sequence(body, identifier: .sequence) { nodes in
            let version = try DER.optionalExplicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific) {
                try Int(derEncoded: $0)
            }
            guard (0...2).contains(version ?? 0) else {
                throw ASN1Error.invalidASN1Object(reason: "There are versions 1 to 3.")
            }
            _ = try ArraySlice<UInt8>(derEncoded: &nodes)
            try Self.require(nodes.next(), .sequence)
            let issuer = try Self.name(nodes.next())
            try Self.require(nodes.next(), .sequence)
            let subject = try Self.name(nodes.next())
            try Self.require(nodes.next(), .sequence)
            for tag: UInt in [1, 2] {
                let _: ASN1BitString? = try DER.optionalImplicitlyTagged(
                    &nodes, tag: ASN1Identifier(tagWithNumber: tag, tagClass: .contextSpecific))
            }
            let extensions = try DER.optionalExplicitlyTagged(&nodes, tagNumber: 3, tagClass: .contextSpecific) {
                try DER.sequence(of: Certificate.Extension.self, identifier: .sequence, rootNode: $0)
            }
            return CertificateParts(issuer: issuer, subject: subject, extensions: extensions ?? [])
        }
    }

    private init(issuer: DistinguishedName, subject: DistinguishedName, extensions: [Certificate.Extension]) {
        self.issuer = issuer
        self.subject = subject
        self.extensions = extensions
    }

    /// What the basic constraints say.
    func isAuthority() throws -> Bool {
        guard let found = extensions.first(where: { $0.oid == .X509ExtensionID.basicConstraints }) else { return false }
        guard case .isCertificateAuthority = try BasicConstraints(found) else { return false }
        return true
    }

    private static func name(_ node: ASN1Node?) throws -> DistinguishedName {
        guard let node else { throw ASN1Error.invalidASN1Object(reason: "A name is missing.") }
        return try DistinguishedName(derEncoded: node)
    }

    private static func require(_ node: ASN1Node?, _ identifier: ASN1Identifier) throws {
        guard let node, node.identifier == identifier else {
            throw ASN1Error.unexpectedFieldType(node?.identifier ?? identifier)
        }
    }
}

/// PKCS#12: a certificate with its key, behind a password (RFC 7292, section 4).
package enum PKCS12 {
    /// Whether bytes have the form; the password is not tried, as that may take any time its maker chose.
    package static func isForm(of data: Data) -> Bool {
        do {
            return try BER.sequence(try BER.parse(Array(data)), identifier: .sequence) { nodes in
                guard let version = nodes.next(), let content = nodes.next() else { return false }
                _ = nodes.next()
                guard try Int(berEncoded: version) == 3, case .constructed(let parts) = content.content else {
                    return false
                }
                guard let kind = parts.first(where: { _ in true }) else { return false }
                return contents.contains(try ASN1ObjectIdentifier(berEncoded: kind))
            }
        } catch {
            return false
        }
    }

    /// Data and signed data (RFC 5652, sections 4 and 5.1): protected by a password, or by a public key.
    private static let contents: [ASN1ObjectIdentifier] = [
        [1, 2, 840, 113549, 1, 7, 1], [1, 2, 840, 113549, 1, 7, 2],
    ]
}
