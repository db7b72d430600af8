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
    /// Asks why no change can be kept now; nil if changes are kept.
    let obstacle: @Sendable () async -> String?
    /// The search of the documentation, with the description of the API.
    let search: SearchShelf
    /// Names and addresses the certificate of the HTTPS port is valid for.
    var certificateNames: [String] = []
    /// Asks whether the user still has the password that the console was started with.
    var isPasswordKept: @Sendable () async -> Bool = { true }

    /// Adds its routes.
    func addRoutes(to doors: Doors) throws {
        let access = ClientAccess(configuration, names: certificateNames)
        try StartPageController(
            credentials: credentials, configuration: configuration, readiness: readiness, access: access,
            hosts: doors.origin.hosts, isPasswordKept: isPasswordKept
        )
        .addRoutes(to: doors.pages)
        DocumentationController(search: search).addRoutes(to: doors.pages)
        OperationsController(
            readiness: readiness, trustAnchorPath: trustAnchorPath, environmentSchema: environmentSchema,
            obstacle: obstacle
        ).addRoutes(to: doors.pages)
        APIDescriptionController(library: search.library, origin: doors.origin, access: access).addRoutes(
            to: doors.pages)
    }
}
