public import Foundation

/// The answer to a step of an enrollment without a browser (DeviceServices, section 6.1).
public struct AgentEnrollmentResponse: Hashable, Codable, Sendable {
    /// The member `Header`.
    public struct Header: Hashable, Codable, Sendable {
        /// `ProtocolRevision`.
        public var protocolRevision = 5
        /// `Language`.
        public var language = "en-US"
        /// `SessionId`; all zeros if the request was refused.
        public var sessionID: String
        /// `Mode`.
        public var mode = 2
        /// `AgentToken`.
        public var agentToken: String?
        /// `ProtocolType`.
        public var protocolType = 1
        /// `App`.
        public var app: String?
        /// `AppVersion`.
        public var appVersion: String?

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case protocolRevision = "ProtocolRevision"
            case language = "Language"
            case sessionID = "SessionId"
            case mode = "Mode"
            case agentToken = "AgentToken"
            case protocolType = "ProtocolType"
            case app = "App"
            case appVersion = "AppVersion"
        }

        /// The header that answers a request's, with what that one says of itself.
        public init(answering request: AgentEnrollmentRequest.Header, sessionID: String) {
            self.sessionID = sessionID
            protocolRevision = request.protocolRevision ?? protocolRevision
            language = request.language ?? language
            mode = request.mode ?? mode
            protocolType = request.protocolType ?? protocolType
            app = request.app
            appVersion = request.appVersion
        }
    }

    /// The member `Status`.
    public struct Status: Hashable, Codable, Sendable {
        /// `Code`: 1 is good, 2 is failed.
        public var code: Int
        /// `Notification`, a text for people.
        public var notification: String

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case code = "Code"
            case notification = "Notification"
        }

        /// A step that succeeded.
        public static let ok = Status(code: 1, notification: "")

        /// A step that was refused, with the reason.
        public static func failed(_ reason: String) -> Status { Status(code: 2, notification: reason) }
    }

    /// The member `NextStep`; parts that do not apply are `null`, or `false` and 0, because agents read all of them.
    public struct NextStep: Hashable, Codable, Sendable {
        /// `Type`, the raw value of an `EnrollmentStep`, or another number that is configured.
        public var type: Int
        /// `InstallUrl`, the page to open.
        public var installURL: String?
        /// `ServiceUrl`.
        public var serviceURL: String?
        /// `GroupId`, the code of the group.
        public var groupID: String?
        /// `Groups`, the groups to choose from: numeric ids by name.
        public var groups: [String: Int64]?
        /// `EnrollmentBlockedMessage`, a text for people.
        public var enrollmentBlockedMessage: String?
        /// `IsCaptchaRequired`.
        public var isCaptchaRequired = false
        /// `CaptchaValue`.
        public var captchaValue: String?
        /// `SettingsPayload` in base64.
        public var settingsPayload: String?
        /// `GreenBoxUrl`.
        public var greenBoxURL: String?
        /// `VidmServerUrl`.
        public var vidmServerURL: String?
        /// `IsVidmConfigured`.
        public var isVidmConfigured = false
        /// `AgentSettings`.
        public var agentSettings: String?
        /// `DeviceUserMode`.
        public var deviceUserMode = 0
        /// `StagingRequired`.
        public var isStagingRequired = false

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case type = "Type"
            case installURL = "InstallUrl"
            case serviceURL = "ServiceUrl"
            case groupID = "GroupId"
            case groups = "Groups"
            case enrollmentBlockedMessage = "EnrollmentBlockedMessage"
            case isCaptchaRequired = "IsCaptchaRequired"
            case captchaValue = "CaptchaValue"
            case settingsPayload = "SettingsPayload"
            case greenBoxURL = "GreenBoxUrl"
            case vidmServerURL = "VidmServerUrl"
            case isVidmConfigured = "IsVidmConfigured"
            case agentSettings = "AgentSettings"
            case deviceUserMode = "DeviceUserMode"
            case isStagingRequired = "StagingRequired"
        }

        /// A step without more.
        public init(type: Int) {
            self.type = type
        }

        /// A step without more.
        public init(_ step: EnrollmentStep) {
            self.init(type: step.rawValue)
        }

        /// Reads the members; those that do not apply may be absent.
        public init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            type = try fields.decode(Int.self, forKey: .type)
            installURL = try fields.decodeIfPresent(String.self, forKey: .installURL)
            serviceURL = try fields.decodeIfPresent(String.self, forKey: .serviceURL)
            groupID = try fields.decodeIfPresent(String.self, forKey: .groupID)
            groups = try fields.decodeIfPresent([String: Int64].self, forKey: .groups)
            enrollmentBlockedMessage = try fields.decodeIfPresent(String.self, forKey: .enrollmentBlockedMessage)
            isCaptchaRequired = try fields.decodeIfPresent(Bool.self, forKey: .isCaptchaRequired) ?? false
            captchaValue = try fields.decodeIfPresent(String.self, forKey: .captchaValue)
            settingsPayload = try fields.decodeIfPresent(String.self, forKey: .settingsPayload)
            greenBoxURL = try fields.decodeIfPresent(String.self, forKey: .greenBoxURL)
            vidmServerURL = try fields.decodeIfPresent(String.self, forKey: .vidmServerURL)
            isVidmConfigured = try fields.decodeIfPresent(Bool.self, forKey: .isVidmConfigured) ?? false
            agentSettings = try fields.decodeIfPresent(String.self, forKey: .agentSettings)
            deviceUserMode = try fields.decodeIfPresent(Int.self, forKey: .deviceUserMode) ?? 0
            isStagingRequired = try fields.decodeIfPresent(Bool.self, forKey: .isStagingRequired) ?? false
        }

        /// Writes every member, also those that do not apply.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(type, forKey: .type)
            try container.encode(installURL, forKey: .installURL)
            try container.encode(serviceURL, forKey: .serviceURL)
            try container.encode(groupID, forKey: .groupID)
            try container.encode(groups, forKey: .groups)
            try container.encode(enrollmentBlockedMessage, forKey: .enrollmentBlockedMessage)
            try container.encode(isCaptchaRequired, forKey: .isCaptchaRequired)
            try container.encode(captchaValue, forKey: .captchaValue)
            try container.encode(settingsPayload, forKey: .settingsPayload)
            try container.encode(greenBoxURL, forKey: .greenBoxURL)
            try container.encode(vidmServerURL, forKey: .vidmServerURL)
            try container.encode(isVidmConfigured, forKey: .isVidmConfigured)
            try container.encode(agentSettings, forKey: .agentSettings)
            try container.encode(deviceUserMode, forKey: .deviceUserMode)
            try container.encode(isStagingRequired, forKey: .isStagingRequired)
        }
    }

    /// `Header`.
    public var header: Header
    /// `Status`.
    public var status: Status
    /// `NextStep`.
    public var nextStep: NextStep

    /// The names on the wire.
    private enum CodingKeys: String, CodingKey {
        case header = "Header"
        case status = "Status"
        case nextStep = "NextStep"
    }

    /// Takes the parts.
    public init(header: Header, status: Status, nextStep: NextStep) {
        self.header = header
        self.status = status
        self.nextStep = nextStep
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try sortedJSON()
    }
}
