/// A call by method and path, with what differs from device to device left open (DeviceServices, section 3).
public struct SimulatedCall: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// `GET`, `POST`, `HEAD`.
    public let method: String
    /// The path, in one spelling and without query.
    public let path: String

    /// The call of a request.
    public init(method: String, target: String) {
        self.method = method
        path = Self.template(of: target)
    }

    /// Method and path.
    public var description: String { "\(method) \(path)" }

    /// In the order of paths.
    public static func < (left: Self, right: Self) -> Bool {
        (left.path, left.method) < (right.path, right.method)
    }

    private static let device = "/deviceservices/awmdmsdk/v1/platform/2/uid/{uid}"

    /// Every path a client asks for.
    private static let templates = [
        "/", "/autodiscovery/awcredentials.aws/v2/domainlookup/domain/{domain}", "/autodiscovery/HostRegistry.aws",
        "/deviceservices/AuthenticationEndpoint.aws",
        "/deviceservices/AirwatchEnroll.aws/Enrollment/RegisterApplication", "\(device)/status", "\(device)/user",
        "/deviceservices/awmdmsdk/v3/users/userid/{userId}", "\(device)/eula/checkeula/appid/{bundle}",
        "\(device)/eula/fetcheula/appid/{bundle}", "\(device)/eula/fetcheula/appid/{bundle}/eulacontentid/{n}",
        "\(device)/eula/accepteula", "\(device)/eula/rejecteula", "/deviceservices/iOS/SettingsEndpoint.aspx",
        "/deviceservices/awmdmsdk/v3/processor", "/deviceservices/AirWatchBeacon.svc/checkin", "\(device)/logging",
        "/deviceservices/analytics",
        "/deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/{issuer}",
        "/deviceservices/CertificatePinningEndpoint", "/deviceservices/trustservicesettings",
        "/deviceservices/DeviceInfo.svc/GetSupportInfo", "\(device)/keystore/storekey",
        "\(device)/keystore/retrievekey/devicekeyusage/{usage}/enrollmentuserid/{euid}", "\(device)/command/unenroll",
        "\(device)/requery/{what}",
    ].map { template in template.split(separator: "/").map(String.init) }

    private static func template(of target: String) -> String {
        let path = target.prefix { $0 != "?" }
        let segments = path.split(separator: "/").map { $0.lowercased() }
        let found = templates.first { template in
            template.count == segments.count
                && zip(template, segments).allSatisfy { $0.hasPrefix("{") || $0.lowercased() == $1 }
        }
        return found.map { "/" + $0.joined(separator: "/") } ?? String(path)
    }
}

/// A request as it was sent.
public struct SentRequest: Hashable, Sendable {
    /// Which call it was.
    public let call: SimulatedCall
    /// Path and query.
    public let target: String
    /// How often it was sent at once: 2 for one that was sent twice on purpose.
    public internal(set) var copies = 1
}
