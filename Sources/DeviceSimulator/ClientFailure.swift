/// Why a simulated client gives up, by the names of the SDK's setup errors (ClientSequence, section 2.1).
public struct ClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The SDK's name for it.
    public enum Name: String, Sendable {
        case internalError = "InternalError"
        case emptyProfiles = "EmptyProfiles"
        case applicationIdentityNotSet = "ApplicationIdentityNotSet"
        case registeringApplicationBlocked = "RegisteringApplicationBlocked"
        case consoleVersionNotCompatible = "ConsoleVersionNotCompatible"
        /// The answer lacked what every answer has to carry (DeviceServices, section 1.3).
        case responseValidation = "AWServices.Response.Validation"
        /// A call that has to work did not.
        case unexpectedResponse = "UnexpectedServerResponse"
    }

    /// Which one.
    public let name: Name
    /// What was the matter.
    public let reason: String

    /// A failure.
    public init(_ name: Name, _ reason: String) {
        self.name = name
        self.reason = reason
    }

    /// Name and reason.
    public var description: String { "\(name.rawValue): \(reason)" }
}
