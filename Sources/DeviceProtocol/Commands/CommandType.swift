/// The commands that clients of this generation carry out by themselves, `RequestType` (DeviceServices, section 13.5).
///
/// Any other text is a command of the app's own.
public enum CommandType: String, Hashable, Codable, Sendable, CaseIterable {
    /// Stores a profile.
    case installProfile = "InstallProfile"
    /// Answers with the stored profiles.
    case requestProfiles = "RequestProfiles"
    /// Uploads logs now, or after a period of closer logging.
    case uploadLogs = "UploadLogs"
    /// Locks the app or its single sign-on session.
    case lock = "DeviceLockSso"
}
