/// Which credentials a login asks for (DeviceServices, section 7.2): a sum of 1, 2 and 4.
public enum AuthenticationType: Int, Hashable, Codable, Sendable, CaseIterable {
    /// A token.
    case token = 1
    /// An HMAC credential, the default.
    case hmac = 2
    /// An HMAC credential and a token.
    case hmacAndToken = 3
    /// A certificate.
    case certificate = 4
    /// A token and a certificate.
    case tokenAndCertificate = 5
    /// An HMAC credential and a certificate.
    case hmacAndCertificate = 6
    /// All three.
    case all = 7

    /// Whether a token is asked for.
    public var wantsToken: Bool { rawValue & 1 != 0 }

    /// Whether an HMAC credential is asked for.
    public var wantsHMAC: Bool { rawValue & 2 != 0 }

    /// Whether a certificate is asked for.
    public var wantsCertificate: Bool { rawValue & 4 != 0 }
}
