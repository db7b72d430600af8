import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Enrolled devices, counted by a body (AdminDeviceDetails, "Lists").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | POST | `/api/mdm/devices/enrolleddevicescount` | how many devices that fit are enrolled |
struct DeviceCountAdminController {
    let store: DeviceDirectoryStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.on(.post, "/api/mdm/devices/enrolleddevicescount", access: .read, [1: count])
    }

    @Sendable private func count(_ call: AdminCall) async throws -> AdminAnswer {
        let fields = try await call.fields()
        var search = try DeviceSearch(.none)
        search.enrollment = .enrolled
        search.group = try fields.group("OrganizationGroupId")
        search.tag = try fields.text("TagName").flatMap { $0.isEmpty ? nil : $0 }
        search.seenSince = try fields.time("DeviceSeenSince")
        search.seenBefore = try fields.time("DeviceSeenTill")
        let count = try await store.count(search, for: call.identity)
        return .body(EnrolledDeviceCountBody(EnrolledDevicesCount: count), root: "EnrolledDevicesCount")
    }
}
