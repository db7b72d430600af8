import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Settings of organization groups (AdminAPI, "Group settings").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/_mock/groups/{groupId}/settings` | every setting in force, and where it comes from |
/// | PATCH | `/_mock/groups/{groupId}/settings` | changes what the group sets; `null` inherits again |
struct GroupSettingsMockController {
    let store: GroupSettingsStore
    /// Bytes of a body.
    let bodyLimit: Int

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/_mock/groups/{groupId}/settings", use: show)
        router.patch("/_mock/groups/{groupId}/settings", use: change)
    }

    private func show(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        return try await answer(code, context: context)
    }

    private func change(_ request: Request, context: AdminRequestContext) async throws -> Response {
        let code = try context.pathParameter("groupId", as: GroupCode.init)
        let change = try GroupSettingsChange(json: try await request.data(limit: bodyLimit))
        try await store.change(change, of: code, by: context.identity)
        return try await answer(code, context: context)
    }

    private func answer(_ code: GroupCode, context: AdminRequestContext) async throws -> Response {
        let settings = try await store.settings(of: code, in: context.identity.subtree)
        let bodies = settings.map { effective, from in
            let isOwn = from?.lowercased() == code.value.lowercased()
            return (
                effective.setting.rawValue, GroupSettingBody(value: effective.value, isOverridden: isOwn, from: from)
            )
        }
        return try .json(Dictionary(uniqueKeysWithValues: bodies))
    }
}
