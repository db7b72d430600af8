import ConsolePlatform
import DeviceProtocol

/// The credential with which integrated authentication answers challenges (SDKProfile, section 3.2).
enum ProfileCredentialOption: Int64 {
    /// Name and password of the user.
    case user = 0
    /// The PKCS#12 of `CredentialsSettingsV2`.
    case uploadedCertificate = 1
    /// A certificate made for the device, by the issuer of `CertificateSettingsV2`.
    case certificateTemplate = 2

    /// Warnings about profiles that switch integrated authentication on without what it needs, each a sentence.
    static func warnings(_ payloads: [ProfilePayload]) -> [String] {
        guard let passcode = payloads.last(where: { $0.type == "PasscodePoliciesV2" }),
            passcode.settings["EnableIntegratedAuthentication"] == .bool(true)
        else { return [] }
        let sites =
            passcode.isEmpty("AllowedSites")
            ? ["PasscodePoliciesV2 has no AllowedSites, without which integrated authentication has no effect."] : []
        let number = passcode.settings["IntegratedAuthenticationCredential"]?.integerValue
        let option = number.flatMap(ProfileCredentialOption.init)
        return sites + (option?.warnings(payloads) ?? [])
    }

    private func warnings(_ payloads: [ProfilePayload]) -> [String] {
        let place = "PasscodePoliciesV2.IntegratedAuthenticationCredential"
        let hasIssuer = Self.hasIssuer(payloads)
        switch self {
        case .user where hasIssuer:
            return ["\(place) is user, but clients use the certificate that CertificateSettingsV2 names."]
        case .uploadedCertificate where !Self.hasKey(payloads):
            return ["\(place) is uploadedCertificate, but CredentialsSettingsV2 has no PKCS#12 in PayloadContent."]
        case .certificateTemplate where !hasIssuer:
            return [
                "\(place) is certificateTemplate, but CertificateSettingsV2 has no CertificateIssuer and IssuerToken."
            ]
        default: return []
        }
    }

    private static func hasIssuer(_ payloads: [ProfilePayload]) -> Bool {
        guard let payload = payloads.last(where: { $0.type == "CertificateSettingsV2" }) else { return false }
        return !payload.isEmpty("CertificateIssuer") && !payload.isEmpty("IssuerToken")
    }

    private static func hasKey(_ payloads: [ProfilePayload]) -> Bool {
        let payload = payloads.last { $0.type == "CredentialsSettingsV2" }
        return payload?.settings["PayloadContent"]?.dataValue.map { PKCS12.isForm(of: $0) } ?? false
    }
}
