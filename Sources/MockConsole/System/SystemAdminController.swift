import ConsoleHTTP
import Hummingbird

/// Information of the admin REST API about the console itself (AdminAPI, "Information").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/system/info` | product, version and where the families of routes are |
/// | GET | `/api/help` | the same; clients test their connection with it |
/// | GET | `/api/system/help` | the same |
/// | GET | `/api/system/help/localjson` | the version, where a client looks for it without credentials |
struct SystemAdminController {
    let consoleVersion: String
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to routes: AdminRoutes) {
        routes.get("/api/system/info", info)
        routes.get("/api/help", info)
        routes.get("/api/system/help", info)
    }

    /// Adds the route that asks for no credentials.
    func addOpenRoutes(to door: AdminDoor) {
        door.getOpen("/api/system/help/localjson", help)
    }

    @Sendable private func info(_ call: AdminCall) throws -> AdminAnswer {
        let origin = origin.of(call.request)
        let families = ["mam", "mcm", "mdm", "system"]
        return .body(
            SystemInformation(
                ProductName: "Workspace ONE UEM (MockUEM)", ProductVersion: consoleVersion, Version: "1.0",
                BuildKey: MockUEMVersion.current, CommitId: "", ProductCopyright: "",
                Resources: .init(Workspaces: families.map { .init(location: "\(origin)/api/\($0)") }, Collections: [])),
            root: "AirWatchServiceInfo")
    }

    @Sendable private func help(_ request: Request) throws -> AdminAnswer {
        let product = "Workspace ONE UEM (MockUEM) \(consoleVersion)"
        return .body(SystemHelp(apis: [.init(name: "system", products: [product])]), root: "Help")
    }
}

/// The body of the information route; names as on the wire.
struct SystemInformation: Encodable, Sendable {
    /// Where families of routes are.
    struct Resources: Encodable, Sendable {
        let Workspaces: [Location]
        let Collections: [Location]
    }

    /// An absolute URL.
    struct Location: Encodable, Sendable {
        let location: String
    }

    let ProductName: String
    let ProductVersion: String
    let Version: String
    let BuildKey: String
    let CommitId: String
    let ProductCopyright: String
    let Resources: Resources
}

/// The body of the help route.
struct SystemHelp: Encodable, Sendable {
    /// A family of routes.
    struct Family: Encodable, Sendable {
        let name: String
        /// Product and version, as a text.
        let products: [String]
    }

    let apis: [Family]
}
