package import ConsolePlatform
import GRDB

/// A smart group: a computed set of devices.
package struct SmartGroupRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "smartGroup"
    /// By criteria, or only devices and users added by hand.
    package static let criteriaTypes = ["All", "UserDevice"]

    package var id: Int64?
    package var uuid: String
    /// The group that manages it; only devices of its subtree can be members by criteria.
    package var groupId: Int64
    package var name: String
    package var criteriaType: String
    package var createdAt: Timestamp
    package var updatedAt: Timestamp

    /// Made of its parts.
    package init(
        id: Int64? = nil, uuid: String, groupId: Int64, name: String, criteriaType: String, createdAt: Timestamp,
        updatedAt: Timestamp
    ) {
        self.id = id
        self.uuid = uuid
        self.groupId = groupId
        self.name = name
        self.criteriaType = criteriaType
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}

extension SmartGroupRecord: ToldRecord {
    package static let toldColumns: Set<String> = ["uuid", "groupId", "name", "criteriaType"]
}

/// One criterion of a smart group.
package struct SmartGroupCriterionRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "smartGroupCriterion"

    /// The attribute that a criterion is about.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case organizationGroup, userGroup, tag, platform, ownership, model, osVersion, managementType
        /// The way a device was enrolled, which the console does not know.
        case enrollmentCategory
        /// The processor, which the console does not know.
        case cpuArchitecture
        /// Model with or without the name of its maker.
        case oemAndModel

        /// Whether a criterion of the kind is a word that is compared with a property of the device.
        var isWord: Bool {
            switch self {
            case .platform, .ownership, .model, .managementType, .enrollmentCategory, .cpuArchitecture, .oemAndModel:
                true
            case .organizationGroup, .userGroup, .tag, .osVersion: false
            }
        }
    }

    /// The most comparisons of OS versions in a smart group: each is a part of its predicate.
    package static let maximumVersions = 100

    package var id: Int64?
    var smartGroupId: Int64 = 0
    package var kind: Kind
    /// Empty also for a criterion whose group is deleted; the same holds for user group and tag.
    package var groupId: Int64?
    package var userGroupId: Int64?
    package var tagId: Int64?
    /// For OS versions: the platform they are for; nil for any.
    package var platform: String?
    /// The value as written: `Apple`, `CorporateDedicated`, `iPhone`, `iOS 17.0.0`, `AppLevel`.
    package var text: String?
    /// Comparison of OS versions: `=`, `!=`, `<`, `<=`, `>`, `>=`.
    package var `operator`: String?
    /// The OS version as a number (``OSVersion``), or the raw value of a `ManagementType`; nil for a management the
    /// console does not know.
    var number: Int64?

    /// Made of its parts.
    package init(
        id: Int64? = nil, smartGroupId: Int64 = 0, kind: Kind, groupId: Int64? = nil, userGroupId: Int64? = nil,
        tagId: Int64? = nil, platform: String? = nil, text: String? = nil, operator: String? = nil,
        number: Int64? = nil
    ) {
        self.id = id
        self.smartGroupId = smartGroupId
        self.kind = kind
        self.groupId = groupId
        self.userGroupId = userGroupId
        self.tagId = tagId
        self.platform = platform
        self.text = text
        self.operator = `operator`
        self.number = number
    }

    /// The same criterion wherever it is stored.
    package var bare: SmartGroupCriterionRecord {
        var criterion = self
        (criterion.id, criterion.smartGroupId) = (nil, 0)
        return criterion
    }
}

/// A device, user or user group that is added to a smart group, or excluded from it.
package struct SmartGroupMemberRecord: Codable, Hashable, Sendable, StoredRecord {
    package static let databaseTableName = "smartGroupMember"

    /// Added or excluded; user groups can only be excluded.
    package enum Mode: String, CaseIterable, Codable, Sendable {
        case add, exclude
    }

    package var id: Int64?
    var smartGroupId: Int64 = 0
    package var mode: Mode
    package var deviceId: Int64?
    package var userId: Int64?
    package var userGroupId: Int64?

    /// Made of its parts.
    package init(
        id: Int64? = nil, smartGroupId: Int64 = 0, mode: Mode, deviceId: Int64? = nil, userId: Int64? = nil,
        userGroupId: Int64? = nil
    ) {
        self.id = id
        self.smartGroupId = smartGroupId
        self.mode = mode
        self.deviceId = deviceId
        self.userId = userId
        self.userGroupId = userGroupId
    }

    /// The same member wherever it is stored.
    package var bare: SmartGroupMemberRecord {
        var member = self
        (member.id, member.smartGroupId) = (nil, 0)
        return member
    }
}
