import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Managed configurations of public apps that are sent to devices (AdminStoreApplications, "Public applications").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mam/apps/public/SendApplicationConfiguration` | 202; orders that a device gets it once more |
struct AppConfigurationAdminController {
    private let store: AppCatalogStore

    init(store: AppCatalogStore) { self.store = store.of(.listed) }

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.post("/api/mam/apps/public/SendApplicationConfiguration", send)
    }

    @Sendable private func send(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        guard let id = try fields.integer("ApplicationId") else {
            throw ConsoleError(.badRequest, "The field ApplicationId is required.")
        }
        guard let device = try fields.text("deviceUuid"), !device.isEmpty else {
            throw ConsoleError(.badRequest, "The field deviceUuid is required.")
        }
        let platform = try fields.text("DeviceType").flatMap { $0.isEmpty ? nil : $0 }
        if let platform, AppPlatform(platform) == nil {
            throw fields.wrong("DeviceType", "has to be the number of a platform, such as 2")
        }
        try await store.sendConfiguration(
            of: .id(id), to: device, of: platform.flatMap { AppPlatform($0) }, by: call.identity)
        return .empty(.accepted)
    }
}
