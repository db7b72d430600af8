import ConsoleHTTP
import ConsoleModel

/// What the admin REST API says of the console itself, and what of it is not served (AdminAPI, "Information" and
/// "Not served").
struct SystemFeature: Feature {
    /// The version of the console it stands for.
    let consoleVersion: String

    /// Adds its routes.
    func addRoutes(to doors: Doors) {
        SystemAdminController(consoleVersion: consoleVersion, origin: doors.origin)
            .addRoutes(to: doors.admin.routes(.console))
        UnservedRoutes().addRoutes(to: doors.admin.routes)
    }
}
