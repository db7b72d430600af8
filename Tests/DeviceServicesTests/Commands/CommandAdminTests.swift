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

/// Queueing commands for one device (AdminAPI, "Commands").
struct CommandAdminTests {
    /// Queues a command and lets the app fetch it.
    private static func delivered(_ json: String) async throws -> CommandMessage {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let queued = try await console.queue(json, for: app)
            let command = try #require(try await app.idle())
            #expect(command.uuid == queued["uuid"] as? String)
            return command
        }
    }

    @Test func `An SDK profile is installed as the app would fetch it`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await console.queue("{\"requestType\":\"InstallProfile\",\"profile\":\"review\"}", for: app)
            let command = try #require(try await app.idle())
            let payload = try #require(command.command["Payload"]?.dataValue)
            let fetched = try await app.fetchProfile()
            let installed = try SDKProfileDocument(propertyList: try PropertyListValue(parsing: payload))
            #expect(installed == fetched)
        }
    }

    @Test func `A profile is found by its uuid too, and one elsewhere is not`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let sql = "SELECT sdkProfile.uuid FROM sdkProfile WHERE name = 'Everything'"
            let uuid = try #require(try await console.parts.value(sql, String.self))
            try await console.queue("{\"requestType\":\"InstallProfile\",\"profile\":\"\(uuid)\"}", for: app)
            let payload = try #require(try await app.idle()?.command["Payload"]?.dataValue)
            #expect(try PropertyListValue(parsing: payload)["PayloadDisplayName"] == .string("Everything"))
            let missing = try await console.admin(
                .post, TestConsole.commands(of: app), text: "{\"requestType\":\"InstallProfile\",\"profile\":\"None\"}")
            #expect(missing.status == .notFound && missing.text.contains("no SDK profile None"))
        }
    }

    @Test func `A property list of one's own is installed byte for byte`() async throws {
        let plist = Data("<plist version=\"1.0\"><dict><key>a</key><string>b</string></dict></plist>".utf8)
        let command = try await Self.delivered(
            "{\"requestType\":\"InstallProfile\",\"payload\":\"\(plist.base64EncodedString())\"}")
        #expect(command.command == ["RequestType": .string("InstallProfile"), "Payload": .data(plist)])
    }

    @Test func `Who may not write profiles does not read one in a command`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let queued = try await console.queue(
                "{\"requestType\":\"InstallProfile\",\"profile\":\"review\"}", for: app)
            let id = try #require(queued["id"] as? Int)
            for (role, isShown) in [
                (.consoleAdministrator, true), (.apiOnly, true), (.deviceManager, false), (.readOnly, false),
            ] as [(AdministratorRole, Bool)] {
                let caller = try await console.api(role)
                for path in ["commands", "commands/\(id)", "commands/download", "devices/\(app.device)/commands"] {
                    let answer = try await caller.mock(.get, path)
                    #expect(answer.status == .ok)
                    #expect(answer.text.contains("(hidden)") == !isShown, "\(role) \(path)")
                    #expect(answer.text.contains("$data") == isShown, "\(role) \(path)")
                }
            }
            let manager = try await console.api(.deviceManager, username: "manager")
            let ordered = try await manager.mock(
                .post, "devices/\(app.device)/commands",
                "{\"requestType\":\"InstallProfile\",\"profile\":\"review\",\"bundleId\":\"com.example.demo\"}")
            #expect(ordered.status == .created && ordered.text.contains("(hidden)"), "\(ordered.text)")
        }
    }

    @Test(arguments: [
        ("\"warning\"", 0, 2), ("\"Information\"", 900, 1), ("-1", 3600, -1), ("3", -1, 3), ("0", 31_536_000, 0),
    ])
    func `A log upload carries level and period as integers`(level: String, period: Int64, number: Int64) async throws {
        let command = try await Self.delivered(
            "{\"requestType\":\"UploadLogs\",\"logLevel\":\(level),\"logPeriodSeconds\":\(period)}")
        #expect(
            command.command == [
                "RequestType": .string("UploadLogs"), "LogLevel": .integer(number), "LogPeriod": .integer(period),
            ])
    }

    @Test(arguments: ["RequestProfiles", "DeviceLockSso"])
    func `A command without extras is delivered so`(type: String) async throws {
        let command = try await Self.delivered("{\"requestType\":\"\(type)\",\"bundleId\":\"COM.example.demo\"}")
        #expect(command.command == ["RequestType": .string(type)])
    }

    @Test func `A command of the app's own keeps the type of every setting`() async throws {
        let command = try await Self.delivered(
            """
            {"requestType":"com.example.sync","settings":{"n":1,"r":1.5,"w":{"$real":2},"b":true,"s":"ä\\u0001",
             "a":[1,"x"],"d":{"k":false},"data":{"$data":"AAEC"},"date":{"$date":"2026-03-05T10:20:30Z"}}}
            """)
        #expect(
            command.command == [
                "RequestType": .string("com.example.sync"), "n": .integer(1), "r": .real(1.5), "w": .real(2),
                "b": .bool(true), "s": .string("ä\u{1}"), "a": .array([.integer(1), .string("x")]),
                "d": .dictionary(["k": .bool(false)]), "data": .data(Data([0, 1, 2])),
                "date": .date(Date(timeIntervalSince1970: 1_772_706_030)),
            ])
    }

    static let refused: [(json: String, reason: String)] = [
        ("", "cannot be read"), ("[]", "cannot be read"), ("{}", "requestType"), ("{\"requestType\":1}", "requestType"),
        ("{\"requestType\":\"\"}", "1 to 255"), ("{\"requestType\":\"a\\nb\"}", "control character"),
        ("{\"requestType\":\"X\",\"setings\":{}}", "no member setings"),
        ("{\"requestType\":\"X\",\"settings\":[]}", "settings has to be an object"),
        ("{\"requestType\":\"X\",\"settings\":{\"a\":null}}", "settings.a"),
        ("{\"requestType\":\"X\",\"settings\":{\"RequestType\":\"Y\"}}", "RequestType"),
        ("{\"requestType\":\"X\",\"expiresInMinutes\":0}", "from 1 to 5256000"),
        ("{\"requestType\":\"X\",\"expiresInMinutes\":\"soon\"}", "expiresInMinutes"),
        ("{\"requestType\":\"X\",\"bundleId\":\"a b\"}", "bundle"),
        ("{\"requestType\":\"X\",\"allApps\":1}", "allApps"),
        ("{\"requestType\":\"X\",\"allApps\":true,\"bundleId\":\"com.example.demo\"}", "bundleId or allApps"),
        ("{\"requestType\":\"X\",\"logLevel\":1}", "UploadLogs only"),
        ("{\"requestType\":\"UploadLogs\",\"payload\":\"\"}", "InstallProfile only"),
        ("{\"requestType\":\"InstallProfile\"}", "needs profile"),
        ("{\"requestType\":\"InstallProfile\",\"payload\":\"?\"}", "base64"),
        ("{\"requestType\":\"InstallProfile\",\"payload\":1}", "base64"),
        ("{\"requestType\":\"InstallProfile\",\"payload\":\"aGVsbG8=\"}", "property list"),
        ("{\"requestType\":\"InstallProfile\",\"payload\":\"PHBsaXN0PjxhcnJheS8+PC9wbGlzdD4=\"}", "dictionary"),
        ("{\"requestType\":\"InstallProfile\",\"settings\":{\"Payload\":\"x\"}}", "property list"),
        (
            "{\"requestType\":\"InstallProfile\",\"profile\":\"Review\",\"payload\":\"PHBsaXN0PjxkaWN0Lz48L3BsaXN0Pg==\"}",
            "not both"
        ),
        ("{\"requestType\":\"UploadLogs\"}", "needs logLevel"),
        ("{\"requestType\":\"UploadLogs\",\"logLevel\":1}", "needs logLevel"),
        ("{\"requestType\":\"UploadLogs\",\"logLevel\":4,\"logPeriodSeconds\":0}", "logLevel has to be"),
        ("{\"requestType\":\"UploadLogs\",\"logLevel\":\"loud\",\"logPeriodSeconds\":0}", "off, debug, information"),
        ("{\"requestType\":\"UploadLogs\",\"logLevel\":1,\"logPeriodSeconds\":-2}", "logPeriodSeconds"),
        ("{\"requestType\":\"UploadLogs\",\"logLevel\":1,\"logPeriodSeconds\":0.5}", "logPeriodSeconds"),
    ]

    @Test func `What cannot be a command is refused with the reason, and nothing is queued`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            for (json, reason) in Self.refused {
                let response = try await console.admin(.post, TestConsole.commands(of: app), text: json)
                #expect(response.status == .badRequest, "\(json): \(response.text)")
                #expect(response.text.contains(reason), "\(json): \(response.text)")
            }
            #expect(try await console.parts.count("command") == 0)
        }
    }

    @Test func `A device, app or route that is not there is answered so`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            let order = "{\"requestType\":\"X\",\"bundleId\":\"com.example.none\"}"
            #expect(try await console.admin(.post, "/_mock/devices/ffff/commands", text: order).status == .notFound)
            let missing = try await console.admin(.post, TestConsole.commands(of: app), text: order)
            #expect(missing.status == .notFound && missing.text.contains("no app com.example.none"))
            let foreign = try await console.administrator(of: "appreview")
            let path = TestConsole.commands(of: app)
            let outside = try await console.send(
                .post, path, headers: foreign, text: "{\"requestType\":\"X\"}")
            #expect(outside.status == .notFound)
            let large = "{\"requestType\":\"\(String(repeating: "x", count: 300))\"}"
            #expect(try await console.admin(.post, path, text: large).status == .badRequest)
        }
    }

    @Test func `A body above the limit is refused`() async throws {
        try await withConsole([\.limitsCommand: "100"]) { console in
            let app = try await console.signedInDevice()
            let text = "{\"requestType\":\"X\",\"settings\":{\"a\":\"\(String(repeating: "a", count: 100))\"}}"
            #expect(
                try await console.admin(.post, TestConsole.commands(of: app), text: text).status == .contentTooLarge)
        }
    }

    @Test func `A device that is not enrolled gets no commands`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(sql: "UPDATE device SET enrollmentStatus = 6")
                transaction.changesConfiguration()
            }
            let response = try await console.admin(
                .post, TestConsole.commands(of: app), text: "{\"requestType\":\"X\"}")
            #expect(response.status == .conflict && response.text.contains("not enrolled"))
            let many = try await console.admin(.post, "/_mock/commands", text: "{\"requestType\":\"X\",\"all\":true}")
            #expect(try many.json()["queued"] as? Int == 0)
        }
    }

    @Test func `With several apps on a device one is named, or all are meant`() async throws {
        try await withConsole { console in
            let app = try await console.signedInDevice()
            _ = try await console.signedInDevice(bundle: "com.example.everything")
            let path = TestConsole.commands(of: app)
            let vague = try await console.admin(.post, path, text: "{\"requestType\":\"X\"}")
            #expect(vague.status == .badRequest && vague.text.contains("com.example.demo, com.example.everything"))
            let all = try await console.admin(.post, path, text: "{\"requestType\":\"X\",\"allApps\":true}")
            #expect(try all.json()["queued"] as? Int == 2)
            let queued = try #require(try all.json()["commands"] as? [[String: Any]])
            #expect(queued.map { $0["bundleId"] as? String } == ["com.example.demo", "com.example.everything"])
            let one = try await console.admin(
                .post, path, text: "{\"requestType\":\"X\",\"bundleId\":\"com.example.everything\"}")
            #expect(try one.json()["queued"] as? Int == 1)
        }
    }
}
