import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import HTTPTypes
import Hummingbird

/// Administrators of the admin REST API (AdminAdministrators).
///
/// | Method | Path | Versions | Answer |
/// |---|---|---|---|
/// | POST | `/api/system/admins/addadminuser` | 1 | adds an administrator |
/// | POST | `/api/system/admins` | 2 | adds an administrator |
/// | GET | `/api/system/admins/{id}` | 1, 2 | one administrator |
/// | POST | `/api/system/admins/{id}/update` | 1 | changes an administrator |
/// | PUT | `/api/system/admins/{id}` | 2 | changes an administrator |
/// | DELETE | `/api/system/admins/{id}/delete` | 1 | deletes an administrator |
/// | DELETE | `/api/system/admins/{id}` | 2 | deletes an administrator |
/// | POST | `/api/system/admins/{id}/changepassword` | 1 | 410: no more |
struct AdministratorAdminController {
    let store: AdministratorAccountStore
    let hasher: PasswordHasher
    let passwords: AdministratorPasswords

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/system/admins/addadminuser") { call in
            let account = try await add(call)
            return .body(AdminCreated(try account.record.storedID(), uuid: account.record.uuid), root: "EntityId")
        }
        routes.on(
            .post, "/api/system/admins",
            [2: { .body(["uuid": try await add($0).record.uuid], root: "EntityId") }])
        routes.get("/api/system/admins/{id}", uuidFrom: 2, [1: show, 2: showV2])
        routes.post("/api/system/admins/{id}/update", update)
        routes.on(.put, "/api/system/admins/{id}", [2: update])
        routes.delete("/api/system/admins/{id}/delete", delete)
        routes.on(.delete, "/api/system/admins/{id}", [2: delete])
        routes.post("/api/system/admins/{id}/changepassword") { _ in
            throw ConsoleError(
                .gone, "Passwords are no longer changed through this API; PUT /_mock/administrators/{uuid}/password."
            )
        }
    }

    private func add(_ call: AdminCall) async throws -> GroupAccount<AdministratorRecord> {
        let draft = try AdministratorDraft(try await call.fields())
        guard draft.username?.isEmpty == false else { throw Self.required("UserName") }
        guard let password = draft.password, !password.isEmpty else { throw Self.required("Password") }
        try passwords.require(password)
        // Before the work of hashing.
        try call.identity.requireGrant(of: draft.role ?? .readOnly)
        let hash = try await hasher.hash(password)
        return try await refusing { try await store.create(draft, passwordHash: hash, by: call.identity) }
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        .body(try AdministratorV1(try await account(call)), root: "AdminUser")
    }

    @Sendable private func showV2(_ call: AdminCall) async throws -> AdminAnswer {
        .body(try AdministratorV2(try await account(call)), root: "AdminUser")
    }

    @Sendable private func update(_ call: AdminCall) async throws -> AdminAnswer {
        let uuid = try await uuid(call)
        let draft = try AdministratorDraft(try await call.fields())
        _ = try await refusing { try await store.change(uuid, to: draft, by: call.identity) }
        return .empty(.ok)
    }

    @Sendable private func delete(_ call: AdminCall) async throws -> AdminAnswer {
        let uuid = try await uuid(call)
        try await refusing { try await store.delete(uuid, by: call.identity) }
        return .empty(.ok)
    }

    private func account(_ call: AdminCall) async throws -> GroupAccount<AdministratorRecord> {
        try await store.administrator(try await uuid(call), in: call.identity.subtree)
    }

    private func uuid(_ call: AdminCall) async throws -> String {
        let text = try call.context.pathParameter("id")
        let missing = ConsoleError(.notFound, "There is no administrator \(text.prefix(60)).")
        return try await store.uuid(
            of: try call.reference(else: missing), in: call.identity.subtree, else: missing)
    }

    private static func required(_ field: String) -> ConsoleError {
        ConsoleError(.unprocessable, "The field \(field) is required.", number: 1012)
    }

    /// Clients of this API get a conflict as a bad request.
    private func refusing<Value>(_ act: () async throws -> Value) async throws -> Value {
        do {
            return try await act()
        } catch let error as ConsoleError where error.code == .conflict {
            throw ConsoleError(.badRequest, error.message)
        }
    }
}
