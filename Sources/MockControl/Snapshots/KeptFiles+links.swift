import ConsolePlatform
import Foundation

/// Files that rows refer to, linked into snapshots and back: a link takes no room and no time to speak of.
extension KeptFiles {
    /// Links files into a snapshot.
    ///
    /// - Returns: Their bytes; nil if one has been removed meanwhile.
    /// - Throws: ``ConsoleError`` `unavailable` if they cannot be linked, or a row names what is no file of the folder.
    func link(_ names: [String], to snapshot: SnapshotFolder) throws -> Int64? {
        var bytes: Int64 = 0
        for name in names {
            let source = try path(of: name)
            guard let size = SnapshotFolder.bytes(of: source) else { return nil }
            bytes += size
            guard try Self.link(source, to: snapshot.file(name, of: label)) else { return nil }
        }
        return bytes
    }

    /// Links files of a snapshot back to where rows expect them.
    func bringBack(_ names: [String], from snapshot: SnapshotFolder) throws {
        for name in names {
            let target = try path(of: name)
            guard !FileManager.default.fileExists(atPath: target) else { continue }
            guard try Self.link(snapshot.file(name, of: label), to: target) else {
                throw ConsoleError(.conflict, "A file of the snapshot is missing.")
            }
        }
    }

    /// Removes files that no row refers to.
    ///
    /// What it removes is what the folder lists, whatever it is called: rows have no say in that.
    func sweep(keeping names: Set<String>) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !names.contains(name) {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
    }

    /// Links a file; false if it is not there.
    ///
    /// A file system without links gets a copy.
    private static func link(_ source: String, to target: String) throws -> Bool {
        let manager = FileManager.default
        let parent = URL(filePath: target).deletingLastPathComponent().path(percentEncoded: false)
        do {
            try manager.createDirectory(
                atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            do {
                try manager.linkItem(atPath: source, toPath: target)
            } catch {
                guard manager.fileExists(atPath: source) else { return false }
                try manager.copyItem(atPath: source, toPath: target)
            }
            return true
        } catch {
            guard manager.fileExists(atPath: source) else { return false }
            throw ConsoleError(
                .unavailable, "A file cannot be linked: the data folder cannot be written.", cause: error)
        }
    }
}
