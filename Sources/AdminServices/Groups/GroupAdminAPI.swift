import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// A group as first versions show it; names as on the wire (AdminGroups, "The group").
struct GroupBody: Encodable, Sendable {
    /// The group above.
    struct Parent: Encodable, Sendable {
        let Id: AdminID
        let Uuid: String

        /// The group above one; ids of nothing for the root, since a client reads them of every group.
        init(_ parent: OrganizationGroupRecord?) {
            Id = AdminID(parent?.id ?? 0)
            Uuid = parent?.uuid ?? "00000000-0000-0000-0000-000000000000"
        }
    }

    let Name: String
    let GroupId: String
    let LocationGroupType: String
    let Country: String
    let Locale: String
    let CreatedOn: String
    let LgLevel: Int?
    let Users: String
    let Admins: String
    let Devices: String
    let IsCustomerTypeExistInParentHierarchy: Bool
    let ParentLocationGroup: Parent?
    let Id: AdminID
    let Uuid: String

    /// Where a body is shown, which decides what it holds.
    enum Place: Sendable {
        case search, single, children
    }

    /// The body for a group.
    init(_ summary: GroupSummary, in place: Place) {
        let group = summary.group
        Name = group.name
        GroupId = group.code
        LocationGroupType = group.type
        Country = group.country
        Locale = place == .children ? group.locale : GroupLocale.name(of: group.locale)
        CreatedOn = group.createdAt.american
        LgLevel = place == .search ? nil : summary.level
        Users = String(summary.counts.users)
        Admins = String(summary.counts.administrators)
        Devices = String(summary.counts.devices)
        IsCustomerTypeExistInParentHierarchy = summary.isBelowCustomer
        ParentLocationGroup = place == .children ? Parent(summary.parent) : nil
        Id = AdminID(group.id ?? 0)
        Uuid = group.uuid
    }
}

/// A group as version 2 shows it.
struct GroupBody2: Encodable, Sendable {
    let Id: Int64
    let Uuid: String
    let Name: String
    let GroupId: String
    let LocationGroupType: String
    let Country: String
    let Locale: String
    let CreatedOn: String
    let LgLevel: Int
    let Users: String
    let Admins: String
    let Devices: String

    /// The body for a group.
    init(_ summary: GroupSummary) {
        let group = summary.group
        Id = group.id ?? 0
        Uuid = group.uuid
        Name = group.name
        GroupId = group.code
        LocationGroupType = group.type
        Country = group.country
        Locale = GroupLocale.name(of: group.locale)
        CreatedOn = group.createdAt.american
        LgLevel = summary.level
        Users = String(summary.counts.users)
        Admins = String(summary.counts.administrators)
        Devices = String(summary.counts.devices)
    }
}

/// A group that was made, as version 2 and 3 answer it.
struct CreatedGroupBody: Encodable, Sendable {
    /// Keys of the new group.
    struct Access: Encodable, Sendable {
        let Status: String
        let DefaultAdminApiKey: String
        let EnrollmentUserApiKey: String
    }

    let Id: Int64
    let Uuid: String
    let RestApiAccess: Access?

    /// The body for a new group.
    init(_ created: CreatedGroup) {
        Id = created.group.id ?? 0
        Uuid = created.group.uuid
        RestApiAccess = created.keys.map {
            Access(
                Status: "Enabled", DefaultAdminApiKey: $0.administrator, EnrollmentUserApiKey: $0.enrollmentUser)
        }
    }
}

/// Uuids of a group and those above it.
struct GroupParentsBody: Encodable, Sendable {
    let items: [String]
}

/// A group with all groups below it.
struct GroupTreeBody: Encodable, Sendable {
    let uuid: String
    let name: String
    let type: String
    /// Names from the top down.
    let full_name: String
    let group_id: String
    let id: Int64
    let children: [GroupTreeBody]

    /// The tree of groups.
    ///
    /// - Parameters:
    ///   - group: Its top.
    ///   - children: Groups by the id of the one above.
    ///   - prefix: Names above the top, each with a separator.
    init(_ group: OrganizationGroupRecord, children: [Int64: [OrganizationGroupRecord]], prefix: String = "") {
        uuid = group.uuid
        name = group.name
        type = group.type
        full_name = prefix + group.name
        group_id = group.code
        id = group.id ?? 0
        let path = full_name + " / "
        self.children = (children[id] ?? []).map { GroupTreeBody($0, children: children, prefix: path) }
    }
}
