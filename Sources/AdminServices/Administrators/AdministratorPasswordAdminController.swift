import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Passwords of administrators (AdminAdministrators).
///
/// | Method | Path | Version | Answer |
/// |---|---|---|---|
/// | PUT | `/api/system/admins/{id}/password` | 2 | gives an administrator another password; 200 |
struct AdministratorPasswordAdminController {
    let store: AdministratorAccountStore
    let hasher: PasswordHasher
    let passwords: AdministratorPasswords

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.on(.put, "/api/system/admins/{id}/password", [2: setPassword])
    }

    @Sendable private func setPassword(_ call: AdminCall) async throws -> AdminAnswer {
        let text = try call.context.pathParameter("id")
        let missing = ConsoleError(.notFound, "There is no administrator \(text.prefix(60)).")
        let uuid = try await store.uuid(
            of: try call.reference(else: missing), in: call.identity.subtree, else: missing)
        let fields = try await call.fields()
        guard let password = try fields.text("Password"), !password.isEmpty else {
            throw ConsoleError(.unprocessable, "The field Password is required.", number: 1012)
        }
        try passwords.require(password)
        var draft = AdministratorDraft()
        draft.requiresPasswordChange = try fields.bool("RequiresPasswordChange")
        let hash = try await hasher.hash(password)
        try await store.setPassword(hash: hash, of: uuid, by: call.identity)
        if draft.requiresPasswordChange != nil { _ = try await store.change(uuid, to: draft, by: call.identity) }
        return .empty(.ok)
    }
}
