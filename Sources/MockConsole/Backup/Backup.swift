import ConsolePlatform
package import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `mockuem backup`: everything a console needs to come back, as one archive; beside a running console, or without one.
package struct Backup: Sendable {
    private let folder: String
    private let clock: ConsoleClock

    /// A backup of the data folder of a configuration.
    package init(_ configuration: ConsoleConfiguration, surroundings: Surroundings) {
        folder = DataFolder.absolute(configuration.dataFolder)
        clock = surroundings.clock
    }

    /// Writes the archive to a file, which appears once it is complete and was read back.
    ///
    /// - Parameter path: The file; an earlier backup of that name is replaced.
    /// - Returns: A sentence that says what was done.
    /// - Throws: ``ConsoleError`` with a sentence; a file that was there before is as it was then.
    package func write(to path: String) throws -> String {
        try requireConsole()
        try requireReplaceable(path)
        let temporary = "\(path).incomplete"
        try? FileManager.default.removeItem(atPath: temporary)
        let stage = try BackupStage(of: folder)
        defer { stage.remove() }
        do {
            let writer = try FileWriter(path: temporary, permissions: 0o600)
            defer { writer.close() }
            let manifest = try BackupArchive.write(
                stage, to: writer, version: MockUEMVersion.current, at: clock.machine)
            try writer.synchronize()
            try Self.verify(temporary, manifest)
            guard rename(temporary, path) == 0 else {
                throw ConsoleError(
                    .unavailable, "The backup \(path) cannot be written: \(String(cString: strerror(errno))).")
            }
            FileWriter.synchronize(folder: URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false))
            return "Backed up \(folder) to \(path): \(manifest.summary), read back and right."
        } catch {
            try? FileManager.default.removeItem(atPath: temporary)
            throw error
        }
    }

    /// Writes the archive to standard output, or another open file; it is complete only if nothing is thrown.
    ///
    /// - Returns: A sentence that says what was done.
    /// - Throws: ``ConsoleError`` with a sentence.
    package func write(to handle: FileHandle, called name: String) throws -> String {
        try requireConsole()
        let stage = try BackupStage(of: folder)
        defer { stage.remove() }
        let manifest = try BackupArchive.write(
            stage, to: FileWriter(handle, called: name), version: MockUEMVersion.current, at: clock.machine)
        return "Backed up \(folder) to \(name): \(manifest.summary)."
    }

    private func requireConsole() throws {
        let size = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(BackupManifest.database)")[.size]
        guard let size = size as? NSNumber, size.int64Value > 0 else {
            throw ConsoleError(.notFound, "There is no console in \(folder) yet.")
        }
    }

    /// Only a backup gives way to another.
    private func requireReplaceable(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        var isBackup = false
        if let file = FileHandle(forReadingAtPath: path) {
            var reader = TarReader(file)
            isBackup = (try? BackupArchive.manifest(&reader)) != nil
        }
        guard isBackup else {
            throw ConsoleError(.conflict, "\(path) is there already and is no backup of MockUEM; name another file.")
        }
    }

    /// Reads an archive back from the disk.
    private static func verify(_ path: String, _ manifest: BackupManifest) throws {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw ConsoleError(.unavailable, "The backup \(path) cannot be read back.")
        }
        defer { try? file.close() }
        do {
            var reader = TarReader(file)
            guard try BackupArchive.manifest(&reader) == manifest else {
                throw ConsoleError(.unprocessable, "Its manifest is not what was written.")
            }
            try BackupArchive.readFiles(&reader, of: manifest) { _, next in
                while try !next().isEmpty {}
            }
        } catch let error as ConsoleError {
            throw ConsoleError(
                .unavailable, "The backup was written, but reading it back failed. \(error.message)", cause: error)
        }
    }
}

extension BackupManifest {
    /// Files and bytes, for a sentence.
    var summary: String { "\(files.count) files, \(byteCount) bytes" }
}
