import ConsoleModel
import ConsolePlatform
import GRDB

/// A host whose public keys clients pin (AdminGroups, "Pinned hosts").
struct PinnedHostRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "pinnedHost"

    /// Nil as well for a host that only the setting `sslPins` names.
    var id: Int64?
    var uuid: String
    var groupId: Int64
    /// Unique in the group, in lower case.
    var host: String
    var isRequired = false
    var isDeviceServices = false
    /// Whether its keys are in force, where pinning is on.
    var isEnabled = true

    /// What the event log says of it.
    var summary: String {
        let words = [(isRequired, "required"), (isDeviceServices, "device services"), (!isEnabled, "off")]
        return ([host] + words.filter(\.0).map(\.1)).joined(separator: ", ")
    }

    /// The host of one of the texts of `sslPins`.
    static func host(ofPin text: String) -> String {
        String(text.prefix { $0 != "=" }).lowercased()
    }

    /// The key of one of the texts of `sslPins`.
    static func key(ofPin text: String) -> String {
        String(text.drop { $0 != "=" }.dropFirst()).lowercased()
    }
}

/// A key of a pinned host, and the certificate it was taken from.
struct PinnedCertificateRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "pinnedCertificate"

    /// Nil as well for a key that only the setting `sslPins` names.
    var id: Int64?
    var hostId: Int64
    /// The key in hexadecimal, in lower case.
    var publicKey: String
    /// SHA-1 of the certificate, in capital hexadecimal digits; nil, as all below, for a key that came without one.
    var thumbprint: String?
    var subject: String?
    var issuer: String?
    var validFrom: Timestamp?
    var validUntil: Timestamp?

    /// A key that came without a certificate.
    init(key: String, ofHost hostID: Int64) {
        (hostId, publicKey) = (hostID, key)
    }

    /// The key of a certificate.
    init(_ certificate: ReadCertificate, ofHost hostID: Int64) {
        (hostId, publicKey) = (hostID, certificate.publicKey)
        thumbprint = certificate.thumbprint
        (subject, issuer) = (certificate.subject, certificate.issuer)
        (validFrom, validUntil) = (certificate.validFrom, certificate.validUntil)
    }

    /// The keys of a host that certificates or switching off have left.
    static func kept(of host: PinnedHostRecord, _ db: GRDB.Database) throws -> [PinnedCertificateRecord] {
        guard let id = host.id else { return [] }
        return try all(where: "hostId = ?", [id], db)
    }
}
