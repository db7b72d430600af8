/// Why a payload cannot be sent to clients.
public struct ProfileValidationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The type of the payload.
    public let payload: String
    /// The setting at fault, or nothing if the payload as a whole is.
    public let key: String?
    /// The value as written, shortened.
    public let value: String
    /// The accepted values, as a noun phrase.
    public let allowed: String

    /// Describes a fault.
    public init(payload: String, key: String?, value: String, allowed: String) {
        self.payload = payload
        self.key = key
        self.value = value
        self.allowed = allowed
    }

    /// The fault as a sentence without a full stop.
    public var message: String {
        let place = key.map { "\(payload).\($0)" } ?? payload
        return "\(place) must be \(allowed), not \(value.isEmpty ? "empty" : value)"
    }

    /// The message.
    public var description: String { message }
}
