import DeviceProtocol
import Foundation

/// Where devices of an e-mail domain enroll (DeviceServices, section 5.3).
public struct DiscoveredConsole: Hashable, Decodable, Sendable {
    /// `EnrollmentUrl`; a client keeps scheme and host.
    public var enrollmentURL: String
    /// `GroupId`.
    public var groupID: String

    private enum CodingKeys: String, CodingKey {
        case enrollmentURL = "EnrollmentUrl"
        case groupID = "GroupId"
    }

    /// Scheme, host and port of the console; nil if the URL is none.
    public var origin: String? {
        guard let url = URL(string: enrollmentURL), let scheme = url.scheme, let host = url.host() else { return nil }
        return "\(scheme)://\(host)" + (url.port.map { ":\($0)" } ?? "")
    }
}

extension ClientCall where Answer == DiscoveredConsole {
    /// Autodiscovery by e-mail domain.
    static func discover(domain: String) -> Self {
        let path = "/autodiscovery/awcredentials.aws/v2/domainlookup/domain/\(domain)"
        return ClientCall("GET", path, needsVersion: false) { response in
            guard !response.body.isEmpty else {
                let reason = response.status == 204 ? "the domain is not listed" : "no body, status \(response.status)"
                throw ClientFailure(.unexpectedResponse, "the autodiscovery has no answer: \(reason)")
            }
            return try response.json("the autodiscovery")
        }
    }
}

extension ClientCall where Answer == Bool {
    /// Whether the console is reachable: the probe of a made-up device answers exactly 200 (section 5.2).
    static var reachability: Self {
        let dummy = "abcdef1234567890abcdef1234567890abcdef12"
        let path = "/deviceservices/awmdmsdk/v1/platform/2/uid/\(dummy)/status"
        return ClientCall("HEAD", path, headers: []) { $0.status == 200 }
    }
}

extension ClientCall where Answer == ClientResponse {
    /// Whether a server is a console: what counts are the headers (section 5.1).
    static func validation(of target: String) -> Self {
        ClientCall("HEAD", target, headers: [("User-Agent", "Airwatch")], needsVersion: false) { $0 }
    }
}

/// Pins by host name (DeviceServices, section 20).
typealias Pins = [String: [String]]

extension ClientCall where Answer == Pins {
    /// The pins a console has for an app (section 20.1).
    static func pins(_ device: DeviceIdentifier) -> Self {
        let headers = clientHeaders + [("deviceType", "2"), ("aw-auth-device-uid", device.value)]
        return ClientCall(
            "GET", "/deviceservices/CertificatePinningEndpoint", headers: headers, credential: .application
        ) { try $0.json("the pins") }
    }

    /// The pins of a host before enrollment (section 20.4).
    static func registeredPins(host: String) -> Self {
        ClientCall("GET", "/autodiscovery/HostRegistry.aws?URL=\(host)", needsVersion: false) {
            try $0.json("the host registry")
        }
    }

    /// The pins a trust service has of a host (section 20.3).
    static func trustServicePins(path: String, host: String) -> Self {
        ClientCall("GET", "\(path)/SSLPinning/Settings?URL=\(host)", needsVersion: false) {
            try $0.json("the trust service")
        }
    }
}

/// Where the trust service is (DeviceServices, section 20.2).
struct TrustSettings: Decodable, Sendable {
    let uri: String

    private enum CodingKeys: String, CodingKey {
        case uri = "Uri"
    }
}

extension ClientCall where Answer == TrustSettings {
    /// Asks where the trust service is.
    static var trustSettings: Self {
        ClientCall("GET", "/deviceservices/trustservicesettings", needsVersion: false) {
            try $0.json("the trust settings")
        }
    }
}
