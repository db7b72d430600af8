import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Notes about devices (AdminDeviceDetails, "Notes").
struct DeviceNoteTests {
    /// Adds a note and answers its id.
    private static func add(_ text: String, _ console: TestConsole, to path: String = "mdm/devices/1/notes")
        async throws
        -> Int
    {
        let response = try await console.api.call(.post, path, #"{"Note":"\#(text)"}"#)
        #expect(response.status == .created, "\(response.text)")
        return try #require(try response.json()["Value"] as? Int)
    }

    private static func notes(_ path: String, _ console: TestConsole) async throws -> [String] {
        let response = try await console.api.call(.get, path)
        guard response.status == .ok else { return [] }
        let items = try #require(try response.json()["DeviceNotes"] as? [[String: Any]])
        return items.compactMap { $0["Note"] as? String }
    }

    @Test func `A note is added, read, changed and forgotten, each time told`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            #expect(try await console.api.call(.get, "mdm/devices/1/notes").status == .noContent)
            let id = try await Self.add("Screen broken 📱", console)
            let path = "mdm/devices/1/notes/\(id)"
            console.clock.advance(seconds: 60)
            let change = try await console.api.call(.put, path, #"{"note":"Screen mended"}"#)
            #expect(change.status == .noContent && change.headers[.contentType] == nil)
            let note = try await console.api.object(path)
            #expect(note["Note"] as? String == "Screen mended")
            #expect((note["Id"] as? [String: Int])?["Value"] == id)
            #expect((note["DeviceId"] as? [String: Int])?["Value"] == 1)
            let (created, modified) = (note["CreatedOn"] as? String, note["ModifiedOn"] as? String)
            #expect(try #require(created) < #require(modified))
            #expect(try await console.api.call(.put, path, #"{"Note":"Screen mended"}"#).status == .noContent)
            let deletion = try await console.api.call(.delete, path)
            #expect(deletion.status == .noContent && deletion.headers[.contentType] == nil)
            try expectRefusal(try await console.api.call(.get, path), 404, number: 404, saying: "no note")
            for action in ["noteAdded", "noteChanged", "noteDeleted"] {
                #expect(try await console.eventRows("action=device.\(action)").count == 1)
            }
        }
    }

    @Test(arguments: ["mdm/devices/notes%?searchBy=Serialnumber&id=F2LX0001MOCK", "mdm/devices/UUID/notes%"])
    func `Notes are kept by any id of a device`(form: String) async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let form = form.replacing("UUID", with: try await console.deviceUUID("aaaa1111"))
            let list = form.replacing("%", with: "")
            let id = try await Self.add("One", console, to: list)
            #expect(try await Self.notes("mdm/devices/1/notes", console) == ["One"])
            let path = form.replacing("%", with: "/\(id)")
            #expect(try await console.api.call(.put, path, #"{"Note":"Two"}"#).status == .noContent)
            #expect(try await Self.notes(list, console) == ["Two"])
            #expect(try await console.api.call(.delete, path).status == .noContent)
            #expect(try await Self.notes(list, console).isEmpty)
        }
    }

    @Test func `Notes come in pages and go with their device`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            for text in ["A", "B", "C"] { _ = try await Self.add(text, console) }
            _ = try await Self.add("Other", console, to: "mdm/devices/2/notes")
            let page = try await console.api.object("mdm/devices/1/notes?pagesize=2&page=1")
            #expect(page["Total"] as? Int == 3 && page["Page"] as? Int == 1 && page["PageSize"] as? Int == 2)
            #expect(try await Self.notes("mdm/devices/1/notes?pagesize=2&page=1", console) == ["C"])
            #expect(try await console.api.call(.get, "mdm/devices/1/notes?page=9").status == .noContent)
            #expect(try await console.api.call(.delete, "mdm/devices/1").status == .ok)
            #expect(try await Self.notes("mdm/devices/2/notes", console) == ["Other"])
            #expect(try await console.contents()["deviceNote"]?.count == 1)
        }
    }

    @Test func `What cannot be a note is refused and changes nothing`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let id = try await Self.add("A", console)
            let before = try await console.contents()
            let long = String(repeating: "x", count: 4001)
            for body in [
                "", "{}", "{", #"{"Note":" "}"#, #"{"Note":[]}"#, #"{"Note":"\#(long)"}"#, #"{"Note":"a\u0000b"}"#,
            ] {
                for (method, path) in [
                    (HTTPRequest.Method.post, "mdm/devices/1/notes"), (.put, "mdm/devices/1/notes/\(id)"),
                ] {
                    try expectRefusal(try await console.api.call(method, path, body), 400, number: 400)
                }
            }
            let body = #"{"Note":"B"}"#
            for path in ["mdm/devices/1/notes/999", "mdm/devices/1/notes/x", "mdm/devices/2/notes/\(id)"] {
                try expectRefusal(try await console.api.call(.get, path), 404, number: 404)
                try expectRefusal(try await console.api.call(.put, path, body), 404, number: 404)
                try expectRefusal(try await console.api.call(.delete, path), 404, number: 404)
            }
            try expectRefusal(try await console.api.call(.post, "mdm/devices/999/notes", body), 404, number: 5002)
            try expectRefusal(
                try await console.api.call(.post, "mdm/devices/notes?searchby=no&id=1", body), 422, number: 422)
            #expect(try await console.contents() == before)
        }
    }

    @Test func `Who only reads writes no notes, and nobody elsewhere reads them`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let id = try await Self.add("A", console)
            let reader = try await console.api(.readOnly, of: "demo")
            #expect(try await reader.call(.get, "mdm/devices/1/notes").status == .ok)
            let theirs = try await console.api(.deviceManager, of: "appreview")
            for (method, path) in [
                (HTTPRequest.Method.post, "mdm/devices/1/notes"), (.put, "mdm/devices/1/notes/\(id)"),
                (.delete, "mdm/devices/1/notes/\(id)"),
            ] {
                let body = #"{"Note":"B"}"#
                try expectRefusal(try await reader.call(method, path, body), 403, number: 1011)
                try expectRefusal(try await theirs.call(method, path, body), 404, number: 5002)
            }
            try expectRefusal(try await theirs.call(.get, "mdm/devices/1/notes"), 404, number: 5002)
        }
    }

    @Test func `A device has only so many notes`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            try await console.execute(
                """
                INSERT INTO deviceNote (deviceId, note, createdAt, modifiedAt)
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(DeviceNoteStore.maximumNotes))
                SELECT 1, 'n', 0, 0 FROM n
                """)
            let more = try await console.api.call(.post, "mdm/devices/1/notes", #"{"Note":"B"}"#)
            try expectRefusal(more, 400, number: 400, saying: "notes already")
        }
    }
}
