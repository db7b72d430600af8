package import ConsolePlatform
import GRDB

/// Which SDK profile an application gives its installations.
package enum ProfileMode: String, CaseIterable, Codable, Sendable {
    /// None: the SDK does not initialise.
    case none
    /// The default of the device's organization group.
    case `default`
    /// One of its own.
    case custom
}

/// One version of an app the console knows: who gets it and with which SDK profile.
package struct ApplicationRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "application"
    /// Where an app comes from.
    static let types = ["Internal", "Public"]
    /// Only active apps are given out.
    package static let statuses = ["Active", "Inactive", "Retired"]

    package var id: Int64?
    package var uuid: String
    package var groupId: Int64
    package var bundleId: String
    package var name: String
    package var type: String
    package var platform: String
    /// The value in the package; empty if it has none.
    package var version: String
    package var status: String
    package var profileMode: ProfileMode
    /// Set exactly if the mode is custom.
    package var profileId: Int64?
    package var createdAt: Timestamp

    /// Made of its parts.
    package init(
        id: Int64? = nil, uuid: String, groupId: Int64, bundleId: String, name: String, type: String,
        platform: String, version: String, status: String, profileMode: ProfileMode, profileId: Int64? = nil,
        createdAt: Timestamp
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.bundleId = bundleId
        self.name = name
        self.type = type
        self.platform = platform
        self.version = version
        self.status = status
        self.profileMode = profileMode
        self.profileId = profileId
        self.createdAt = createdAt
    }

    /// Whether it is given out.
    package var isActive: Bool { status == "Active" }

    /// Whether its version comes before that of another record; of equal ones, the older record.
    package func isEarlier(than other: ApplicationRecord) -> Bool {
        let (own, others) = (ComparableVersion(version), ComparableVersion(other.version))
        if own != others {
            // A text that is no version comes first.
            guard let own else { return true }
            guard let others else { return false }
            return own < others
        }
        return (id ?? .max) < (other.id ?? .max)
    }
}

extension ApplicationRecord: ToldRecord {
    package static let toldColumns: Set<String> = [
        "uuid", "groupId", "bundleId", "name", "type", "platform", "version", "status", "profileMode", "profileId",
    ]
}
