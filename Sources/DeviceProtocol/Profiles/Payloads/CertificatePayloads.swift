extension PayloadSchema {
    /// The identity certificate (SDKProfile, section 3.3).
    static let certificateSettings = PayloadSchema(
        "CertificateSettingsV2",
        "Identity certificate for integrated authentication; start-up is blocked if it cannot be fetched.",
        [
            PayloadKey(
                "CertificateIssuer", .text, "Identifier of the issuer, a path element of the request; none by default."),
            PayloadKey(
                "IssuerToken", .text, "One-time token, query parameter of the request; none by default.",
                isSecret: true),
        ])

    /// Certificates inside the profile (SDKProfile, section 3.4); the lists become payloads of their own.
    static let credentials = PayloadSchema(
        "CredentialsSettingsV2",
        "Certificates delivered inside the profile: one with or without a key, and lists of those to trust.",
        [
            PayloadKey("PayloadContent", .certificate, "Certificate or PKCS#12; none by default.", isSecret: true),
            PayloadKey("Password", .text, "Password of the PKCS#12; none by default.", isSecret: true),
            PayloadKey("CertificateThumbprint", .text, "Thumbprint; none by default."),
            PayloadKey("CertificateType", .text, "Free text such as Pfx; none by default."),
            PayloadKey("CertificateName", .text, "Name, declared but not read; none by default."),
            PayloadKey(
                "RootCertificates", .certificates, "Root authorities to trust, a payload each; none by default.",
                label: "Root CA certificates", since: .v19),
            PayloadKey(
                "IntermediateCertificates", .certificates,
                "Intermediate authorities, to complete chains, a payload each; none by default.",
                label: "Intermediate CA certificates", since: .v19),
            PayloadKey(
                "SSLCertificates", .certificates,
                "Certificates of servers to trust by themselves, a payload each; none by default.",
                label: "SSL certificates", since: .v19),
        ])
}
