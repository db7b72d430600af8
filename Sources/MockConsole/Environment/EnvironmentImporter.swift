import ConsoleModel
import ConsolePlatform

/// Imports environment files: the whole file in one transaction, or nothing of it.
///
/// Importing a file twice changes nothing the second time. Objects the file does not mention stay as they are.
struct EnvironmentImporter: Sendable {
    let database: ConsoleDatabase
    let events: EventLogStore
    let clock: ConsoleClock
    let random: RandomSource
    /// Where texts are read.
    let threads: LowPriorityThreads
    /// The sections of groups, in the order in which they are imported.
    let sections: [any EnvironmentSection]

    /// Imports a file's text.
    ///
    /// - Parameters:
    ///   - text: YAML.
    ///   - policy: What to do with objects that differ.
    ///   - actor: Who imports.
    /// - Returns: What was done.
    /// - Throws: ``ConsoleError`` `unprocessable` for a file that is not valid, `conflict` for a difference under
    ///   ``ConflictPolicy/fail``; each problem is a detail.
    func importText(_ text: String, policy: ConflictPolicy, by actor: Actor) async throws -> ImportSummary {
        try await importDocument(
            try await threads.run { try EnvironmentReader.readHere(text) }, policy: policy, by: actor)
    }

    /// Imports a document that was read.
    func importDocument(_ document: EnvironmentDocument, policy: ConflictPolicy, by actor: Actor) async throws
        -> ImportSummary
    {
        let prepared = try await prepare(document)
        return try await database.write { transaction in
            try importPrepared(prepared, policy: policy, by: actor, in: transaction)
        }
    }

    /// Imports a document that was prepared, inside a transaction.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - boundary: Codes from the root down to the group that it stays in; empty for the whole tree.
    ///   - policy: What to do with objects that differ.
    ///   - actor: Who imports.
    ///   - transaction: The transaction.
    /// - Returns: What was done.
    /// - Throws: ``ConsoleError`` as for a text.
    func importPrepared(
        _ document: EnvironmentDocument, within boundary: [String] = [], policy: ConflictPolicy, by actor: Actor,
        in transaction: Transaction
    ) throws -> ImportSummary {
        let top =
            try boundary.reversed().lazy.compactMap {
                try OrganizationGroupStore.group(code: $0, transaction.db)?.id
            }.first ?? OrganizationGroupRecord.globalID
        let run = EnvironmentImportRun(
            transaction: transaction, within: boundary, policy: policy, actor: actor, events: events, random: random,
            now: clock.now(in: top))
        try run.importAll(document, sections)
        return run.summary
    }

    /// Slow work is done before the transaction.
    func prepare(_ document: EnvironmentDocument) async throws -> EnvironmentDocument {
        var document = document
        for section in sections { try await section.prepareContents(of: &document.groups) }
        return document
    }
}
