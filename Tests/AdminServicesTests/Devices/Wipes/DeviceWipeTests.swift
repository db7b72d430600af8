import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// The log of wipes, and the lock that holds them (AdminGroups, "Wipes").
struct DeviceWipeTests {
    /// Enrolls devices of ada in demo and answers their ids.
    private static func enroll(_ count: Int, _ console: TestConsole) async throws -> [Int] {
        try await console.seedRegistrations()
        var ids: [Int] = []
        for number in 1...count {
            #expect(try await console.logInAda(device: "beef0\(number)") == "AUTH-0")
            ids.append(
                try #require(
                    try await console.parts.value("SELECT id FROM device WHERE identifier = 'beef0\(number)'", Int.self)
                ))
        }
        return ids
    }

    private static func wipe(_ id: Int, _ command: String, _ console: TestConsole) async throws {
        let response = try await console.api.call(.post, "mdm/devices/\(id)/commands?command=\(command)")
        #expect(response.status == .accepted, "\(response.text)")
    }

    private static func status(_ id: Int, _ console: TestConsole) async throws -> String? {
        try await console.api.object("mdm/devices/\(id)")["EnrollmentStatus"] as? String
    }

    private static func log(_ console: TestConsole, _ query: String = "") async throws -> [[String: Any]] {
        let group = try await console.groupUUID("demo")
        let body = try await console.api.object("system/groups/\(group)/device-wipes?\(query)")
        #expect(body["page"] as? Int != nil && body["page_size"] as? Int != nil && body["total_count"] as? Int != nil)
        return try #require(body["device_wipes"] as? [[String: Any]])
    }

    @Test func `Wipes are carried out and told`() async throws {
        try await withConsole { console in
            let ids = try await Self.enroll(2, console)
            try await Self.wipe(ids[0], "EnterpriseWipe", console)
            _ = try await console.admin(.post, "/_mock/devices/beef02/commands/device-wipe")
            #expect(try await Self.status(ids[0], console) == "EnterpriseWipePending")
            let wipes = try await Self.log(console)
            #expect(wipes.map { $0["wipe_type"] as? String } == ["DEVICE_WIPE", "ENTERPRISE_WIPE"])
            #expect(wipes.allSatisfy { $0["status"] as? String == "QUEUED" && $0["user"] as? String == "ada" })
            #expect(
                wipes[1]["device_name"] as? String == "ada's device" && wipes[1]["device_type"] as? String == "APPLE")
            #expect(
                (wipes[1]["device_uuid"] as? String)?.count == 36 && wipes[1]["source"] as? String == "ADMINISTRATOR")
            #expect(wipes[1]["event_date"] as? String == TestClock.start.zoneless)
            #expect(try await Self.log(console, "page=1&pagesize=1").count == 1)
            #expect(try await Self.log(console, "status=held").isEmpty)
        }
    }

    @Test(arguments: ["system", "mdm"])
    func `A lock holds wipes until it is taken away`(family: String) async throws {
        try await withConsole { console in
            let ids = try await Self.enroll(2, console)
            let path = "\(family)/groups/\(try await console.groupUUID("demo"))/device-wipe-lock"
            let open = try await console.api.object(path)
            #expect(open["locked"] as? Bool == false && open["held_wipes"] as? Int == 0)
            #expect(open["locked_on"] as? String == "0001-01-01T00:00:00.000")
            let put = try await console.api.call(.put, path, #"{"locked":true}"#)
            #expect(put.status == .noContent && put.text.isEmpty)
            for id in ids { try await Self.wipe(id, "DeviceWipe", console) }
            #expect(try await Self.status(ids[0], console) == "Enrolled")
            let locked = try await console.api.object(path)
            #expect(locked["locked"] as? Bool == true && locked["held_wipes"] as? Int == 2)
            #expect(locked["locked_by"] as? String == "admin")
            #expect(try await console.api.call(.delete, "mdm/devices/\(ids[1])").status == .ok)
            #expect(try await console.api.call(.put, path, #"{"locked":"false"}"#).status == .noContent)
            #expect(try await Self.status(ids[0], console) == "DeviceWipePending")
            #expect(try await Self.log(console).map { $0["status"] as? String } == ["ABORTED", "APPROVED"])
            #expect(try await console.api.object(path)["locked"] as? Bool == false)
        }
    }

    @Test func `Wipes that are held are counted apart from those that are carried out`() async throws {
        try await withConsole([\.retentionWipes: "2"]) { console in
            let ids = try await Self.enroll(3, console)
            #expect(try await console.logInAda(device: "beef09", group: "lab") == "AUTH-0")
            let held = try #require(
                try await console.parts.value("SELECT id FROM device WHERE identifier = 'beef09'", Int.self))
            let lock = "system/groups/\(try await console.groupID("lab"))/device-wipe-lock"
            #expect(try await console.api.call(.put, lock, #"{"locked":true}"#).status == .noContent)
            for id in [held] + ids { try await Self.wipe(id, "DeviceWipe", console) }
            #expect(try await Self.log(console).map { $0["status"] as? String } == ["QUEUED", "QUEUED", "HELD"])
            #expect(try await console.api.call(.put, lock, #"{"locked":false}"#).status == .noContent)
            #expect(try await Self.status(held, console) == "DeviceWipePending")
        }
    }

    @Test func `However many wipes are held, too many elsewhere lock their group`() async throws {
        try await withConsole([\.retentionWipes: "2"]) { console in
            let ids = try await Self.enroll(3, console)
            let lab = try await console.groupID("lab")
            let lock = "system/groups/\(lab)/device-wipe-lock"
            #expect(try await console.api.call(.put, lock, #"{"locked":true}"#).status == .noContent)
            for number in 6...8 {
                #expect(try await console.logInAda(device: "beef0\(number)", group: "lab") == "AUTH-0")
                let id = try await console.parts.value(
                    "SELECT id FROM device WHERE identifier = 'beef0\(number)'", Int.self)
                try await Self.wipe(try #require(id), "DeviceWipe", console)
            }
            let held = try await console.api.object("system/groups/\(lab)/device-wipes")["total_count"] as? Int
            #expect(held == 2)
            _ = try await console.admin(.patch, "/_mock/groups/demo/settings", text: #"{"wipeThreshold":2}"#)
            for id in ids { try await Self.wipe(id, "EnterpriseWipe", console) }
            #expect(try await Self.status(ids[1], console) == "EnterpriseWipePending")
            #expect(try await Self.status(ids[2], console) == "Enrolled")
        }
    }

    @Test func `Too many wipes lock the group`() async throws {
        try await withConsole { console in
            let ids = try await Self.enroll(3, console)
            _ = try await console.admin(
                .patch, "/_mock/groups/demo/settings", text: #"{"wipeThreshold":2,"wipeThresholdMinutes":10}"#)
            for id in ids { try await Self.wipe(id, "EnterpriseWipe", console) }
            #expect(try await Self.status(ids[1], console) == "EnterpriseWipePending")
            #expect(try await Self.status(ids[2], console) == "Enrolled")
            let path = "system/groups/\(try await console.groupID("demo"))/device-wipe-lock"
            let state = try await console.api.object(path)
            #expect(state["locked"] as? Bool == true && state["locked_by"] as? String == "threshold")
            #expect(state["wipe_threshold"] as? Int == 2 && state["wipe_threshold_minutes"] as? Int == 10)
            #expect(try await console.events("deviceWipe.locked").count == 1)
            console.clock.advance(seconds: 601)
            #expect(try await console.api.call(.put, path, #"{"locked":false}"#).status == .noContent)
            #expect(try await Self.status(ids[2], console) == "EnterpriseWipePending")
        }
    }

    @Test func `A lock above cannot be taken away below, bodies are checked, and readers only read`() async throws {
        try await withConsole { console in
            try await console.seedRegistrations()
            let lab = "system/groups/\(try await console.groupID("lab"))/device-wipe-lock"
            let demo = "system/groups/\(try await console.groupID("demo"))/device-wipe-lock"
            #expect(try await console.api.call(.put, demo, #"{"locked":true}"#).status == .noContent)
            #expect(try await console.api.object(lab)["locked"] as? Bool == true)
            let below = try await console.api.call(.put, lab, #"{"locked":false}"#)
            try expectRefusal(below, 400, number: 400, saying: "above lab")
            for body in ["{}", #"{"locked":"maybe"}"#, "["] {
                try expectRefusal(try await console.api.call(.put, demo, body), 400, number: 400)
            }
            let wipes = "system/groups/\(try await console.groupID("demo"))/device-wipes"
            try expectRefusal(try await console.api.call(.get, "\(wipes)?status=x"), 400, number: 400)
            let foreign = try await console.api(.consoleAdministrator, of: "appreview")
            for path in [demo, wipes] { try expectRefusal(try await foreign.call(.get, path), 404, number: 6008) }
            let reader = try await console.api(.readOnly, of: "demo")
            try expectRefusal(try await reader.call(.put, demo, #"{"locked":false}"#), 403, number: 1011)
            #expect(try await reader.call(.get, wipes).status == .ok)
        }
    }
}
