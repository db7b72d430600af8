/// Which profile a client asks for, `configtypeid` (DeviceServices, section 12).
public enum ConfigurationType: Int, Hashable, Codable, Sendable, CaseIterable {
    /// The agent's.
    case agent = 5
    /// The browser's.
    case browser = 7
    /// The content locker's.
    case contentLocker = 9
    /// The one for shared devices.
    case sharedDevice = 13
    /// The mail app's.
    case email = 18
    /// The SDK's, always asked for.
    case sdk = 21
    /// The one for wrapped apps.
    case appWrapping = 22
    /// Boxer's.
    case boxer = 32
}
