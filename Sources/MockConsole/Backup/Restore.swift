import ConsolePlatform
package import Foundation

/// `mockuem restore`: a backup into a data folder, all of it or nothing.
package struct Restore: Sendable {
    /// What an empty folder may have in it: the lock, and what some file systems put at the root of a volume.
    private static let negligible: Set<String> = ["lock", "lost+found", "backup.staging"]

    private let folder: String
    private let replaces: Bool

    /// A restore into the data folder of a configuration.
    ///
    /// - Parameters:
    ///   - configuration: Names the folder.
    ///   - replaces: Whether what a console has left there may go.
    package init(_ configuration: ConsoleConfiguration, replacing replaces: Bool) {
        folder = DataFolder.absolute(configuration.dataFolder)
        self.replaces = replaces
    }

    /// Restores a file.
    ///
    /// - Returns: A sentence that says what was done.
    /// - Throws: ``ConsoleError`` with a sentence; the folder is as it was then.
    package func read(_ path: String) throws -> String {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
            let file = FileHandle(forReadingAtPath: path)
        else {
            throw TextFile.problem(path, called: "backup")
        }
        defer { try? file.close() }
        return try read(file, called: path)
    }

    /// Restores what an open file or pipe has.
    ///
    /// - Returns: A sentence that says what was done.
    /// - Throws: ``ConsoleError`` with a sentence; the folder is as it was then.
    package func read(_ file: FileHandle, called name: String) throws -> String {
        var reader = TarReader(file)
        let manifest = try Self.explaining(name) { try Self.manifest(&reader) }
        let isNew = !FileManager.default.fileExists(atPath: folder)
        let target = try DataFolder(path: folder)
        do {
            defer { target.close() }
            try requireRoom(in: target)
            try Self.explaining(name) { try Self.unpack(&reader, manifest, into: target) }
            try FolderExchange.complete(in: target)
        } catch {
            if isNew { try? FileManager.default.removeItem(atPath: folder) }
            throw error
        }
        return "Restored \(name), made \(manifest.takenAt) by MockUEM \(manifest.version), into \(folder): "
            + "\(manifest.summary)."
    }

    /// The manifest of a backup that this program can read.
    private static func manifest(_ reader: inout TarReader) throws -> BackupManifest {
        let manifest = try BackupArchive.manifest(&reader)
        let known = Set(Migration.embedded().map(\.name))
        guard known.isSuperset(of: manifest.migrations) else {
            throw ConsoleError(
                .unavailable,
                "Its database is of MockUEM \(manifest.version), which is newer than this one. Use that version.")
        }
        let missing = Set(BackupContents.required).subtracting(manifest.files.map(\.path))
        guard missing.isEmpty else {
            throw ConsoleError(.unprocessable, "It lacks \(missing.sorted().joined(separator: ", ")).")
        }
        return manifest
    }

    private func requireRoom(in target: DataFolder) throws {
        guard !replaces else { return }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: target.path)) ?? []
        guard let found = names.sorted().first(where: { !Self.negligible.contains($0) }) else { return }
        throw ConsoleError(
            .conflict,
            "The data folder \(target.path) is not empty: \(found) is there. Restore into an empty folder, or let what "
                + "a console keeps there go with --replace.")
    }

    /// Writes the files beside those that are there, and checks them.
    private static func unpack(_ reader: inout TarReader, _ manifest: BackupManifest, into target: DataFolder) throws {
        let place = try FolderExchange.begin(in: target)
        do {
            for folder in BackupContents.folders {
                try FileManager.default.createDirectory(
                    atPath: "\(place)/\(folder)", withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            }
            try BackupArchive.readFiles(&reader, of: manifest) { file, next in
                let writer = try FileWriter(
                    path: "\(place)/\(file.path)", permissions: BackupContents.permissions(of: file.path))
                defer { writer.close() }
                while case let piece = try next(), !piece.isEmpty { try writer.append(piece) }
                try writer.synchronize()
            }
            try RestoredDatabase.check(in: place, of: manifest)
            for folder in BackupContents.folders { FileWriter.synchronize(folder: "\(place)/\(folder)") }
        } catch {
            FolderExchange.abandon(in: target)
            throw error
        }
    }

    /// Says of which backup a sentence is.
    private static func explaining<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ConsoleError where error.code != .conflict {
            throw ConsoleError(error.code, "The backup \(name) cannot be restored. \(error.message)", cause: error)
        }
    }
}
