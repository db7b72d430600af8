import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

extension PinnedHostDraft {
    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the field that is wrong.
    init(_ fields: AdminFields) throws {
        if let text = try fields.text("HostName"), !text.isEmpty {
            guard GroupSettingText.domain.accepts(text) else {
                throw fields.wrong("HostName", "has to be a host such as uem.example.test")
            }
            host = text.lowercased()
        }
        isRequired = try fields.bool("Required")
        isDeviceServices = try fields.bool("IsDeviceServices")
        group = try fields.group("OrganizationGroupId")
    }
}

/// A pinned host; names as on the wire (AdminGroups, "Pinned hosts").
struct PinnedHostBody: Encodable, Sendable {
    /// A key of the host, and what is known of the certificate it was taken from.
    struct Certificate: Encodable, Sendable {
        let CertificateId: Int64
        let IsEnabled: Bool
        let IssuerName: String?
        let NotAfter: String?
        let NotBefore: String?
        let PublicKey: String
        let SubjectName: String?
        let Thumbprint: String?
    }

    let AutoDiscoverySynced = false
    let CertPinningGuid: String
    let HostName: String
    let IsDeviceServices: Bool
    let LocationGroupId: Int64
    let OemProvisioningServiceSynced = false
    let PinnedCerts: [Certificate]
    let Required: Bool

    /// The body for a host.
    init(_ host: PinnedHost) {
        let record = host.record
        (CertPinningGuid, HostName) = (record.uuid, record.host)
        LocationGroupId = record.groupId
        (IsDeviceServices, Required) = (record.isDeviceServices, record.isRequired)
        PinnedCerts = host.keys.map { key in
            let certificate = key.certificate
            return Certificate(
                CertificateId: certificate.id ?? 0, IsEnabled: key.isInForce, IssuerName: certificate.issuer,
                NotAfter: certificate.validUntil?.zoneless, NotBefore: certificate.validFrom?.zoneless,
                PublicKey: certificate.publicKey, SubjectName: certificate.subject,
                Thumbprint: certificate.thumbprint)
        }
    }
}

/// The answer to a host that was added; names as on the wire.
struct PinnedHostAddedBody: Encodable, Sendable {
    let Id: String
}

/// The answer to a certificate that was pinned; names as on the wire.
struct PinnedCertificateBody: Encodable, Sendable {
    let ItemsAffected: Int
    let Message: String
}
