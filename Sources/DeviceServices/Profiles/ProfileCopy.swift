import ConsolePlatform
import DeviceProtocol

/// The wanted copy of a profile.
struct ProfileCopy: Sendable {
    /// Code of the group it is to belong to; nil for that of the original.
    var group: GroupCode?
    /// Its name; nil for that of the original, with "copy" in the same group.
    var name: String?
}

/// One version of a profile, without its settings.
struct ProfileVersionSummary: Sendable {
    let version: Int64
    let createdAt: Timestamp
    /// Types of its payloads, in order.
    let types: [String]
}
