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
    /// Active users who may sign in there; empty if they may not be read.
    let users: [JSON]
    /// SDK profiles of the group.
    let profiles: [JSON]
    /// Apps of the group.
    let apps: [JSON]
    /// Devices on which the user has signed in.
    let devices: [JSON]
    /// The user and the app that the steps are about, and what a sign-in on a new device would lead to.
    let trial: ReviewTrial

    /// Asks the routes.
    ///
    /// - Parameters:
    ///   - visit: Who asks; the address may name a user and an app.
    ///   - code: The Group ID.
    ///   - serverURL: Where apps find the console.
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
        profiles = try await list(.profiles, "/_mock/profiles", ["usableIn": code, "pageSize": "100"], "items")
        apps = try await list(.applications, "/_mock/applications", ["group": code, "pageSize": "100"], "items")
        trial = try await ReviewTrial.chosen(
            visit, code: code, users: users.map { $0["UserName"].text }, bundles: apps.map { $0["bundleId"].text })
        devices = try await list(
            .devices, "/_mock/devices",
            ["group": code, "user": trial.user, "bundleId": trial.bundle, "pageSize": "100"], "items")
    }

    /// Devices that the console has known since this user signed in on them for the first time.
    var newlyEnrolled: [JSON] {
        devices.filter { device in
            device.enrollmentStatus.text == "Enrolled" && device.enrolledAt.text == device.createdAt.text
        }
    }

    /// Devices on which the app got a profile, which an empty one is not.
    var fetched: [JSON] {
        devices.filter { device in
            device.installations.list.contains {
                $0["bundleId"].text.lowercased() == trial.bundle?.lowercased() && Self.hasProfile($0)
            }
        }
    }

    private static func hasProfile(_ installation: JSON) -> Bool {
        installation.profileAt.exists && installation.profileVersion.exists
    }
}
