import ConsoleModel
import ConsolePlatform
import Foundation

/// A data folder that had a console and has no database: most likely it was lost, so nothing is seeded in its place.
enum LostDatabase {
    private static let database = "mockuem.sqlite"

    /// What only a console that has run leaves behind, and what only its database makes sense of.
    ///
    /// Certificates are not among them: clients trust an authority, so it is kept by whoever begins anew on purpose.
    /// The journal may be lost at any time.
    private static let remains = ConsoleKeys.files + ["credentials.json", "\(database)-wal", "blobs", "chunks"]

    /// Refuses a folder whose database is missing though other parts of a console are there.
    ///
    /// - Parameters:
    ///   - folder: The data folder.
    ///   - isFreshWanted: Whether somebody wants a new database all the same.
    /// - Throws: ``ConsoleError`` `unavailable` with what is there and what to do; `conflict` if a new database is
    ///   wanted where there is one.
    static func check(_ folder: DataFolder, isFreshWanted: Bool) throws {
        let isThere = hasContents(folder.file(database))
        guard !isFreshWanted else {
            guard !isThere else {
                throw ConsoleError(
                    .conflict,
                    "The data folder \(folder.path) has a database: --fresh is for one whose database is missing. To "
                        + "begin anew, move the folder away.")
            }
            // A write-ahead log without its database would be applied to the new one.
            for ending in ["", "-wal", "-shm", "-clean"] {
                try? FileManager.default.removeItem(atPath: folder.file(database + ending))
            }
            return
        }
        guard !isThere else { return }
        let found = remains.filter { hasContents(folder.file($0)) }
        guard !found.isEmpty else { return }
        throw ConsoleError(
            .unavailable,
            "The data folder \(folder.path) has \(found.joined(separator: ", ")) of a console, but its database "
                + "\(database) is missing or empty. Restore a backup (mockuem restore FILE --replace), or begin anew: "
                + "move the folder away, or start once with --fresh, which keeps the keys.")
    }

    /// Whether there is a file that is not empty, or a folder that is not.
    private static func hasContents(_ path: String) -> Bool {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        guard manager.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
        if isFolder.boolValue { return (try? manager.contentsOfDirectory(atPath: path).isEmpty) == false }
        let size = (try? manager.attributesOfItem(atPath: path))?[.size] as? NSNumber
        return (size?.int64Value ?? 0) > 0
    }
}
