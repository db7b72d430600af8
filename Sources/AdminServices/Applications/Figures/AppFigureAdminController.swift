import ConsoleHTTP
import ConsoleModel
import ConsolePlatform
import Hummingbird

/// Figures of an internal app over all its versions (AdminApplications, "Figures of an app").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/mam/apps/internal/summary` | name, group and icon |
/// | GET | `/api/mam/apps/internal/installcounts` | on how many devices each version is |
/// | GET | `/api/mam/apps/internal/reasonbreakdowncounts` | how many devices have it or not for which reason |
/// | GET | `/api/mam/apps/internal/devices` | a page of devices |
/// | POST | `/api/mam/apps/internal/devices` | 202; keeps an order for many devices |
struct AppFigureAdminController {
    private static let orders = [
        "friendlyname": "device.friendlyName COLLATE NOCASE", "enrollmentusername": "heldBy COLLATE NOCASE",
        "installedversion": "reportedVersion", "appsamplelastseen": "sampledAt", "ownershiptype": "device.ownership",
    ]

    let store: AppFigureStore
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/mam/apps/internal/summary", summary)
        routes.get("/api/mam/apps/internal/installcounts", counts)
        routes.get("/api/mam/apps/internal/reasonbreakdowncounts", reasons)
        routes.get("/api/mam/apps/internal/devices", devices)
        routes.post("/api/mam/apps/internal/devices", order)
    }

    @Sendable private func summary(_ call: AdminCall) async throws -> AdminAnswer {
        let app = try await store.newest(try AppFiguresQuery(call.query), for: call.identity)
        return .body(AppSummaryBody(app, origin: origin.of(call.request)), root: "ApplicationSummary")
    }

    @Sendable private func counts(_ call: AdminCall) async throws -> AdminAnswer {
        let counts = try await store.counts(try AppFiguresQuery(call.query), for: call.identity)
        return .body(AppVersionCountsBody(counts), root: "ApplicationVersionCounts")
    }

    @Sendable private func reasons(_ call: AdminCall) async throws -> AdminAnswer {
        let counts = try await store.reasons(try AppFiguresQuery(call.query), for: call.identity)
        return .body(AppReasonCountsBody(counts), root: "ApplicationReasonCounts")
    }

    @Sendable private func devices(_ call: AdminCall) async throws -> AdminAnswer {
        let order = AdminPaging.order(call.query, Self.orders, ignoringUnderscores: true, default: "device.id")
        let page = try await store.devices(
            try AppFiguresQuery(call.query), try AppFigureFilter(call.query), order: order, page: try call.page(),
            for: call.identity)
        let now = store.catalog.clock.now(in: call.identity.groupID)
        let bodies = try page.map { try AppFigureDeviceBody($0, at: now) }
        return .list(
            AdminList("devices", bodies, envelope: .results(href: origin.link(to: call.request))),
            root: "ApplicationDevices", whenEmpty: .ok)
    }

    @Sendable private func order(_ call: AdminCall) async throws -> AdminAnswer {
        let action = try Self.action(call.query)
        let fields = try await call.fields()
        if let targets = try Self.targets(fields) {
            try await store.order(action, targets, by: call.identity)
        } else if let criteria = try fields.object("filter_criteria") {
            try await store.order(
                action, try AppFiguresQuery(criteria), try AppFigureFilter(criteria), by: call.identity)
        } else {
            throw ConsoleError(.badRequest, "The body names no devices: device_assigned_app_uuids or filter_criteria.")
        }
        return .empty(.accepted)
    }

    private static func action(_ query: QueryParameters) throws -> ApplicationRequestRecord.Action {
        let word = query.text("action") ?? ""
        switch word.lowercased() {
        case "install": return .install
        case "remove", "uninstall": return .uninstall
        default:
            throw ConsoleError(.badRequest, "action is \"\(word.prefix(40))\"; it has to be Install or Remove.")
        }
    }

    /// The apps and devices that a body names by their uuids; nil if it names none.
    private static func targets(_ fields: AdminFields) throws -> [(application: RecordReference, device: String)]? {
        let name = "device_assigned_app_uuids"
        guard let objects = try fields.objects(name), !objects.isEmpty else { return nil }
        let targets = try objects.flatMap { object -> [(application: RecordReference, device: String)] in
            guard let application = RecordReference(try object.text("application_uuid") ?? "") else {
                throw fields.wrong(name, "has to hold the application_uuid of each app")
            }
            return try (object.texts("device_uuid") ?? []).map { (application, $0) }
        }
        guard !targets.isEmpty, targets.count <= AppFigureStore.limit else {
            throw fields.wrong(name, "has to hold from 1 to \(AppFigureStore.limit) device_uuid")
        }
        return targets
    }
}

extension AppFiguresQuery {
    /// Reads the criteria of a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the member.
    init(_ fields: AdminFields) throws {
        try self.init(
            bundle: try fields.text("bundle_identifier"), platform: try fields.text("device_type"),
            home: try fields.text("app_organization_group_uuid").flatMap { RecordReference($0) },
            group: try fields.text("organization_group_uuid").flatMap { RecordReference($0) },
            smartGroups: try fields.texts("smart_group_uuids") ?? [])
    }
}

extension AppFigureFilter {
    /// Reads the criteria of a body.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` that names the member.
    init(_ fields: AdminFields) throws {
        text = try fields.text("search_text").flatMap { $0.isEmpty ? nil : $0 }
        let type = try fields.text("assignment_type")?.lowercased().filter(\.isLetter) ?? ""
        switch type {
        case "": break
        case "assigned": isAssigned = true
        case "notassigned": isNotAssigned = true
        case "excluded": isExcluded = true
        default: throw fields.wrong("assignment_type", "has to be Assigned, NotAssigned or Excluded")
        }
        hasAssignedVersion = try fields.bool("is_installed_version_equals_to_assigned_version") ?? false
        hasOtherVersion = try fields.bool("is_installed_version_not_equals_to_assigned_version") ?? false
        isNotInstalled = try fields.bool("is_application_version_not_installed") ?? false
        for name in ["applications_status", "last_action_taken"] where fields.list(name)?.isEmpty == false {
            throw fields.wrong(name, "has to be empty: numbers of statuses and actions are not known here")
        }
    }
}
