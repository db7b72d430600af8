import ConsoleHTTP

/// The start page, the documentation, the description of the API, and what operators ask (Operations).
struct PageFeature: Feature {
    let credentials: ConsoleCredentials
    let configuration: ConsoleConfiguration
    let readiness: Readiness
    /// Path of the certificate a client has to trust.
    let trustAnchorPath: String
    /// Asks for the JSON Schema of environment files.
    let environmentSchema: @Sendable () -> String

    /// Adds its routes.
    func addRoutes(to doors: Doors) throws {
        try StartPageController(credentials: credentials, configuration: configuration, readiness: readiness)
            .addRoutes(to: doors.pages)
        OperationsController(
            readiness: readiness, trustAnchorPath: trustAnchorPath, environmentSchema: environmentSchema
        ).addRoutes(to: doors.pages)
        APIDescriptionController(origin: doors.origin, routes: doors.admin.list).addRoutes(to: doors.pages)
    }
}
