import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// User groups (AdminUsers, "User groups").
///
/// | Method | Path | Versions | Answer |
/// |---|---|---|---|
/// | GET | `/api/system/usergroups/search` | 1 | a page of user groups; 204 for none |
/// | POST | `/api/system/usergroups/createcustomusergroup` | 1 | makes a user group |
/// | GET | `/api/system/usergroups/{id}/users` | 1 | the users in it |
/// | POST | `/api/system/usergroups/{id}/user/{userId}/addusertogroup` | 1 | takes a user in |
/// | POST | `/api/system/usergroups/{id}/user/{userId}/removeuserfromgroup` | 1 | takes a user out |
/// | DELETE | `/api/system/usergroups/{id}/delete` | 1 | deletes a user group |
struct UserGroupAdminController {
    let store: UserGroupStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/system/usergroups/search", search)
        routes.post("/api/system/usergroups/createcustomusergroup", create)
        routes.get("/api/system/usergroups/{id}/users", users)
        routes.post("/api/system/usergroups/{id}/user/{userId}/addusertogroup") { try await setMember($0, true) }
        routes.post("/api/system/usergroups/{id}/user/{userId}/removeuserfromgroup") { try await setMember($0, false) }
        routes.delete("/api/system/usergroups/{id}/delete", delete)
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.groups(
            try UserGroupSearch(call.query), for: call.identity, page: try call.page())
        guard !page.items.isEmpty else { return .empty(.noContent) }
        return .body(try UserGroupListBody(page), root: "UserGroupSearchResult")
    }

    @Sendable private func create(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try await store.create(try UserGroupDraft(try await call.fields()), by: call.identity)
        return .body(AdminCreated(try group.storedID(), uuid: group.uuid), root: "EntityId")
    }

    /// All of them, unless a page is asked for.
    @Sendable private func users(_ call: AdminCall) async throws -> AdminAnswer {
        let isPaged = ["page", "pagesize", "page_size"].contains { call.query.value($0) != nil }
        let found = try await store.users(
            of: try group(call), page: isPaged ? try call.page() : nil, for: call.identity)
        return .body(try UserGroupUsersBody(found.users, total: found.total), root: "EnrollmentUserSearchResult")
    }

    private func setMember(_ call: AdminCall, _ isMember: Bool) async throws -> AdminAnswer {
        let missing = ConsoleError(.notFound, "User not found", number: 404)
        let user = NamedUser(reference: try call.reference("userId", else: missing), missing: missing)
        try await store.setMember(user, of: try group(call), isMember, by: call.identity)
        return .empty(.ok)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        try await store.delete(try group(call), by: call.identity)
        return .empty(.ok)
    }

    private func group(_ call: AdminCall) throws -> RecordReference {
        let text = try call.context.pathParameter("id")
        return try call.reference(else: UserGroupStore.missing(text))
    }
}
