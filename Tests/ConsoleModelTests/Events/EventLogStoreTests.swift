import Foundation
import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// The event log: written with the change it tells of, told after the commit.
struct EventLogStoreTests {
    private static let event = ConsoleEvent(
        action: .enrollmentUserUpdated, subjectKind: "enrollmentUser", subject: "demo", groupID: nil,
        at: TestClock.start)

    @Test(arguments: [
        (Actor.administrator("ann"), "administrator", "ann"), (.device("0123"), "device", "0123"),
        (.user("ada"), "user", "ada"), (.commandLine, "commandLine", "mockuem"), (.system, "system", "system"),
    ])
    func `A change is kept with who, what, before and after`(actor: Actor, kind: String, name: String) async throws {
        try await withParts { parts in
            try await parts.core.database.write { transaction in
                try parts.core.events.record(
                    Self.event, by: actor, before: ["url": "a/b", "email": nil], after: ["b": "2", "a": "1"],
                    in: transaction)
            }
            let row = try #require(
                try await parts.core.database.read { db in try EventLogRecord.fetchOne(db) })
            #expect(row.actorKind == kind && row.actor == name && row.at == TestClock.start)
            #expect(row.action == "enrollmentUser.updated")
            #expect(row.before == #"{"email":null,"url":"a/b"}"#)
            #expect(row.after == #"{"a":"1","b":"2"}"#)
        }
    }

    @Test func `Of a row the columns are kept that it names, as texts`() throws {
        let key = APIKeyRecord(
            id: 3, uuid: "u", groupId: 7, name: "k", keyHash: Data([1]), createdAt: TestClock.start, revokedAt: nil)
        let told: [String: String?] = ["uuid": "u", "groupId": "7", "name": "k", "revokedAt": nil]
        #expect(try EventLogStore.fields(key) == told)
    }

    @Test func `Subscribers hear of it after the commit, and not of what failed`() async throws {
        try await withParts { parts in
            var events = parts.core.events.hub.events().makeAsyncIterator()
            await #expect(throws: ConsoleError.self) {
                try await parts.core.database.write { transaction in
                    try parts.core.events.record(Self.event, by: .system, in: transaction)
                    throw ConsoleError(.conflict, "")
                }
            }
            try await parts.core.database.write { transaction in
                let other = ConsoleEvent(
                    action: .tagCreated, subjectKind: "x", subject: "y", groupID: nil, at: TestClock.start)
                try parts.core.events.record(other, by: .system, in: transaction)
            }
            #expect(await events.next()?.action == .tagCreated)
            #expect(try await parts.count("eventLog") == 1)
        }
    }

    @Test func `It is kept at its bound`() async throws {
        try await withParts([\.retentionEvents: "3"]) { parts in
            for _ in 0..<5 {
                try await parts.core.database.write { try parts.core.events.record(Self.event, by: .system, in: $0) }
            }
            #expect(try await parts.count("eventLog") == 3)
            #expect(try await parts.value("SELECT evicted FROM boundedTable WHERE name = 'eventLog'", Int.self) == 2)
        }
    }
}
