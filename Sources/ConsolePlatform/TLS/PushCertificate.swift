package import Foundation
import SwiftASN1
import X509

/// The two servers of the Apple Push Notification service.
package enum PushEnvironment: String, CaseIterable, Codable, Hashable, Sendable {
    case production, development
}

/// A certificate that is shown to the Apple Push Notification service, for the topics it names.
package struct PushCertificate: Hashable, Sendable {
    /// Its bytes.
    package let der: Data
    /// Whom it is for, such as `CN=Apple Push Services: com.example.demo`.
    package let subject: String
    /// Who issued it.
    package let issuer: String
    /// The topics it pushes for, bundle identifiers; empty if it names none.
    package let topics: [String]
    /// The servers it is for; empty if it does not say.
    package let environments: [PushEnvironment]
    /// When it begins to be valid.
    package let validFrom: Timestamp
    /// Until when it is valid.
    package let validUntil: Timestamp
    /// In hexadecimal digits.
    package let serialNumber: String
    /// SHA-1 of its bytes, in capital hexadecimal digits.
    package let thumbprint: String
    /// Its public key.
    let publicKey: Certificate.PublicKey

    /// Reads a certificate.
    ///
    /// - Parameter der: Its bytes in DER.
    /// - Throws: ``ConsoleError`` `badRequest`.
    package init(der: Data) throws {
        let certificate: Certificate
        do {
            certificate = try Certificate(derEncoded: Array(der))
        } catch {
            throw ConsoleError(
                .badRequest,
                "The certificate cannot be read: it has to be X.509 with an RSA key of at least 2048 bits or a key of a "
                    + "known curve.", cause: error)
        }
        self.der = der
        subject = "\(certificate.subject)"
        issuer = "\(certificate.issuer)"
        (validFrom, validUntil) = (Timestamp(certificate.notValidBefore), Timestamp(certificate.notValidAfter))
        serialNumber = RandomSource.hex(Array(certificate.serialNumber.bytes))
        thumbprint = CertificateSummary(der: der)?.thumbprint ?? ""
        publicKey = certificate.publicKey
        topics = AppleExtensions.topics(of: certificate)
        environments = AppleExtensions.environments(of: certificate)
    }

    /// The certificate as text.
    package var pem: String { PEMDocument(type: "CERTIFICATE", derBytes: Array(der)).pemString + "\n" }

    /// Whether it may push to an app; one that names no topic may.
    package func isFor(_ bundle: String) -> Bool {
        topics.isEmpty || topics.contains { $0.lowercased() == bundle.lowercased() }
    }

    /// Whether a server takes it; one that names none may be for each.
    package func isFor(_ environment: PushEnvironment) -> Bool {
        environments.isEmpty || environments.contains(environment)
    }

    /// What a person should know of it: that the service would refuse it, or could.
    ///
    /// - Parameters:
    ///   - environment: The server it is to be shown to.
    ///   - bundle: The app that is to be pushed to.
    ///   - now: The time.
    /// - Returns: Sentences.
    package func warnings(for environment: PushEnvironment, bundle: String, at now: Timestamp) -> [String] {
        var warnings: [String] = []
        let name = "The \(environment.rawValue) certificate"
        if topics.isEmpty {
            warnings.append("\(name) names no topic, so it does not say that it is for \(bundle).")
        } else if !isFor(bundle) {
            warnings.append("\(name) is for \(topics.prefix(3).joined(separator: ", ")), not for \(bundle).")
        }
        if !isFor(environment) {
            warnings.append("\(name) is one for \(environments.map(\.rawValue).joined(separator: " and ")).")
        }
        if validUntil < now { warnings.append("\(name) expired at \(validUntil).") }
        if validFrom > now { warnings.append("\(name) is not valid before \(validFrom).") }
        return warnings
    }
}

/// What Apple writes into certificates for pushing.
private enum AppleExtensions {
    /// `UID` of a subject.
    private static let userID: ASN1ObjectIdentifier = [0, 9, 2342, 19_200_300, 100, 1, 1]
    /// A list of topics, each with what it is for.
    private static let topicList: ASN1ObjectIdentifier = [1, 2, 840, 113635, 100, 6, 3, 6]
    private static let markers: [PushEnvironment: ASN1ObjectIdentifier] = [
        .development: [1, 2, 840, 113635, 100, 6, 3, 1], .production: [1, 2, 840, 113635, 100, 6, 3, 2],
    ]

    /// `UID` of the subject, and what the list has beyond it; a list that cannot be read counts as none.
    static func topics(of certificate: Certificate) -> [String] {
        var topics = values(userID, of: certificate.subject)
        if let list = certificate.extensions[oid: topicList] {
            topics += (try? listed(Array(list.value))) ?? []
        }
        var seen: Set<String> = []
        return topics.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private static func listed(_ der: [UInt8]) throws -> [String] {
        try DER.parse(der).parts.compactMap { node in
            guard node.identifier == .utf8String else { return nil }
            return String(try ASN1UTF8String(derEncoded: node))
        }
    }

    /// By marker, else by the words of the common name.
    static func environments(of certificate: Certificate) -> [PushEnvironment] {
        let marked = PushEnvironment.allCases.filter { environment in
            markers[environment].map { certificate.extensions[oid: $0] != nil } ?? false
        }
        guard marked.isEmpty else { return marked }
        let name = values(.RDNAttributeType.commonName, of: certificate.subject).last?.lowercased() ?? ""
        guard name.hasPrefix("apple ") else { return [] }
        if name.contains("development") || name.contains("sandbox") { return [.development] }
        if name.contains("production") { return [.production] }
        return name.hasPrefix("apple push services") ? PushEnvironment.allCases : []
    }

    private static func values(_ type: ASN1ObjectIdentifier, of name: DistinguishedName) -> [String] {
        name.flatMap { Array($0) }.filter { $0.type == type }.map { String(describing: $0.value) }
    }
}
