import DeviceProtocol
import Foundation
import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Which devices a smart group contains (decisions of the product, "Smart-group membership").
struct SmartGroupMembershipTests {
    /// A device and criteria, and whether they match.
    struct Match: CustomTestStringConvertible, Sendable {
        let criteria: String
        let isMember: Bool

        init(_ criteria: String, _ isMember: Bool) {
            (self.criteria, self.isMember) = (criteria, isMember)
        }

        var testDescription: String { "\(criteria) \(isMember ? "holds" : "does not hold")" }
    }

    /// Groups a > b and a > c; users u (in g) and v.
    static let world = """
        version: 1
        organizationGroups:
          - path: a
            tags: [{name: red}, {name: blue}]
            users: [{username: u}, {username: v}]
            userGroups: [{name: g, members: [u]}, {name: h, members: [v]}]
          - path: a/b
          - path: a/c
          - path: a/b/d

        """

    /// Lends a console whose smart group `s` of group a has criteria, and a device of u in group b, tagged red.
    static func withWorld<Value: Sendable>(
        _ smartGroup: String, home: String = "a", device: DeviceRecord? = nil,
        _ body: @Sendable (ConsoleParts, _ device: Int64, _ smartGroup: Int64) async throws -> Value
    ) async throws -> Value {
        try await withParts { parts in
            try await parts.importYAML(world)
            let file =
                "version: 1\norganizationGroups:\n  - path: \(home)\n    smartGroups: [{name: s, \(smartGroup)}]\n"
            try await parts.importYAML(file, .skip)
            let id = try await add(device ?? usual(), to: parts)
            let smartGroupID = try #require(try await parts.value("SELECT id FROM smartGroup", Int64.self))
            return try await body(parts, id, smartGroupID)
        }
    }

    /// An iPhone with 17.3.1.
    static func usual() throws -> DeviceRecord {
        try .test("device", platform: "Apple", model: "iPhone 15", osVersion: "17.3.1", ownership: "CorporateDedicated")
    }

    private static func add(_ device: DeviceRecord, to parts: ConsoleParts) async throws -> Int64 {
        var device = device
        device.groupId = try await parts.value("SELECT id FROM organizationGroup WHERE code = 'b'", Int64.self) ?? 0
        if device.userId == nil {
            device.userId = try await parts.value("SELECT id FROM enrollmentUser WHERE username = 'u'", Int64.self)
        }
        let id = try await parts.core.database.add(device)
        try await parts.core.database.write { transaction in
            try transaction.db.execute(
                sql: "INSERT INTO deviceTag (deviceId, tagId) SELECT ?, id FROM tag WHERE name = 'red'", arguments: [id]
            )
        }
        return id
    }

    /// Whether `contains`, `members` and `explain` agree, and on what.
    static func isMember(_ parts: ConsoleParts, _ device: Int64, _ smartGroup: Int64) async throws -> Bool {
        try await parts.core.database.read { db in
            let isMember = try SmartGroupMembership.contains(device: device, in: smartGroup, db)
            #expect(try SmartGroupMembership.members(of: smartGroup, db).contains(device) == isMember)
            #expect(try SmartGroupMembership.explain(device: device, in: smartGroup, db).isMember == isMember)
            return isMember
        }
    }

    @Test(arguments: [
        Match("", true), Match("organizationGroups: [a]", true), Match("organizationGroups: [a/b]", true),
        Match("organizationGroups: [a/b/d]", false), Match("organizationGroups: [a/c]", false),
        Match("organizationGroups: [a/c, a/b]", true), Match("userGroups: [g]", true), Match("userGroups: [h]", false),
        Match("userGroups: [h, g]", true), Match("tags: [red]", true), Match("tags: [blue]", false),
        Match("tags: [blue, red]", true), Match("platforms: [Apple]", true), Match("platforms: [apple]", true),
        Match("platforms: [Android]", false), Match("ownerships: [corporatededicated]", true),
        Match("ownerships: [EmployeeOwned]", false), Match("models: [IPHONE 15]", true),
        Match("models: [iPhone]", false),
        Match("models: [iPad, iPhone 15]", true), Match("osVersions: ['>= 17']", true),
        Match("osVersions: ['>= 17.3.1']", true), Match("osVersions: ['> 17.3.1']", false),
        Match("osVersions: ['> 17.3']", true), Match("osVersions: ['<= 17.3.1']", true),
        Match("osVersions: ['< 17.3.1']", false), Match("osVersions: ['< 17.10']", true),
        Match("osVersions: ['= 17.3.1']", true), Match("osVersions: ['= 17.3.1.0']", true),
        Match("osVersions: ['= 17.3']", false), Match("osVersions: ['!= 17.3.1']", false),
        Match("osVersions: ['!= 17.3']", true), Match("osVersions: ['>= 16', '< 17']", false),
        Match("osVersions: ['>= 17', '< 18']", true),
        Match("osVersions: ['= 17.3.1', '= 16']", true), Match("osVersions: ['= 15', '= 16']", false),
        Match("osVersions: ['= 17.3.1', '< 17']", false), Match("osVersions: ['>= iOS 17.0.0']", true),
        Match("osVersions: ['Apple >= iOS 17.0.0']", true), Match("osVersions: ['apple > 17', 'Apple < 17.3']", false),
        Match("osVersions: ['Android >= 14']", false), Match("osVersions: ['Android >= 18', 'Apple >= 17']", true),
        Match("osVersions: ['Android >= 18', '>= 17']", true), Match("osVersions: ['Apple > 17', '> 18']", false),
        Match("managementTypes: [AppLevel]", true), Match("managementTypes: [mam, MDM]", true),
        Match("managementTypes: [MDM]", false), Match("managementTypes: [Workspace]", false),
        Match("enrollmentCategories: [Anything]", false), Match("cpuArchitectures: [ARM64]", false),
        Match("oemAndModels: [Apple iPhone 15]", true), Match("oemAndModels: ['apple: iphone 15']", true),
        Match("oemAndModels: [iPhone 15]", true), Match("oemAndModels: [Apple]", false),
        Match("platforms: [Apple], models: [iPhone 15], tags: [red]", true),
        Match("platforms: [Apple], models: [iPad], tags: [red]", false),
        Match("organizationGroups: [a/c], userGroups: [g]", false),
        Match(
            "organizationGroups: [a/b], userGroups: [g], osVersions: ['> 17'], ownerships: [CorporateDedicated]", true),
    ])
    func `Criteria of a kind are alternatives, kinds combine`(match: Match) async throws {
        try await Self.withWorld("criteria: {\(match.criteria)}") { parts, device, smartGroup in
            let isMember = try await Self.isMember(parts, device, smartGroup)
            #expect(isMember == match.isMember)
        }
    }

    @Test(arguments: [
        "models: [unknown]", "osVersions: ['> 0']", "osVersions: ['!= 17']", "osVersions: ['<= 999']",
    ])
    func `What is not known of a device matches no criterion`(criteria: String) async throws {
        try await Self.withWorld("criteria: {\(criteria)}", device: try .test("device")) { parts, device, smartGroup in
            let isMember = try await Self.isMember(parts, device, smartGroup)
            #expect(!isMember)
        }
    }

    @Test func `A version that is no version counts as unknown`() async throws {
        let device = try DeviceRecord.test("device", osVersion: "17 beta")
        try await Self.withWorld("criteria: {osVersions: ['> 1']}", device: device) { parts, device, smartGroup in
            let isMember = try await Self.isMember(parts, device, smartGroup)
            #expect(!isMember)
        }
    }

    @Test(arguments: [("a", true), ("a/b", true), ("a/c", false), ("a/b/d", false)])
    func `Only devices of the managing group's subtree are members by criteria`(home: String, isMember: Bool)
        async throws
    {
        try await Self.withWorld("criteria: {}", home: home) { parts, device, smartGroup in
            let found = try await Self.isMember(parts, device, smartGroup)
            #expect(found == isMember)
        }
    }

    @Test func `The path of a group is compared whole, not by its digits`() async throws {
        try await withParts { parts in
            let groups = (0..<80).map { "  - path: a/g\($0)\n" }.joined()
            try await parts.importYAML("version: 1\norganizationGroups:\n  - path: a\n" + groups)
            let ids = try await parts.core.database.read { db in
                try Int64.fetchAll(db, sql: "SELECT id FROM organizationGroup WHERE parentId = 7 ORDER BY id")
            }
            for id in ids { try await parts.core.database.add(try .test("d\(id)", groupID: id)) }
            try await parts.importYAML(
                "version: 1\norganizationGroups:\n  - path: a/g0\n    smartGroups: [{name: s}]\n", .skip)
            let members = try await parts.core.database.read { try SmartGroupMembership.members(of: 1, $0) }
            #expect(members.count == 1)
        }
    }

    @Test(arguments: [
        ("criteriaType: UserDevice, addedUsers: [{group: a, name: u}]", true),
        ("criteriaType: UserDevice, addedUsers: [{group: a, name: v}]", false),
        ("criteriaType: UserDevice", false),
        ("criteriaType: UserDevice, criteria: {platforms: [Apple]}", false),
        ("criteria: {platforms: [Android]}, addedUsers: [{group: a, name: u}]", true),
        ("excludedUsers: [{group: a, name: u}]", false),
        ("excludedUsers: [{group: a, name: v}]", true),
        ("addedUsers: [{group: a, name: u}], excludedUsers: [{group: a, name: u}]", false),
        ("excludedUserGroups: [{group: a, name: g}]", false), ("excludedUserGroups: [{group: a, name: h}]", true),
        ("addedUsers: [{group: a, name: u}], excludedUserGroups: [{group: a, name: g}]", false),
    ])
    func `Users are added and excluded, and exclusions win`(smartGroup: String, isMember: Bool) async throws {
        try await Self.withWorld(smartGroup) { parts, device, smartGroup in
            let found = try await Self.isMember(parts, device, smartGroup)
            #expect(found == isMember)
        }
    }

    @Test(arguments: [
        ("criteriaType: UserDevice", ["add"], true), ("criteria: {platforms: [Android]}", ["add"], true),
        ("criteria: {}", ["exclude"], false), ("criteriaType: UserDevice", ["add", "exclude"], false),
        ("addedUsers: [{group: a, name: u}]", ["exclude"], false),
    ])
    func `Devices are added and excluded, and exclusions win`(smartGroup: String, modes: [String], isMember: Bool)
        async throws
    {
        try await Self.withWorld(smartGroup) { parts, device, smartGroup in
            for mode in modes {
                try await parts.core.database.write { transaction in
                    try transaction.db.execute(
                        sql: "INSERT INTO smartGroupMember (smartGroupId, mode, deviceId) VALUES (?, ?, ?)",
                        arguments: [smartGroup, mode, device])
                }
            }
            let found = try await Self.isMember(parts, device, smartGroup)
            #expect(found == isMember)
        }
    }

    @Test(arguments: EnrollmentStatus.allCases)
    func `Only an enrolled device is a member, added by hand or not`(status: EnrollmentStatus) async throws {
        for smartGroup in ["criteria: {}", "criteriaType: UserDevice, addedUsers: [{group: a, name: u}]"] {
            var known = try Self.usual()
            known.enrollmentStatus = status.rawValue
            try await Self.withWorld(smartGroup, device: known) { parts, device, smartGroup in
                let found = try await Self.isMember(parts, device, smartGroup)
                #expect(found == (status == .enrolled))
                let reason = try await parts.core.database.read { db in
                    try SmartGroupMembership.explain(device: device, in: smartGroup, db).reason
                }
                #expect(reason.contains("is not enrolled (\(status.name.lowercased()))") == (status != .enrolled))
            }
        }
    }

    @Test func `A smart group does not grow because what it asks for is deleted`() async throws {
        for (criteria, table) in [
            ("organizationGroups: [a/c]", "organizationGroup WHERE code = 'c'"), ("userGroups: [h]", "userGroup"),
            ("tags: [blue]", "tag"),
        ] {
            try await Self.withWorld("criteria: {\(criteria)}") { parts, device, smartGroup in
                try await parts.core.database.write { transaction in
                    try transaction.db.execute(sql: "DELETE FROM \(table)")
                }
                let found = try await Self.isMember(parts, device, smartGroup)
                #expect(!found, "\(table)")
            }
        }
    }

    @Test func `A device added by hand is a member from outside the subtree, too`() async throws {
        try await Self.withWorld("addedUsers: [{group: a, name: u}]", home: "a/c") { parts, device, smartGroup in
            let found = try await Self.isMember(parts, device, smartGroup)
            #expect(found)
        }
    }

    @Test(arguments: [
        ("criteria: {}", "all criteria hold"),
        (
            "criteria: {platforms: [Android], tags: [{group: a, name: red}], models: [iPad]}",
            "these criteria do not hold: platform, model"
        ),
        (
            "criteria: {managementTypes: [MDM], cpuArchitectures: [x], enrollmentCategories: [y], oemAndModels: [z], osVersions: ['> 99']}",
            "these criteria do not hold: osVersion, managementType, enrollmentCategory, cpuArchitecture, oemAndModel"
        ),
        ("excludedUsers: [{group: a, name: u}]", "the device or its user is excluded"),
        ("addedUsers: [{group: a, name: u}]", "the device or its user was added"),
        ("criteriaType: UserDevice", "the group has only added devices and users, and this device is not among them"),
    ])
    func `An explanation says what decided`(smartGroup: String, reason: String) async throws {
        try await Self.withWorld(smartGroup) { parts, device, smartGroup in
            let found = try await parts.core.database.read { db in
                try SmartGroupMembership.explain(device: device, in: smartGroup, db).reason
            }
            #expect(found == reason)
        }
    }

    @Test func `An explanation for what is not there is refused`() async throws {
        try await Self.withWorld("") { parts, device, _ in
            let error = await #expect(throws: ConsoleError.self) {
                try await parts.core.database.read { db in
                    _ = try SmartGroupMembership.explain(device: device, in: 999, db)
                }
            }
            #expect(error?.code == .notFound)
            let contains = try await parts.core.database.read { db in
                try SmartGroupMembership.contains(device: device, in: 999, db)
            }
            #expect(!contains)
        }
    }
}
