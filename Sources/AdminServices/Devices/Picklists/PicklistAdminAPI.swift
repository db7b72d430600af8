import ConsoleModel

/// A word to choose; members as on the wire (AdminDeviceDetails, "Picklists").
struct PicklistEntryBody: Encodable, Sendable {
    let Key: String
    let Description: String

    /// The body for an entry.
    init(_ entry: Picklist.Entry) { (Key, Description) = (String(entry.key), entry.description) }
}
