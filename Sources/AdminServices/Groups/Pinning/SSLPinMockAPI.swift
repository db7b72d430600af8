import ConsoleModel
import ConsolePlatform

/// The result for certificates that were uploaded to be pinned (AdminAPI, "SSL pinning").
struct SSLPinUploadBody: Encodable, Sendable {
    /// One of them.
    struct Certificate: Encodable, Sendable {
        let subject: String
        let validUntil: Timestamp
        /// The hosts its key is pinned for; none for one that only issued others of the file.
        let hosts: [String]
        /// The key in hexadecimal, as clients compare it.
        let publicKey: String
    }

    /// Code of the group.
    let group: String
    /// Whether its devices are given pins.
    let sslPinning: Bool
    let certificates: [Certificate]
    /// The setting as it is now.
    let sslPins: [String]
    /// Warnings for people.
    let warnings: [String]

    /// The body for an upload.
    ///
    /// - Parameters:
    ///   - upload: The upload.
    ///   - result: The settings it led to.
    init(_ upload: SSLPinUpload, _ result: GroupSettingsStore.Pinning) {
        group = result.group
        sslPinning = result.isOn
        certificates =
            upload.pinned.map { Certificate($0.certificate, hosts: $0.hosts) }
            + upload.issuers.map { Certificate($0, hosts: []) }
        sslPins = result.pins
        let off = "Pinning is off at \(result.group): its devices are given no pins before sslPinning is true."
        warnings = upload.warnings(at: result.at) + (result.isOn ? [] : [off])
    }
}

extension SSLPinUploadBody.Certificate {
    /// The part of the body for one of the certificates.
    fileprivate init(_ certificate: ReadCertificate, hosts: [String]) {
        subject = certificate.subject
        validUntil = certificate.validUntil
        self.hosts = hosts
        publicKey = certificate.publicKey
    }
}
