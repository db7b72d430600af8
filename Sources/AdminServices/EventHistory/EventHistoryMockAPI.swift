import ConsoleModel
import ConsolePlatform
import Foundation

/// A row of the event log as `/_mock` shows it (AdminAPI, "Event log").
struct EventBody: Encodable, Sendable {
    let id: Int64?
    let at: Timestamp
    let action: String
    let actorKind: String
    let actor: String
    let subjectKind: String
    let subject: String
    let group: String?
    /// The former state, without secrets.
    let before: [String: String?]?
    /// The new state, without secrets.
    let after: [String: String?]?

    /// The body for an event.
    init(_ event: LoggedEvent) throws {
        let record = event.record
        id = record.id
        at = record.at
        action = record.action
        actorKind = record.actorKind
        actor = record.actor
        subjectKind = record.subjectKind
        subject = record.subject
        group = event.group
        before = try record.before.map(Self.fields)
        after = try record.after.map(Self.fields)
    }

    private static func fields(_ json: String) throws -> [String: String?] {
        try JSONDecoder().decode([String: String?].self, from: Data(json.utf8))
    }
}
