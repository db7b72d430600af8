import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What is read about apps (AdminStoreApplications, "Analytics of apps", "Removals and management").
struct AppReadTests {
    private static let path = "mam/apps/sdkanalytics"

    /// Sends three events from a device.
    private static func send(_ console: TestConsole, _ client: SimulatedClient) async throws {
        var request = try DeviceRoute.analytics.request(client)
        request.body = Data(
            """
            {"events":[
            {"name":"open_report","value":42,"occurredAt":"2026-03-05T09:00:01.500Z","bundleVersion":"1.4"},
            {"name":"open_file","value":"Figures","occurredAt":"2026-03-04T09:00:00Z"},
            {"name":"Search","value":"x","occurredAt":"2026-03-03T09:00:00Z"}]}
            """.utf8)
        #expect(try await console.send(request, as: client).status == 200)
    }

    /// Names of the events a query finds.
    private static func names(_ console: TestConsole, _ query: String, _ body: String? = nil) async throws -> [String] {
        let response = try await console.api.call(.post, "\(path)?\(query)", body)
        #expect(response.status == .ok, "\(response.text)")
        let samples = try response.json()["ApplicationEventSamples"] as? [[String: Any]]
        return try #require(samples).compactMap { $0["EventName"] as? String }
    }

    @Test func `Analytics events of apps are read back`() async throws {
        try await withConsole { console in
            #expect(try await Self.names(console, "").isEmpty)
            let client = try await console.signedInDevice()
            try await Self.send(console, client)
            let response = try await console.api.call(.post, "\(Self.path)?eventname=open_report")
            let body = try response.json()
            #expect(body["Total"] as? Int == 1 && body["Page"] as? Int == 0 && body["PageSize"] as? Int == 500)
            let sample = try #require((body["ApplicationEventSamples"] as? [[String: Any]])?.first)
            let device = try await console.parts.value("SELECT id FROM device", Int.self)
            let name = try await console.parts.value("SELECT friendlyName FROM device", String.self)
            let expected = [
                "ApplicationID": "com.example.demo", "EventData": "42", "EventName": "open_report",
                "SampleTime": "2026-03-05T09:00:01.500", "UserName": "demo", "Version": "1.4",
            ]
            for (name, value) in expected { #expect(sample[name] as? String == value, "\(name)") }
            #expect(sample["DeviceID"] as? Int == device && sample["FriendlyName"] as? String == name)
            #expect(Set(sample.keys) == Set(expected.keys).union(["DeviceID", "FriendlyName"]))
        }
    }

    @Test func `A query narrows the events`() async throws {
        try await withConsole { console in
            try await Self.send(console, try await console.signedInDevice())
            let device = try #require(try await console.parts.value("SELECT id FROM device", Int64.self))
            let app = try #require(
                try await console.parts.value(
                    "SELECT id FROM application WHERE bundleId = 'com.example.demo'", Int64.self))
            let all = ["Search", "open_file", "open_report"]
            #expect(try await Self.names(console, "") == all)
            #expect(try await Self.names(console, "eventname=open") == [])
            #expect(
                try await Self.names(console, "eventname=open&searchtype=StartsWith") == ["open_file", "open_report"])
            #expect(try await Self.names(console, "eventname=EPOR&searchtype=contains") == ["open_report"])
            #expect(try await Self.names(console, "applicationid=COM.example.demo") == all)
            #expect(try await Self.names(console, "applicationid=\(app)&organizationgroupid=7") == all)
            #expect(try await Self.names(console, "applicationid=com.example.other").isEmpty)
            #expect(try await Self.names(console, "startdatetime=2026-03-04") == ["open_file", "open_report"])
            #expect(try await Self.names(console, "startDateTime=03/04/2026&endDateTime=2026-03-05") == ["open_file"])
            #expect(try await Self.names(console, "pagesize=1&page=1") == ["open_file"])
            let review = try await console.groupID("appreview")
            #expect(try await Self.names(console, "organizationgroupid=\(review)").isEmpty)
            #expect(try await Self.names(console, "", #"{"BulkValues":{"Value":["\#(device)",12345]}}"#) == all)
            #expect(try await Self.names(console, "", #"{"bulkvalues":{"value":[12345]}}"#).isEmpty)
        }
    }

    @Test(arguments: [
        ("startdatetime=yesterday", nil, 400, 400), ("organizationgroupid=x", nil, 400, 400),
        ("organizationgroupid=999", nil, 400, 400), ("applicationid=999", nil, 401, 7000),
        ("applicationid=a%20b", nil, 401, 7000), ("", "[", 400, 400), ("", #"{"BulkValues":{}}"#, 400, 400),
        ("", #"{"BulkValues":{"Value":["x"]}}"#, 400, 400), ("page=x", nil, 400, 400),
    ])
    func `A query that does not fit is refused`(query: String, body: String?, status: Int, number: Int) async throws {
        try await withConsole { console in
            let response = try await console.api.call(.post, "\(Self.path)?\(query)", body)
            try expectRefusal(response, status, number: number)
        }
    }

    @Test func `Events are for those who may read them, and of their groups`() async throws {
        try await withConsole { console in
            try await Self.send(console, try await console.signedInDevice())
            let reader = try await console.api(.readOnly, of: "demo")
            #expect(try await reader.call(.post, Self.path).json()["Total"] as? Int == 3)
            let other = try await console.api(.consoleAdministrator, of: "appreview")
            #expect(try await other.call(.post, Self.path).json()["Total"] as? Int == 0)
            let demo = try await console.groupID("demo")
            try expectRefusal(
                try await other.call(.post, "\(Self.path)?organizationgroupid=\(demo)"), 400, number: 400)
        }
    }

    @Test func `Pages of events have each of them once, and the total`() async throws {
        try await withConsole { console in
            try await Self.send(console, try await console.signedInDevice())
            func page(_ query: String) async throws -> [String: Any] {
                let response = try await console.api.call(.post, "\(Self.path)?\(query)")
                #expect(response.status == .ok, "\(response.text)")
                return try response.json()
            }
            for (number, name) in ["Search", "open_file", "open_report"].enumerated() {
                let body = try await page("pagesize=1&page=\(number)")
                let samples = try #require(body["ApplicationEventSamples"] as? [[String: Any]])
                #expect(samples.map { $0["EventName"] as? String } == [name])
                #expect(body["Total"] as? Int == 3 && body["Page"] as? Int == number && body["PageSize"] as? Int == 1)
            }
            let beyond = try await page("pagesize=2&page=2")
            #expect((beyond["ApplicationEventSamples"] as? [Any])?.isEmpty == true && beyond["Total"] as? Int == 3)
            for query in ["pagesize=0", "pagesize=999999", "page_size=500"] {
                let body = try await page(query)
                #expect((body["ApplicationEventSamples"] as? [Any])?.count == 3 && body["PageSize"] as? Int == 500)
            }
            for query in ["page=-1", "pagesize=-1", "pagesize=x"] {
                try expectRefusal(
                    try await console.api.call(.post, "\(Self.path)?\(query)"), 400, number: 400, saying: "page")
            }
            let xml = try await console.api.call(
                .post, "\(Self.path)?eventname=open_report",
                "<BulkInput><BulkValues><Value>1</Value></BulkValues></BulkInput>",
                headers: ["Accept": "application/xml"])
            #expect(xml.status == .ok && xml.headers[.contentType] == "application/xml; charset=utf-8")
        }
    }

    @Test func `Removals that were asked for are listed`() async throws {
        try await withConsole { console in
            let logs = "mam/apps/removallogs"
            #expect(try await console.api.call(.get, logs).status == .noContent)
            let demo = try await console.groupID("demo")
            let first = try await console.api.install(in: demo)
            let second = try await console.api.install(IPAFixture(bundle: "com.example.two"), in: demo)
            let device = try await console.signedInDevice()
            let body = #"{"Udid":"\#(device.device.value)"}"#
            let all = try await console.smartGroupID()
            _ = try await console.api.assign(first, to: [all])
            for app in [first, second] {
                _ = try await console.api.call(.post, "mam/apps/internal/\(app.id)/uninstall", body)
            }
            let list = try await console.api.object(logs)
            let items = try #require(list["AppRemovalLogs"] as? [[String: Any]])
            #expect(items.compactMap { $0["BundleId"] as? String } == ["com.example.two", "com.example.fresh"])
            #expect(items[1]["ApplicationId"] as? Int64 == first.id && items[1]["CommandStatus"] as? String == "Queued")
            #expect(items[1]["RequestedBy"] as? String == console.api.username)
            #expect(items[1]["LogTime"] as? String == "2026-03-05T10:20:30.000" && items[1]["DeviceId"] is Int)
            #expect(items[1]["ApplicationName"] as? String == "Fresh")
            #expect(try await console.api.object("\(logs)?bundleid=COM.EXAMPLE.TWO")["Total"] as? Int == 1)
            #expect(try await console.api.object("\(logs)?pagesize=1&page=1")["Total"] as? Int == 2)
            #expect(try await console.api.object("\(logs)?organizationgroupid=\(demo)")["Total"] as? Int == 2)
            #expect(try await console.api.object("\(logs)?startdatetime=2026-03-05")["Total"] as? Int == 2)
            for none in ["bundleid=x", "deviceid=99", "deviceid=x", "enddatetime=2026-03-05", "page=5"] {
                #expect(try await console.api.call(.get, "\(logs)?\(none)").status == .noContent, "\(none)")
            }
            _ = try await console.api.call(.post, "mam/apps/internal/\(first.id)/install", body)
            #expect(try await console.api.object(logs)["Total"] as? Int == 1)
            let other = try await console.api(.consoleAdministrator, of: "appreview")
            #expect(try await other.call(.get, logs).status == .noContent)
            try expectRefusal(try await console.api.call(.get, "\(logs)?enddatetime=x"), 400, number: 400)
        }
    }

    @Test func `An app is managed where it is given to a managed device that has it`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let udid = device.device.value
            func status(_ name: String, bundle: String = "com.example.demo") async throws -> [String: Any] {
                try await console.api.object("mam/apps/managementstatus?managementid=\(name)&bundleid=\(bundle)")
            }
            let unmanaged = try await status(udid)
            #expect(unmanaged["IsManaged"] as? Bool == false && unmanaged["ManagementStatus"] as? String == "Unmanaged")
            #expect(
                try await status(udid, bundle: "com.example.everything")["ManagementStatus"] as? String
                    == "NotInstalled")
            try await console.parts.core.database.write { try $0.db.execute(sql: "UPDATE device SET isManaged = 1") }
            let uuid = try #require(try await console.parts.value("SELECT uuid FROM device", String.self))
            let id = try #require(try await console.parts.value("SELECT id FROM device", Int.self))
            for name in [udid, uuid, "\(id)"] {
                let body = try await status(name, bundle: "com.example.DEMO")
                #expect(body["IsManaged"] as? Bool == true && body["ManagementStatus"] as? String == "Managed")
                #expect(body["DeviceUuid"] as? String == uuid && body["DeviceId"] as? Int == id)
            }
        }
    }

    @Test(arguments: [
        ("", 400, 400), ("managementid=1", 400, 400), ("bundleid=com.example.demo", 400, 400),
        ("managementid=999&bundleid=com.example.demo", 400, 400), ("managementid=x&bundleid=a%20b", 400, 400),
        ("managementid=nobody&bundleid=com.example.demo", 400, 400),
        ("managementid=99999999999999999999&bundleid=com.example.demo", 400, 400),
        ("managementid=1&bundleid=com.example.unknown", 401, 7000),
    ])
    func `A question about nothing is refused`(query: String, status: Int, number: Int) async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            let response = try await console.api.call(.get, "mam/apps/managementstatus?\(query)")
            try expectRefusal(response, status, number: number)
            let other = try await console.api(.readOnly, of: "appreview")
            let hidden = try await other.call(
                .get, "mam/apps/managementstatus?managementid=1&bundleid=com.example.demo")
            try expectRefusal(hidden, 400, number: 400)
        }
    }
}
