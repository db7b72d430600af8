import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Apps and the devices they are on (AdminApplications, "Apps on devices").
struct AppDeviceTests {
    private static let bundle = "com.example.fresh"

    /// Identifier of a device.
    private static func identifier(_ number: Int) -> String {
        let tail = String(number)
        return String(repeating: "0", count: 40 - tail.count) + tail
    }

    /// Lends an app of the demo group that is given to all of its devices, the first of which have it.
    private static func withDevices(
        _ count: Int, installed: Int,
        _ body: @escaping @Sendable (TestConsole, TestApp) async throws -> Void
    ) async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: try await console.groupID("demo"))
            _ = try await console.api.assign(app, to: [try await console.smartGroupID()])
            for number in 1...count {
                let bundle = number <= installed ? bundle : "com.example.demo"
                let device = try await console.signedInDevice(identifier(number), bundle: bundle)
                _ = try await device.fetchProfile()
            }
            try await body(console, app)
        }
    }

    /// Ids of the devices on a page.
    private static func ids(_ console: TestConsole, _ path: String) async throws -> [Int] {
        let body = try await console.api.object(path)
        return try #require(body["devices"] as? [[String: Any]]).compactMap { $0["device_id"] as? Int }
    }

    @Test func `Pages of devices follow one another, and every one has the total`() async throws {
        try await Self.withDevices(5, installed: 2) { console, app in
            let path = "mam/apps/\(app.uuid)/devices"
            let all = try await Self.ids(console, path)
            #expect(all.count == 5 && all == all.sorted())
            var collected: [Int] = []
            for page in 0..<3 {
                let body = try await console.api.object("\(path)?page=\(page)&pagesize=2")
                #expect(body["TotalResults"] as? Int == 5)
                collected += try await Self.ids(console, "\(path)?page=\(page)&page_size=2")
            }
            #expect(collected == all)
            #expect(try await Self.ids(console, "\(path)?page=9").isEmpty)
            let plain = "mam/apps/internal/\(app.id)/devices"
            let first = try await console.api.object("\(plain)?pagesize=3")
            #expect(first["DeviceId"] as? [Int] == Array(all.prefix(3)) && first["Total"] as? Int == 5)
            let last = try await console.api.object("\(plain)?pagesize=3&page=1")
            #expect(last["DeviceId"] as? [Int] == Array(all.suffix(2)) && last["PageSize"] as? Int == 3)
            #expect(try await console.api.call(.get, "\(plain)?page=2&pagesize=3").status == .noContent)
        }
    }

    @Test func `Devices are left out by what they have and what they are to have`() async throws {
        try await Self.withDevices(3, installed: 1) { console, app in
            let path = "mam/apps/\(app.uuid)/devices"
            let all = try await Self.ids(console, path)
            #expect(try await Self.ids(console, "\(path)?isinstalled=true") == [all[0]])
            #expect(try await Self.ids(console, "\(path)?IsInstalled=FALSE") == [all[1], all[2]])
            #expect(try await Self.ids(console, "\(path)?isassigned=true&isinstalled=false&pagesize=1") == [all[1]])
            #expect(try await Self.ids(console, "\(path)?isassigned=false").isEmpty)
            let plain = "mam/apps/internal/\(app.id)/devices"
            #expect(try await console.api.object("\(plain)?status=Installed")["DeviceId"] as? [Int] == [all[0]])
            #expect(try await console.api.object("\(plain)?status=ASSIGNED")["Total"] as? Int == 3)
            try expectRefusal(
                try await console.api.call(.get, "\(path)?isinstalled=maybe"), 400, number: 400)
            let all2 = try await console.smartGroupID()
            _ = try await console.api.call(
                .delete, "mam/apps/internal/\(app.id)/assignments", #"{"SmartGroupIds":[\#(all2)]}"#)
            #expect(try await Self.ids(console, "\(path)?isassigned=false") == [all[0]])
            let entry = try await console.api.object(path)["devices"] as? [[String: Any]]
            #expect(entry?.first?["assignment_status"] as? String == "NotAssigned")
            #expect(entry?.first?["assigned_version"] as? String == "")
        }
    }

    @Test func `A forgotten device is not counted`() async throws {
        try await Self.withDevices(2, installed: 2) { console, app in
            func counts() async throws -> [Int?] {
                let detail = try await console.api.object("mam/apps/internal/\(app.id)")
                return ["DevicesAssignedCount", "DevicesInstalledCount"].map { detail[$0] as? Int }
            }
            #expect(try await counts() == [2, 2])
            let gone = try await console.api.mock(.delete, "devices/\(Self.identifier(1))")
            #expect(gone.status == .noContent || gone.status == .ok, "\(gone.text)")
            #expect(try await counts() == [1, 1])
        }
    }

    @Test func `A wish is kept for each device and told with it`() async throws {
        try await Self.withDevices(3, installed: 1) { console, app in
            let path = "mam/apps/\(app.uuid)/devices"
            for (number, word) in [(1, "uninstall"), (2, "install")] {
                let response = try await console.api.call(
                    .post, "mam/apps/internal/\(app.id)/\(word)", #"{"Udid":"\#(Self.identifier(number))"}"#)
                #expect(response.status == (word == "install" ? .accepted : .noContent))
            }
            let devices = try #require(try await console.api.object(path)["devices"] as? [[String: Any]])
            let actions = devices.compactMap { $0["last_action_taken"] as? String }
            #expect(actions == ["RemoveCommandQueued", "InstallCommandQueued", "None"])
            let other = try await console.api.install(
                IPAFixture(bundle: Self.bundle, version: "2.0"), in: try await console.groupID("demo"))
            let untouched = try await console.api.object("mam/apps/\(other.uuid)/devices")
            #expect((untouched["devices"] as? [Any])?.isEmpty == true)
            let row = try await console.parts.core.database.read { db in
                try ApplicationRequestRecord.order(sql: "id").fetchAll(db)
            }
            #expect(row.map(\.action) == [.uninstall, .install])
            #expect(row.allSatisfy { $0.requestedBy == console.api.username && $0.requestedAt == console.clock.now })
        }
    }

    @Test func `Wishes are noted in the event log with who had them`() async throws {
        try await Self.withDevices(1, installed: 1) { console, app in
            let body = #"{"Udid":"\#(Self.identifier(1))"}"#
            let operators = try await console.api(.consoleAdministrator, of: "demo")
            for word in ["install", "uninstall"] {
                _ = try await operators.call(.post, "mam/apps/internal/\(app.id)/\(word)", body)
            }
            let action = "action LIKE 'application.%Requested'"
            let (actor, subject) = (operators.username, Self.identifier(1))
            let matching = try await console.parts.value(
                """
                SELECT COUNT(*) FROM eventLog WHERE \(action) AND actor = '\(actor)' AND subject = '\(subject)'
                    AND instr(after, '\(Self.bundle)') > 0
                """, Int.self)
            #expect(matching == 2)
        }
    }

    @Test func `Devices of other groups are not told, nor asked`() async throws {
        try await Self.withDevices(1, installed: 1) { console, app in
            let top = try await console.api.install(IPAFixture(bundle: Self.bundle, version: "9"), in: 7)
            let other = try await console.api(.consoleAdministrator, of: "appreview")
            try expectRefusal(try await other.call(.get, "mam/apps/\(app.uuid)/devices"), 404, number: 7000)
            let below = try await console.api(.consoleAdministrator, of: "demo")
            try expectRefusal(try await below.call(.get, "mam/apps/\(top.uuid)/devices"), 404, number: 7000)
            let own = try await other.call(
                .post, "mam/apps/public", #"{"Platform":2,"BundleId":"com.example.own"}"#)
            let id = try #require((try own.json()["Id"] as? [String: Any])?["Value"] as? Int)
            let body = #"{"Udid":"\#(Self.identifier(1))"}"#
            let wish = try await other.call(.post, "mam/apps/public/\(id)/uninstall", body)
            try expectRefusal(wish, 400, number: 400, saying: "Device not found")
            #expect(try await console.parts.count("applicationRequest") == 0)
        }
    }

    @Test(arguments: [
        "", "{}", "[", "null", #"{"DeviceId":"x"}"#, #"{"DeviceId":99999999999999999999}"#, #"{"DeviceId":-1}"#,
        #"{"Udid":{}}"#, #"{"Udid":"","SerialNumber":""}"#, #"{"MacAddress":"::"}"#, #"{"DeviceId":1.5}"#,
        #"{"Udid":"a\u0000"}"#,
    ])
    func `A body that names no device is refused`(body: String) async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7)
            for word in ["install", "uninstall"] {
                let response = try await console.api.call(.post, "mam/apps/internal/\(app.id)/\(word)", body)
                try expectRefusal(response, 400, number: 400)
            }
            #expect(try await console.parts.count("applicationRequest") == 0)
        }
    }
}

/// Apps of stores and property lists, read without a console.
struct PublicAppDraftTests {
    private static func draft(_ text: String, isPurchased: Bool = false) throws -> PublicAppDraft {
        try PublicAppDraft(AppFields(try AdminFields(body: Data(text.utf8))), isPurchased: isPurchased)
    }

    @Test(arguments: [
        ("https://apps.apple.com/de/app/notes/id1110145109?mt=8", "1110145109"),
        ("https://apps.apple.com/app/id7", "7"), ("https://apps.apple.com/app/id7/", "7"),
        ("http://example.test/id1/id22", "22"), ("https://example.test/idea/id9#id10", "9"),
    ])
    func `The number of an app is found in the address of its page`(address: String, number: String) throws {
        let draft = try Self.draft(#"{"Platform":2,"ApplicationUrl":"\#(address)"}"#)
        #expect(draft.store.externalId == number && draft.bundle.value == "id\(number)")
        #expect(draft.store.url == address && draft.store.licenses == nil)
    }

    @Test(arguments: [
        "https://example.test/", "https://example.test/id", "https://example.test/app/idx",
        "https://example.test/?id=3",
    ])
    func `An address without a number does not name an app`(address: String) throws {
        #expect(throws: ConsoleError.self) { try Self.draft(#"{"Platform":2,"ApplicationUrl":"\#(address)"}"#) }
    }

    @Test func `What is said goes before what is found`() throws {
        let draft = try Self.draft(
            """
            {"platform":"ios","externalid":"5","ApplicationUrl":"https://example.test/id9","BundleID":"com.example.a",
             "application_name":"A","PushMode":"Auto","ActualFileVersion":"3"}
            """)
        #expect(draft.store.externalId == "5" && draft.bundle.value == "com.example.a" && draft.name == "A")
        #expect(draft.pushMode == .auto && draft.version == "3" && draft.platform == .apple && draft.models.isEmpty)
    }

    @Test func `A purchase is for an Apple device, and of no license, if nobody says`() throws {
        let draft = try Self.draft(#"{"bundleId":"com.example.a"}"#, isPurchased: true)
        #expect(draft.platform == .apple && draft.store.licenses == 0 && draft.groupCode == nil)
        let more = try Self.draft(#"{"bundleId":"com.example.a","licenses":"12","group":"demo"}"#, isPurchased: true)
        #expect(more.store.licenses == 12 && more.groupCode == "demo")
        let listed = try Self.draft(#"{"platform":2,"bundleId":"com.example.a","licenses":"12","group":"demo"}"#)
        #expect(listed.store.licenses == nil && listed.groupCode == nil)
    }

    @Test func `Control characters and long texts of a property list are cut`() throws {
        let list = PropertyListValue.dictionary([
            "name": .string("A\u{7}B" + String(repeating: "x", count: 300)), "version": .integer(7),
            "minimum_os_version": .real(13.5), "description": .data(Data([1])),
        ])
        let information = try MacAppInformation(try list.encoded(as: .binary))
        #expect(information.name.hasPrefix("ABx") && information.name.count == 255)
        #expect(information.version == "7" && information.minimumOS == "13.5" && information.summary.isEmpty)
        #expect(information.bundle == nil)
    }

    @Test func `Cut off and changed property lists never end the process`() throws {
        let list = PropertyListValue.dictionary([
            "name": .string("A"), "version": .string("1"),
            "installs": .array([.dictionary(["CFBundleIdentifier": .string("com.example.a")])]),
        ])
        for format in [PropertyListFormat.xml, .binary] {
            let bytes = try list.encoded(as: format)
            for length in 0..<bytes.count { _ = try? MacAppInformation(Data(bytes.prefix(length))) }
            var generator = SeededGenerator(seed: 11)
            for _ in 0..<1000 {
                var changed = [UInt8](bytes)
                changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
                _ = try? MacAppInformation(Data(changed))
            }
        }
    }
}
