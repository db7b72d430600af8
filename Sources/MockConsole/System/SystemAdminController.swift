import Hummingbird

/// What the admin REST API tells of the console itself (AdminAPI, "Information").
///
/// | Method | Path | Answer |
/// |---|---|---|
/// | GET | `/api/system/info` | product, version and where the families of routes are |
struct SystemAdminController {
    let consoleVersion: String
    let origin: PublicOrigin

    /// Adds the routes.
    func addRoutes(to router: some RouterMethods<AdminRequestContext>) {
        router.get("/api/system/info", use: info)
    }

    private func info(_ request: Request, context: AdminRequestContext) throws -> Response {
        let origin = origin.of(request)
        let families = ["mam", "mcm", "mdm", "system"]
        return try .json(
            SystemInformation(
                ProductName: "Workspace ONE UEM (MockUEM)", ProductVersion: consoleVersion, Version: "1.0",
                BuildKey: MockUEMVersion.current, CommitId: "", ProductCopyright: "",
                Resources: .init(Workspaces: families.map { .init(location: "\(origin)/api/\($0)") }, Collections: [])))
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
