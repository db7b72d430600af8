import ConsoleModel
import ConsolePlatform

/// What came of replacing everything.
struct Restoration: Sendable {
    /// What is in place now.
    let manifest: SnapshotManifest
    /// How long requests were held back.
    let duration: Duration
}

/// Puts a state in the place of the present one, while no request is answered.
struct Restorer: Sendable {
    let store: SnapshotStore
    let gate: RequestGate
    let database: ConsoleDatabase
    let events: EventLogStore
    let clocks: ClockBoard
    let files: [KeptFiles]
    /// Writes a database with the environment of the start to a file; answers what distinguishes the environment.
    let baseline: @Sendable (_ path: String) async throws -> String
    /// Who follows.
    let participants: [ResetParticipant]

    /// Restores a snapshot.
    ///
    /// - Throws: ``ConsoleError`` `badRequest`, `notFound`, `conflict` for one that cannot be used, `unavailable` if the
    ///   disk is full. Everything is as before then.
    func restore(_ name: String, keepingJournal keepsJournal: Bool, by administrator: AdministratorIdentity)
        async throws -> Restoration
    {
        let taken = try await store.template(name)
        return try await put(
            taken.template, taken.manifest, taken.place, .restored(keepsJournal: keepsJournal), .snapshotRestored,
            by: administrator)
    }

    /// Goes back to the environment file.
    ///
    /// - Throws: ``ConsoleError`` `badRequest` if the file is not valid any more, `unavailable` if the disk is full.
    func reset(keepingJournal keepsJournal: Bool, by administrator: AdministratorIdentity) async throws -> Restoration {
        let first = try await store.baselineTemplate(making: baseline)
        return try await put(
            first.template, first.manifest, first.place, .reset(keepsJournal: keepsJournal), .consoleReset,
            by: administrator)
    }

    private func put(
        _ template: DatabaseTemplate, _ manifest: SnapshotManifest, _ place: SnapshotFolder,
        _ occasion: ResetParticipant.Occasion, _ action: EventAction, by administrator: AdministratorIdentity
    ) async throws -> Restoration {
        try await gate.hold {
            let began = ContinuousClock.now
            for files in files { try files.bringBack(manifest.files[files.label] ?? [], from: place) }
            try await database.replace(by: template) { try LastingAccounts.prepare($0, instead: $1) }
            for files in files { files.sweep(keeping: Set(manifest.files[files.label] ?? [])) }
            try await clocks.load(database)
            for participant in participants { await participant.follow(occasion) }
            try await note(action, manifest, by: administrator)
            return Restoration(manifest: manifest, duration: .now - began)
        }
    }

    /// Notes it in the event log, which is that of the state that is in place now.
    private func note(_ action: EventAction, _ manifest: SnapshotManifest, by administrator: AdministratorIdentity)
        async throws
    {
        let subject = action == .snapshotRestored ? manifest.name : "environment"
        let group = OrganizationGroupRecord.globalID
        let now = clocks.clock.now(in: group)
        try await database.write { [events] transaction in
            try events.record(
                ConsoleEvent(action: action, subjectKind: "snapshot", subject: subject, groupID: group, at: now),
                by: .administrator(administrator.name), after: ["takenAt": manifest.takenAt.description],
                in: transaction)
        }
    }
}
