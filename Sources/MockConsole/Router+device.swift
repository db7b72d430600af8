import DeviceProtocol
import Foundation
import Hummingbird

extension ConsoleRouters {
    /// Receives bodies within a policy.
    func body(_ policy: BodyPolicy) -> BodyMiddleware {
        BodyMiddleware(policy: policy, spool: parts.spool)
    }

    /// What makes authenticators, which share their caches and differ in what bodies they take and how they refuse.
    func authenticators() -> (BodyPolicy, ConsoleError.Code) -> DeviceAuthenticator {
        let signatures = SignatureVerifier(
            credentials: parts.credentials, mode: configuration.signatureMode,
            freshness: configuration.signatureFreshness, publicAuthorities: publicAuthorities, clock: parts.clock)
        let bearers = BearerVerifier(tokens: parts.tokens, credentials: parts.credentials, clock: parts.clock)
        return { policy, refusal in
            DeviceAuthenticator(
                signatures: signatures, bearers: bearers, spool: parts.spool, policy: policy, refusal: refusal)
        }
    }

    /// Authorities a client may have signed that differ from the one a proxy hands on.
    private var publicAuthorities: [String] {
        guard let url = configuration.publicURL, let name = url.host() else { return [] }
        let host = name.contains(":") ? "[\(name)]" : name
        let port = url.port ?? (url.scheme == "https" ? 443 : 80)
        return [host, "\(host):\(port)"]
    }

    /// What registering an app would lead to: enrollment asks, profiles and applications know.
    var registrationOutlook: RegistrationDeviceController.Outlook {
        { [profiles = parts.profiles] bundle, identity in
            let profile = try await profiles.preview(bundle, onDevice: identity.deviceID)
            let reason: String? =
                switch profile.outcome {
                case .applicationRetired: "The app \(bundle) is retired."
                case .blocked: "The device is blocked."
                default: nil
                }
            return RegistrationOutlook(
                blockedReason: reason,
                isSingleSignOnEnabled: profile.isSingleSignOnEnabled)
        }
    }
}
