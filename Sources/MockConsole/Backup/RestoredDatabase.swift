import AdminServices
import ConsoleModel
import ConsolePlatform
import GRDB

/// Checks the database of a backup before it takes the place of another.
enum RestoredDatabase {
    /// Requires that a console can run with a database, and that it names no files but those that came with it.
    ///
    /// The order counts: rows are read once the tables are known to be tables, and their names become paths after that.
    ///
    /// - Parameters:
    ///   - folder: Where what was in the backup stands.
    ///   - manifest: What the backup says of itself.
    /// - Throws: ``ConsoleError`` with a sentence: it is damaged, newer than this program, made in another way than by
    ///   it, or without its topmost group, or it names a file that is not in the backup.
    static func check(in folder: String, of manifest: BackupManifest) throws {
        let (path, name) = ("\(folder)/\(BackupManifest.database)", "in it")
        let migrations = Migration.embedded()
        try DatabaseSchema.require(path, called: name, migrations: migrations)
        try DatabaseCopy.check(path, called: name, migrations: migrations)
        do {
            try requireTopmostGroup(path)
            try requireFiles(path, folder, manifest)
        } catch let error as ConsoleError {
            throw error
        } catch {
            throw ConsoleError(.unprocessable, "The database \(name) cannot be read.", cause: error)
        }
    }

    /// Every group is below that of the console itself.
    private static func requireTopmostGroup(_ path: String) throws {
        var readOnly = Configuration()
        readOnly.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: readOnly)
        defer { try? queue.close() }
        let isThere = try queue.read { db in
            guard try db.tableExists(OrganizationGroupRecord.databaseTableName) else { return false }
            return try OrganizationGroupRecord.exists(db, key: OrganizationGroupRecord.globalID)
        }
        guard isThere else {
            throw ConsoleError(
                .unprocessable,
                "The database in it has no topmost group (\(OrganizationGroupRecord.globalID)), below which all others are."
            )
        }
    }

    /// A row may name a file of its folder, and one that is there.
    private static func requireFiles(_ path: String, _ folder: String, _ manifest: BackupManifest) throws {
        let kept = ApplicationFeature.files(inDataFolder: folder)
        let names = try DatabaseTemplate.names(in: path, of: kept)
        let there = Set(manifest.files.map(\.path))
        for files in kept {
            for name in names[files.label] ?? [] {
                guard try there.contains(KeptFileName.path(of: name, in: files.label)) else {
                    throw ConsoleError(
                        .unprocessable, "The database in it names the file \(files.label)/\(name), which is not in it.")
                }
            }
        }
    }
}
