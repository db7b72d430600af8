import AdminServices
import ConsolePlatform
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a backup is made of, held still: a copy of the database, and links to the files that it names.
///
/// It is a folder in the data folder, `backup.staging`, which is locked as long as the backup is made. What a killed
/// one has left, the next removes.
final class BackupStage {
    /// How often it is begun anew because a file was removed meanwhile.
    private static let attempts = 5

    /// The paths of the files in the data folder, the database first.
    private(set) var paths: [String] = []
    /// The migrations that the database has had.
    private(set) var migrations: [String] = []
    private let dataFolder: String
    private let folder: String
    private let lock: FileHandle

    /// Copies and links what there is at this moment.
    ///
    /// - Throws: ``ConsoleError`` with a sentence: there is no console, another backup is being made, the disk is full,
    ///   or something is damaged or missing.
    init(of dataFolder: String) throws {
        self.dataFolder = dataFolder
        folder = "\(dataFolder)/backup.staging"
        try Self.makeFolder(folder)
        let descriptor = open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ConsoleError(.unavailable, "The data folder \(dataFolder) cannot be written.")
        }
        lock = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw ConsoleError(
                .unavailable, "Another backup of \(dataFolder) is being made; begin again once it is done.")
        }
        do {
            try fill()
        } catch {
            remove()
            throw error
        }
    }

    /// Removes it.
    func remove() {
        // The lock goes last, and only by its owner.
        empty()
        try? FileManager.default.removeItem(atPath: folder)
        try? lock.close()
    }

    /// Where a file stands still.
    func file(_ path: String) -> String { "\(folder)/\(path)" }

    private func empty() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name != "lock" {
            try? FileManager.default.removeItem(atPath: file(name))
        }
    }

    /// What a restore would refuse is no backup.
    private func requireRestorable(_ path: String, called name: String) throws {
        do {
            try DatabaseSchema.require(path, called: name, migrations: Migration.embedded())
        } catch let error as ConsoleError where error.code == .unprocessable {
            throw ConsoleError(
                .unprocessable,
                "\(error.message) A restore would refuse it; take back what was changed, and begin again.", cause: error
            )
        }
    }

    private func fill() throws {
        var missing = ""
        for _ in 0..<Self.attempts {
            empty()
            let database = BackupManifest.database
            try DatabaseCopy.make(
                of: "\(dataFolder)/\(database)", at: file(database), migrations: Migration.embedded())
            try requireRestorable(file(database), called: "\(dataFolder)/\(database)")
            migrations = try DatabaseCopy.migrations(of: file(database))
            paths = [database] + (try linkKeys())
            guard let name = try linkFiles() else { return }
            missing = name
        }
        throw ConsoleError(.unavailable, "The file \(missing), which the database names, is missing.")
    }

    /// Links what stands at the top of the data folder.
    private func linkKeys() throws -> [String] {
        for name in BackupContents.required {
            guard try FileShare.link("\(dataFolder)/\(name)", to: file(name)) else {
                throw ConsoleError(
                    .unavailable,
                    "The key file \(dataFolder)/\(name) is missing: what it has sealed could not be opened again.")
            }
        }
        return BackupContents.required
            + (try BackupContents.optional.filter { try FileShare.link("\(dataFolder)/\($0)", to: file($0)) })
    }

    /// Links the files that rows name.
    ///
    /// - Returns: One that is missing, if it was removed since the database was copied; nil for none.
    private func linkFiles() throws -> String? {
        let kept = ApplicationFeature.files(inDataFolder: dataFolder)
        let names = try DatabaseTemplate.names(in: file(BackupManifest.database), of: kept)
        for files in kept {
            for name in names[files.label] ?? [] {
                let source = try files.path(of: name)
                let path = try KeptFileName.path(of: name, in: files.label)
                try Self.makeFolder(file(files.label))
                guard try FileShare.link(source, to: file(path)) else { return source }
                paths.append(path)
            }
        }
        return nil
    }

    private static func makeFolder(_ path: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConsoleError(.unavailable, "The data folder cannot be written: \(path) cannot be made.", cause: error)
        }
    }
}

/// A second name for a file, so that it outlives its first.
private enum FileShare {
    /// Links a file, or copies it where the file system has no links; false if it is not there.
    static func link(_ source: String, to target: String) throws -> Bool {
        let manager = FileManager.default
        guard manager.fileExists(atPath: source) else { return false }
        do {
            do {
                // A file that is changed in place would change under its second name too.
                if source.hasSuffix(".yaml") { throw CocoaError(.featureUnsupported) }
                try manager.linkItem(atPath: source, toPath: target)
            } catch {
                try manager.copyItem(atPath: source, toPath: target)
            }
            return true
        } catch {
            guard manager.fileExists(atPath: source) else { return false }
            throw ConsoleError(
                .unavailable, "The file \(source) cannot be read, or the disk is full.", cause: error)
        }
    }
}
