package import ConsoleModel
package import ConsolePlatform
package import ServiceLifecycle

/// A feature's one door: made from ``Core`` and what it needs of the model, it adds its own routes.
///
/// What a feature keeps between requests (stores, throttles, counters, caches) is made in its initialiser.
package protocol Feature: Sendable {
    /// Services that run beside the listeners.
    var services: [any Service] { get }

    /// Its sections of environment files, in the order in which they are imported.
    var environment: [any EnvironmentSection] { get }

    /// Tables of what devices have sent, for whoever waits for rows.
    var tallies: [RecordTally] { get }

    /// What falls due as time goes by.
    var due: [DueWork] { get }

    /// Files that its rows refer to.
    var files: [KeptFiles] { get }

    /// Adds its routes.
    ///
    /// - Throws: ``ConsoleError`` if something embedded cannot be used, such as a page's template.
    func addRoutes(to doors: Doors) throws
}

extension Feature {
    /// Most features only answer.
    package var services: [any Service] { [] }

    /// Most features have no section in environment files.
    package var environment: [any EnvironmentSection] { [] }

    /// Most features keep nothing that devices send.
    package var tallies: [RecordTally] { [] }

    /// For most features time only passes.
    package var due: [DueWork] { [] }

    /// Most features keep everything in the database.
    package var files: [KeptFiles] { [] }
}
