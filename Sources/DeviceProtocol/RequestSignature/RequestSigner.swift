public import Foundation

/// Signs requests as a client does (DeviceServices, section 4.2.1).
public struct RequestSigner: Sendable {
    /// The device that signs.
    public let device: DeviceIdentifier

    /// The authentication group of the credential.
    public let group: String

    /// The HMAC token as issued.
    public let key: String

    /// The algorithm.
    public let algorithm: SignatureAlgorithm

    /// Takes a credential.
    public init(device: DeviceIdentifier, group: String, key: String, algorithm: SignatureAlgorithm = .hmacSHA256) {
        self.device = device
        self.group = group
        self.key = key
        self.algorithm = algorithm
    }

    /// The headers to add to a request so that it is signed.
    ///
    /// Group, device identifier and date are added unless the request has them; a `Content-Type` only to a POST that
    /// has none. An empty body counts as no body. The target is what stands in the request line.
    public func headers(
        method: String, authority: String, target: String, headers: [(name: String, value: String)], body: Data?,
        date: Date
    ) -> [(name: String, value: String)] {
        var added: [(name: String, value: String)] = [
            ("AW-AUTH-SIGNATURE-VERSION", "1"),
            ("AW-AUTH-REALM", "device"),
            ("AW-AUTH-SIGNATURE-METHOD", algorithm.rawValue),
        ]
        var optional = [
            ("aw-auth-group-id", group),
            ("aw-device-uid", device.value),
            ("DATE", SignatureDate.format(date)),
        ]
        if method.equalsIgnoringCase("POST") {
            optional.append(("Content-Type", "application/x-www-form-urlencoded"))
        }
        for (name, value) in optional where !headers.contains(where: { $0.name.equalsIgnoringCase(name) }) {
            added.append((name, value))
        }
        let request = CanonicalRequest(
            method: method, headers: headers + added,
            resource: CanonicalRequest.resource(authority: authority, target: target),
            contentDigest: Self.digest(of: body, algorithm))
        let signature = RequestSignature.compute(request.stringToSign, key: key, algorithm: algorithm)
        added.append(("AUTHORIZATION", "\(device.value):\(signature)"))
        return added
    }

    /// The digest of a body; nil if it is missing or empty.
    private static func digest(of body: Data?, _ algorithm: SignatureAlgorithm) -> CanonicalRequest.ContentDigest {
        guard let body, !body.isEmpty else { return .none }
        return .digest(algorithm.digest(of: body))
    }
}
