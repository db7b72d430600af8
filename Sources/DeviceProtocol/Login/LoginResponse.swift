public import Foundation

/// The answer to a login (DeviceServices, section 7.3); every value is a string on the wire.
public struct LoginResponse: Hashable, Codable, Sendable {
    /// `StatusCode`, one of `LoginStatusCode` or a code of another server.
    public var statusCode: String
    /// `AWHMACKey`, the HMAC token in the clear, if it was asked for.
    public var hmacKey: String?
    /// `AWAuthenticationToken`, if it was asked for.
    public var authenticationToken: String?
    /// `AWAuthenticationCertificate` in base64, if it was asked for.
    public var authenticationCertificate: String?
    /// `Username`; empty after a failure.
    public var username: String
    /// `UserId`, a decimal number; empty after a failure.
    public var userID: String
    /// `IsEulaAcceptanceRequired`, normally `false`.
    public var isEulaAcceptanceRequired: String
    /// `AccessToken`, a bearer token; an addition that clients ignore.
    public var accessToken: String?
    /// `TokenType`, the scheme of the access token.
    public var tokenType: String?
    /// `ExpiresIn`, the lifetime of the access token in seconds.
    public var expiresIn: String?

    /// The names on the wire.
    private enum CodingKeys: String, CodingKey {
        case statusCode = "StatusCode"
        case hmacKey = "AWHMACKey"
        case authenticationToken = "AWAuthenticationToken"
        case authenticationCertificate = "AWAuthenticationCertificate"
        case username = "Username"
        case userID = "UserId"
        case isEulaAcceptanceRequired = "IsEulaAcceptanceRequired"
        case accessToken = "AccessToken"
        case tokenType = "TokenType"
        case expiresIn = "ExpiresIn"
    }

    /// Makes a successful answer without credentials; the caller adds those that were asked for.
    public init(username: String, userID: String) {
        statusCode = LoginStatusCode.success.rawValue
        self.username = username
        self.userID = userID
        isEulaAcceptanceRequired = "false"
    }

    /// Makes the answer to a login that failed.
    public init(failure code: LoginStatusCode) {
        statusCode = code.rawValue
        username = ""
        userID = ""
        isEulaAcceptanceRequired = "false"
    }

    /// The outcome; a code that is not listed counts as unknown.
    public var status: LoginStatusCode {
        LoginStatusCode(rawValue: statusCode) ?? .unknown
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try sortedJSON()
    }
}
