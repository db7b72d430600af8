import GRDB

/// A smart group: a computed set of devices.
struct SmartGroupRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "smartGroup"
    /// By criteria, or only devices and users added by hand.
    static let criteriaTypes = ["All", "UserDevice"]

    var id: Int64?
    var uuid: String
    /// The group that manages it; only devices of its subtree can be members by criteria.
    var groupId: Int64
    var name: String
    var criteriaType: String
    var createdAt: Timestamp
    var updatedAt: Timestamp
}

/// One criterion of a smart group.
struct SmartGroupCriterionRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "smartGroupCriterion"

    /// What a criterion looks at.
    enum Kind: String, CaseIterable, Codable, Sendable {
        case organizationGroup, userGroup, tag, platform, ownership, model, osVersion
    }

    var id: Int64?
    var smartGroupId: Int64
    var kind: Kind
    var groupId: Int64?
    var userGroupId: Int64?
    var tagId: Int64?
    /// Platform, ownership or model; for OS versions, the version as written.
    var text: String?
    /// Comparison of OS versions: `=`, `!=`, `<`, `<=`, `>`, `>=`.
    var `operator`: String?
    /// The OS version as a number (``OSVersion``).
    var number: Int64?
}

/// A device or user added to a smart group, or kept out of it.
struct SmartGroupMemberRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "smartGroupMember"

    /// Added or kept out.
    enum Mode: String, Codable, Sendable {
        case add, exclude
    }

    var id: Int64?
    var smartGroupId: Int64
    var mode: Mode
    var deviceId: Int64?
    var userId: Int64?
}
