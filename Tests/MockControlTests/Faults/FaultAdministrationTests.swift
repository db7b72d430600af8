import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Faults, posted, listed and taken away.
struct FaultAdministrationTests {
    @Test func `A fault shows what it is about and what has become of it`() async throws {
        try await withConsole { console in
            let made = try await console.fault(
                #"{"name": "flaky", "match": {"path": "/deviceservices/**"}, "action": {"status": 503}, "times": 2}"#)
            let id = try #require(made["id"] as? Int)
            #expect(made["state"] as? String == "active" && made["hits"] as? Int == 0, "\(made)")
            #expect(made["group"] as? String == "global" && made["administrator"] as? String == "admin.token")
            #expect((made["action"] as? [String: Any])?["status"] as? Int == 503)
            #expect(await console.seen().status == 503)
            let hit = try await console.adminJSON("/_mock/faults/\(id)")
            #expect(hit["hits"] as? Int == 1 && hit["seen"] as? Int == 1 && hit["lastHitAt"] != nil, "\(hit)")
            #expect(await console.seen().status == 503)
            #expect(await console.seen().status == 200)
            let spent = try await console.adminJSON("/_mock/faults/\(id)")
            #expect(spent["state"] as? String == "spent" && spent["hits"] as? Int == 2)
            let list = try await console.adminJSON("/_mock/faults")
            #expect(list["total"] as? Int == 1)
        }
    }

    @Test(
        arguments: [
            (["3", "flaky"], [], 4), ([], ["17", "two faults", "2"], 18), (["5"], ["4"], 6), ([], [], 1),
            (["99999999999999999999", "9007199254740993000"], [], 1),
        ] as [(Set<String>, [String], Int64)])
    func `Ids go on after those that the journal or the event log of an earlier start names`(
        journal: Set<String>, events: [String], expected: Int64
    ) async throws {
        try await withConsole { console in
            let core = console.parts.core
            try await core.database.write { transaction in
                for subject in events {
                    try core.events.record(
                        ConsoleEvent(
                            action: .faultCreated, subjectKind: "fault", subject: subject,
                            groupID: OrganizationGroupRecord.globalID, at: TestClock.start),
                        by: .system, in: transaction)
                }
            }
            let history = FaultHistory(database: core.database) { journal }
            #expect(try await history.latestID() == expected - 1)
        }
    }

    @Test func `The first fault after a start has an id that no entry of the journal names`() async throws {
        try await withConsole { console in
            let memory = try console.journal
            memory.add { JournalWorld.entry($0, sent: "x", at: $0) { $0.fault = "41" } }
            #expect(try await console.fault(#"{"action": {"status": 500}}"#)["id"] as? Int == 42)
            #expect(try await console.fault(#"{"action": {"status": 500}}"#)["id"] as? Int == 43)
        }
    }

    @Test func `Faults are deleted one by one, and all at once`() async throws {
        try await withConsole { console in
            for _ in 0..<3 { try await console.fault(#"{"action": {"status": 500}}"#) }
            #expect(try await console.admin(.delete, "/_mock/faults/2").deletedCount == 1)
            #expect(try await console.admin(.get, "/_mock/faults/2").status == .notFound)
            #expect(try await console.admin(.delete, "/_mock/faults/2").status == .notFound)
            #expect(await console.seen().status == 500)
            #expect(try await console.admin(.delete, "/_mock/faults").deletedCount == 2)
            #expect(await console.seen().status == 200)
            let made = try await console.fault(#"{"action": {"status": 500}}"#)
            #expect(made["id"] as? Int == 4, "an id is not used again")
            let log = try await console.adminJSON("/_mock/events?action=fault.deleted")
            #expect(log["total"] as? Int == 2)
            #expect(try await console.adminJSON("/_mock/events?action=fault.created")["total"] as? Int == 4)
        }
    }

    @Test func `The latest fault that means a request acts alone, and others get what it lets pass`() async throws {
        try await withConsole { console in
            try await console.fault(#"{"name": "old", "action": {"status": 500}}"#)
            try await console.fault(#"{"name": "new", "action": {"status": 502}, "times": 1, "skip": 1}"#)
            var seen: [Int?] = []
            for _ in 0..<3 { seen.append(await console.seen().status) }
            #expect(seen == [500, 502, 500])
        }
    }

    @Test func `A fault ends when its time is over`() async throws {
        let clock = TestClock()
        try await withConsole(clock: clock) { console in
            let made = try await console.fault(#"{"action": {"status": 500}, "seconds": 30}"#)
            #expect(await console.seen().status == 500)
            clock.advance(seconds: 30)
            #expect(await console.seen().status == 200)
            let id = try #require(made["id"] as? Int)
            #expect(try await console.adminJSON("/_mock/faults/\(id)")["state"] as? String == "expired")
        }
    }

    @Test func `A percentage with a seed chooses the same requests in every console`() async throws {
        let fault = #"{"action": {"status": 500}, "percentage": 50, "seed": 11, "longestRow": 2}"#
        var runs: [[Int?]] = []
        for _ in 0..<2 {
            runs.append(
                try await withConsole { console in
                    let made = try await console.fault(fault)
                    #expect(made["seed"] as? Int == 11)
                    var seen: [Int?] = []
                    for _ in 0..<20 { seen.append(await console.seen().status) }
                    return seen
                })
        }
        #expect(runs[0] == runs[1] && runs[0].contains(500) && runs[0].contains(200))
    }

    @Test func `What serves the tester is never touched`() async throws {
        try await withConsole { console in
            try await console.fault(#"{"action": {"drop": "before"}}"#)
            #expect(await console.seen().isBroken)
            #expect(await console.seen("/livez").status == 200)
            #expect(try await console.admin(.delete, "/_mock/faults").status == .noContent)
        }
    }

    @Test func `An answer that a fault gave in place of the console changed nothing`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await console.fault(#"{"match": {"method": "POST"}, "action": {"json": {}}, "times": 1}"#)
            try? await device.sendBeacon(device.beacon())
            #expect(try await console.adminJSON("/_mock/beacons")["total"] as? Int == 0)
            try await console.fault(#"{"match": {"method": "POST"}, "action": {"emptyBody": true}, "times": 1}"#)
            try? await device.sendBeacon(device.beacon())
            #expect(try await console.adminJSON("/_mock/beacons")["total"] as? Int == 1)
        }
    }

    @Test func `The journal finds requests by their fault`() async throws {
        try await withConsole { console in
            try await console.fault(#"{"name": "flaky", "action": {"status": 503}, "times": 1}"#)
            _ = await console.seen()
            _ = await console.seen()
            let found = try await console.adminJSON("/_mock/journal?fault=Flaky")
            #expect(found["total"] as? Int == 1, "\(found)")
            let verified = try await console.admin(
                .post, "/_mock/verify", text: #"{"match": {"fault": "flaky", "status": 503}, "exactly": 1}"#)
            #expect(try verified.json()["passed"] as? Bool == true, "\(verified.text)")
        }
    }

    @Test func `A request that a fault answered is found by the route it would have gone to`() async throws {
        try await withConsole { console in
            let faults = [#"{"status": 503}"#, #"{"refuse": "logQuota"}"#, #"{"drop": "before"}"#]
            for action in faults {
                try await console.fault(#"{"action": \#(action), "times": 1}"#)
                _ = await console.seen()
                let entry = try await console.latestEntry("&path=/deviceservices/**")
                let route = entry["route"] as? String
                #expect(route == "/deviceservices/awmdmsdk/v1/platform/{dt}/uid/{uid}/status", "\(action): \(entry)")
            }
            let verified = try await console.admin(
                .post, "/_mock/verify",
                text: #"{"match": {"route": "/deviceservices/awmdmsdk/v1/platform/{}/uid/{}/status"}, "exactly": 3}"#)
            #expect(try verified.json()["passed"] as? Bool == true, "\(verified.text)")
            try await console.fault(#"{"action": {"status": 503}, "times": 1}"#)
            _ = await console.seen("/api/v1/system/INFO")
            #expect(try await console.latestEntry()["route"] as? String == "/api/system/info")
        }
    }

    @Test func `Faults and scenarios of a group that is gone are gone as well`() async throws {
        try await withConsole { console in
            let imported = try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global, id: 7, type: Global}
                  - {path: global/other, name: Other, type: Customer}
                """)
            #expect(imported.status == .ok, "\(imported.text)")
            let other = try await console.api(.consoleAdministrator, of: "other")
            _ = try await other.mock(.post, "faults", #"{"action": {"status": 502}}"#)
            _ = try await other.mock(.post, "scenarios", "{name: one, states: {a: {}}}")
            #expect(try await console.adminJSON("/_mock/faults")["total"] as? Int == 1)
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(
                    sql: "DELETE FROM administrator WHERE username = ?", arguments: [other.username])
                try transaction.db.execute(sql: "DELETE FROM organizationGroup WHERE code = 'other'")
                transaction.changesConfiguration()
            }
            try await console.fault(#"{"match": {"path": "/no"}, "action": {"status": 502}}"#)
            try await console.scenario("{name: two, states: {a: {}}}")
            #expect(try await console.adminJSON("/_mock/faults")["total"] as? Int == 1)
            #expect(try await console.adminJSON("/_mock/scenarios")["total"] as? Int == 1)
        }
    }

    @Test func `A request of the journal that is sent again meets the same faults`() async throws {
        try await withConsole { console in
            _ = await console.seen()
            let id = try #require(try await console.latestEntry()["id"] as? Int)
            try await console.fault(#"{"action": {"status": 503}, "times": 1}"#)
            try await console.fault(#"{"action": {"drop": "before"}, "times": 1}"#)
            let dropped = try await console.admin(.post, "/_mock/journal/\(id)/replay")
            #expect(dropped.status == .ok, "\(dropped.text)")
            #expect(try dropped.json()["status"] as? Int == 0)
            let refused = try await console.admin(.post, "/_mock/journal/\(id)/replay")
            #expect(try refused.json()["status"] as? Int == 503, "\(refused.text)")
        }
    }

    @Test func `A customer has so many faults, and those that are over make room`() async throws {
        try await withConsole([\.faultsPerCustomer: "2"]) { console in
            try await console.fault(#"{"action": {"status": 500}, "times": 1}"#)
            try await console.fault(#"{"match": {"path": "/nowhere"}, "action": {"status": 500}}"#)
            let full = try await console.admin(.post, "/_mock/faults", text: #"{"action": {"status": 500}}"#)
            try expectRefusal(full, 409, number: 409, saying: "faults.perCustomer")
            let other = try await console.api(.consoleAdministrator, of: "demo")
            let theirs = try await other.mock(
                .post, "faults", #"{"match": {"path": "/no"}, "action": {"status": 500}}"#)
            #expect(theirs.status == .created, "\(theirs.text)")
            #expect(await console.seen().status == 500)
            try await console.fault(#"{"action": {"status": 502}}"#)
            #expect(try await console.admin(.get, "/_mock/faults/1").status == .notFound)
        }
    }
}
