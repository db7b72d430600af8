import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Puts other contents in the place of those of a data folder: all of them or none, also if the process is killed.
///
/// The folder itself may be the root of a volume, which cannot be renamed, so the new contents stand in a folder
/// inside. Its name says how far they are: `restore.new` while they are written, `restore.ready` once they are complete, and
/// `restore.moving` once the old ones are gone. From `restore.ready` on whoever opens the data folder finishes it.
package enum FolderExchange {
    private static let new = "restore.new"
    private static let ready = "restore.ready"
    private static let moving = "restore.moving"

    /// Names of what a console keeps at the top of its data folder; what has another name is somebody else's.
    package static let names: Set<String> = {
        let databases = ["mockuem.sqlite", "journal.sqlite"].flatMap { name in
            ["", "-wal", "-shm", "-journal", "-clean", "-reserve"].map { name + $0 }
        }
        let files = [
            "sealing.key", "tokens.key", "admin-tokens.key", "credentials.json", "ready.json", "ca.pem", "ca-key.pem",
            "server.pem", "server-key.pem", "lock", "blobs", "chunks", "spool", "snapshots", "backup.staging",
        ]
        return Set(databases + files + [new, ready, moving])
    }()

    /// Makes the folder that the new contents are written to.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if it cannot be made.
    package static func begin(in folder: DataFolder) throws -> String {
        let path = folder.file(new)
        try? FileManager.default.removeItem(atPath: path)
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConsoleError(.unavailable, "The data folder \(folder.path) cannot be written.", cause: error)
        }
        return path
    }

    /// Gives up what was written.
    package static func abandon(in folder: DataFolder) {
        try? FileManager.default.removeItem(atPath: folder.file(new))
    }

    /// Puts what was written in the place of what is there.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if the folder cannot be written.
    package static func complete(in folder: DataFolder) throws {
        FileWriter.synchronize(folder: folder.file(new))
        try move("\(folder.path)/\(new)", to: "\(folder.path)/\(ready)")
        FileWriter.synchronize(folder: folder.path)
        try finish(in: folder.path)
    }

    /// Finishes what another process has begun, and removes what it has not completed.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` if the folder cannot be written.
    static func finish(in folder: String) throws {
        let manager = FileManager.default
        try? manager.removeItem(atPath: "\(folder)/\(new)")
        if manager.fileExists(atPath: "\(folder)/\(ready)") {
            for name in names.subtracting(["lock", new, ready, moving]) {
                try? manager.removeItem(atPath: "\(folder)/\(name)")
            }
            try move("\(folder)/\(ready)", to: "\(folder)/\(moving)")
            FileWriter.synchronize(folder: folder)
        }
        guard manager.fileExists(atPath: "\(folder)/\(moving)") else { return }
        for name in (try? manager.contentsOfDirectory(atPath: "\(folder)/\(moving)")) ?? [] {
            try move("\(folder)/\(moving)/\(name)", to: "\(folder)/\(name)")
        }
        FileWriter.synchronize(folder: folder)
        try? manager.removeItem(atPath: "\(folder)/\(moving)")
    }

    /// Renames; a plain file that has the name already goes.
    private static func move(_ path: String, to target: String) throws {
        guard rename(path, target) == 0 else {
            throw ConsoleError(
                .unavailable, "The file \(target) cannot be restored: \(String(cString: strerror(errno))).")
        }
    }
}
