import ConsoleModel
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Faults have names, by which paths find them (Faults, "Posting a fault").
struct FaultNameTests {
    @Test func `A fault is shown and deleted by its name or id, blanks in a name escaped`() async throws {
        try await withConsole { console in
            let made = try await console.fault(#"{"name": "no beacons", "action": {"status": 503}}"#)
            let id = try #require(made["id"] as? Int)
            #expect(try await console.adminJSON("/_mock/faults/no%20beacons")["id"] as? Int == id)
            #expect(try await console.adminJSON("/_mock/faults/\(id)")["name"] as? String == "no beacons")
            let near = try await console.admin(.get, "/_mock/faults/no%20beacon")
            try expectRefusal(near, 404, number: 404, saying: "Did you mean no beacons?")
            #expect(try await console.admin(.delete, "/_mock/faults/no%20beacons").deletedCount == 1)
            #expect(await console.seen().status == 200)
        }
    }

    @Test func `A fault takes the place of one of its name, and is counted from nothing`() async throws {
        try await withConsole { console in
            try await console.fault(#"{"name": "f", "action": {"status": 503}}"#)
            #expect(await console.seen().status == 503)
            let again = try await console.admin(
                .post, "/_mock/faults", text: #"{"name": "f", "action": {"status": 500}}"#)
            #expect(again.status == .ok)
            #expect(await console.seen().status == 500)
            let list = try await console.adminJSON("/_mock/faults")
            #expect(list["total"] as? Int == 1)
            #expect((list["items"] as? [[String: Any]])?.first?["hits"] as? Int == 1)
        }
    }

    @Test func `Of several groups one's own is meant, and of others below none without its id`() async throws {
        try await withConsole { console in
            for group in ["demo", "appreview"] {
                let headers = try await console.administrator(of: group, username: group)
                let made = try await console.send(
                    .post, "/_mock/faults", headers: headers, text: #"{"name": "f", "action": {"status": 503}}"#)
                #expect(made.status == .created, "\(made.text)")
            }
            try expectRefusal(
                try await console.admin(.get, "/_mock/faults/f"), 409, number: 409, saying: "give its id")
            let own = try await console.fault(#"{"name": "f", "action": {"status": 500}}"#)
            #expect(try await console.adminJSON("/_mock/faults/f")["id"] as? Int == own["id"] as? Int)
        }
    }

    @Test(arguments: ["7", "presets", "Presets"]) func `What paths have for something else is no name`(name: String)
        async throws
    {
        try await withConsole { console in
            let made = try await console.admin(
                .post, "/_mock/faults", text: #"{"name": "\#(name)", "action": {"status": 503}}"#)
            try expectRefusal(made, 400, number: 400, saying: "which paths have for something else")
        }
    }
}
