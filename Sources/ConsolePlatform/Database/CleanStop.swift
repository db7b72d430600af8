import Foundation

/// A note beside a database file that it was closed in good order, and what the file was like at that moment.
///
/// It is valid only for that file, with that size and that time of change. It does not fit a copy, a file that another
/// program wrote to, or one that another version used; such a file is checked as a whole.
struct CleanStop: Sendable {
    /// Path of the database.
    private let database: String
    /// The migrations that were applied to the file.
    private let schema: String

    /// The note of a database.
    ///
    /// - Parameters:
    ///   - path: Path of the database.
    ///   - migrations: The migrations that are applied once the database is open.
    init(ofDatabase path: String, migrations: [Migration]) {
        database = path
        schema = "\(migrations.count):\(migrations.last?.name ?? "")"
    }

    /// Where the note stands.
    var path: String { "\(database)-clean" }

    /// Whether the note is there and fits the file.
    var isNoted: Bool {
        guard let noted = FileManager.default.contents(atPath: path), let print = fingerprint else { return false }
        return noted == Data(print.utf8)
    }

    /// Writes the note.
    ///
    /// A note that cannot be written is no failure: the next start checks the whole file.
    func note() {
        guard let print = fingerprint else { return }
        try? DataFolder.write(Data(print.utf8), to: path, permissions: 0o600)
    }

    /// Removes the note: from now on the file changes.
    func forget() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// What distinguishes this state of the file from any other; nil for a file that is missing, or incomplete without
    /// its write-ahead log.
    private var fingerprint: String? {
        if let log = Self.attributes(of: "\(database)-wal"), "\(log[.size] ?? 0)" != "0" { return nil }
        // Whole numbers, whose types differ from platform to platform.
        guard let file = Self.attributes(of: database), let number = file[.systemFileNumber],
            let size = file[.size], let changed = file[.modificationDate] as? Date
        else { return nil }
        return "\(number) \(size) \(changed.timeIntervalSinceReferenceDate) \(schema)\n"
    }

    private static func attributes(of path: String) -> [FileAttributeKey: Any]? {
        try? FileManager.default.attributesOfItem(atPath: path)
    }
}
