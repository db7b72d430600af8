import DeviceProtocol
import Foundation

/// The settings of an SDK profile that steer what a client sends (SDKProfile, section 3).
struct ProfileSettings: Sendable {
    /// How an app is unlocked.
    enum Authentication: Int64, Sendable {
        case disabled = 0
        case passcode = 1
        case credentials = 2
    }

    private let payloads: [String: [String: PropertyListValue]]

    /// Those of a profile; of none, the defaults.
    init(_ profile: SDKProfileDocument?) {
        payloads = Dictionary(
            (profile?.payloads ?? []).map { ($0.type, $0.settings) }, uniquingKeysWith: { $1 })
    }

    private func setting(_ payload: String, _ key: String) -> PropertyListValue? { payloads[payload]?[key] }

    private func flag(_ payload: String, _ key: String) -> Bool {
        setting(payload, key)?.coercedBool ?? false
    }

    /// Nil if the profile says nothing: what is locked stays locked.
    var authentication: Authentication? {
        guard payloads["PasscodePoliciesV2"] != nil else { return nil }
        let number = setting("PasscodePoliciesV2", "AuthenticationType")?.coercedInteger ?? 0
        return Authentication(rawValue: number) ?? .disabled
    }

    /// Whether session and identity are shared among the developer's apps.
    var isSingleSignOn: Bool { flag("PasscodePoliciesV2", "EnableSingleSignOn") }

    /// Seconds a session lasts; nil for ever.
    var sessionSeconds: Double? {
        let seconds = setting("PasscodePoliciesV2", "PasscodeTimeout")?.coercedInteger ?? 0
        return seconds > 0 ? Double(seconds) : nil
    }

    /// Failed attempts to unlock that lose the data; nil for any number.
    var maximumFailedAttempts: Int? {
        let attempts = setting("PasscodePoliciesV2", "MaximumFailedAttempts")?.coercedInteger ?? 0
        return attempts > 0 ? Int(attempts) : nil
    }

    /// Issuer and token of the certificate for integrated authentication, if one is wanted.
    var certificate: (issuer: String, token: String)? {
        guard flag("PasscodePoliciesV2", "EnableIntegratedAuthentication"),
            let issuer = setting("CertificateSettingsV2", "CertificateIssuer")?.stringValue, !issuer.isEmpty,
            let token = setting("CertificateSettingsV2", "IssuerToken")?.stringValue, !token.isEmpty
        else { return nil }
        return (issuer, token)
    }

    /// Whether the tunnel by proxy is on.
    var usesTunnelProxy: Bool {
        flag("AppTunnelingPoliciesV2", "EnableAppTunnel")
            && setting("AppTunnelingPoliciesV2", "AppTunnelMode")?.coercedInteger == 1
    }

    /// Host of that proxy.
    var tunnelHost: String? { setting("AppTunnelingPoliciesV2", "MAGProxyServer")?.stringValue }

    /// Whether analytics are collected.
    var collectsAnalytics: Bool { flag("AnalyticsSettingsV2", "EnableAnalytics") }

    /// Whether a compromised device is wiped.
    var protectsCompromised: Bool { flag("CompromisedPoliciesV2", "CompromisedProtection") }

    /// Whether the app is blocked at once while it is offline.
    var blocksOffline: Bool {
        guard let payload = payloads["OfflineAccessPoliciesV2"] else { return false }
        if payload["EnableOfflineAccess"]?.coercedBool == false { return true }
        return (payload["MaximumPeriodAllowedOffline"]?.coercedReal ?? -1) < 0
    }

    /// URLs of the pictures a modern phone loads.
    var images: [String] {
        guard flag("BrandingSettingsV2", "EnableBranding") else { return [] }
        return ["BackroundImageiPhone5HighRes", "CompanyLogoPhoneHighRes"].compactMap {
            setting("BrandingSettingsV2", $0)?.stringValue
        }
    }
}
