import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// The wanted state of a user group (AdminUsers, "User groups").
struct UserGroupDraft: Sendable {
    /// 1 to 255 characters.
    let name: String
    let description: String
    /// The organization group it belongs to; nil for that of the administrator.
    let group: RecordReference?

    /// Reads a body.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` (1012) without a name, `badRequest` naming the field that is wrong.
    init(_ fields: AdminFields) throws {
        let known = ["GroupName", "UserGroupName", "Name"].first { fields.value($0) != nil } ?? "GroupName"
        name = try fields.requiredText(known, code: .unprocessable, number: 1012)
        description = try fields.text("Description", maximum: 1000) ?? ""
        group = try fields.group(
            "ManagedByOrganizationGroupID", "ManagedBy", "OrganizationGroup", "OrganizationGroupId", "LocationGroupId")
    }
}

/// The filters of a search of user groups, all of which must hold.
struct UserGroupSearch: Sendable {
    /// Part of the name, letter case of A to Z ignored.
    var name: String?
    /// The organization group with all below it.
    var group: RecordReference?
    /// Terms of ORDER BY.
    var order = "userGroup.id"

    /// SQL expressions clients order by.
    private static let columns = [
        "usergroupid": "userGroup.id", "usergroupname": "userGroup.name", "groupname": "userGroup.name",
        "organizationgroup": "userGroup.groupId",
    ]

    /// Reads a query.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` naming the parameter.
    init(_ query: QueryParameters) throws {
        name = query.text("groupname")
        group = try query.group("organizationgroupid")
        order = AdminPaging.order(query, Self.columns, default: "userGroup.id")
    }
}

/// A user group with the number of its users.
struct UserGroupOverview: Sendable {
    let record: UserGroupRecord
    let users: Int
}
