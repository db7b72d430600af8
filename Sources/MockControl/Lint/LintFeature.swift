package import ConsoleHTTP
import ConsoleModel
import ConsolePlatform

/// Rules about what clients do (Lint).
package struct LintFeature: Feature {
    private let archive: JournalArchive
    private let profiles: LintProfileStore
    private let version: String

    /// Made of what it looks at.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - archive: The journal.
    ///   - version: Version of this program.
    init(_ core: Core, archive: JournalArchive, version: String) {
        self.archive = archive
        self.version = version
        profiles = LintProfileStore(database: core.database)
    }

    /// Adds its routes, which change nothing.
    package func addRoutes(to doors: Doors) {
        LintMockController(archive: archive, profiles: profiles, origin: doors.origin, version: version)
            .addRoutes(to: doors.admin.mock(.console, access: .read))
    }
}
