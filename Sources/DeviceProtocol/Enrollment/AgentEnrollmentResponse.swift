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

    /// The member `NextStep`; parts that do not apply are left out.
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
        public var isVidmConfigured: Bool?
        /// `AgentSettings`.
        public var agentSettings: String?
        /// `DeviceUserMode`.
        public var deviceUserMode: Int?
        /// `StagingRequired`.
        public var isStagingRequired: Bool?

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
