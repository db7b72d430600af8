import GRDB

/// An organization group: a node of the tree everything else belongs to.
struct OrganizationGroupRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "organizationGroup"
    /// Id of the topmost group, which clients of the admin API rely on.
    static let globalID: Int64 = 7

    /// Types a group can have; only the topmost is `Global`.
    static let types = ["Global", "Partner", "Customer", "Container", "Prospect"]

    var id: Int64?
    var uuid: String
    var parentId: Int64?
    /// Ids from the root down to this group: `/7/12/`.
    var path: String
    /// The "Group ID" users type on a device; unique, letter case ignored.
    var code: String
    var name: String
    var type: String
    var country: String
    var locale: String
    var createdAt: Timestamp

    /// Ids from the root down to this group.
    var ancestorsAndSelf: [Int64] { path.split(separator: "/").compactMap { Int64($0) } }
}

/// One override of a setting at a group.
struct GroupSettingRecord: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "organizationGroupSetting"

    var groupId: Int64
    /// Key of a ``GroupSetting``.
    var key: String
    /// JSON of the value.
    var value: String
}
