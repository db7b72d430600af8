/// Why a simulated client gives up, or is content with less, by the names of the SDK (ClientSequence, section 2.1).
public struct ClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The SDK's name for it; the first seventeen are setup errors, in the order of their codes.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// A step failed without an error of its own.
        case internalError = "InternalError"
        case stopRequested = "StopSDKRequested"
        case registeringApplicationBlocked = "RegisteringApplicationBlocked"
        case environmentMissing = "EnrollmentInformationSetup"
        case emptyProfiles = "EmptyProfiles"
        /// The tunnel is not started; the app goes on.
        case proxyFailedToStart = "ProxyFailedToStart"
        case certificatesNotDownloaded = "IntegratedAuthenticationCertificatesNotDownloaded"
        case applicationIdentityNotSet = "ApplicationIdentityNotSet"
        /// Declared, never raised.
        case pinningCertificateNotFetched = "FailedToFetchPinningCertificate"
        case companionFailed = "FailedToFetchEnvironmentInformationFromAirWatchApplication"
        case callbackSchemeMissing = "CallBackSchemeNotConfigured"
        case companionSchemeMissing = "AirWatchApplicationSchemeNotWhitelisted"
        /// Spelt as the SDK spells it.
        case companionMissing = "AnchorRequiredForThirdPartyApplictionBootstrap"
        case unenrollmentNotReported = "FailedToReportUnenrollmentStatus"
        case unlockFailed = "UserFailedtoUnlockProtectedDataInMaximumAllowedAttempts"
        case deviceCompromised = "DeviceIsCompromised"
        case consoleVersionNotCompatible = "ConsoleVersionNotCompatible"
        /// The answer lacked what every answer has to carry (DeviceServices, section 1.3).
        case responseValidation = "AWServices.Response.Validation"
        /// A call that has to work did not.
        case unexpectedResponse = "UnexpectedServerResponse"
        /// The answer makes a client crash.
        case crash = "Crash"
        /// No answer came.
        case unreachable = "NetworkFailure"
        /// The simulator itself broke the connection.
        case dropped = "ConnectionDropped"
    }

    /// Which one.
    public let name: Name
    /// The reason.
    public let reason: String

    /// A failure.
    public init(_ name: Name, _ reason: String) {
        self.name = name
        self.reason = reason
    }

    /// Name and reason.
    public var description: String { "\(name.rawValue): \(reason)" }
}

extension ClientFailure.Name {
    /// The number of a setup error, 0 to 16; nil for what is none.
    public var setupCode: Int? {
        guard let code = Self.allCases.firstIndex(of: self), code <= 16 else { return nil }
        return code
    }

    /// Whether an app whose setup ended with this error may not be used.
    public var isBlocking: Bool {
        switch self {
        case .proxyFailedToStart, .pinningCertificateNotFetched, .consoleVersionNotCompatible: false
        default: setupCode != nil
        }
    }
}
