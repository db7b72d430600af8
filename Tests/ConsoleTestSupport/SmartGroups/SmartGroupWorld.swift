import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import MockConsole

/// A console with a customer `acme`, a group `field` below it, and another customer; devices 1 to 4 of acme.
struct SmartGroupWorld: Sendable {
    static let environment = """
        version: 2
        organizationGroups:
          - path: global
            settings: {requireMDMEnrollment: false}
          - path: global/acme
            name: Acme
            type: Customer
            tags: [{name: pilot}]
            users: [{username: ada}, {username: bob}]
            userGroups: [{name: Sales, members: [ada]}]
            smartGroups: [{name: Everybody}]
            applications: [{bundleId: com.acme.notes, name: Notes, version: '2.1', assignments: [{smartGroup: Everybody}]}]
          - path: global/acme/field
            name: Field
          - path: global/other
            type: Customer
            tags: [{name: foreign}]
            smartGroups: [{name: Foreign}]

        """

    let console: TestConsole
    /// A Console Administrator of acme.
    let api: APICaller
    let acme: Int64
    let field: Int64
    let other: Int64
    let pilot: Int64
    let sales: Int64
    let ada: Int64
    let bob: Int64

    /// Lends one.
    static func with<Value: Sendable>(_ body: @escaping @Sendable (SmartGroupWorld) async throws -> Value) async throws
        -> Value
    {
        try await withConsole { console in
            let imported = try await console.importEnvironment(environment)
            #expect(imported.status == .ok, "\(imported.text)")
            func id(_ table: String, _ column: String, _ value: String) async throws -> Int64 {
                try #require(
                    try await console.parts.value("SELECT id FROM \(table) WHERE \(column) = '\(value)'", Int64.self))
            }
            let world = SmartGroupWorld(
                console: console, api: try await console.api(.consoleAdministrator, of: "acme"),
                acme: try await id("organizationGroup", "code", "acme"),
                field: try await id("organizationGroup", "code", "field"),
                other: try await id("organizationGroup", "code", "other"), pilot: try await id("tag", "name", "pilot"),
                sales: try await id("userGroup", "name", "Sales"),
                ada: try await id("enrollmentUser", "username", "ada"),
                bob: try await id("enrollmentUser", "username", "bob"))
            try await world.addDevices()
            return try await body(world)
        }
    }

    /// Two iPhones of ada, an iPad of bob in field, and a device that is only registered.
    private func addDevices() async throws {
        var registered = try DeviceRecord.test("d4", groupID: acme, userID: ada)
        registered.enrollmentStatus = 2
        var mac = try DeviceRecord.test(
            "d3", groupID: field, userID: bob, platform: "AppleOsX", model: "Mac mini", osVersion: "14.5")
        mac.managedBy = 1
        mac.lastSeenAt = TestClock.start.adding(seconds: -864_000)
        for device in [
            try .test(
                "d1", groupID: acme, userID: ada, model: "iPhone 15", osVersion: "17.3.1",
                ownership: "CorporateDedicated"),
            try .test("d2", groupID: field, userID: ada, model: "iPad", osVersion: "18.0", ownership: "EmployeeOwned"),
            mac, registered,
        ] { try await console.parts.core.database.add(device) }
    }

    /// Makes a smart group and answers its id.
    func create(_ members: String, name: String = "s") async throws -> Int64 {
        let response = try await api.call(.post, "mdm/smartgroups", "{\"Name\":\"\(name)\"\(members)}")
        #expect(response.status == .created, "\(response.text)")
        return Int64(try #require(try response.json()["Value"] as? Int))
    }

    /// One smart group.
    func show(_ id: Int64) async throws -> [String: Any] { try await api.object("mdm/smartgroups/\(id)") }

    /// How many devices a smart group is said to have.
    func devices(_ id: Int64) async throws -> Int? { try await show(id)["Devices"] as? Int }

    /// Names of the smart groups a search finds, in order; none for 204.
    func search(_ query: String, _ caller: APICaller? = nil) async throws -> [String] {
        let response = try await (caller ?? api).call(.get, "mdm/smartgroups/search?\(query)")
        if response.status == .noContent {
            #expect(response.text.isEmpty && response.headers[.contentType] == nil)
            return []
        }
        #expect(response.status == .ok, "\(query): \(response.text)")
        return (try response.json()["SmartGroups"] as? [[String: Any]] ?? []).compactMap { $0["Name"] as? String }
    }
}
