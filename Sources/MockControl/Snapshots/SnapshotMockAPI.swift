import ConsolePlatform
import DeviceProtocol
import Foundation

/// A snapshot as `/_mock/snapshots` answers it.
struct SnapshotBody: Encodable {
    let name: String
    let takenAt: Timestamp
    /// All it takes; files are shared with the data folder.
    let bytes: Int64
    /// Files that rows refer to.
    let files: Int
    /// The version of this program that took it.
    let version: String

    /// The body for a snapshot.
    init(_ manifest: SnapshotManifest) {
        name = manifest.name
        takenAt = manifest.takenAt
        bytes = manifest.bytes
        files = manifest.files.values.reduce(0) { $0 + $1.count }
        version = manifest.version
    }
}

/// What came of a restore or a reset.
struct RestorationBody: Encodable {
    /// Name of the snapshot; left out after a reset.
    let snapshot: String?
    /// When the state was taken.
    let takenAt: Timestamp
    /// How long requests were held back for the work itself.
    let milliseconds: Double
    let keepsJournal: Bool

    /// The body for what is in place now.
    init(_ restoration: Restoration, isReset: Bool, keepsJournal: Bool) {
        snapshot = isReset ? nil : restoration.manifest.name
        takenAt = restoration.manifest.takenAt
        milliseconds = (restoration.duration / .microseconds(1)).rounded() / 1000
        self.keepsJournal = keepsJournal
    }
}

/// What a restore or a reset is to leave alone.
struct RestorationOrder {
    /// Whether the journal stays; nil if that is not said.
    let keepJournal: Bool?

    /// Reads a body, which may be empty.
    ///
    /// A misspelled member is refused: what it was to keep would be gone.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`.
    init(_ body: Data) throws {
        guard !body.isEmpty else {
            keepJournal = nil
            return
        }
        let json: JSONValue
        do {
            json = try JSONValue(json: body)
        } catch {
            throw ConsoleError(.badRequest, "The body cannot be read: \(error).")
        }
        let members = try MatcherReader().members(of: json, "The body", known: ["keepJournal"])
        keepJournal = try members.last.map { try MatcherReader.flag($0.value, $0.name) }
    }
}
