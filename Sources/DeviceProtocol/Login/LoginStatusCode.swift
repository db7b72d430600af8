/// The outcome of a login (DeviceServices, section 7.3.1).
public enum LoginStatusCode: String, Hashable, Codable, Sendable, CaseIterable {
    /// The login succeeded.
    case success = "AUTH-0"
    /// User name or password is wrong.
    case invalidCredentials = "AUTH-1001"
    /// The account is locked.
    case accountLocked = "AUTH-1002"
    /// The account is inactive.
    case accountInactive = "AUTH-1003"
    /// The device must be enrolled in device management first.
    case deviceNotEnrolled = "AUTH-1004"
    /// The token is unknown, used or expired.
    case invalidToken = "AUTH-1005"
    /// The device is not known, or not wanted.
    case deviceNotFound = "AUTH-1006"
    /// The server is not configured for what was asked.
    case serverNotConfigured = "AUTH-1007"
    /// Anything else, also an unknown group.
    case unknown = "AUTH--1"

    /// The meaning of the code, as a phrase.
    public var reason: String {
        switch self {
        case .success: "success"
        case .invalidCredentials: "invalid credentials"
        case .accountLocked: "account locked"
        case .accountInactive: "account inactive"
        case .deviceNotEnrolled: "device not MDM-enrolled"
        case .invalidToken: "invalid token"
        case .deviceNotFound: "device not found"
        case .serverNotConfigured: "server configuration problem"
        case .unknown: "unknown server problem"
        }
    }
}
