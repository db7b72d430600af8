public import Foundation

/// A step of an enrollment without a browser, as the agent asks for it (DeviceServices, section 6.1).
public struct AgentEnrollmentRequest: Hashable, Sendable, Encodable {
    /// The session id of a first call, and of an answer that refuses.
    public static let noSession = "00000000-0000-0000-0000-000000000000"

    /// The member `Header`.
    public struct Header: Hashable, Sendable, Encodable {
        /// `SessionId`, a GUID in lower case; all zeros in the first call.
        public var sessionID = AgentEnrollmentRequest.noSession
        /// `ProtocolRevision`, 5 or 9.
        public var protocolRevision: Int?
        /// `Language`, such as `en-US`.
        public var language: String?
        /// `Mode`.
        public var mode: Int?
        /// `ProtocolType`.
        public var protocolType: Int?
        /// `App`.
        public var app: String?
        /// `AppVersion`.
        public var appVersion: String?

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case sessionID = "SessionId"
            case protocolRevision = "ProtocolRevision"
            case language = "Language"
            case mode = "Mode"
            case protocolType = "ProtocolType"
            case app = "App"
            case appVersion = "AppVersion"
        }

        /// The header of a first call.
        public init() {}

        /// Reads the members; a session that is no GUID is none.
        init(_ fields: JSONObjectReader) {
            let session = fields.optionalText("SessionId") ?? ""
            if UUID(uuidString: session) != nil { sessionID = session.lowercased() }
            protocolRevision = fields.optionalInteger("ProtocolRevision")
            language = fields.optionalText("Language")
            mode = fields.optionalInteger("Mode")
            protocolType = fields.optionalInteger("ProtocolType")
            app = fields.optionalText("App")
            appVersion = fields.optionalText("AppVersion")
        }
    }

    /// The member `Device`.
    public struct Device: Hashable, Sendable, Encodable {
        /// `InternalIdentifier`; nil if the agent sends none, or an empty one.
        public var internalIdentifier: DeviceIdentifier?
        /// The other members that are texts, by their names on the wire.
        public var texts: [TextField: String] = [:]
        /// `IsCompromised`.
        public var isCompromised: Bool?

        /// Members that are texts.
        public enum TextField: String, Hashable, Sendable, CaseIterable {
            case identifier = "Identifier"
            case serial = "Serial"
            case type = "Type"
            case bundleIdentifier = "BundleIdentifier"
            case osVersion = "OsVersion"
            case model = "Model"
            case product = "Product"
            case manufacturer = "Manufacturer"
            case imei = "IMEI"
        }

        /// A device that says nothing of itself.
        public init(_ internalIdentifier: DeviceIdentifier? = nil) {
            self.internalIdentifier = internalIdentifier
        }

        /// Reads the members.
        init(_ fields: JSONObjectReader) {
            internalIdentifier = fields.optionalIdentifier("InternalIdentifier")
            for field in TextField.allCases { texts[field] = fields.optionalText(field.rawValue) }
            isCompromised = fields.optionalFlag("IsCompromised")
        }

        /// Writes the members; an identifier that is not known is empty.
        public func encode(to encoder: any Encoder) throws {
            var fields = Dictionary(uniqueKeysWithValues: texts.map { ($0.key.rawValue, $0.value) })
            fields["InternalIdentifier"] = internalIdentifier?.value ?? ""
            fields["IsCompromised"] = isCompromised.map { $0 ? "true" : "false" }
            try fields.encode(to: encoder)
        }
    }

    /// `Header`.
    public var header = Header()
    /// `Device`.
    public var device = Device()
    /// `GroupId`, what the user typed; for `validategroupidentifier`.
    public var groupID: String?
    /// `GroupIDSource`.
    public var groupIDSource: String?
    /// `CaptchaValue`.
    public var captchaValue: String?
    /// `SamlCompleteUrl`, typically `aw://`.
    public var samlCompleteURL: String?
    /// `LocationGroup`, the numeric id of the group chosen; for `validategroupselector`.
    public var locationGroup: Int64?
    /// `Username`, for `validatelogincredentials`.
    public var username: String?
    /// `Password`, in the clear.
    public var password: String?
    /// `EmailUserAccount`.
    public var emailUserAccount: String?
    /// `EmailAddress`.
    public var emailAddress: String?
    /// `EnableEmailPrompt`.
    public var enablesEmailPrompt: Bool?

    /// The names on the wire.
    private enum CodingKeys: String, CodingKey {
        case header = "Header"
        case device = "Device"
        case groupID = "GroupId"
        case groupIDSource = "GroupIDSource"
        case captchaValue = "CaptchaValue"
        case samlCompleteURL = "SamlCompleteUrl"
        case locationGroup = "LocationGroup"
        case username = "Username"
        case password = "Password"
        case emailUserAccount = "EmailUserAccount"
        case emailAddress = "EmailAddress"
        case enablesEmailPrompt = "EnableEmailPrompt"
    }

    /// An empty first call.
    public init() {}

    /// Reads the JSON form; every member may be absent, and one of the wrong kind or longer than 1024 characters counts as
    /// absent.
    ///
    /// Throws a `MessageError` if there is no JSON object.
    public init(json data: Data) throws(MessageError) {
        let fields = try JSONObjectReader(data)
        if let object = fields.optionalObject("Header") { header = Header(object) }
        if let object = fields.optionalObject("Device") { device = Device(object) }
        groupID = fields.optionalText("GroupId")
        groupIDSource = fields.optionalText("GroupIDSource")
        captchaValue = fields.optionalText("CaptchaValue")
        samlCompleteURL = fields.optionalText("SamlCompleteUrl")
        locationGroup = fields.optionalInteger("LocationGroup").map(Int64.init)
        username = fields.optionalText("Username")
        password = fields.optionalText("Password")
        emailUserAccount = fields.optionalText("EmailUserAccount")
        emailAddress = fields.optionalText("EmailAddress")
        enablesEmailPrompt = fields.optionalFlag("EnableEmailPrompt")
    }

    /// The JSON form, absent fields left out.
    public func encoded() throws -> Data {
        try sortedJSON()
    }
}
