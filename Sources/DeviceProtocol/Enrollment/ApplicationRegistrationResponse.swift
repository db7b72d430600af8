public import Foundation

/// The answer to a registration of an application (DeviceServices, section 8).
public struct ApplicationRegistrationResponse: Hashable, Codable, Sendable {
    /// The member `Header`.
    public struct Header: Hashable, Codable, Sendable {
        /// `ProtocolRevision`, always 1.
        public var protocolRevision: Int

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case protocolRevision = "ProtocolRevision"
        }

        /// Takes the revision.
        public init(protocolRevision: Int = 1) {
            self.protocolRevision = protocolRevision
        }
    }

    /// The member `Status`.
    public struct Status: Hashable, Codable, Sendable {
        /// `Code`: 1 is good, 2 is failed.
        public var code: Int
        /// `Notification`, a text for people.
        public var notification: String?

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case code = "Code"
            case notification = "Notification"
        }

        /// Takes a code and a text.
        public init(code: Int = 1, notification: String? = nil) {
            self.code = code
            self.notification = notification
        }
    }

    /// The member `NextStep`, the only one a client reads.
    public struct NextStep: Hashable, Codable, Sendable {
        /// `Type`, the raw value of an `EnrollmentStep`; must be an integer.
        public var type: Int
        /// `DeviceAuthenticationToken`, the HMAC token of the application identity.
        public var deviceAuthenticationToken: String?
        /// `BundleIdentifier`, the authentication group of that token.
        public var bundleIdentifier: String?
        /// `SingleSignOnEnabled`: `true`, `yes` or `1` in any case is on.
        public var singleSignOnEnabled: String?
        /// `EnrollmentBlockedMessage`, a text for people.
        public var enrollmentBlockedMessage: String?

        /// The names on the wire.
        private enum CodingKeys: String, CodingKey {
            case type = "Type"
            case deviceAuthenticationToken = "DeviceAuthenticationToken"
            case bundleIdentifier = "BundleIdentifier"
            case singleSignOnEnabled = "SingleSignOnEnabled"
            case enrollmentBlockedMessage = "EnrollmentBlockedMessage"
        }

        /// Takes a step without credentials.
        public init(_ step: EnrollmentStep) {
            type = step.rawValue
        }

        /// The step; one that is not listed counts as unknown.
        public var step: EnrollmentStep {
            EnrollmentStep(rawValue: type) ?? .unknown
        }
    }

    /// The revision of the protocol.
    public var header: Header?
    /// The outcome for people and agents.
    public var status: Status?
    /// The outcome for clients; required.
    public var nextStep: NextStep

    /// The names on the wire.
    private enum CodingKeys: String, CodingKey {
        case header = "Header"
        case status = "Status"
        case nextStep = "NextStep"
    }

    /// Makes the answer that completes a registration.
    public init(token: String, bundle: BundleIdentifier, isSingleSignOnEnabled: Bool) {
        header = Header()
        status = Status()
        nextStep = NextStep(.enrollmentComplete)
        nextStep.deviceAuthenticationToken = token
        nextStep.bundleIdentifier = bundle.value
        nextStep.singleSignOnEnabled = isSingleSignOnEnabled ? "true" : "false"
    }

    /// Makes the answer that refuses a registration; `enrollmentBlocked` shows the client's own message.
    public init(refusal step: EnrollmentStep, message: String) {
        header = Header()
        status = Status(code: 2, notification: message)
        nextStep = NextStep(step)
        nextStep.enrollmentBlockedMessage = step == .enrollmentBlocked ? message : nil
    }

    /// The JSON form, members sorted by name.
    public func encoded() throws -> Data {
        try sortedJSON()
    }
}
