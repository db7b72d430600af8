import ConsoleHTTP
import ConsoleModel

/// Information of the admin REST API about the console itself (AdminAPI, "Information").
struct SystemFeature: Feature {
    /// The version of the console it stands for.
    let consoleVersion: String

    /// Adds its routes.
    func addRoutes(to doors: Doors) {
        let system = SystemAdminController(consoleVersion: consoleVersion, origin: doors.origin)
        system.addRoutes(to: doors.admin.routes(.console))
        system.addOpenRoutes(to: doors.admin)
        MockControlMockController(routes: doors.admin.list).addRoutes(to: doors.admin.mock(.console))
    }
}
