import ConsoleHTTP
import ConsoleModel

/// Environment files: imports and exports them (EnvironmentFile).
struct EnvironmentFeature: Feature {
    let importer: EnvironmentImporter
    let exporter: EnvironmentExporter
    private let bodyLimit: Int

    /// Reads and writes what features have in files.
    ///
    /// - Parameters:
    ///   - core: What the feature stands on.
    ///   - sections: What belongs to groups, in the order in which it is imported.
    init(_ core: Core, sections: [any EnvironmentSection]) {
        importer = EnvironmentImporter(
            database: core.database, events: core.events, clock: core.clock, random: core.random, sections: sections)
        exporter = EnvironmentExporter(database: core.database, sections: sections)
        bodyLimit = core.limits.environment
    }

    /// Adds its routes.
    func addRoutes(to doors: Doors) {
        EnvironmentMockController(importer: importer, exporter: exporter, bodyLimit: bodyLimit)
            .addRoutes(to: doors.admin.mock(.console))
    }
}
