import ConsoleModel
import ConsolePlatform

/// Which files of a data folder belong to a backup: all that a console needs to come back.
enum BackupContents {
    /// Files without which a console would not come back as it was.
    static let required = ConsoleKeys.files

    /// Files that are there in some consoles.
    static let optional = [
        "credentials.json", "ca.pem", "ca-key.pem", "server.pem", "server-key.pem", "config.yaml",
    ]

    /// Folders with files that rows of the database name.
    static let folders = ["blobs", "chunks"]

    /// Mode bits of a file: certificates may be read by everybody.
    static func permissions(of path: String) -> Int { ["ca.pem", "server.pem"].contains(path) ? 0o644 : 0o600 }

    /// Whether a backup may have a file of such a path.
    static func contain(_ path: String) -> Bool {
        if ([BackupManifest.database] + required + optional).contains(path) { return true }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2 && folders.contains(String(parts[0])) && KeptFileName.isPlain(String(parts[1]))
    }
}
