import ConsoleModel

/// A group with what clients read beside it.
struct GroupSummary: Sendable {
    /// How many users, administrators and devices there are in a group and below it.
    struct Counts: Sendable {
        var users = 0
        var administrators = 0
        var devices = 0
    }

    let group: OrganizationGroupRecord
    /// Levels below the group the question was about, which has 0.
    let level: Int
    let counts: Counts
    /// Whether a group on the way to the root is a customer.
    let isBelowCustomer: Bool
    /// The group above; nil for the root.
    let parent: OrganizationGroupRecord?
}
