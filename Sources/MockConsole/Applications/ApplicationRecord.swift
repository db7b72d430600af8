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

/// One version of an app the console knows: who gets it and with which SDK profile.
struct ApplicationRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "application"
    /// Where an app comes from.
    static let types = ["Internal", "Public"]
    /// Only active apps are given out.
    static let statuses = ["Active", "Inactive", "Retired"]

    var id: Int64?
    var uuid: String
    var groupId: Int64
    var bundleId: String
    var name: String
    var type: String
    var platform: String
    /// As the package says; empty if nobody said.
    var version: String
    var status: String
    var profileMode: ProfileMode
    /// Set if and only if the mode is custom.
    var profileId: Int64?
    var createdAt: Timestamp

    /// Whether it is given out.
    var isActive: Bool { status == "Active" }

    /// Whether its version comes before that of another record; of equal ones, the older record.
    func isEarlier(than other: ApplicationRecord) -> Bool {
        let (own, others) = (ComparableVersion(version), ComparableVersion(other.version))
        if own != others {
            // What is no version comes first.
            guard let own else { return true }
            guard let others else { return false }
            return own < others
        }
        return (id ?? .max) < (other.id ?? .max)
    }
}
