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
    ///   - core: Database, events, clock and limits.
    ///   - sections: The sections of groups, in the order in which they are imported.
    init(_ core: Core, sections: [any EnvironmentSection]) {
        importer = EnvironmentImporter(
            database: core.database, events: core.events, clock: core.clock, random: core.random, threads: core.threads,
            sections: sections)
        exporter = EnvironmentExporter(database: core.database, sections: sections, threads: core.threads)
        bodyLimit = core.limits.environment
    }

    /// Adds its routes.
    func addRoutes(to doors: Doors) {
        EnvironmentMockController(importer: importer, exporter: exporter, bodyLimit: bodyLimit)
            .addRoutes(to: doors.admin.mock(.console))
    }
}
