import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Secrets deliveries are signed with (AdminNotifications, "Signature").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/event-notifications/{id}/secret` | the secret, for administrators who may change notifications |
/// | POST | `/_mock/event-notifications/{id}/secret` | another secret |
struct NotificationSecretMockController {
    let store: EventNotificationStore

    /// Adds the routes, to a group that asks for writing.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/event-notifications/{id}/secret", use: show)
        router.post("/_mock/event-notifications/{id}/secret", use: renew)
    }

    private func reference(_ context: AdminRequestContext) throws -> RecordReference {
        let text = try context.pathParameter("id")
        guard let reference = RecordReference(text) else {
            throw EventNotificationStore.missing(String(text.prefix(80)))
        }
        return reference
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let secret = try await store.secret(of: try reference(context), in: context.identity.subtree)
        return try .json(["secret": secret])
    }

    private func renew(_ request: Request, context: AdminRequestContext) async throws -> Response {
        try .json(["secret": try await store.renewSecret(of: try reference(context), by: context.identity)])
    }
}
