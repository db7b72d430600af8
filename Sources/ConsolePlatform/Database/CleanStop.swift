import Foundation

/// A note beside a database file that it was closed in good order, and what the file was like at that moment.
///
/// It holds for that very file with that size and that time of change. A copy, a file that something else wrote to,
/// or one that another version used does not fit it, and is looked at as a whole.
struct CleanStop: Sendable {
    /// Path of the database.
    private let database: String
    /// Which migrations the file has seen.
    private let schema: String

    /// The note of a database.
    ///
    /// - Parameters:
    ///   - path: Path of the database.
    ///   - migrations: Those the database has seen once it is open.
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
    /// A note that cannot be written is no failure: the next start looks at the whole file, that is all.
    func note() {
        guard let print = fingerprint else { return }
        try? DataFolder.write(Data(print.utf8), to: path, permissions: 0o600)
    }

    /// Removes the note: from now on the file changes.
    func forget() {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// What tells this state of the file from any other; nil for a file that is not complete without its write-ahead
    /// log, or not there.
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
