import ConsolePlatform
import Foundation

/// What a backup says of itself: who made it, when, of which schema, and every file with its sum.
struct BackupManifest: Codable, Equatable, Sendable {
    /// A file of a backup.
    struct File: Codable, Equatable, Sendable {
        /// Where it is in the data folder.
        let path: String
        /// Its length in bytes.
        let byteCount: Int
        /// SHA-256 of its contents, as hexadecimal digits.
        let sha256: String
    }

    /// What `format` says.
    static let format = "mockuem-backup"
    /// The newest form of archives that is read, and the one that is written.
    static let formatVersion = 1
    /// Folder of everything in the archive.
    static let folder = "mockuem-backup"
    /// Name of the manifest in that folder; it is the first file.
    static let name = "manifest.json"
    /// The longest manifest that is read: one of a hundred thousand files is shorter.
    static let byteLimit = 64 << 20
    /// The database among the files.
    static let database = "mockuem.sqlite"

    /// Always ``format``.
    let format: String
    /// The form of the archive.
    let formatVersion: Int
    /// The version of this program that made it.
    let version: String
    /// When it was made, by the machine.
    let takenAt: Timestamp
    /// The migrations that its database has had.
    let migrations: [String]
    /// The files, the database first, in the order of the archive.
    let files: [File]

    /// Bytes of all files.
    var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }

    /// Reads a manifest.
    ///
    /// - Throws: ``ConsoleError`` `unprocessable` for what is none, `unavailable` for one of a newer version.
    init(_ data: Data) throws {
        guard let start = try? JSONDecoder().decode(Start.self, from: data), start.format == Self.format else {
            throw ConsoleError(.unprocessable, "It is no backup of MockUEM.")
        }
        guard Self.isVersion(start.version) else {
            throw ConsoleError(.unprocessable, "Its manifest names a version of MockUEM that cannot be one.")
        }
        guard start.formatVersion <= Self.formatVersion else {
            throw ConsoleError(
                .unavailable, "It was made by MockUEM \(start.version), which is newer than this one. Use that version."
            )
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: data)
        } catch {
            throw ConsoleError(.unprocessable, "Its manifest is damaged.", cause: error)
        }
        guard Set(files.map(\.path)).count == files.count, files.first?.path == Self.database,
            files.allSatisfy({ BackupContents.contain($0.path) && $0.byteCount >= 0 })
        else { throw ConsoleError(.unprocessable, "Its manifest names files that no backup has.") }
    }

    /// Whether a text may be a version; sentences name it, so that nothing in it may have a meaning for a terminal.
    private static func isVersion(_ text: String) -> Bool {
        (1...40).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || ".+-".utf8.contains(byte)
            }
    }

    /// Made of its parts.
    init(version: String, takenAt: Timestamp, migrations: [String], files: [File]) {
        format = Self.format
        formatVersion = Self.formatVersion
        self.version = version
        self.takenAt = takenAt
        self.migrations = migrations
        self.files = files
    }

    /// As it stands in the archive.
    func data() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }

    /// What every version of a manifest has.
    private struct Start: Decodable {
        let format: String
        let formatVersion: Int
        let version: String
    }
}
