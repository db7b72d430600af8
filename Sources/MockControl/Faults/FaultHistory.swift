import ConsolePlatform
import GRDB

/// Ids of faults of earlier starts that something still names.
///
/// Faults are gone with a start, but entries of the journal and events name them, so that their ids are not used again.
struct FaultHistory: Sendable {
    /// A fault may have a number for its name; beyond this it is no id.
    private static let ids: ClosedRange<Int64> = 0...(1 << 50)

    let database: ConsoleDatabase
    /// What entries of the journal call the faults that acted on them.
    let journal: @Sendable () async -> Set<String>

    /// The highest id that is named; 0 if none is.
    func latestID() async throws -> Int64 {
        let labels = try await database.read { db in
            try String.fetchSet(db, sql: "SELECT subject FROM eventLog WHERE action = 'fault.created'")
        }
        return await journal().union(labels).compactMap { Int64($0) }.filter(Self.ids.contains).max() ?? 0
    }
}
