package import ConsoleHTTP
package import ConsoleModel
package import ConsolePlatform

/// Snapshots of everything, and the way back to the environment file (Snapshots).
package struct SnapshotFeature: Feature {
    /// Holds requests back.
    let gate = RequestGate()
    /// The snapshots.
    let store: SnapshotStore
    /// Where they are.
    let place: SnapshotPlace
    private let restorer: Restorer
    private let core: Core

    /// Reads the snapshots there are.
    ///
    /// - Parameters:
    ///   - core: What features stand on.
    ///   - clocks: Shows clocks, which are replaced as well.
    ///   - place: What bounds snapshots, where they are, and how the state of the environment file is made.
    ///   - participants: Who follows a restore.
    package init(_ core: Core, clocks: ClockBoard, _ place: SnapshotPlace, participants: [ResetParticipant]) {
        self.core = core
        self.place = place
        store = SnapshotStore(
            in: place.folder, rules: place.rules,
            SnapshotStore.Surroundings(
                database: core.database, files: place.files, random: core.random, clock: core.clock,
                version: place.version, migrations: Migration.embedded()))
        restorer = Restorer(
            store: store, gate: gate, database: core.database, events: core.events, clocks: clocks,
            files: place.files, baseline: place.baseline, participants: participants)
    }

    /// Keeps the state of a first start as that of the environment file; at a later start, forgets that of another file.
    ///
    /// - Parameters:
    ///   - environment: The environment file.
    ///   - isFresh: Whether it has just been applied to an empty database.
    /// - Throws: ``ConsoleError`` `unavailable` if the folder of snapshots cannot be written.
    package func begin(with environment: String, isFresh: Bool) async throws {
        let fingerprint = SnapshotPlace.fingerprint(of: environment)
        if isFresh { return try await store.keepBaseline(fingerprint) }
        await store.requireBaseline(fingerprint)
    }

    /// Adds its routes.
    package func addRoutes(to doors: Doors) {
        let log = SnapshotLog(database: core.database, events: core.events, clock: core.clock)
        SnapshotMockController(
            store: store, restorer: restorer, log: log, pageLimit: core.limits.page, bodyLimit: core.limits.message
        ).addRoutes(to: doors.admin.mock(.console))
    }
}

/// Where snapshots are, what bounds them, and how the state of the environment file is made.
package struct SnapshotPlace: Sendable {
    let folder: DataFolder
    let rules: SnapshotRules
    let files: [KeptFiles]
    let version: String
    let baseline: @Sendable (_ path: String) async throws -> String

    /// Made of its parts.
    ///
    /// - Parameters:
    ///   - folder: Where the console keeps its data.
    ///   - rules: What bounds snapshots.
    ///   - files: Files that rows refer to.
    ///   - version: Version of this program.
    ///   - baseline: Writes a database with the environment of the start to a file; answers the environment.
    package init(
        in folder: DataFolder, rules: SnapshotRules, files: [KeptFiles], version: String,
        baseline: @escaping @Sendable (_ path: String) async throws -> String
    ) {
        self.folder = folder
        self.rules = rules
        self.files = files
        self.version = version
        self.baseline = { Self.fingerprint(of: try await baseline($0)) }
    }

    /// What distinguishes an environment file from others.
    static func fingerprint(of environment: String) -> String { RandomSource.hex(SecretHash.sha256(environment)) }
}
