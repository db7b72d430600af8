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
        case organizationGroup, userGroup, tag, platform, ownership, model, osVersion, managementType
        /// How a device was enrolled, which the console does not know.
        case enrollmentCategory
        /// The processor, which the console does not know.
        case cpuArchitecture
        /// Model with or without the name of its maker.
        case oemAndModel
    }

    /// Comparisons of OS versions a smart group has at most: each is a part of its predicate.
    static let maximumVersions = 100

    var id: Int64?
    var smartGroupId: Int64 = 0
    var kind: Kind
    /// Empty also for a criterion whose group is deleted; the same holds for user group and tag.
    var groupId: Int64?
    var userGroupId: Int64?
    var tagId: Int64?
    /// For OS versions: devices of this platform are meant; nil for any.
    var platform: String?
    /// What is asked for, as written: `Apple`, `CorporateDedicated`, `iPhone`, `iOS 17.0.0`, `AppLevel`.
    var text: String?
    /// Comparison of OS versions: `=`, `!=`, `<`, `<=`, `>`, `>=`.
    var `operator`: String?
    /// The OS version as a number (``OSVersion``), or the raw value of a `ManagementType`; nil for a management the
    /// console does not know.
    var number: Int64?

    /// The same criterion wherever it is stored.
    var bare: SmartGroupCriterionRecord {
        var criterion = self
        (criterion.id, criterion.smartGroupId) = (nil, 0)
        return criterion
    }
}

/// A device, user or user group added to a smart group, or kept out of it.
struct SmartGroupMemberRecord: Codable, Hashable, Sendable, StoredRecord {
    static let databaseTableName = "smartGroupMember"

    /// Added or kept out; user groups can only be kept out.
    enum Mode: String, CaseIterable, Codable, Sendable {
        case add, exclude
    }

    var id: Int64?
    var smartGroupId: Int64 = 0
    var mode: Mode
    var deviceId: Int64?
    var userId: Int64?
    var userGroupId: Int64?

    /// The same member wherever it is stored.
    var bare: SmartGroupMemberRecord {
        var member = self
        (member.id, member.smartGroupId) = (nil, 0)
        return member
    }
}
