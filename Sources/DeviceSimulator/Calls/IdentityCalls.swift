import DeviceProtocol
import Foundation

/// The path of login, SAML probe and proxy certificate.
let authenticationPath = "/deviceservices/AuthenticationEndpoint.aws"

/// The headers of the SAML probe (DeviceServices, section 7.4).
struct SAMLProbe: Sendable {
    let device: DeviceIdentifier
    let bundle: BundleIdentifier
    /// The "Group ID".
    let organizationGroup: String
    let authenticationGroup: String
    /// The app's URL scheme.
    var scheme = "sdksampleApp"
}

extension ClientCall where Answer == String? {
    /// Asks whether SAML is configured: where to sign in, or nil for the user name and password screen.
    static func probe(_ probe: SAMLProbe) -> Self {
        let headers = [
            ("ActivationCode", probe.organizationGroup), ("Udid", probe.device.value), ("DeviceType", "2"),
            ("BundleId", probe.bundle.value), ("RequestingApp", probe.bundle.value), ("AuthenticationType", "1"),
            ("AuthenticationGroup", probe.authenticationGroup),
            ("RedirectUrl", "\(probe.scheme)://SAMLAuthentication?"),
        ]
        return ClientCall("GET", authenticationPath, headers: headers.map { (name: $0.0, value: $0.1) }) { response in
            guard !response.body.isEmpty, response.body != Data("null".utf8) else {
                throw ClientFailure(.crash, "the SAML probe has no body: a client crashes")
            }
            guard response.status == 401 else { return nil }
            return (try? JSONDecoder().decode([String: String].self, from: response.body))?["RedirectUrl"]
        }
    }
}

/// The values that even a refused login has.
private struct LoginCode: Decodable {
    let code: String

    private enum CodingKeys: String, CodingKey {
        case code = "StatusCode"
    }
}

extension ClientCall where Answer == LoginResponse {
    /// Signs in (section 7): a code other than success is an answer, not a failure.
    static func login(_ login: LoginRequest) throws -> Self {
        ClientCall(
            "POST", authenticationPath,
            headers: [("Content-Type", "application/json"), ("Accept", "application/json")],
            body: try login.encoded()
        ) { response in
            guard response.status == 200 else {
                throw ClientFailure(.unexpectedResponse, "the login answered \(response.status)")
            }
            return try Self.answer(response, to: login.authenticationType)
        }
    }

    /// Fields that say nothing in a refusal may be absent there, and only there.
    private static func answer(_ response: ClientResponse, to type: AuthenticationType) throws -> LoginResponse {
        let code = try response.json("the login", as: LoginCode.self).code
        if code != LoginStatusCode.success.rawValue {
            var refusal = LoginResponse(failure: .unknown)
            refusal.statusCode = code
            return refusal
        }
        let answer = try response.json("the login", as: LoginResponse.self)
        for (field, value, isWanted) in [
            ("AWHMACKey", answer.hmacKey, type.wantsHMAC),
            ("AWAuthenticationToken", answer.authenticationToken, type.wantsToken),
        ] where isWanted && value?.isEmpty != false {
            throw ClientFailure(.unexpectedResponse, "the login cannot be read: \(field) is missing")
        }
        return answer
    }
}

extension ClientCall where Answer == String {
    /// Registers the app with the common credential (section 8): its HMAC token.
    static func registration(_ bundle: BundleIdentifier, _ device: DeviceIdentifier) throws -> Self {
        ClientCall(
            "POST", "/deviceServices/AirwatchEnroll.aws/Enrollment/RegisterApplication",
            body: try ApplicationRegistrationRequest(bundle: bundle, device: device).encoded(), credential: .common
        ) { response in
            guard response.status < 400,
                let step = try? JSONDecoder().decode(ApplicationRegistrationResponse.self, from: response.body).nextStep
            else {
                throw ClientFailure(
                    .applicationIdentityNotSet, "the registration answered \(response.status) or cannot be read")
            }
            return try Self.token(step)
        }
    }

    private static func token(_ step: ApplicationRegistrationResponse.NextStep) throws -> String {
        switch step.step {
        case .enrollmentComplete:
            guard let token = step.deviceAuthenticationToken, !token.isEmpty else {
                throw ClientFailure(.applicationIdentityNotSet, "the registration has no DeviceAuthenticationToken")
            }
            return token
        case .enrollmentBlocked:
            throw ClientFailure(
                .registeringApplicationBlocked, step.enrollmentBlockedMessage ?? "no reason given")
        default: throw ClientFailure(.applicationIdentityNotSet, "the next step is \(step.type)")
        }
    }
}

extension ClientCall where Answer == EnrolledUser {
    /// The user of the device (section 10.1).
    static func user(_ device: DeviceIdentifier) -> Self {
        ClientCall("GET", "\(devicePath(device))/user", credential: .application) { response in
            guard response.status == 200 else {
                throw ClientFailure(.unexpectedResponse, "the user answered \(response.status)")
            }
            return try response.json("the user")
        }
    }
}

extension ClientCall where Answer == UserDetails {
    /// Details of the user (section 10.2).
    static func userDetails(_ userID: String) -> Self {
        ClientCall("GET", "/deviceservices/awmdmsdk/v3/users/userid/\(userID)", credential: .application) { response in
            guard response.status == 200 else {
                throw ClientFailure(.unexpectedResponse, "the user's details answered \(response.status)")
            }
            return try response.json("the user's details")
        }
    }
}
