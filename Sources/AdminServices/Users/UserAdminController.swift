import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Enrollment users (AdminUsers, "Users").
///
/// | Method | Path | Versions | Answer |
/// |---|---|---|---|
/// | GET | `/api/system/users/search` | 1, 2 | a page of users, possibly empty |
/// | POST | `/api/system/users/adduser` | 1 | adds a user |
/// | POST | `/api/system/users` | 2 | adds a user; 201 |
/// | POST | `/api/system/users/activate` | 1 | lets several users sign in again |
/// | POST | `/api/system/users/deactivate` | 1 | keeps several users out |
/// | POST | `/api/system/users/delete` | 1 | deletes several users |
/// | GET | `/api/system/users/{id}` | 1, 2 | one user |
/// | PUT | `/api/system/users/{id}` | 2 | changes a user |
/// | DELETE | `/api/system/users/{id}` | 2 | deletes a user |
/// | POST | `/api/system/users/{id}/update` | 1 | changes a user |
/// | POST | `/api/system/users/{id}/activate` | 1 | lets a user sign in again |
/// | POST | `/api/system/users/{id}/deactivate` | 1 | keeps a user out |
/// | POST | `/api/system/users/{id}/changelocationgroup` | 1 | moves a user to the group `targetLG` |
/// | DELETE | `/api/system/users/{id}/delete` | 1 | deletes a user |
struct UserAdminController {
    let store: UserAccountStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/system/users/search", [1: search, 2: searchV2])
        routes.post("/api/system/users/adduser", add)
        routes.on(.post, "/api/system/users", [2: create])
        routes.post("/api/system/users/activate") { try await bulk($0) { try await activate($0, true, $1) } }
        routes.post("/api/system/users/deactivate") { try await bulk($0) { try await activate($0, false, $1) } }
        routes.post("/api/system/users/delete") { call in
            try await DatabaseCallers.deleting { try await bulk(call, delete) }
        }
        routes.get("/api/system/users/{id}", uuidFrom: 2, [1: show, 2: showV2])
        routes.on(.put, "/api/system/users/{id}", [2: update])
        routes.on(.delete, "/api/system/users/{id}", [2: deleteOne])
        routes.post("/api/system/users/{id}/update", update)
        routes.post("/api/system/users/{id}/activate") { try await one($0) { try await activate($0, true, $1) } }
        routes.post("/api/system/users/{id}/deactivate") { try await one($0) { try await activate($0, false, $1) } }
        routes.post("/api/system/users/{id}/changelocationgroup", move)
        routes.delete("/api/system/users/{id}/delete", deleteOne)
    }

    @Sendable private func search(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.search(try UserSearch(call.query), for: call.identity, page: try call.page())
        return .list(AdminList("Users", try page.map(UserBody.init)), root: "UserSearchResult", whenEmpty: .ok)
    }

    @Sendable private func searchV2(_ call: AdminCall) async throws -> AdminAnswer {
        let page = try await store.search(try UserSearch(call.query), for: call.identity, page: try call.page())
        return .list(AdminList("users", try page.map(UserBodyV2.init)), root: "UserSearchResult", whenEmpty: .ok)
    }

    /// First versions make users with a password of their own unless they say otherwise.
    @Sendable private func add(_ call: AdminCall) async throws -> AdminAnswer {
        var draft = try UserDraft(try await call.fields())
        draft.security = draft.security ?? .basic
        let user = try await store.create(draft, by: call.identity)
        return .body(AdminCreated(try user.storedID(), uuid: user.uuid), root: "EntityId")
    }

    @Sendable private func create(_ call: AdminCall) async throws -> AdminAnswer {
        let user = try await store.create(try UserDraft(try await call.fields()), by: call.identity)
        var answer = AdminAnswer.body(CreatedUserBody(uuid: user.uuid), root: "EntityId", status: .created)
        answer.headers[.location] = "\(origin.of(call.request))/api/system/users/\(user.uuid)"
        return answer
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        .body(try UserBody(try await store.user(try user(call), for: call.identity)), root: "EnrollmentUser")
    }

    @Sendable private func showV2(_ call: AdminCall) async throws -> AdminAnswer {
        .body(try UserBodyV2(try await store.user(try user(call), for: call.identity)), root: "EnrollmentUser")
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        let user = try user(call)
        try await store.change(user, try UserDraft(try await call.fields()), by: call.identity)
        return .empty(.ok)
    }

    @Sendable private func move(_ call: AdminCall) async throws -> AdminAnswer {
        let user = try user(call)
        guard let group = call.query.value("targetLG").flatMap(RecordReference.init) else {
            throw ConsoleError(.badRequest, "targetLG has to be the id of an organization group.")
        }
        try await store.move(user, to: group, by: call.identity)
        return .empty(.ok)
    }

    @Sendable private func deleteOne(_ call: AdminCall) async throws -> AdminAnswer { try await one(call, delete) }

    @Sendable private func delete(_ user: NamedUser, _ call: AdminCall) async throws {
        try await store.delete(user, by: call.identity)
    }

    @Sendable private func activate(_ user: NamedUser, _ isActive: Bool, _ call: AdminCall) async throws {
        try await store.setActive(isActive, user, by: call.identity)
    }

    private func one(
        _ call: AdminCall, _ act: (NamedUser, AdminCall) async throws -> Void
    ) async throws -> AdminAnswer {
        try await act(try user(call), call)
        return .empty(.ok)
    }

    private func bulk(
        _ call: AdminCall, _ act: (NamedUser, AdminCall) async throws -> Void
    ) async throws -> AdminAnswer {
        let result = try await AdminBulkResult.of(try await call.fields().bulkValues()) { value in
            let missing = Self.missing(value, version: call.version)
            guard let reference = RecordReference(value) else { throw missing }
            try await act(NamedUser(reference: reference, missing: missing), call)
        }
        return .body(result, root: "BulkResponse")
    }

    /// The user the path names.
    private func user(_ call: AdminCall) throws -> NamedUser {
        let missing = Self.missing(try call.context.pathParameter("id"), version: call.version)
        return NamedUser(reference: try call.reference(else: missing), missing: missing)
    }

    /// The error of a version for an unknown user.
    private static func missing(_ id: String, version: Int) -> ConsoleError {
        version == 1
            ? ConsoleError(.notFound, "User not found", number: 404)
            : ConsoleError(.notFound, "Enrollment User not found : \(id.prefix(80))", number: 12)
    }
}
