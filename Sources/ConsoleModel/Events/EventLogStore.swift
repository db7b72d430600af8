package import ConsolePlatform
import Foundation
import GRDB

/// Writes the event log, inside the transaction of the change, and notifies subscribers after the commit.
package struct EventLogStore: Sendable {
    /// Where events go after the commit.
    package let hub: EventHub<ConsoleEvent>
    /// The table and its bound.
    let table: BoundedTable

    /// Made of its parts.
    package init(hub: EventHub<ConsoleEvent>, table: BoundedTable) {
        self.hub = hub
        self.table = table
    }

    /// Records a change.
    ///
    /// - Parameters:
    ///   - event: What happened, to what, when.
    ///   - actor: Who did it.
    ///   - before: The former state, without secrets; nil for something new.
    ///   - after: The new state, without secrets; nil for something that was deleted.
    ///   - transaction: The transaction of the change.
    /// - Throws: What the database throws.
    package func record(
        _ event: ConsoleEvent, by actor: Actor, before: [String: String?]? = nil, after: [String: String?]? = nil,
        in transaction: Transaction
    ) throws {
        var row = EventLogRecord(
            id: nil, at: event.at, groupId: event.groupID, actorKind: actor.kind, actor: actor.name,
            action: event.action.rawValue, subjectKind: event.subjectKind, subject: event.subject,
            before: try before.map(Self.json), after: try after.map(Self.json), deviceId: event.deviceID)
        try row.insert(transaction.db)
        try table.trim(transaction.db)
        publish(event, in: transaction)
    }

    /// Notifies subscribers of something that is kept elsewhere, such as a beacon, once it is committed.
    package func publish(_ event: ConsoleEvent, in transaction: Transaction) {
        transaction.afterCommit { hub.publish(event) }
    }

    /// A row as the event log shows it: the permitted columns, as texts.
    package static func fields<Record: ToldRecord>(_ record: Record) throws -> [String: String?] {
        try record.databaseDictionary.filter { Record.toldColumns.contains($0.key) }
            .mapValues { $0.isNull ? nil : String.fromDatabaseValue($0) ?? "\($0)" }
    }

    private static func json(_ fields: [String: String?]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(fields), as: UTF8.self)
    }
}
