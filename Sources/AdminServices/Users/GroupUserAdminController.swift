import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// The users of an organization group (AdminGroups, "What belongs to a group").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/system/groups/{id}/users` | a page of the users of a group and of those below it |
struct GroupUserAdminController {
    let store: UserAccountStore
    let groups: OrganizationGroupStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/system/groups/{id}/users", list)
    }

    @Sendable private func list(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try await groups.group(try call.group(), in: call.identity.subtree)
        let search = UserSearch(group: .id(try group.storedID()))
        let page = try await store.search(search, for: call.identity, page: try call.page())
        return .list(AdminList("Users", try page.map(UserBody.init)), root: "UserSearchResult", whenEmpty: .ok)
    }
}
