import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Notifications over the admin REST API (AdminNotifications).
struct EventNotificationAdminTests {
    private static let path = "system/eventnotifications"

    private static func with(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        let network = FakeNetwork().network
        try await withConsole(network: network, body)
    }

    @Test func `A notification is made and read by id and by uuid`() async throws {
        try await Self.with { console in
            let made = try await console.api.call(.post, Self.path, TestConsole.draft())
            #expect(made.status == .ok)
            let id = try #require(try made.json()["Value"] as? Int)
            let uuid = try #require(try made.json()["uuid"] as? String)

            let first = try await console.api.object("\(Self.path)/\(id)")
            #expect((first["Id"] as? [String: Int])?["Value"] == id && first["Uuid"] as? String == uuid)
            #expect(first["TargetName"] as? String == "inventory" && first["Username"] as? String == "u")
            #expect(first["TargetUrl"] as? String == "https://hook.example.test/ws1")
            #expect(first["Format"] as? String == "Json" && first["IsActive"] as? Bool == true)
            #expect(first["organizationGroupId"] as? Int == 7 && first["Password"] == nil)
            let events = try #require(first["DeviceEvents"] as? [String: Any])
            let attributes = try #require(events["DeviceAttributes"] as? [String: Bool])
            #expect(events.count == 8 && attributes.count == 8 && attributes.values.allSatisfy { $0 })
            #expect(events.filter { $0.key != "DeviceAttributes" }.values.allSatisfy { $0 as? Bool == true })

            let second = try await console.api.object("\(Self.path)/\(uuid)", version: 2)
            #expect(second["id"] as? Int == id && second["uuid"] as? String == uuid && second["Id"] == nil)
            let again = try await console.api.call(.post, Self.path, TestConsole.draft(name: "two"), version: 2)
            #expect(try again.json()["id"] is Int && again.json()["uuid"] is String)
            #expect(again.headers[.init("x-api-version") ?? .accept] == "v2")
        }
    }

    @Test func `What a body does not say is off, and stays when it is changed`() async throws {
        try await Self.with { console in
            let id = try await console.notify(
                #"{"targetname":" chat ","TARGETURL":"https://hook.example.test","DeviceEvents":{"Wipe":"1"}}"#)
            let made = try await console.api.object("\(Self.path)/\(id)")
            #expect(made["TargetName"] as? String == "chat" && made["IsActive"] as? Bool == true)
            #expect((made["DeviceEvents"] as? [String: Any])?["Wipe"] as? Bool == true)
            #expect((made["DeviceEvents"] as? [String: Any])?["Enrollment"] as? Bool == false)
            let change =
                #"{"Format":"xml","IsActive":"false","DeviceEvents":{"Wipe":false,"DeviceAttributes":{"Ownership":true}}}"#
            #expect(try await console.api.call(.put, "\(Self.path)/\(id)", change).status == .noContent)
            let changed = try await console.api.object("\(Self.path)/\(id)")
            #expect(changed["TargetName"] as? String == "chat" && changed["Format"] as? String == "Xml")
            #expect(changed["IsActive"] as? Bool == false)
            let events = try #require(changed["DeviceEvents"] as? [String: Any])
            #expect(events["Wipe"] as? Bool == false)
            #expect((events["DeviceAttributes"] as? [String: Bool])?["Ownership"] == true)
            let log = try await console.adminJSON("/_mock/events?text=eventNotification")
            let actions = (log["items"] as? [[String: Any]])?.compactMap { $0["action"] as? String }
            #expect(actions == ["eventNotification.updated", "eventNotification.created"])
        }
    }

    @Test func `A notification is deleted once`() async throws {
        try await Self.with { console in
            let id = try await console.notify()
            #expect(try await console.api.call(.delete, "\(Self.path)/\(id)").status == .noContent)
            for method in [HTTPRequest.Method.get, .put, .delete] {
                let answer = try await console.api.call(method, "\(Self.path)/\(id)", method == .put ? "{}" : nil)
                try expectRefusal(answer, 404, number: 404, saying: "There is no event notification \(id)")
            }
            let gone = "\(Self.path)/00000000-0000-4000-8000-000000000000"
            try expectRefusal(try await console.api.call(.get, gone, version: 2), 404, number: 404)
            try expectRefusal(try await console.api.call(.get, "\(Self.path)/False"), 404, number: 404)
        }
    }

    @Test func `A search pages, filters and orders`() async throws {
        try await Self.with { console in
            let demo = try await console.groupID("demo")
            try await console.notify(TestConsole.draft(name: "Beta"))
            try await console.notify(TestConsole.draft(name: "alpha", group: "\(demo)"))
            try await console.notify(TestConsole.draft(name: "Gamma", isActive: false))
            func names(_ query: String) async throws -> [String] {
                let answer = try await console.api.object("\(Self.path)/search?\(query)")
                return (answer["EventNotifications"] as? [[String: Any]] ?? []).compactMap {
                    $0["TargetName"] as? String
                }
            }
            #expect(try await names("") == ["Beta", "alpha", "Gamma"])
            #expect(try await names("targetname=ALPH") == ["alpha"])
            #expect(try await names("status=inactive") == ["Gamma"])
            #expect(try await names("Status=Active&pagesize=1&page=1") == ["alpha"])
            #expect(try await names("organizationgroupid=\(demo)") == ["alpha"])
            #expect(try await names("organizationgroupid=424242") == [])
            #expect(try await names("orderby=targetname&sortorder=DESC") == ["Gamma", "Beta", "alpha"])
            #expect(try await names("page=9") == [])
            let page = try await console.api.object("\(Self.path)/search?pagesize=2", version: 2)
            #expect(page["TotalResults"] as? Int == 3)
            #expect((page["EventNotifications"] as? [[String: Any]])?.first?["uuid"] is String)
            let links = try #require((page["AdditionalInfo"] as? [String: Any])?["Links"] as? [[String: String]])
            #expect(links.first?["Rel"] == "self")
            #expect(links.first?["Href"]?.hasSuffix("/api/system/eventnotifications/search?pagesize=2") == true)
            for query in ["status=maybe", "organizationgroupid=x", "page=-1"] {
                try expectRefusal(try await console.api.call(.get, "\(Self.path)/search?\(query)"), 400, number: 400)
            }
        }
    }

    @Test func `XML goes in and comes out`() async throws {
        try await Self.with { console in
            let draft = """
                <EventNotification xmlns="http://www.air-watch.com/servicemodel/resources"><TargetName>x</TargetName>
                <TargetUrl>https://hook.example.test/</TargetUrl><Format>Xml</Format>
                <DeviceEvents><Enrollment>true</Enrollment></DeviceEvents></EventNotification>
                """
            let id = try await console.notify(draft)
            let answer = try await console.api.call(
                .get, "\(Self.path)/\(id)", headers: ["Accept": "application/xml"])
            #expect(answer.text.contains("<EventNotification xmlns="))
            #expect(
                answer.text.contains("<Format>Xml</Format>") && answer.text.contains("<Enrollment>true</Enrollment>"))
        }
    }

    @Test(arguments: [
        ("{}", "TargetName is required"), (#"{"TargetName":"x"}"#, "TargetUrl is required"),
        (#"{"TargetName":" ","TargetUrl":"https://a.test"}"#, "TargetName is required"),
        (#"{"TargetName":"x","TargetUrl":"ftp://a.test"}"#, "TargetUrl is refused"),
        (#"{"TargetName":"x","TargetUrl":"http://127.0.0.1:8080/"}"#, "notifications.allowPrivateTargets"),
        (#"{"TargetName":"x","TargetUrl":"http://[::ffff:127.0.0.1]/"}"#, "TargetUrl is refused"),
        (#"{"TargetName":"x","TargetUrl":"https://u:p@a.test/"}"#, "TargetUrl is refused"),
        (#"{"TargetName":"x","TargetUrl":"https://a.test","Format":"Yaml"}"#, "Format has to be"),
        (#"{"TargetName":"x","TargetUrl":"https://a.test","IsActive":"maybe"}"#, "IsActive"),
        (#"{"TargetName":"x","TargetUrl":"https://a.test","Username":"a:b"}"#, "Username"),
        (#"{"TargetName":"x","TargetUrl":"https://a.test","organizationGroupId":"x"}"#, "organizationGroupId"),
        (#"{"TargetName":"x","TargetUrl":"https://a.test","organizationGroupId":424242}"#, "no organization group"),
        (#"{"TargetName":"x","TargetUrl":"https://a.test","DeviceEvents":7}"#, "DeviceEvents"),
        (#"{"TargetName":"x","TargetUrl":"https://a.test","DeviceEvents":{"Wipe":"x"}}"#, "DeviceEvents.Wipe"),
        ("[1]", "has to be an object"), ("{", "cannot be read"),
    ])
    func `A body that cannot be kept is refused`(body: String, reason: String) async throws {
        try await Self.with { console in
            try expectRefusal(
                try await console.api.call(.post, Self.path, body), 400, number: 400, saying: reason)
        }
    }

    @Test func `Only who may write notifications sees and changes anything secret`() async throws {
        try await Self.with { console in
            let id = try await console.notify()
            let reader = try await console.api(.readOnly)
            #expect(try await reader.call(.get, "\(Self.path)/\(id)").status == .ok)
            #expect(try await reader.mock(.get, "notification-deliveries").status == .ok)
            #expect(try await reader.mock(.get, "notification-queue").status == .ok)
            let calls: [(HTTPRequest.Method, String)] = [(.post, ""), (.put, "/\(id)"), (.delete, "/\(id)")]
            for (method, path) in calls {
                let answer = try await reader.call(method, Self.path + path, TestConsole.draft())
                try expectRefusal(answer, 403, number: 1011)
            }
            for (method, path) in [
                (HTTPRequest.Method.get, "event-notifications/\(id)/secret"),
                (.post, "event-notifications/\(id)/secret"),
                (.post, "event-notifications/\(id)/test"), (.post, "event-notifications/test"),
                (.post, "notification-queue/run"), (.post, "notification-deliveries/redeliver?all=true"),
                (.post, "notification-deliveries/1/redeliver"), (.delete, "notification-deliveries?all=true"),
            ] {
                #expect(try await reader.mock(method, path).status == .forbidden, "\(path)")
            }
            let first = try await console.adminJSON("/_mock/event-notifications/\(id)/secret")["secret"] as? String
            #expect(first?.count == 64)
            let renewed = try await console.admin(.post, "/_mock/event-notifications/\(id)/secret")
            #expect(try renewed.json()["secret"] as? String != first)
            let rows = try await console.parts.core.database.read { db in
                try EventNotificationRecord.fetchAll(db, sql: "SELECT * FROM eventNotification")
            }
            let row = try #require(rows.first)
            #expect((row.sealedPassword?.count ?? 0) > 16)
            #expect(row.sealedSecret.range(of: Data((first ?? "").utf8)) == nil)
        }
    }

    @Test func `A notification of another group is not there`() async throws {
        try await Self.with { console in
            let id = try await console.notify()
            let other = try await console.api(.consoleAdministrator, of: "demo")
            for method in [HTTPRequest.Method.get, .put, .delete] {
                let answer = try await other.call(method, "\(Self.path)/\(id)", method == .put ? "{}" : nil)
                try expectRefusal(answer, 404, number: 404)
            }
            let found = try await other.object("\(Self.path)/search")
            #expect(found["TotalResults"] as? Int == 0 && (found["EventNotifications"] as? [Any])?.isEmpty == true)
            try expectRefusal(
                try await other.call(.post, Self.path, TestConsole.draft(group: "7")), 400, number: 400)
            for path in ["secret", "test"] {
                #expect(try await other.mock(.post, "event-notifications/\(id)/\(path)").status == .notFound)
            }
            let own = try await other.call(.post, Self.path, TestConsole.draft())
            #expect(own.status == .ok)
            let demo = try await console.groupID("demo")
            let body = try await console.api.object("\(Self.path)/\(try #require(try own.json()["Value"] as? Int))")
            #expect(body["organizationGroupId"] as? Int64 == demo)
        }
    }

    @Test func `A target is tested by a GET that has to be answered 200`() async throws {
        let fake = FakeNetwork()
        try await withConsole(network: fake.network) { console in
            let id = try await console.notify()
            func test(_ path: String, _ body: String? = nil) async throws -> [String: Any] {
                try await console.admin(.post, "/_mock/event-notifications/\(path)", text: body).json()
            }
            let good = try await test("\(id)/test")
            #expect(good["success"] as? Bool == true && good["status"] as? Int == 200)
            let sent = try #require(fake.requests.first).request
            #expect(sent.method == "GET" && sent.body.isEmpty && sent.header("Authorization") == "Basic dTpw")
            fake.respond { _, _ in FakeNetwork.answer(204) }
            let bad = try await test("test", #"{"TargetUrl":"https://hook.example.test/"}"#)
            #expect(bad["success"] as? Bool == false && bad["status"] as? Int == 204)
            #expect(fake.requests.last?.request.header("Authorization") == nil)
            let inside = try await test("test", #"{"TargetUrl":"http://localhost/"}"#)
            #expect((inside["error"] as? String)?.hasPrefix("Failed") == true)
            let loopback = try await test("test", #"{"TargetUrl":"http://127.0.0.1/"}"#)
            #expect((loopback["error"] as? String)?.contains("loopback") == true)
            try expectRefusal(
                try await console.admin(.post, "/_mock/event-notifications/test", text: "{}"), 400, number: 400)
            try expectRefusal(
                try await console.admin(.post, "/_mock/event-notifications/424242/test"), 404, number: 404)
        }
    }
}
