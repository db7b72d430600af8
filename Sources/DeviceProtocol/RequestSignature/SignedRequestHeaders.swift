/// Why the headers of a signed request could not be read.
public struct SignatureHeaderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, as a sentence without a full stop.
    public let reason: String

    /// Makes an error from a reason.
    public init(_ reason: String) {
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }
}

/// The headers that carry a request signature (DeviceServices, section 4.2.1).
public struct SignedRequestHeaders: Hashable, Sendable {
    /// The authentication group of requests signed with a key built into the client.
    public static let builtInGroup = RequestSignature.builtInGroup

    /// The device identifier as sent: what stands before the first colon of `AUTHORIZATION`.
    public let deviceText: String

    /// The device identifier.
    public let device: DeviceIdentifier

    /// The authentication group of the credential, 1 to 255 characters.
    public let authenticationGroup: String

    /// The algorithm of the signature.
    public let algorithm: SignatureAlgorithm

    /// The signature in base64, of the algorithm's length.
    public let signature: String

    /// The `DATE` header as sent; opaque unless freshness is checked.
    public let date: String?

    /// Reads the headers through a function from a lower-case name to a value.
    ///
    /// Throws for a missing or malformed `authorization` or `aw-auth-group-id`, and for an unknown
    /// `aw-auth-signature-method`, `aw-auth-signature-version` or `aw-auth-realm`.
    public init(headers: (String) -> String?) throws(SignatureHeaderError) {
        algorithm = try Self.algorithm(headers("aw-auth-signature-method"))
        guard headers("aw-auth-signature-version") ?? "1" == "1" else {
            throw SignatureHeaderError("AW-AUTH-SIGNATURE-VERSION must be 1")
        }
        guard (headers("aw-auth-realm") ?? "device").equalsIgnoringCase("device") else {
            throw SignatureHeaderError("AW-AUTH-REALM must be device")
        }
        guard let group = headers("aw-auth-group-id"), !group.isEmpty, group.unicodeScalars.count <= 255 else {
            throw SignatureHeaderError("aw-auth-group-id must have 1 to 255 characters")
        }
        authenticationGroup = group
        guard let authorization = headers("authorization") else {
            throw SignatureHeaderError("AUTHORIZATION is missing")
        }
        guard let colon = authorization.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            throw SignatureHeaderError("AUTHORIZATION must be a device identifier, a colon and a signature")
        }
        deviceText = String(authorization[..<colon])
        guard let device = DeviceIdentifier(deviceText) else {
            throw SignatureHeaderError("AUTHORIZATION must begin with a device identifier")
        }
        self.device = device
        signature = String(authorization[authorization.utf8.index(after: colon)...])
        guard RequestSignature.bytes(of: signature, algorithm: algorithm) != nil else {
            throw SignatureHeaderError(
                "AUTHORIZATION must end with a signature of \(algorithm.signatureLength) base64 characters")
        }
        date = headers("date")
    }

    /// The algorithm of a header, SHA-256 if there is none.
    private static func algorithm(_ name: String?) throws(SignatureHeaderError) -> SignatureAlgorithm {
        guard let name else { return .hmacSHA256 }
        guard let algorithm = SignatureAlgorithm(headerValue: name) else {
            throw SignatureHeaderError("AW-AUTH-SIGNATURE-METHOD must be HMAC-SHA256 or HMAC-SHA1")
        }
        return algorithm
    }
}
