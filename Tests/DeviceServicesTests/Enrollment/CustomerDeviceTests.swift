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

/// One device of two customers: it is unique within a customer, not in the whole console.
struct CustomerDeviceTests {
    static let identifier = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    /// A console with the customers `north` and `south`, each with a user and settings of its own.
    static func withCustomers(
        _ settings: ConfigurationSettings = [:], _ body: @escaping @Sendable (TestConsole) async throws -> Void
    ) async throws {
        try await withConsole(settings) { console in
            let answer = try await console.importEnvironment(
                """
                version: 2
                organizationGroups:
                  - {path: global}
                  - path: global/north
                    type: Customer
                    settings: {requireMDMEnrollment: false, authenticationTypes: [usernameAndPassword, token]}
                    users: [{username: nora, password: nora}, {username: nils, password: nils}]
                  - {path: global/north/pole}
                  - path: global/south
                    type: Customer
                    settings: {requireMDMEnrollment: false, authenticationTypes: [usernameAndPassword, token]}
                    users: [{username: sue, password: sue}]
                """)
            #expect(answer.status == .ok, "\(answer.text)")
            try await body(console)
        }
    }

    /// The device, signed in by a user of a group.
    static func device(_ console: TestConsole, _ user: String, _ group: String) async throws -> SimulatedClient {
        var device = try console.device(Self.identifier)
        try await device.logIn(username: user, password: user, organizationGroup: group)
        return device
    }

    private func user(of device: SimulatedClient) async throws -> String { try await device.user().userName }

    @Test func `A device is enrolled with two customers at once, and each signature finds its own`() async throws {
        try await Self.withCustomers { console in
            let north = try await Self.device(console, "nora", "north")
            let south = try await Self.device(console, "sue", "south")
            #expect(try await user(of: north) == "nora")
            #expect(try await user(of: south) == "sue")
            try await north.sendBeacon(north.beacon())
            let sql = """
                SELECT o.code || ' ' || (SELECT COUNT(*) FROM beacon WHERE deviceId = d.id)
                FROM device d JOIN organizationGroup o ON o.id = d.customerId ORDER BY d.id
                """
            let devices = try await console.parts.core.database.read { db in try String.fetchAll(db, sql: sql) }
            #expect(devices == ["north 1", "south 0"])
        }
    }

    @Test func `Each bearer token finds its own, too`() async throws {
        try await Self.withCustomers { console in
            var north = try console.device(Self.identifier, scheme: .bearer)
            var south = try console.device(Self.identifier, scheme: .bearer)
            try await north.logIn(username: "nora", password: "nora", organizationGroup: "north")
            try await south.logIn(username: "sue", password: "sue", organizationGroup: "south")
            #expect(try await user(of: north) == "nora")
            #expect(try await user(of: south) == "sue")
        }
    }

    @Test func `A wrong signature is refused however many customers know the device`() async throws {
        try await Self.withCustomers { console in
            let north = try await Self.device(console, "nora", "north")
            let south = try await Self.device(console, "sue", "south")
            let request = ClientRequest(
                method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(north.device)/user")
            let one = try console.signed(request, as: north)
            let other = try console.signed(
                ClientRequest(method: "GET", target: "/deviceservices/awmdmsdk/v3/users/userid/1"), as: south)
            let crossed = one.with("Authorization", other.header("Authorization"))
            #expect(try await console.send(one).status == 200)
            #expect(try await console.send(crossed).status == 401)
        }
    }

    @Test func `A login takes nothing from the other customer, and a replaced credential is revoked there alone`()
        async throws
    {
        try await Self.withCustomers { console in
            let old = try await Self.device(console, "nora", "north")
            let south = try await Self.device(console, "sue", "south")
            let new = try await Self.device(console, "nils", "north")
            #expect(try await user(of: new) == "nils")
            #expect(try await user(of: south) == "sue")
            let request = ClientRequest(
                method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(old.device)/user")
            #expect(try await console.send(console.signed(request, as: old)).status == 403)
        }
    }

    @Test func `Un-enrolling from one customer leaves the other`() async throws {
        try await Self.withCustomers { console in
            let north = try await Self.device(console, "nora", "north")
            let south = try await Self.device(console, "sue", "south")
            try await south.unenroll()
            #expect(try await user(of: north) == "nora")
            await #expect(throws: (any Error).self) { try await user(of: south) }
        }
    }

    private func count(_ console: TestConsole, _ sql: String) async throws -> Int? {
        try await console.parts.core.database.read { db in try Int.fetchOne(db, sql: sql) }
    }

    @Test func `Within a customer a login elsewhere moves the device`() async throws {
        try await Self.withCustomers { console in
            _ = try await Self.device(console, "nora", "north")
            _ = try await Self.device(console, "nora", "pole")
            #expect(try await count(console, "SELECT COUNT(*) FROM device") == 1)
            #expect(try await console.adminJSON("/_mock/devices/\(Self.identifier)")["groupId"] as? String == "pole")
        }
    }

    @Test func `Administrators find the device of their own subtree, at the root the earliest enrollment`() async throws
    {
        try await Self.withCustomers { console in
            let north = try await Self.device(console, "nora", "north")
            let south = try await Self.device(console, "sue", "south")
            try await north.sendBeacon(north.beacon())
            for _ in 0..<2 { try await south.sendBeacon(south.beacon()) }
            #expect(try await console.adminJSON("/_mock/devices/\(Self.identifier)")["groupId"] as? String == "north")
            let all = try await console.adminJSON("/_mock/beacons?device=\(Self.identifier)")
            #expect(all["total"] as? Int == 3)
            let earliest = try await console.adminJSON("/_mock/devices/\(Self.identifier)/beacons")
            #expect(earliest["total"] as? Int == 1)
            let caller = try await console.api(.consoleAdministrator, of: "north")
            let own = try await caller.mock(.get, "devices/\(Self.identifier)").json()
            #expect(own["groupId"] as? String == "north")
            let beacons = try await caller.mock(.get, "devices/\(Self.identifier)/beacons").json()
            #expect(beacons["total"] as? Int == 1)
            let api = try await caller.object("mdm/devices?searchby=Udid&id=\(Self.identifier)")
            #expect(api["UserName"] as? String == "nora")
            let root = try await console.api.object("mdm/devices?searchby=Udid&id=\(Self.identifier)")
            #expect(root["UserName"] as? String == "nora")
        }
    }

    @Test func `Events of the device carry its id, so that each customer's history is its own`() async throws {
        try await Self.withCustomers { console in
            _ = try await Self.device(console, "nora", "north")
            _ = try await Self.device(console, "sue", "south")
            let sql = """
                SELECT e.deviceId = d.id FROM eventLog e JOIN device d ON d.groupId = e.groupId
                WHERE e.action = 'device.enrolled'
                """
            let own = try await console.parts.core.database.read { db in try Bool.fetchAll(db, sql: sql) }
            #expect(own == [true, true])
        }
    }

    @Test func `A device moves to a customer that does not have it, and to no other`() async throws {
        try await Self.withCustomers { console in
            let north = try await Self.device(console, "nora", "north")
            let moved = try await console.change(Self.identifier, #"{"group": "south"}"#)
            #expect(moved.status == .ok, "\(moved.text)")
            #expect(try await user(of: north) == "nora")
            _ = try await Self.device(console, "nora", "north")
            let several = try await console.change(Self.identifier, #"{"group": "south"}"#)
            #expect(several.status == .conflict && several.text.contains("Several devices have"), "\(several.text)")
            let list = try await console.adminJSON("/_mock/devices?group=north")
            let uuid = try #require((list["items"] as? [[String: Any]])?.first?["uuid"] as? String)
            let refused = try await console.change(uuid, #"{"group": "south"}"#)
            #expect(refused.status == .conflict && refused.text.contains("also enrolled in south"), "\(refused.text)")
            let known = try await console.admin(
                .post, "/_mock/devices", text: #"{"udid": "\#(Self.identifier)", "group": "pole"}"#)
            #expect(known.status == .conflict)
            let free = try await console.admin(
                .post, "/_mock/devices", text: #"{"udid": "\#(Self.identifier)", "group": "demo"}"#)
            #expect(free.status == .created, "\(free.text)")
        }
    }

    @Test func `A type that would join two equal devices is refused, any other lets them follow`() async throws {
        try await Self.withCustomers { console in
            _ = try await Self.device(console, "nora", "north")
            let alone = try await retype(console, "north", "Container")
            #expect(alone.status.code < 300, "\(alone.text)")
            #expect(try await count(console, "SELECT COUNT(*) FROM device WHERE customerId = 7") == 1)
            _ = try await Self.device(console, "sue", "south")
            let joining = try await retype(console, "south", "Container")
            #expect(joining.status == .conflict && joining.text.contains("has each device once"), "\(joining.text)")
            let back = try await retype(console, "north", "Customer")
            #expect(back.status.code < 300, "\(back.text)")
            #expect(try await count(console, "SELECT COUNT(*) FROM device WHERE customerId = groupId") == 2)
            let imported = try await console.importEnvironment(
                """
                version: 2
                organizationGroups: [{path: global/north, type: Container}, {path: global/south, type: Container}]
                """)
            #expect(imported.status == .conflict, "\(imported.text)")
        }
    }

    private func retype(_ console: TestConsole, _ code: String, _ type: String) async throws -> TestResponse {
        try await console.api.call(
            .put, "system/groups/\(try await console.groupID(code))", #"{"LocationGroupType": "\#(type)"}"#)
    }

    @Test func `A device registered by one customer is free at another`() async throws {
        try await Self.withCustomers { console in
            _ = try await Self.device(console, "nora", "north")
            let south = try await console.groupID("south")
            let body = #"{"LocationGroupId": "\#(south)", "Udid": "\#(Self.identifier)", "FriendlyName": "Spare"}"#
            let sue = try await console.userID("sue")
            let answer = try await console.api.call(.post, "system/users/\(sue)/registerdevice", body)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(try await count(console, "SELECT COUNT(*) FROM device") == 2)
            let taken = try await console.api.call(
                .post, "system/users/\(try await console.userID("nora"))/registerdevice",
                #"{"LocationGroupId": "\#(try await console.groupID("north"))", "Udid": "\#(Self.identifier)"}"#)
            #expect(taken.status == .badRequest, "\(taken.text)")
        }
    }

    @Test func `A database of before is taken over: ids, customers, records, events, and ids that are used up`() throws
    {
        let queue = try DatabaseQueue()
        let all = Migration.embedded()
        let place = try #require(all.firstIndex { $0.name == "V0032_customer_devices" })
        try Migration.migrator(for: Array(all[..<place])).migrate(queue)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO organizationGroup (id, uuid, parentId, path, code, name, type, createdAt) VALUES
                        (7, 'g', NULL, '/7/', 'g', 'G', 'Global', 0), (8, 'c', 7, '/7/8/', 'c', 'C', 'Customer', 0),
                        (9, 'd', 8, '/7/8/9/', 'd', 'D', 'Container', 0);
                    INSERT INTO device (id, uuid, identifier, groupId, enrollmentStatus, lastSeenAt, createdAt, wifiSsid)
                        VALUES (3, 'x', 'aa', 9, 4, 0, 0, 'net'), (4, 'y', 'bb', 7, 4, 0, 0, NULL),
                            (9, 'z', 'cc', 7, 4, 0, 0, NULL);
                    INSERT INTO beacon (receivedAt, groupId, deviceId, isCompromised, report) VALUES (0, 9, 3, 0, '{}');
                    INSERT INTO eventLog (at, actorKind, actor, action, subjectKind, subject)
                        VALUES (0, 'system', 's', 'device.enrolled', 'device', 'bb'),
                            (0, 'system', 's', 'device.deleted', 'device', 'gone');
                    DELETE FROM device WHERE id = 9;
                    """)
        }
        try Migration.migrator(for: all).migrate(queue)
        try queue.write { db in
            let rows = try Row.fetchAll(db, sql: "SELECT id, customerId, wifiSsid FROM device ORDER BY id")
            let customers: [Int64] = rows.map { $0["customerId"] }
            #expect(rows.map { $0["id"] as Int64 } == [3, 4] && customers == [8, 7] && rows[0]["wifiSsid"] == "net")
            #expect(try Int64.fetchOne(db, sql: "SELECT deviceId FROM beacon") == 3)
            #expect(try Int64?.fetchAll(db, sql: "SELECT deviceId FROM eventLog ORDER BY id") == [4, nil])
            let add = """
                INSERT INTO device (uuid, identifier, groupId, enrollmentStatus, lastSeenAt, createdAt)
                VALUES (?, 'aa', ?, 4, 0, 0)
                """
            try db.execute(sql: add, arguments: ["n", 7])
            #expect(db.lastInsertedRowID == 10)
            #expect(throws: DatabaseError.self) { try db.execute(sql: add, arguments: ["m", 8]) }
            try db.execute(sql: "DELETE FROM device WHERE id = 3")
            #expect(try Int64.fetchOne(db, sql: "SELECT deviceId FROM beacon") == nil)
        }
    }
}
