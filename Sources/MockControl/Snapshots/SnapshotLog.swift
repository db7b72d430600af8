import ConsoleModel
import ConsolePlatform

/// Notes in the event log what is done with snapshots.
struct SnapshotLog: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock

    /// Notes that a snapshot was taken or deleted.
    func note(_ action: EventAction, _ manifest: SnapshotManifest, by administrator: AdministratorIdentity) async throws
    {
        let group = OrganizationGroupRecord.globalID
        let now = clock.now(in: group)
        try await database.write { [events] transaction in
            try events.record(
                ConsoleEvent(action: action, subjectKind: "snapshot", subject: manifest.name, groupID: group, at: now),
                by: .administrator(administrator.name), after: ["bytes": String(manifest.bytes)], in: transaction)
        }
    }
}
