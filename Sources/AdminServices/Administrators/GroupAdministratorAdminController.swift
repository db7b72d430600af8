import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Administrators and roles of an organization group (AdminGroups, "What belongs to a group").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/system/groups/{id}/getadmins` | a page of the administrators of a group and of those below it |
/// | GET | `/api/system/groups/{id}/roles` | the roles administrators can have |
struct GroupAdministratorAdminController {
    let store: AdministratorAccountStore
    let groups: OrganizationGroupStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/system/groups/{id}/getadmins", administrators)
        routes.get("/api/system/groups/{id}/roles", roles)
    }

    @Sendable private func administrators(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try await groups.group(try call.group(), in: call.identity.subtree)
        var query = AccountQuery(in: call.identity.subtree)
        query.match(group: try group.storedID())
        let page = try await store.page(query, try call.page())
        return .list(
            AdminList("Admins", try page.map(AdministratorV1.init)), root: "AdminSearchResult", whenEmpty: .ok)
    }

    @Sendable private func roles(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try await groups.group(try call.group(), in: call.identity.subtree)
        return .body(RolesBody(of: group), root: "Roles")
    }
}
