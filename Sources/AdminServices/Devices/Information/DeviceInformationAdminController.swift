import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import DeviceProtocol
import Hummingbird

/// Things that belong to a device (AdminDevices, "What belongs to a device").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mdm/devices/{id}/apps` | a page of the apps on it, or one of them by its bundle identifier |
/// | GET | `/api/mdm/devices/{id}/smartgroups` | the smart groups it is in |
/// | GET | `/api/mdm/devices/{id}/compliance` | a page of how it stands with the rules |
/// | GET | `/api/mdm/devices/{id}/security` | how safe it is |
/// | GET | `/api/mdm/devices/{id}/network` | its networks |
/// | GET | `/api/mdm/devices/{id}/eventlog` | what was done to it |
/// | GET | `/api/mdm/devices/{id}/gps` | where it was |
///
/// Each also without `{id}`, by an alternate id.
struct DeviceInformationAdminController {
    /// Answers for a device.
    private typealias Detail = @Sendable (AdminCall, DeviceLocator) async throws -> AdminAnswer

    /// `errorCode` for an unknown device.
    private static let missing = 5002
    /// `errorCode` of what a device that is not enrolled has never reported.
    private static let untold = 8

    let directory: DeviceDirectoryStore
    let store: DeviceInformationStore
    let compliance: ComplianceStore

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        let details: [(name: String, detail: Detail)] = [
            ("apps", apps), ("smartgroups", smartGroups), ("compliance", policies), ("security", security),
            ("network", network), ("eventlog", events), ("gps", places),
        ]
        for (name, detail) in details {
            routes.get("/api/mdm/devices/{id}/\(name)") {
                try await detail($0, DeviceLocator(path: $0, number: Self.missing))
            }
            routes.get("/api/mdm/devices/\(name)") {
                try await detail($0, DeviceLocator($0.query, number: Self.missing))
            }
        }
    }

    @Sendable private func apps(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        if let bundle = call.query.text("bundleid") {
            let all = try await store.apps(locator, PageRequest(page: 0, size: .max), for: call.identity)
            guard let app = all.apps.items.first(where: { $0.bundle.lowercased() == bundle.lowercased() }) else {
                throw ConsoleError(.notFound, "The device has no app \(bundle.prefix(80)).")
            }
            return .body(DeviceAppStateBody(app, on: all.device), root: "DeviceAppDetails")
        }
        let page = try await store.apps(locator, call.page(), for: call.identity).apps
        return .list(
            AdminList("DeviceApps", try page.map(DeviceAppBody.init)), root: "DeviceAppsResult", whenEmpty: .ok)
    }

    @Sendable private func smartGroups(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let found = try await store.smartGroups(locator, for: call.identity)
        return .body(try DeviceSmartGroupsBody(found), root: "SmartGroupList")
    }

    @Sendable private func policies(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let page = try call.page()
        let device = try await directory.device(locator, for: call.identity)
        guard let identifier = DeviceIdentifier(device.identifier) else { throw locator.missing }
        let explanation = try await compliance.explanation(of: identifier, in: call.identity.subtree)
        return .body(try DevicePoliciesBody(explanation, page), root: "DeviceComplianceResult")
    }

    @Sendable private func security(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let device = try await directory.device(locator, for: call.identity)
        // Clients expect an object for every enrolled device; unknown values are false and 0, as elsewhere.
        guard device.compromisedCheckedAt != nil || device.enrollmentStatus == .enrolled else {
            throw ConsoleError(
                .notFound, "The device is not enrolled and has never reported its security state.", number: Self.untold)
        }
        return .body(DeviceSecurityBody(IsCompromised: device.isCompromised), root: "DeviceSecurity")
    }

    @Sendable private func network(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        .body(DeviceNetworkBody(try await directory.device(locator, for: call.identity)), root: "DeviceNetwork")
    }

    @Sendable private func events(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let word = call.query.value("severity") ?? ""
        let severity = try word.isEmpty ? nil : DeviceEventSeverity(word: word)
        let page = try await store.events(
            locator, days: days(call), severity: severity, call.page(), for: call.identity)
        return .list(
            AdminList("DeviceEventLogEntries", try page.map(DeviceEventBody.init)), root: "DeviceEventLogSearchResult")
    }

    @Sendable private func places(_ call: AdminCall, _ locator: DeviceLocator) async throws -> AdminAnswer {
        let (id, places) = try await store.places(locator, days: days(call), for: call.identity)
        return .body(places.map { DevicePlaceBody($0, of: id) }, root: "GPSLogs")
    }

    /// Of how many days; nil for all.
    private func days(_ call: AdminCall) throws -> Int? {
        let days = try call.query.integer("dayrange", in: 0...36_500, default: 0)
        return days == 0 ? nil : days
    }
}
