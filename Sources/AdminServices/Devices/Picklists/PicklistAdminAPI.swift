import ConsoleModel

/// A word to choose; members as on the wire (AdminDeviceDetails, "Picklists").
struct PicklistEntryBody: Encodable, Sendable {
    let Key: String
    let Description: String

    /// The body for an entry.
    init(_ entry: Picklist.Entry) { (Key, Description) = (String(entry.key), entry.description) }

    /// The body for an ownership: its letter, and what consoles call it.
    init(_ ownership: DeviceOwnership) {
        Key = ownership.letter
        Description =
            switch ownership {
            case .corporateDedicated: "Corporate - Dedicated"
            case .corporateShared: "Corporate - Shared"
            case .employeeOwned: "Employee Owned"
            case .undefined: "Undefined"
            }
    }

    /// The body for a platform: its number, and its word.
    init(_ platform: DevicePlatform) { (Key, Description) = (String(platform.number), platform.rawValue) }
}
