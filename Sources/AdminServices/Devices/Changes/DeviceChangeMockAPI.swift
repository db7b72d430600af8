/// Users of shared devices (AdminAPI, "Shared devices").
struct CheckOutBody: Decodable, Sendable {
    /// Name of a user of the device's group, or of a group above it.
    let username: String
}
