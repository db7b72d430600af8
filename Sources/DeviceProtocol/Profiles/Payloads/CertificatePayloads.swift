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

    /// A certificate inside the profile (SDKProfile, section 3.4).
    static let credentials = PayloadSchema(
        "CredentialsSettingsV2",
        "A certificate delivered inside the profile.",
        [
            PayloadKey("PayloadContent", .data, "Certificate or PKCS#12; none by default.", isSecret: true),
            PayloadKey("Password", .text, "Password of the PKCS#12; none by default.", isSecret: true),
            PayloadKey("CertificateThumbprint", .text, "Thumbprint; none by default."),
            PayloadKey("CertificateType", .text, "Free text such as Pfx; none by default."),
            PayloadKey("CertificateName", .text, "Name, declared but not read; none by default."),
        ])
}
