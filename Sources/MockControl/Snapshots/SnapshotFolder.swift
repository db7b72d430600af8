import ConsolePlatform
import Foundation

/// The folder of one state: its manifest, the copy of the database, and links to the files that rows refer to.
struct SnapshotFolder: Sendable {
    /// Where it is.
    let path: String

    /// The copy of the database.
    var database: String { "\(path)/database.sqlite" }
    private var manifestPath: String { "\(path)/manifest.json" }

    /// Where a linked file is.
    ///
    /// - Throws: ``ConsoleError`` `unavailable` for what is no name of a file.
    func file(_ name: String, of folder: String) throws -> String {
        try KeptFileName.path(of: name, in: "\(path)/files/\(folder)")
    }

    /// Reads the manifest; nil if there is none, or the copy is not as long as it says.
    func manifest() -> SnapshotManifest? {
        guard let data = FileManager.default.contents(atPath: manifestPath),
            let manifest = try? JSONDecoder().decode(SnapshotManifest.self, from: data),
            Self.bytes(of: database) == manifest.databaseBytes
        else { return nil }
        return manifest
    }

    /// Writes the manifest, which makes it a snapshot.
    func write(_ manifest: SnapshotManifest) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try DataFolder.write(try encoder.encode(manifest), to: manifestPath, permissions: 0o600)
    }

    /// Bytes of a file; nil if there is none.
    static func bytes(of path: String) -> Int64? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.size] as? NSNumber)?.int64Value
    }

    /// Makes the folder.
    func make() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ConsoleError(.unavailable, "The folder of snapshots cannot be written.", cause: error)
        }
    }

    /// Removes it, if it is there.
    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
