import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Somebody of one customer signs in with the identifier of another customer's device, and the administrator of the
/// first asks for everything there is about it: nothing of the other is told, and nothing of it is touched.
struct TakenDeviceTests {
    private static let identifier = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"
    private static let serial = "C02SERIAL77"
    /// A key in escrow.
    private static let key = Data("Geheimer Schl".utf8).base64EncodedString()
    /// In everything that is the victim's.
    private static let mark = "Geheim"

    /// The victim's device, and what names it.
    private struct Scene {
        let console: TestConsole
        let victim: Known
        /// The administrator of the customer that took it.
        let thief: APICaller

        var victimID: Int64 { victim.id }
        var victimUUID: String { victim.uuid }
    }

    /// What names a device beside its identifier.
    private struct Known: Decodable, FetchableRecord, Sendable {
        let id: Int64
        let uuid: String
    }

    /// A console with the customers `north`, whose user takes the device, and `southfield`, whose device it is.
    private static func with(_ body: @escaping @Sendable (Scene) async throws -> Void) async throws {
        try await withConsole { console in
            let answer = try await console.importEnvironment(
                """
                version: 2
                organizationGroups:
                  - {path: global}
                  - path: global/north
                    type: Customer
                    settings: {requireMDMEnrollment: false}
                    users: [{username: nora, password: nora}]
                  - path: global/southfield
                    type: Customer
                    settings: {requireMDMEnrollment: false}
                    users: [{username: \(mark)-sue, password: sue, email: \(mark)@south.test, firstName: \(mark)}]
                """)
            #expect(answer.status == .ok, "\(answer.text)")
            try await furnish(console)
            var taken = try console.device(identifier)
            try await taken.logIn(username: "nora", password: "nora", organizationGroup: "north")
            var report = taken.beacon()
            report.friendlyName = "Taken"
            try await taken.sendBeacon(report)
            try await taken.uploadLog("of north")
            try await console.execute(
                """
                UPDATE device SET serialNumber = '\(serial)', imei = 'ownimei', easId = 'owneas'
                WHERE customerId = (SELECT id FROM organizationGroup WHERE code = 'north')
                """)
            let victim = try await row(console)
            let thief = try await console.api(.consoleAdministrator, of: "north")
            try await body(Scene(console: console, victim: victim, thief: thief))
        }
    }

    private static let isVictim = "customerId = (SELECT id FROM organizationGroup WHERE code = 'southfield')"

    private static func row(_ console: TestConsole) async throws -> Known {
        try #require(
            try await console.parts.core.database.read { db in
                try Known.fetchOne(db, sql: "SELECT * FROM device WHERE \(isVictim)")
            })
    }

    /// Everything a device can have, with the mark in it.
    private static func furnish(_ console: TestConsole) async throws {
        var own = try console.device(identifier)
        try await own.logIn(username: "\(mark)-sue", password: "sue", organizationGroup: "southfield")
        var report = own.beacon()
        report.friendlyName = "\(mark) phone"
        report.emailAddress = "\(mark)@south.test"
        report.pushToken = "\(mark)token"
        try await own.sendBeacon(report)
        try await own.uploadLog("\(mark) log")
        try await own.sendAnalytics([
            .init(
                name: "\(mark) event", session: "5d0b8a43-2c14-4c11-9d0e-9a3c3f1d7f10",
                occurredAt: console.clock.now.date)
        ])
        try await own.storeKey(key, usage: .sdk)
        let caller = try await console.api(.consoleAdministrator, of: "southfield")
        let queued = try await caller.mock(
            .post, "devices/\(identifier)/commands",
            #"{"requestType": "Custom", "settings": {"Text": "\#(mark)"}}"#)
        #expect(queued.status.code < 300, "\(queued.text)")
        try await console.execute(
            """
            UPDATE device SET serialNumber = '\(serial)', assetNumber = '\(mark)asset', phone = '\(mark)phone',
                email = '\(mark)@south.test', imei = '\(mark)imei', easId = '\(mark)eas',
                macAddress = '02:00:00:ab:cd:ef',
                wifiSsid = '\(mark)wifi', ipAddress = '203.0.113.77', latitude = 48.137154, longitude = 11.576124,
                locatedAt = 1, friendlyName = '\(mark) phone', model = '\(mark) model', oemInfo = '\(mark)oem'
            WHERE \(isVictim);
            INSERT INTO deviceNote (deviceId, note, createdAt, modifiedAt)
                SELECT id, '\(mark) note', 0, 0 FROM device WHERE \(isVictim);
            INSERT INTO deviceAttribute (deviceId, applicationGroup, name, value, updatedAt)
                SELECT id, '', '\(mark) name', '\(mark) value', 0 FROM device WHERE \(isVictim);
            INSERT INTO tag (uuid, groupId, name, createdAt)
                SELECT '00000000-0000-4000-8000-00000000aaaa', groupId, '\(mark) tag', 0 FROM device WHERE \(isVictim);
            INSERT INTO deviceTag (deviceId, tagId)
                SELECT device.id, tag.id FROM device, tag WHERE \(isVictim) AND tag.name = '\(mark) tag';
            INSERT INTO deviceLocation (receivedAt, groupId, deviceId, latitude, longitude)
                SELECT 1, groupId, id, 48.137154, 11.576124 FROM device WHERE \(isVictim);
            INSERT INTO pinReport (receivedAt, groupId, deviceId, host, claimedDevice)
                SELECT 1, groupId, id, '\(mark.lowercased()).test', identifier FROM device WHERE \(isVictim);
            """)
    }

    /// What an answer must not have in it.
    private static func leaks(_ text: String, of scene: Scene) -> [String] {
        let low = text.lowercased()
        let secrets = [
            mark.lowercased(), key.lowercased(), scene.victimUUID.lowercased(), "48.137", "11.576", "02:00:00:ab:cd:ef",
            "02000:abcdef",
            "203.0.113.77", "southfield",
        ]
        return secrets.filter(low.contains)
    }

    /// Routes of administrators that do not wait for something or describe the program itself.
    private static func routes(_ console: TestConsole) throws -> [(method: HTTPRequest.Method, path: String)] {
        let left = ["wait", "stream", "openapi", "docs", "sandboxes", "environment", "snapshots", "schema"]
        return try console.routers().admin.routes.filter { route in
            !route.path.lowercased().split(separator: "/").contains { left.contains(String($0)) }
        }.map { ($0.method, $0.path) }
    }

    /// The paths of a route with everything that names the victim in the places of its captures.
    private static func targets(_ path: String, _ scene: Scene, own: Known) -> [String] {
        let names = [
            identifier, "\(scene.victimID)", scene.victimUUID, serial, "\(own.id)", own.uuid,
        ]
        guard path.contains("{") else { return [path] }
        return names.flatMap { name in
            ["1", name].map { rest in
                var isFirst = true
                return "/"
                    + path.split(separator: "/").map { part in
                        guard part.hasPrefix("{") else { return String(part) }
                        defer { isFirst = false }
                        return isFirst ? name : rest
                    }.joined(separator: "/")
            }
        }
    }

    private static func send(
        _ scene: Scene, _ method: HTTPRequest.Method, _ target: String, _ body: String? = nil, version: Int = 1
    ) async throws -> TestResponse {
        target.hasPrefix("/api/")
            ? try await scene.thief.call(method, String(target.dropFirst(5)), body, version: version)
            : try await scene.thief.mock(method, String(target.dropFirst("/_mock/".count)), body)
    }

    private static func own(_ scene: Scene) async throws -> Known {
        try #require(
            try await scene.console.parts.core.database.read { db in
                try Known.fetchOne(
                    db, sql: "SELECT * FROM device WHERE identifier = ? AND NOT \(isVictim)", arguments: [identifier])
            })
    }

    @Test func `No route that reads tells anything of the other customer's device`() async throws {
        try await Self.with { scene in
            let own = try await Self.own(scene)
            var answered = 0
            // The journal first: later it has what the thief has asked for here, as the thief wrote it.
            let routes = try Self.routes(scene.console).filter { $0.method == .get }.map(\.path)
            let isJournal = { @Sendable (path: String) in path.hasPrefix("/_mock/journal") }
            for path in routes.filter(isJournal) + routes.filter({ !isJournal($0) }) {
                guard path.lowercased().hasPrefix("/api/") || path.hasPrefix("/_mock/") else { continue }
                for target in Set(Self.targets(path, scene, own: own)).sorted() {
                    for version in path.hasPrefix("/_mock/") ? [1] : [1, 2] {
                        let answer = try await Self.send(scene, .get, target, version: version)
                        if answer.status == .ok { answered += 1 }
                        // What a path names comes back in refusals.
                        let leaks = Self.leaks(answer.text, of: scene).filter { !target.lowercased().contains($0) }
                        #expect(leaks.isEmpty, "\(target) \(version): \(leaks) \(answer.text.prefix(600))")
                    }
                }
            }
            #expect(answered > 100, "\(answered)")
        }
    }

    @Test(arguments: [
        "/api/mdm/devices?searchby=Udid&id=@udid", "/api/mdm/devices?searchby=Serialnumber&id=@serial",
        "/api/mdm/devices?searchby=Macaddress&id=020000abcdef", "/api/mdm/devices?searchby=ImeiNumber&id=Geheimimei",
        "/api/mdm/devices?searchby=EasId&id=Geheimeas", "/api/mdm/devices?searchby=DeviceId&id=@id",
        "/api/mdm/devices/search?user=Geheim-sue", "/api/mdm/devices/search", "/api/mdm/devices/extensivesearch",
        "/api/mdm/devices/litesearch", "/_mock/devices?text=Geheim", "/_mock/logs?text=Geheim",
        "/_mock/beacons?device=@udid", "/_mock/logs?device=@udid", "/_mock/commands?device=@udid",
        "/_mock/analytics?device=@udid", "/_mock/push-tokens?device=@udid", "/_mock/locations?device=@udid",
        "/_mock/pin-reports?device=@udid", "/_mock/journal?device=@udid", "/_mock/events?subject=@udid",
        "/_mock/logs/download?device=@udid", "/_mock/beacons/download",
    ])
    func `No search by what names the device finds the other's`(target: String) async throws {
        try await Self.with { scene in
            let target = target.replacing("@udid", with: Self.identifier).replacing("@serial", with: Self.serial)
                .replacing("@id", with: "\(scene.victimID)")
            let answer = try await Self.send(scene, .get, target)
            let leaks = Self.leaks(answer.text, of: scene)
            // What is asked for comes back in refusals.
            let found = leaks.filter { !target.lowercased().contains($0) }
            #expect(found.isEmpty && !answer.text.contains("\(Self.mark) "), "\(leaks) \(answer.text.prefix(800))")
        }
    }

    /// Every row that belongs to the victim's device, by table.
    private static func belongings(_ scene: Scene) async throws -> [String: [String]] {
        let id = scene.victimID
        return try await scene.console.parts.core.database.read { db in
            var rows: [String: [String]] = [:]
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT m.name FROM sqlite_master m WHERE m.type = 'table'
                        AND EXISTS (SELECT 1 FROM pragma_table_info(m.name) WHERE name = 'deviceId')
                    """)
            for table in tables + ["device"] {
                let column = table == "device" ? "id" : "deviceId"
                rows[table] = try Row.fetchAll(
                    db, sql: "SELECT * FROM \(table) WHERE \(column) = ?", arguments: [id]
                ).map { "\($0)" }.sorted()
            }
            return rows
        }
    }

    @Test func `No route that writes touches the other customer's device`() async throws {
        try await Self.with { scene in
            let own = try await Self.own(scene)
            let before = try await Self.belongings(scene)
            #expect(before.values.filter { !$0.isEmpty }.count >= 10, "\(before.mapValues(\.count))")
            let bulk = """
                {"BulkValues":{"Value":["\(Self.identifier)","\(scene.victimID)","\(Self.serial)"]},"Note":"x",
                 "group":"north","requestType":"Custom","status":"unenrolled",
                 "CustomAttributes":[{"Name":"a","Value":"b"}]}
                """
            for (method, path) in try Self.routes(scene.console) where ![.get, .head].contains(method) {
                guard path.lowercased().hasPrefix("/api/") || path.hasPrefix("/_mock/devices") else { continue }
                for target in Set(Self.targets(path, scene, own: own)).sorted() {
                    _ = try await Self.send(scene, method, target, method == .delete ? nil : bulk)
                    if path.contains("bulk") || path.contains("?") { continue }
                }
                for query in ["searchby=Udid", "searchby=Serialnumber"] where !path.contains("{") {
                    _ = try await Self.send(scene, method, "\(path)?\(query)&id=\(Self.identifier)", bulk)
                }
            }
            let after = try await Self.belongings(scene)
            for (table, rows) in before { #expect(after[table] == rows, "\(table)") }
        }
    }

    @Test func `The one whose device it is goes on as before, and gets its own key back`() async throws {
        try await withConsole { console in
            _ = try await console.importEnvironment(
                """
                version: 2
                organizationGroups:
                  - {path: global}
                  - path: global/north
                    type: Customer
                    settings: {requireMDMEnrollment: false}
                    users: [{username: nora, password: nora}]
                  - path: global/southfield
                    type: Customer
                    settings: {requireMDMEnrollment: false}
                    users: [{username: sue, password: sue}]
                """)
            var own = try console.device(Self.identifier)
            try await own.logIn(username: "sue", password: "sue", organizationGroup: "southfield")
            try await own.storeKey("MDEyMzQ1Njc=", usage: .sdk)
            var taken = try console.device(Self.identifier)
            try await taken.logIn(username: "nora", password: "nora", organizationGroup: "north")
            let foreign = try await taken.retrieveKey(usage: .sdk)
            #expect(foreign == nil)
            try await taken.storeKey("NzY1NDMyMTA=", usage: .sdk)
            let own1 = try await own.retrieveKey(usage: .sdk)
            #expect(own1 == "MDEyMzQ1Njc=")
            #expect(try await own.user().userName == "sue")
            try await taken.unenroll()
            #expect(try await own.user().userName == "sue")
            let own2 = try await own.retrieveKey(usage: .sdk)
            #expect(own2 == "MDEyMzQ1Njc=")
        }
    }

    @Test func `Open routes tell nothing but the group and the state of the earliest enrollment`() async throws {
        try await Self.with { scene in
            for route in try scene.console.routers().device.routes where route.method == .get {
                let path = route.path.split(separator: "/").map { part in
                    part.hasPrefix("{") ? (part.lowercased().contains("dt") ? "2" : Self.identifier) : String(part)
                }
                let answer = try await scene.console.send(
                    .get, "/" + path.joined(separator: "/"),
                    headers: ["aw-device-uid": Self.identifier, "aw-device-uis": Self.identifier])
                let isStatus = route.path.lowercased().hasSuffix("/status")
                let leaks = Self.leaks(answer.text, of: scene).filter { !isStatus || $0 != "southfield" }
                #expect(leaks.isEmpty, "\(route.path): \(leaks) \(answer.text.prefix(400))")
            }
        }
    }
}
