import ConsolePlatform
import Crypto
import Foundation

/// A backup as a tar archive: the manifest, then each file it names.
enum BackupArchive {
    /// The longest name of a file in a tar archive fits, since ``BackupContents`` allows no longer one.
    private static func header(_ path: String, byteCount: Int, at time: Timestamp) -> TarHeader {
        let parts = path.split(separator: "/").map(String.init)
        let folder = ([BackupManifest.folder] + parts.dropLast()).joined(separator: "/")
        return TarHeader(
            folder: folder, name: parts.last ?? "", byteCount: byteCount, modifiedAt: time,
            permissions: BackupContents.permissions(of: path))
    }

    /// Writes the files of a stage.
    ///
    /// - Returns: What the archive says of itself.
    /// - Throws: ``ConsoleError`` `unavailable` if it cannot be written, or a file has changed meanwhile.
    static func write(
        _ stage: BackupStage, to writer: FileWriter, version: String, at time: Timestamp
    ) throws -> BackupManifest {
        let files = try stage.paths.map { path in
            let (byteCount, sha256) = try FileSum.read(stage.file(path)) { _ in }
            return BackupManifest.File(path: path, byteCount: byteCount, sha256: sha256)
        }
        let manifest = BackupManifest(version: version, takenAt: time, migrations: stage.migrations, files: files)
        let text = [UInt8](try manifest.data())
        try writer.append(header(BackupManifest.name, byteCount: text.count, at: time).bytes)
        try writer.append(text + TarHeader.padding(after: text.count))
        for file in files {
            try writer.append(header(file.path, byteCount: file.byteCount, at: time).bytes)
            let (byteCount, sha256) = try FileSum.read(stage.file(file.path), writer.append)
            guard byteCount == file.byteCount, sha256 == file.sha256 else {
                throw ConsoleError(.unavailable, "The file \(file.path) has changed while it was read; try again.")
            }
            try writer.append(TarHeader.padding(after: byteCount))
        }
        try writer.append(TarHeader.end)
        return manifest
    }

    /// Reads the manifest, which has to come first.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` for what is no backup or is damaged, `unavailable` for one of a newer
    ///   version.
    static func manifest(_ reader: inout TarReader) throws -> BackupManifest {
        guard let first = try reader.next(), first.path == "\(BackupManifest.folder)/\(BackupManifest.name)",
            first.byteCount <= BackupManifest.byteLimit
        else { throw ConsoleError(.unprocessable, "It is no backup of MockUEM.") }
        var data = Data()
        while case let piece = try reader.piece(), !piece.isEmpty { data += piece }
        return try BackupManifest(data)
    }

    /// Reads the files after the manifest, and holds each against what the manifest says of it.
    ///
    /// - Parameters:
    ///   - reader: The archive, from after its manifest on.
    ///   - manifest: Its manifest.
    ///   - receive: Is given each file, and what gives its pieces until there are none.
    /// - Throws: ``ConsoleError`` `unprocessable` if the archive is damaged, and what the receiver throws.
    static func readFiles(
        _ reader: inout TarReader, of manifest: BackupManifest,
        _ receive: (BackupManifest.File, _ next: () throws -> [UInt8]) throws -> Void
    ) throws {
        for file in manifest.files {
            guard let entry = try reader.next(), entry.path == "\(BackupManifest.folder)/\(file.path)",
                entry.byteCount == file.byteCount
            else { throw ConsoleError(.unprocessable, "The file \(file.path) of its manifest is missing.") }
            var sum = SHA256()
            try receive(file) {
                let piece = try reader.piece()
                sum.update(data: piece)
                return piece
            }
            guard FileSum.text(sum) == file.sha256 else {
                throw ConsoleError(.unprocessable, "The file \(file.path) in it is damaged.")
            }
        }
        guard try reader.next() == nil else {
            throw ConsoleError(.unprocessable, "There are files in it that its manifest does not name.")
        }
    }
}
