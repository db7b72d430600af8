import GRDB

/// Which SDK profile an application gives its installations.
enum ProfileMode: String, CaseIterable, Codable, Sendable {
    /// None: the SDK does not initialise.
    case none
    /// The default of the device's organization group.
    case `default`
    /// One of its own.
    case custom
}

/// An app the console knows: who gets it and with which SDK profile.
struct ApplicationRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "application"
    /// Where an app comes from.
    static let types = ["Internal", "Public"]
    /// Retired apps are no longer given out.
    static let statuses = ["Active", "Retired"]

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var bundleId: String
    var name: String
    var type: String
    var platform: String
    var version: String
    var status: String
    var profileMode: ProfileMode
    /// Set if and only if the mode is custom.
    var profileId: Int64?
    var createdAt: Timestamp

    /// Whether it is given out.
    var isActive: Bool { status == "Active" }
}
