import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Ordered wipes, and the lock that holds them (AdminGroups, "Wipes").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/system/groups/{id}/device-wipe-lock` | whether wipes are held |
/// | PUT | `/api/system/groups/{id}/device-wipe-lock` | holds them, or lets them go; 204 |
/// | GET | `/api/system/groups/{id}/device-wipes` | a page of ordered wipes |
///
/// Each also below `/api/mdm/groups`.
struct DeviceWipeAdminController {
    let store: DeviceWipeStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        for family in ["system", "mdm"] {
            let group = "/api/\(family)/groups/{id}"
            routes.get("\(group)/device-wipe-lock", show)
            routes.put("\(group)/device-wipe-lock", change)
            routes.get("\(group)/device-wipes", list)
        }
    }

    @Sendable private func show(_ call: AdminCall) async throws -> AdminAnswer {
        .body(WipeLockBody(try await store.state(of: try call.group(), for: call.identity)), root: "DeviceWipeLock")
    }

    @Sendable private func change(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        guard let isLocked = try fields.bool("locked") ?? fields.bool("is_locked") else {
            throw ConsoleError(.badRequest, "locked has to be true or false.")
        }
        try await store.setLocked(isLocked, try call.group(), by: call.identity)
        return .empty(.noContent)
    }

    @Sendable private func list(_ call: AdminCall) async throws -> AdminAnswer {
        var status: DeviceWipeRecord.Status?
        if let word = call.query.value("status"), !word.isEmpty {
            status = DeviceWipeRecord.Status.allCases.first { DeviceWords.areSame($0.rawValue, word) }
            guard status != nil else {
                let words = DeviceWipeRecord.Status.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConsoleError(
                    .badRequest, "status is \"\(word.prefix(40))\"; it has to be one of \(words).")
            }
        }
        let page = try await store.wipes(
            of: try call.group(), status: status, for: call.identity, page: try call.page())
        return .body(DeviceWipesBody(page), root: "DeviceWipes")
    }
}
