import ConsoleModel
import ConsolePlatform

/// A page of user groups; names as on the wire (AdminUsers, "User groups").
struct UserGroupListBody: Encodable, Sendable {
    /// One of them.
    struct Item: Encodable, Sendable {
        let UserGroupId: Int64
        let UserGroupName: String
        let OrganizationGroup: Int64
        let UserCount: Int
        let Description: String
        let Uuid: String
    }

    /// How many are on the page.
    let ResultSetCount: Int
    let UserGroup: [Item]
    let Page: Int
    let PageSize: Int
    let Total: Int

    /// The body for a page.
    init(_ page: ConsolePlatform.Page<UserGroupOverview>) throws {
        UserGroup = try page.items.map { entry in
            Item(
                UserGroupId: try entry.record.storedID(), UserGroupName: entry.record.name,
                OrganizationGroup: entry.record.groupId, UserCount: entry.users,
                Description: entry.record.description, Uuid: entry.record.uuid)
        }
        ResultSetCount = page.items.count
        Page = page.request.page
        PageSize = page.request.size
        Total = page.total
    }
}

/// The users of a user group.
struct UserGroupUsersBody: Encodable, Sendable {
    let EnrollmentUser: [UserBody]
    let Total: Int

    /// The body for users.
    init(_ users: [UserOverview], total: Int) throws {
        EnrollmentUser = try users.map(UserBody.init)
        Total = total
    }
}
