import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// Who reaches which notification, under which version (AdminNotifications, "Routes").
struct EventNotificationAccessTests {
    private static let path = "system/eventnotifications"

    private static func with(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole(network: FakeNetwork().network, body)
    }

    private static func made(
        _ caller: APICaller, _ draft: String = TestConsole.draft()
    ) async throws -> (id: Int, uuid: String) {
        let answer = try await caller.call(.post, path, draft, version: 2)
        #expect(answer.status == .ok, "\(answer.text)")
        let body = try answer.json()
        return (try #require(body["id"] as? Int), try #require(body["uuid"] as? String))
    }

    private static func names(_ caller: APICaller, _ query: String = "", version: Int? = nil) async throws -> [String] {
        let answer = try await caller.object("\(path)/search?\(query)", version: version)
        return (answer["EventNotifications"] as? [[String: Any]] ?? []).compactMap { $0["TargetName"] as? String }
    }

    @Test func `The second version changes and deletes by uuid`() async throws {
        try await Self.with { console in
            let made = try await Self.made(console.api)
            let one = "\(Self.path)/\(made.uuid)"
            let change = try await console.api.call(.put, one, #"{"TargetName":"renamed","Username":""}"#, version: 2)
            #expect(change.status == .noContent && change.text.isEmpty)
            let body = try await console.api.object(one, version: 2)
            #expect(body["TargetName"] as? String == "renamed" && body["Username"] as? String == "")
            #expect(body["id"] as? Int == made.id && body["TargetUrl"] as? String == "https://hook.example.test/ws1")
            #expect(try await console.api.object("\(Self.path)/\(made.id)")["TargetName"] as? String == "renamed")
            let gone = try await console.api.call(.delete, one, version: 2)
            #expect(gone.status == .noContent)
            for method in [HTTPRequest.Method.get, .put, .delete] {
                let answer = try await console.api.call(method, one, method == .put ? "{}" : nil, version: 2)
                try expectRefusal(answer, 404, number: 404, saying: "There is no event notification")
            }
        }
    }

    @Test(arguments: ["0", "-1", "424242", "9223372036854775808", "x", "%00", "1.5", "1%2F2"])
    func `An id that is none is not found, whatever is asked of it`(id: String) async throws {
        try await Self.with { console in
            try await console.notify()
            for method in [HTTPRequest.Method.get, .put, .delete] {
                let answer = try await console.api.call(method, "\(Self.path)/\(id)", method == .put ? "{}" : nil)
                try expectRefusal(answer, 404, number: 404)
            }
            #expect(try await Self.names(console.api) == ["inventory"])
        }
    }

    @Test func `Nobody gets in without credentials`() async throws {
        try await Self.with { console in
            let id = try await console.notify()
            for (method, target) in [
                (HTTPRequest.Method.post, ""), (.get, "/search"), (.get, "/\(id)"), (.put, "/\(id)"),
                (.delete, "/\(id)"),
            ] {
                let answer = try await console.send(method, "/api/\(Self.path)\(target)")
                #expect(answer.status == .unauthorized, "\(method) \(target)")
            }
            for target in [
                "notification-deliveries", "notification-queue", "event-notifications/\(id)/secret",
            ] {
                #expect(try await console.send(.get, "/_mock/\(target)").status == .unauthorized, "\(target)")
            }
        }
    }

    @Test(arguments: [AdministratorRole.deviceManager, .readOnly])
    func `Roles that do not write to the console read only`(role: AdministratorRole) async throws {
        try await Self.with { console in
            let made = try await Self.made(console.api)
            let caller = try await console.api(role)
            #expect(try await Self.names(caller) == ["inventory"])
            #expect(try await caller.object("\(Self.path)/\(made.id)")["TargetName"] as? String == "inventory")
            for (method, id, version) in [
                (HTTPRequest.Method.post, "", 1), (.post, "", 2), (.put, "/\(made.id)", 1), (.put, "/\(made.uuid)", 2),
                (.delete, "/\(made.id)", 1), (.delete, "/\(made.uuid)", 2),
            ] {
                let body = method == .delete ? nil : TestConsole.draft(name: "mine")
                let answer = try await caller.call(method, Self.path + id, body, version: version)
                try expectRefusal(answer, 403, number: 1011)
            }
            #expect(try await Self.names(console.api) == ["inventory"])
        }
    }

    @Test(arguments: [AdministratorRole.consoleAdministrator, .apiOnly])
    func `Roles that write to the console do everything in their own group`(role: AdministratorRole) async throws {
        try await Self.with { console in
            let caller = try await console.api(role, of: "demo")
            let made = try await Self.made(caller)
            let one = "\(Self.path)/\(made.id)"
            let demo = try await console.groupID("demo")
            #expect(try await caller.object(one)["organizationGroupId"] as? Int64 == demo)
            #expect(try await caller.call(.put, one, #"{"TargetName":"mine"}"#).status == .noContent)
            #expect(try await Self.names(caller) == ["mine"])
            #expect(try await caller.mock(.get, "event-notifications/\(made.uuid)/secret").status == .ok)
            #expect(try await caller.mock(.post, "event-notifications/\(made.id)/test").status == .ok)
            #expect(try await caller.call(.delete, one).status == .noContent)
            #expect(try await Self.names(caller).isEmpty)
        }
    }

    @Test func `What belongs to another group is not there, by id or uuid, in either version`() async throws {
        try await Self.with { console in
            let demo = try await console.api(.consoleAdministrator, of: "demo")
            let review = try await console.api(.consoleAdministrator, of: "appreview")
            let made = try await Self.made(demo)
            for (id, version) in [("\(made.id)", 1), (made.uuid, 2)] {
                for method in [HTTPRequest.Method.get, .put, .delete] {
                    let body = method == .put ? #"{"TargetUrl":"http://127.0.0.1/"}"# : nil
                    let answer = try await review.call(method, "\(Self.path)/\(id)", body, version: version)
                    // Nothing is said about the new target either.
                    try expectRefusal(answer, 404, number: 404, saying: "There is no event notification")
                }
                for (method, route) in [(HTTPRequest.Method.get, "secret"), (.post, "secret"), (.post, "test")] {
                    let answer = try await review.mock(method, "event-notifications/\(id)/\(route)")
                    try expectRefusal(answer, 404, number: 404)
                }
            }
            #expect(try await Self.names(review).isEmpty)
            let group = try await console.groupID("demo")
            #expect(try await Self.names(review, "organizationgroupid=\(group)").isEmpty)
            #expect(try await Self.names(demo) == ["inventory"])
            #expect(try await Self.names(console.api) == ["inventory"])
        }
    }

    @Test func `A notification moves within the administrator's groups, and not out of them`() async throws {
        try await Self.with { console in
            let (demo, review) = (try await console.groupID("demo"), try await console.groupID("appreview"))
            let made = try await Self.made(console.api)
            let one = "\(Self.path)/\(made.id)"
            let move = #"{"organizationGroupId":\#(demo)}"#
            #expect(try await console.api.call(.put, one, move).status == .noContent)
            let caller = try await console.api(.consoleAdministrator, of: "demo")
            #expect(try await caller.object(one)["organizationGroupId"] as? Int64 == demo)
            for group in ["\(review)", "7", "424242"] {
                let answer = try await caller.call(.put, one, #"{"organizationGroupId":\#(group)}"#)
                try expectRefusal(answer, 400, number: 400, saying: "There is no organization group \(group)")
            }
            #expect(try await caller.object(one)["organizationGroupId"] as? Int64 == demo)
            let uuid = try #require(try await caller.object(one)["organizationGroupUuid"] as? String)
            #expect(try await Self.names(console.api, "organizationgroupid=\(uuid)") == ["inventory"])
            let byUUID = #"{"TargetName":"x","TargetUrl":"https://a.test","organizationGroupId":"\#(uuid)"}"#
            let other = try await Self.made(console.api, byUUID)
            #expect(try await console.api.object("\(Self.path)/\(other.id)")["organizationGroupId"] as? Int64 == demo)
        }
    }

    @Test(arguments: [
        (#"{"TargetName":""}"#, "TargetName is required"), (#"{"TargetUrl":" "}"#, "TargetUrl is required"),
        (#"{"TargetUrl":"gopher://a.test/"}"#, "TargetUrl is refused"),
        (#"{"TargetUrl":"https://u:p@a.test/"}"#, "it has credentials in it; they have fields of their own"),
        (#"{"TargetUrl":"http://169.254.169.254/latest"}"#, "a link-local address"),
        (#"{"TargetUrl":"http://2130706433/"}"#, "odd spelling"), (#"{"Format":"Yaml"}"#, "Format has to be"),
        (#"{"TargetUrl":"https://bücher.example/"}"#, "ASCII"), (#"{"Username":"a:b"}"#, "Username"),
        (#"{"TargetName":"a\u0007b"}"#, "control characters"), (#"{"Username":"a\nb"}"#, "control characters"),
        (#"{"Password":"a\u007fb"}"#, "control characters"), (#"{"Password":["a"]}"#, "Password has to be a text"),
        (#"{"IsActive":"perhaps"}"#, "IsActive"), (#"{"DeviceEvents":[]}"#, "DeviceEvents"),
        (#"{"DeviceEvents":{"DeviceAttributes":true}}"#, "DeviceEvents.DeviceAttributes"),
        (#"{"DeviceEvents":{"DeviceAttributes":{"Ownership":"x"}}}"#, "Ownership"), ("{", "cannot be read"),
        ("7", "has to be an object"),
    ])
    func `A change that cannot be is refused and changes nothing`(body: String, reason: String) async throws {
        try await Self.with { console in
            let made = try await Self.made(console.api)
            let before = try await console.api.call(.get, "\(Self.path)/\(made.id)")
            for (id, version) in [("\(made.id)", 1), (made.uuid, 2)] {
                let answer = try await console.api.call(.put, "\(Self.path)/\(id)", body, version: version)
                try expectRefusal(answer, 400, number: 400, saying: reason)
            }
            let after = try await console.api.call(.get, "\(Self.path)/\(made.id)")
            #expect(before.status == .ok && before.text == after.text)
        }
    }

    @Test func `Texts have their limits`() async throws {
        try await Self.with { console in
            func status(_ member: String, _ count: Int) async throws -> Int {
                let text = String(repeating: "x", count: count)
                let fields = ["TargetName": "a", "TargetUrl": "https://a.test"].merging([member: text]) { $1 }
                let body = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
                return try await console.api.call(.post, Self.path, body).status.code
            }
            for (member, limit) in [("TargetName", 255), ("Username", 255), ("Password", 1024)] {
                #expect(try await status(member, limit) == 200, "\(member)")
                #expect(try await status(member, limit + 1) == 400, "\(member)")
            }
            let url = "https://a.test/" + String(repeating: "x", count: 2048 - 15)
            for (more, code) in [("", 200), ("x", 400)] {
                let body = #"{"TargetName":"a","TargetUrl":"\#(url)\#(more)"}"#
                let answer = try await console.api.call(.post, Self.path, body)
                #expect(answer.status.code == code)
            }
        }
    }

    @Test(arguments: [1, 2]) func `Lists page in a stable order, also beyond their end`(version: Int) async throws {
        try await Self.with { console in
            for number in 0..<5 { try await console.notify(TestConsole.draft(name: "n\(number % 2)")) }
            var seen: [String] = []
            for page in 0..<4 {
                let answer = try await console.api.object(
                    "\(Self.path)/search?pagesize=2&page=\(page)&orderby=targetname&sortorder=desc", version: version)
                #expect(answer["TotalResults"] as? Int == 5)
                let rows = try #require(answer["EventNotifications"] as? [[String: Any]])
                #expect(rows.count == [2, 2, 1, 0][page])
                #expect(rows.allSatisfy { ($0["id"] is Int) == (version == 2) && ($0["Id"] != nil) == (version == 1) })
                seen += rows.compactMap { ($0["uuid"] ?? $0["Uuid"]) as? String }
            }
            #expect(seen.count == 5 && Set(seen).count == 5)
            #expect(
                try await Self.names(console.api, "orderby=colour", version: version) == ["n0", "n1", "n0", "n1", "n0"])
            #expect(try await Self.names(console.api, "pagesize=999999999", version: version).count == 5)
            #expect(try await Self.names(console.api, "pagesize=0", version: version).count == 5)
            for query in ["page=x", "pagesize=-1", "page=99999999999999999999", "status=on", "organizationgroupid=1.5"]
            {
                let answer = try await console.api.call(.get, "\(Self.path)/search?\(query)", version: version)
                try expectRefusal(answer, 400, number: 400)
            }
        }
    }

    @Test func `Names are found by a part, as they are written`() async throws {
        try await Self.with { console in
            for name in ["100%", "a_b", "it's", "Größe"] { try await console.notify(TestConsole.draft(name: name)) }
            let found: [(String, [String])] = [
                ("%25", ["100%"]), ("_", ["a_b"]), ("'", ["it's"]), ("gr%C3%B6", ["Größe"]), ("zz", []),
                ("", ["100%", "a_b", "it's", "Größe"]), ("%00", []), ("%00a", []),
            ]
            for (part, names) in found {
                #expect(try await Self.names(console.api, "targetname=\(part)") == names, "\(part)")
            }
        }
    }

    @Test func `The queue pages`() async throws {
        let fake = FakeNetwork()
        fake.respond { _, _ in FakeNetwork.answer(500) }
        try await withConsole(network: fake.network) { console in
            for number in 0..<3 { try await console.notify(TestConsole.draft(name: "n\(number)")) }
            _ = try await console.signedInDevice()
            try await console.deliver()
            var names: [String] = []
            for page in 0..<3 {
                let answer = try await console.adminJSON("/_mock/notification-queue?pageSize=2&page=\(page)")
                #expect(answer["total"] as? Int == 3)
                let items = try #require(answer["items"] as? [[String: Any]])
                names += items.compactMap { $0["targetName"] as? String }
            }
            #expect(names == ["n0", "n1", "n2"])
            for query in ["page=-1", "pageSize=0", "page=x"] {
                let answer = try await console.admin(.get, "/_mock/notification-queue?\(query)")
                try expectRefusal(answer, 400, number: 400)
            }
            let answer = try await console.admin(.post, "/_mock/notification-queue/run?all=perhaps")
            try expectRefusal(answer, 400, number: 400)
        }
    }
}
