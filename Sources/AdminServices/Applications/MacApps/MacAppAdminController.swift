import ConsoleHTTP
import ConsolePlatform
import Hummingbird

/// macOS apps (AdminApplications, "macOS applications").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/groups/{id}/macos/apps` | 201 with the address of the app in `Location` |
struct MacAppAdminController {
    let installer: MacAppInstaller
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.on(.post, "/api/mam/groups/{id}/macos/apps", [1: create, 2: create])
    }

    @Sendable private func create(_ call: AdminCall) async throws -> AdminAnswer {
        let group = try call.reference(
            else: ConsoleError(
                .badRequest, "Organization group not found or user does not have access to it.",
                number: MacAppInstaller.Refusal.app))
        let id = try await installer.install(AppFields(try await call.fields()), in: group, by: call.identity)
        var answer = AdminAnswer.empty(.created)
        answer.headers[.location] = "\(origin.of(call.request))/api/mam/apps/internal/\(id)"
        return answer
    }
}
