public import Foundation

/// A login with user name and password or with a token (DeviceServices, section 7.1).
public struct LoginRequest: Hashable, Sendable {
    /// How many characters `AuthorizationCode` may have: an assertion is longer than a token.
    public static let maximumAuthorizationCode = 16_384
    /// How many values a login may have in all: anybody may send one.
    private static let maximumValues = 1000

    /// `Username`, with a password login.
    public var username: String?
    /// `Password`, in the clear.
    public var password: String?
    /// `AuthorizationCode`, the token of a token login.
    public var authorizationCode: String?
    /// `ActivationCode`, the code of the organization group, if the client knows one.
    public var activationCode: String?
    /// `Udid`.
    public var device: DeviceIdentifier
    /// `DeviceType`, `2` for iOS.
    public var deviceType: String
    /// `BundleId`.
    public var bundle: BundleIdentifier
    /// `RequestingApp`.
    public var requestingApp: BundleIdentifier?
    /// `AuthenticationType`; 2 if absent.
    public var authenticationType: AuthenticationType
    /// `AuthenticationGroup`; the bundle identifier if absent or empty.
    public var authenticationGroup: String

    /// Takes the fields; the authentication group is the bundle identifier unless given.
    public init(
        username: String? = nil, password: String? = nil, authorizationCode: String? = nil,
        activationCode: String? = nil, device: DeviceIdentifier, deviceType: String = "2", bundle: BundleIdentifier,
        requestingApp: BundleIdentifier? = nil, authenticationType: AuthenticationType = .hmac,
        authenticationGroup: String? = nil
    ) {
        self.username = username
        self.password = password
        self.authorizationCode = authorizationCode
        self.activationCode = activationCode
        self.device = device
        self.deviceType = deviceType
        self.bundle = bundle
        self.requestingApp = requestingApp
        self.authenticationType = authenticationType
        self.authenticationGroup = authenticationGroup ?? bundle.value
    }

    /// Reads the JSON form.
    ///
    /// A member of another type counts as absent, a number as its text. Throws a `MessageError` that names the field
    /// which is missing, out of range, or longer than 1024 characters (`AuthorizationCode`: 16384).
    public init(json data: Data) throws(MessageError) {
        try self.init(JSONObjectReader(data, maximumValues: Self.maximumValues))
    }

    /// Reads the fields.
    init(_ fields: JSONObjectReader) throws(MessageError) {
        let number = fields.optionalInteger("AuthenticationType") ?? AuthenticationType.hmac.rawValue
        guard let type = AuthenticationType(rawValue: number) else {
            throw fields.wrong("AuthenticationType", "must be 1 to 7")
        }
        let group = try fields.looseText("AuthenticationGroup") ?? ""
        guard group.unicodeScalars.count <= 255 else {
            throw fields.wrong("AuthenticationGroup", "must have at most 255 characters")
        }
        self.init(
            username: try fields.looseText("Username"),
            password: try fields.looseText("Password"),
            authorizationCode: try fields.looseText("AuthorizationCode", maximum: Self.maximumAuthorizationCode),
            activationCode: try fields.looseText("ActivationCode"),
            device: try fields.requiredIdentifier("Udid"),
            deviceType: try fields.looseText("DeviceType") ?? "2",
            bundle: try fields.requiredIdentifier("BundleId"),
            requestingApp: try fields.looseIdentifier("RequestingApp"),
            authenticationType: type,
            authenticationGroup: group.isEmpty ? nil : group)
    }

    /// The JSON form as a client writes it: all values strings, absent fields left out.
    public func encoded() throws -> Data {
        var fields = [
            "Udid": device.value, "DeviceType": deviceType, "BundleId": bundle.value,
            "RequestingApp": (requestingApp ?? bundle).value,
            "AuthenticationType": String(authenticationType.rawValue),
            "AuthenticationGroup": authenticationGroup,
        ]
        fields["Username"] = username
        fields["Password"] = password
        fields["AuthorizationCode"] = authorizationCode
        fields["ActivationCode"] = activationCode
        return try fields.sortedJSON()
    }
}
