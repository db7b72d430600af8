import ConsoleModel
import ConsolePlatform

/// What the console knows of a group in which an app is to be reviewed.
struct ReviewFacts: Sendable {
    /// The key of the server URL in the app.
    static let serverKey = "com.vmware.air-watch.enrollment.test-server-url"
    /// The key of the group ID in the app.
    static let groupKey = "com.vmware.air-watch.enrollment.test-org-group-id"

    /// The Group ID.
    let code: String
    /// Where apps find the console.
    let serverURL: String
    /// Settings in force.
    let settings: JSON
    /// Active users who may sign in there; nil if they may not be read.
    let users: [JSON]
    /// Smart groups that the group has.
    let smartGroups: [JSON]
    /// SDK profiles.
    let profiles: [JSON]
    /// Apps with an SDK profile.
    let apps: [JSON]
    /// Devices, those that were seen last first.
    let devices: [JSON]

    /// Asks the routes.
    ///
    /// - Throws: ``ConsoleError`` of the routes, such as `notFound` for an unknown group.
    init(_ visit: Visit, code: String, serverURL: String) async throws {
        self.code = code
        self.serverURL = serverURL
        settings = try await visit.api.get("/_mock/groups/\(URLText.escaped(code))/settings")
        let id = try await GroupChoice.id(code, visit)
        func list(_ area: AdminPermission.Area, _ path: String, _ query: KeyValuePairs<String, String?>, _ name: String)
            async throws -> [JSON]
        {
            guard visit.may(.read, area) else { return [] }
            return try await visit.api.get(path, query)[name].list
        }
        users = try await list(
            .users, "/api/system/users/search", ["locationgroupId": id, "status": "Active", "pagesize": "100"], "Users")
        smartGroups = try await list(
            .smartGroups, "/api/mdm/smartgroups/search", ["organizationgroupid": id, "pagesize": "100"], "SmartGroups")
        profiles = try await list(.profiles, "/_mock/profiles", ["group": code, "pageSize": "100"], "items")
        apps = try await list(.applications, "/_mock/applications", ["group": code, "pageSize": "100"], "items")
        devices = try await list(.devices, "/_mock/devices", ["group": code, "pageSize": "100"], "items")
    }

    /// Smart groups that apps are assigned to.
    var assigned: [JSON] { smartGroups.filter { $0["Assignments"].integer ?? 0 > 0 } }

    /// Devices on which somebody has signed in.
    var enrolled: [JSON] { devices.filter { $0.enrollmentStatus.text == "Enrolled" } }

    /// Devices on which an app got a profile, which an empty one is not.
    var fetched: [JSON] { devices.filter { device in device.installations.list.contains { Self.hasProfile($0) } } }

    private static func hasProfile(_ installation: JSON) -> Bool {
        installation.profileAt.exists && installation.profileVersion.exists
    }
}
