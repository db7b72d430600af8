import ConsolePlatform
import Foundation

/// What is known of a snapshot without opening it.
struct SnapshotManifest: Codable, Hashable, Sendable {
    /// Its name, as it was given.
    let name: String
    /// When it was taken, by the machine.
    let takenAt: Timestamp
    /// Bytes of the copy of the database.
    let databaseBytes: Int64
    /// Names of the files that rows refer to, by the folder they are in.
    let files: [String: [String]]
    /// Bytes of these files, which are shared with the data folder and with other snapshots.
    let fileBytes: Int64
    /// The version of this program that took it.
    let version: String
    /// How many migrations its schema has had.
    let schema: Int
    /// For the state of an environment file: what distinguishes the file from others.
    var fingerprint: String?

    /// All it takes.
    var bytes: Int64 { databaseBytes + fileBytes }

    /// What a snapshot may be called.
    static let rule = "1 to 64 letters A to Z, digits, dots, dashes and underscores, the first one a letter or digit"

    /// A name, if it is one.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    static func checked(_ name: String) throws -> String {
        func isPlain(_ byte: UInt8) -> Bool {
            (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        }
        guard (1...64).contains(name.utf8.count), name.utf8.first.map(isPlain) == true,
            name.utf8.allSatisfy({ isPlain($0) || ".-_".utf8.contains($0) })
        else {
            throw ConsoleError(.badRequest, "\"\(name.prefix(80))\" is no name of a snapshot; it has to be \(rule).")
        }
        return name
    }
}
