import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// Everything that asks the time asks the clock of the group that it is about.
struct ObedienceTests {
    /// What the topmost group's clock stands at, and a customer's.
    private static let (rootTime, leftTime) = ("2031-01-01T00:00:00.000Z", "2041-01-01T00:00:00.000Z")

    /// Times that are the topmost administrator's own, or the machine's.
    private static let exempt: Set = [
        "administrator.lastLoginAt", "administratorSignIn.at", "groupClock.setAt", "groupClock.frozenAt",
    ]

    /// Times in the database, by tables with columns.
    private static func times(_ console: TestConsole) async throws -> [String: Set<Int64>] {
        try await console.parts.core.database.read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
            var times: [String: Set<Int64>] = [:]
            for table in tables {
                for column in try db.columns(in: table).map(\.name)
                where ["at", "since"].contains(column) || column.hasSuffix("At") {
                    let sql = "SELECT DISTINCT \(column) FROM \(table) WHERE typeof(\(column)) = 'integer'"
                    times["\(table).\(column)"] = try Int64.fetchSet(db, sql: sql)
                }
            }
            return times
        }
    }

    /// Calls about a customer's things, by the topmost administrator.
    private static func calls(_ console: TestConsole, _ device: SimulatedClient) async throws -> [(String, String)] {
        let home = try await console.homeID("left")
        let udid = device.device.value
        let id = try #require(try await console.parts.value("SELECT id FROM device", Int64.self))
        let notes = "/api/mdm/devices/\(id)/notes"
        return [
            ("POST /_mock/devices/\(udid)/commands", #"{"requestType":"X","expiresInMinutes":10}"#),
            ("PATCH /_mock/groups/left/settings", #"{"commandExpiryHours":5}"#),
            ("POST \(notes)", #"{"Note":"Screen broken"}"#),
            ("PUT /api/mdm/devices/\(id)/customattributes", #"{"CustomAttributes":[{"Name":"a","Value":"b"}]}"#),
            ("POST /api/mdm/devices/\(id)/messages/push", #"{"MessageBody":"x","Application":"com.example.demo"}"#),
            ("POST /api/mdm/tags/addtag", #"{"TagName":"pilot","TagType":"1","LocationGroupId":"\#(home)"}"#),
            (
                "POST /api/mdm/smartgroups",
                #"{"Name":"Pads","CriteriaType":"All","ManagedByOrganizationGroupId":"\#(home)","Platforms":["Apple"]}"#
            ),
            (
                "POST /api/system/users/adduser",
                #"{"UserName":"ada","Password":"secret","SecurityType":"2","LocationGroupId":"\#(home)"}"#
            ),
            ("POST /_mock/users/ada/tokens", #"{"expiresInMinutes":60}"#),
            (
                "POST /api/system/users/\(try await console.userID("left"))/registerdevice",
                #"{"LocationGroupId":"\#(home)","FriendlyName":"Till","Ownership":"C","SerialNumber":"F2LX0001MOCK"}"#
            ),
            (
                "POST /_mock/groups/left/compliance-rules",
                #"{"name":"iOS","kind":"osVersion","operator":">=","version":"7.0","action":"block"}"#
            ),
            (
                "POST /_mock/groups/left/terms-of-use",
                #"{"applications":["com.example.other"],"content":"<p>Be kind.</p>"}"#
            ),
            (
                "POST /_mock/profiles",
                #"{"name":"Field","group":"left","payloads":[{"PayloadType":"AnalyticsSettingsV2","EnableAnalytics":true}]}"#
            ),
            ("POST /_mock/profiles/Field/copy", #"{"group":"left","name":"Copy"}"#),
            ("DELETE /_mock/profiles/Copy", ""),
            ("PUT /_mock/devices/\(udid)/compliance", #"{"blocked":true}"#),
            ("PUT /_mock/devices/\(udid)/compliance", #"{"blocked":false}"#),
            ("POST /_mock/devices/\(udid)/commands/enterprise-wipe", ""),
        ]
    }

    @Test func `What is written about a customer carries the time of its clock, whoever writes it`() async throws {
        try await ClockWorld.withCustomers { console in
            _ = try await console.clock(.put, "global", #"{"frozen": "\#(Self.rootTime)"}"#)
            _ = try await console.clock(.put, "left", #"{"frozen": "\#(Self.leftTime)"}"#)
            let before = try await Self.times(console)
            let device = try await console.device(of: "left")
            try await device.sendBeacon(device.beacon())
            try await device.uploadLog("text")
            _ = try await device.fetchProfile()
            _ = try await device.requery(.deviceInfo)
            for (call, body) in try await Self.calls(console, device) {
                let (method, path) = (call.prefix { $0 != " " }, call.drop { $0 != " " }.dropFirst())
                let answer = try await console.admin(
                    try #require(HTTPRequest.Method(String(method))), String(path), text: body.isEmpty ? nil : body)
                #expect(answer.status.code < 300, "\(call): \(answer.status) \(answer.text)")
            }
            let wrong: Set = [
                TestClock.start.milliseconds, try #require(Timestamp(iso8601: Self.rootTime)).milliseconds,
            ]
            let after = try await Self.times(console)
            for (column, times) in after where !Self.exempt.contains(column) {
                let new = times.subtracting(before[column] ?? [])
                #expect(new.isDisjoint(with: wrong), "\(column) has the time of another clock")
            }
            #expect(after["device.createdAt"] == [try #require(Timestamp(iso8601: Self.leftTime)).milliseconds])
        }
    }

    @Test func `What belongs to the topmost group carries the time of its clock`() async throws {
        try await withConsole { console in
            _ = try await console.clock(.put, "global", #"{"frozen": "\#(Self.rootTime)"}"#)
            let before = try await Self.times(console)
            let refused = try await console.send(
                .get, "/_mock/clocks", headers: TestConsole.basic("nobody", "wrong"))
            #expect(refused.status == .unauthorized)
            let made = try await console.importEnvironment(
                "version: 2\norganizationGroups: [{path: global/new, name: New, users: [{username: u, password: p}]}]")
            #expect(made.status == .ok, "\(made.text)")
            let root = try #require(Timestamp(iso8601: Self.rootTime)).milliseconds
            for (column, times) in try await Self.times(console) where !column.hasPrefix("groupClock") {
                let new = times.subtracting(before[column] ?? [])
                #expect(new.isSubset(of: [root]), "\(column) has the time of another clock")
            }
        }
    }

    @Test func `The journal keeps to the machine`() async throws {
        try await withConsole { console in
            _ = try await console.clock(.put, "global", #"{"frozen": "\#(Self.rootTime)"}"#)
            _ = try await console.api.call(.get, "system/info")
            let entry = try #require(try await console.journalItems("").first)
            #expect(entry["at"] as? String == TestClock.start.description)
        }
    }

    @Test func `Freshness of signatures obeys`() async throws {
        try await ClockWorld.withCustomers([\.signatureFreshness: "300"]) { console in
            let left = try await console.device(of: "left", scheme: .signature)
            let right = try await console.device(of: "right", scheme: .signature)
            try await console.advance("left", seconds: 301)
            #expect(try await left.sendAuthenticated(DeviceRoute.user.request(left)).status == 401)
            #expect(try await right.sendAuthenticated(DeviceRoute.user.request(right)).status == 200)
            _ = try await console.clock(.delete, "left")
            #expect(try await left.sendAuthenticated(DeviceRoute.user.request(left)).status == 200)
        }
    }

    @Test func `Tokens of OAuth clients obey, by the clock of the client's group`() async throws {
        try await ClockWorld.withCustomers { console in
            let headers = try await console.clientHeaders()
            try await console.advance("left", seconds: ClockWorld.month)
            #expect(try await console.send(.get, "/_mock/clocks", headers: headers).status == .ok)
            try await console.advance("global", seconds: ClockWorld.month)
            let refused = try await console.send(.get, "/_mock/clocks", headers: headers)
            #expect(refused.status == .unauthorized && refused.text.contains("expired"), "\(refused.text)")
            // The token of a start never expires.
            #expect(try await console.admin(.get, "/_mock/clocks").status == .ok)
        }
    }

    @Test func `Requests of a day are counted again on the machine's next day, whatever clocks of groups show`()
        async throws
    {
        try await withConsole([\.adminDailyQuota: "2"]) { console in
            for status in [200, 200, 429] {
                #expect(try await console.api.call(.get, "system/info").status.code == status)
            }
            try await console.advance("global", seconds: 86_400)
            #expect(try await console.api.call(.get, "system/info").status.code == 429)
            console.clock.advance(seconds: 86_400)
            #expect(try await console.api.call(.get, "system/info").status == .ok)
        }
    }

    @Test func `A device shows the time of the clock`() async throws {
        try await ClockWorld.withCustomers { console in
            _ = try await console.clock(.put, "left", #"{"frozen": "\#(Self.leftTime)"}"#)
            let left = try await console.device(of: "left")
            let id = try await console.identity(of: left)
            #expect(console.parts.core.clock.now(in: id.groupID).description == Self.leftTime)
            let shown = try await console.adminJSON("/_mock/devices/\(left.device)")
            #expect(shown["enrolledAt"] as? String == Self.leftTime)
            #expect(shown["lastSeenAt"] as? String == Self.leftTime)
        }
    }
}
