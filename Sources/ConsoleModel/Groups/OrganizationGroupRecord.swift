package import ConsolePlatform
import GRDB

/// An organization group: a node of the tree everything else belongs to.
package struct OrganizationGroupRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "organizationGroup"
    /// Id of the topmost group, which clients of the admin API rely on.
    package static let globalID: Int64 = 7

    /// Types a group can have; only the topmost is `Global`.
    package static let types = ["Global", "Partner", "Customer", "Container", "Prospect"]

    package var id: Int64?
    package var uuid: String
    package var parentId: Int64?
    /// Ids from the root down to this group: `/7/12/`.
    ///
    /// Written in this file alone, and compared by ``Subtree`` alone.
    private(set) var path: String
    /// The "Group ID" users type on a device; unique, letter case ignored.
    package var code: String
    package var name: String
    package var type: String
    package var country: String
    package var locale: String
    package var createdAt: Timestamp

    /// The wanted state of a group; a new one gets its place when it is inserted.
    package init(
        id: Int64?, uuid: String, parentId: Int64?, code: String, name: String, type: String, country: String,
        locale: String, createdAt: Timestamp, inPlaceOf known: OrganizationGroupRecord? = nil
    ) {
        self.id = id
        self.uuid = uuid
        self.parentId = parentId
        self.code = code
        self.name = name
        self.type = type
        self.country = country
        self.locale = locale
        self.createdAt = createdAt
        path = known?.path ?? ""
    }

    /// Adds it below another group, or as the root for nil.
    ///
    /// The path holds the id, which is known only after the insert: a unique stand-in keeps the constraint.
    mutating func insert(below parent: OrganizationGroupRecord?, _ db: GRDB.Database) throws {
        parentId = parent?.id
        let final = id.map { (parent?.path ?? "/") + "\($0)/" }
        path = final ?? "/new-\(uuid)/"
        try insert(db)
        if final == nil, let id {
            path = (parent?.path ?? "/") + "\(id)/"
            try update(db)
        }
    }
}

extension OrganizationGroupRecord: ToldRecord {
    package static let toldColumns: Set<String> = [
        "uuid", "parentId", "path", "code", "name", "type", "country", "locale",
    ]
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
