import ConsolePlatform
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The snapshots of a data folder (Snapshots, "What a snapshot is").
///
/// Each is a folder with a manifest. One that is being made, or removed, has a name that begins with a dot: what a killed
/// process leaves of it, the next start removes.
actor SnapshotStore {
    /// What a start, a reset and a snapshot need of the console.
    struct Surroundings: Sendable {
        let database: ConsoleDatabase
        let files: [KeptFiles]
        let random: RandomSource
        let clock: ConsoleClock
        let version: String
        let migrations: [Migration]
    }

    /// How often a snapshot is begun anew because a file was removed while it was taken.
    private static let attempts = 5
    /// The folder of the state to which a reset goes back.
    private static let baselineName = ".baseline"
    /// How the name of a snapshot begins that is being made.
    private static let newPrefix = ".new-"

    nonisolated let root: String
    private let rules: SnapshotRules
    nonisolated let surroundings: Surroundings
    private var known: [String: SnapshotManifest]
    private var baseline: SnapshotManifest?
    /// The state that was put in place last, held ready for the next time.
    private var warm: (manifest: SnapshotManifest, template: DatabaseTemplate)?
    private var warmBaseline: DatabaseTemplate?

    /// Reads what there is, and removes what a killed process left behind.
    init(in folder: DataFolder, rules: SnapshotRules, _ surroundings: Surroundings) {
        root = folder.file("snapshots")
        self.rules = rules
        self.surroundings = surroundings
        known = Self.survey(root)
        baseline = SnapshotFolder(path: "\(root)/\(Self.baselineName)").manifest()
    }

    /// The snapshots of a folder; what is incomplete is removed, and what is complete but for its name gets it.
    private static func survey(_ root: String) -> [String: SnapshotManifest] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        var known: [String: SnapshotManifest] = [:]
        // Those with a name come first: names with a dot sort before them.
        for name in names.sorted(by: >) where name != baselineName {
            let place = SnapshotFolder(path: "\(root)/\(name)")
            guard let manifest = place.manifest(), known[manifest.name.lowercased()] == nil,
                name == manifest.name
                    || name.hasPrefix(newPrefix) && (try? SnapshotManifest.checked(manifest.name)) != nil,
                rename(place.path, "\(root)/\(manifest.name)") == 0
            else {
                place.remove()
                continue
            }
            known[manifest.name.lowercased()] = manifest
        }
        return known
    }

    /// All of them, by name.
    var all: [SnapshotManifest] { known.values.sorted { $0.name.lowercased() < $1.name.lowercased() } }

    /// One of them, letter case ignored.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for what is no name, `notFound`.
    func snapshot(_ name: String) throws -> SnapshotManifest {
        guard let manifest = known[try SnapshotManifest.checked(name).lowercased()] else {
            throw ConsoleError(.notFound, "There is no snapshot \"\(name)\".")
        }
        return manifest
    }

    /// Takes a snapshot.
    ///
    /// - Parameters:
    ///   - name: What it is called.
    ///   - replaces: Whether it may take the place of one of that name.
    /// - Returns: Its manifest, and whether there was none of that name.
    /// - Throws: ``ConsoleError`` `badRequest` for what is no name, `conflict` for one that is taken or if there is no
    ///   room, `unavailable` if the disk is full.
    func take(_ name: String, replacing replaces: Bool) async throws -> (manifest: SnapshotManifest, isNew: Bool) {
        let name = try SnapshotManifest.checked(name)
        try requireFree(name, replacing: replaces)
        let (place, manifest) = try await copy(named: name)
        do {
            // Others may have been taken meanwhile.
            try requireFree(name, replacing: replaces)
            try requireRoom(for: manifest)
            return (manifest, try publish(manifest, from: place))
        } catch {
            place.remove()
            throw error
        }
    }

    /// Deletes a snapshot.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` for what is no name, `notFound`.
    func delete(_ name: String) throws -> SnapshotManifest {
        let manifest = try snapshot(name)
        discard(manifest)
        return manifest
    }

    /// A snapshot, held ready to be put in place, and where it is.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`, `notFound`, `conflict` for one that cannot be used.
    func template(_ name: String) throws -> StoredState {
        let manifest = try snapshot(name)
        let place = folder(manifest.name)
        if let warm, warm.manifest == manifest {
            return StoredState(manifest: manifest, place: place, template: warm.template)
        }
        do {
            let template = try read(manifest, in: place)
            warm = (manifest, template)
            return StoredState(manifest: manifest, place: place, template: template)
        } catch let error as ConsoleError {
            throw ConsoleError(
                error.code, "The snapshot \"\(manifest.name)\" cannot be restored. \(error.message)", cause: error)
        }
    }
}

extension SnapshotStore {
    private func folder(_ name: String) -> SnapshotFolder { SnapshotFolder(path: "\(root)/\(name)") }

    private func requireFree(_ name: String, replacing replaces: Bool) throws {
        let earlier = known[name.lowercased()]
        guard earlier == nil || replaces else {
            throw ConsoleError(
                .conflict, "There is a snapshot \"\(earlier?.name ?? name)\" already; PUT takes its place.")
        }
        guard earlier != nil || known.count < rules.count else {
            throw ConsoleError(
                .conflict, "There are \(known.count) snapshots, and no more are kept (snapshots.count); delete one.")
        }
    }

    private func requireRoom(for manifest: SnapshotManifest) throws {
        let others = known.filter { $0.key != manifest.name.lowercased() }.values.reduce(0) { $0 + $1.bytes }
        guard others + manifest.bytes <= Int64(rules.bytes) else {
            throw ConsoleError(
                .conflict,
                """
                The snapshot would take \(manifest.bytes) bytes, beside \(others) of others; \(rules.bytes) is what all \
                may take together (snapshots.bytes). Delete one.
                """)
        }
    }

    /// Copies the database and links the files into a folder that nobody knows yet.
    private func copy(named name: String) async throws -> (SnapshotFolder, SnapshotManifest) {
        for _ in 0..<Self.attempts {
            let place = folder("\(Self.newPrefix)\(surroundings.random.uuid())")
            do {
                try place.make()
                try await surroundings.database.copy(to: place.database)
                if let manifest = try describe(place, as: name) {
                    try place.write(manifest)
                    return (place, manifest)
                }
            } catch {
                place.remove()
                throw error
            }
            place.remove()
        }
        throw ConsoleError(.unavailable, "Files are removed faster than a snapshot can be taken; try again.")
    }

    /// Links the files; nil if one was removed since the database was copied.
    private func describe(_ place: SnapshotFolder, as name: String) throws -> SnapshotManifest? {
        var (names, bytes): ([String: [String]], Int64) = ([:], 0)
        if !surroundings.files.isEmpty {
            let found = try DatabaseTemplate.names(in: place.database, of: surroundings.files)
            for files in surroundings.files {
                guard let listed = found[files.label], !listed.isEmpty else { continue }
                guard let size = try files.link(listed, to: place) else { return nil }
                names[files.label] = listed
                bytes += size
            }
        }
        return SnapshotManifest(
            name: name, takenAt: surroundings.clock.machine,
            databaseBytes: SnapshotFolder.bytes(of: place.database) ?? 0, files: names, fileBytes: bytes,
            version: surroundings.version, schema: surroundings.migrations.count)
    }

    /// Puts a snapshot where it belongs; false if it took the place of another.
    private func publish(_ manifest: SnapshotManifest, from place: SnapshotFolder) throws -> Bool {
        let earlier = known[manifest.name.lowercased()]
        if let earlier { discard(earlier) }
        do {
            try FileManager.default.moveItem(atPath: place.path, toPath: folder(manifest.name).path)
        } catch {
            throw ConsoleError(.unavailable, "The folder of snapshots cannot be written.", cause: error)
        }
        known[manifest.name.lowercased()] = manifest
        return earlier == nil
    }

    /// Removes a snapshot: first out of sight, then from the disk.
    private func discard(_ manifest: SnapshotManifest) {
        known[manifest.name.lowercased()] = nil
        if warm?.manifest == manifest { warm = nil }
        let grave = folder(".old-\(surroundings.random.uuid())")
        try? FileManager.default.moveItem(atPath: folder(manifest.name).path, toPath: grave.path)
        grave.remove()
    }

    private func read(_ manifest: SnapshotManifest, in place: SnapshotFolder) throws -> DatabaseTemplate {
        let template = try DatabaseTemplate(
            of: place.database, bytes: manifest.databaseBytes,
            scratch: "\(root)/.scratch-\(surroundings.random.uuid())",
            migrations: surroundings.migrations)
        try template.write { try LastingAccounts.remember(in: $0) }
        return template
    }
}

/// The state of the environment file, to which a reset goes back (Snapshots, "Reset").
extension SnapshotStore {
    /// Keeps the state as it is as that of the environment file.
    ///
    /// - Parameter fingerprint: What distinguishes the file from others.
    /// - Throws: ``ConsoleError`` `unavailable` if the folder of snapshots cannot be written.
    func keepBaseline(_ fingerprint: String) async throws {
        let (place, manifest) = try await copy(named: Self.baselineName)
        try adopt(manifest, from: place, fingerprint)
    }

    /// Forgets the state of an environment file that is not the one of this start.
    func requireBaseline(_ fingerprint: String) {
        guard let baseline, baseline.fingerprint != fingerprint else { return }
        folder(Self.baselineName).remove()
        self.baseline = nil
    }

    /// The state of the environment file, held ready to be put in place; made by a closure if there is none.
    ///
    /// - Parameter make: Writes a database with the environment to a file; answers the fingerprint of the environment.
    /// - Returns: What is known of it, where it is, and the state.
    /// - Throws: What the closure throws; ``ConsoleError`` `unavailable` if the folder of snapshots cannot be written.
    func baselineTemplate(
        making make: @Sendable (_ path: String) async throws -> String
    ) async throws -> StoredState {
        if baseline == nil {
            let place = folder("\(Self.newPrefix)\(surroundings.random.uuid())")
            do {
                try place.make()
                let fingerprint = try await make(place.database)
                if baseline == nil, let manifest = try describe(place, as: Self.baselineName) {
                    try adopt(manifest, from: place, fingerprint)
                }
            } catch {
                place.remove()
                throw error
            }
            place.remove()
        }
        guard let baseline else { throw ConsoleError(.internalError, "There is no state of the environment file.") }
        let place = folder(Self.baselineName)
        if let warmBaseline { return StoredState(manifest: baseline, place: place, template: warmBaseline) }
        let template = try read(baseline, in: place)
        warmBaseline = template
        return StoredState(manifest: baseline, place: place, template: template)
    }

    private func adopt(_ manifest: SnapshotManifest, from place: SnapshotFolder, _ fingerprint: String) throws {
        var manifest = manifest
        manifest.fingerprint = fingerprint
        try place.write(manifest)
        folder(Self.baselineName).remove()
        do {
            try FileManager.default.moveItem(atPath: place.path, toPath: folder(Self.baselineName).path)
        } catch {
            throw ConsoleError(.unavailable, "The folder of snapshots cannot be written.", cause: error)
        }
        (baseline, warmBaseline) = (manifest, nil)
    }
}
