import DeviceProtocol
import Foundation
import GRDB
import Testing

@testable import MockConsole

/// Which devices a smart group contains (decisions of the product, "Smart-group membership").
@Suite struct SmartGroupMembershipTests {
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
        let id = try await parts.database.add(device)
        try await parts.database.write { transaction in
            try transaction.db.execute(
                sql: "INSERT INTO deviceTag (deviceId, tagId) SELECT ?, id FROM tag WHERE name = 'red'", arguments: [id]
            )
        }
        return id
    }

    /// Whether `contains`, `members` and `explain` agree, and on what.
    static func isMember(_ parts: ConsoleParts, _ device: Int64, _ smartGroup: Int64) async throws -> Bool {
        try await parts.database.read { db in
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
            let ids = try await parts.database.read { db in
                try Int64.fetchAll(db, sql: "SELECT id FROM organizationGroup WHERE parentId = 7 ORDER BY id")
            }
            for id in ids { try await parts.database.add(try .test("d\(id)", groupID: id)) }
            try await parts.importYAML(
                "version: 1\norganizationGroups:\n  - path: a/g0\n    smartGroups: [{name: s}]\n", .skip)
            let members = try await parts.database.read { try SmartGroupMembership.members(of: 1, $0) }
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
                try await parts.database.write { transaction in
                    try transaction.db.execute(
                        sql: "INSERT INTO smartGroupMember (smartGroupId, mode, deviceId) VALUES (?, ?, ?)",
                        arguments: [smartGroup, mode, device])
                }
            }
            let found = try await Self.isMember(parts, device, smartGroup)
            #expect(found == isMember)
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
        ("excludedUsers: [{group: a, name: u}]", "the device or its user is excluded"),
        ("addedUsers: [{group: a, name: u}]", "the device or its user was added"),
        ("criteriaType: UserDevice", "the group has only added devices and users, and this is none of them"),
    ])
    func `An explanation says what decided`(smartGroup: String, reason: String) async throws {
        try await Self.withWorld(smartGroup) { parts, device, smartGroup in
            let found = try await parts.database.read { db in
                try SmartGroupMembership.explain(device: device, in: smartGroup, db).reason
            }
            #expect(found == reason)
        }
    }

    @Test func `An explanation for what is not there is refused`() async throws {
        try await Self.withWorld("") { parts, device, _ in
            let error = await #expect(throws: ConsoleError.self) {
                try await parts.database.read { db in
                    _ = try SmartGroupMembership.explain(device: device, in: 999, db)
                }
            }
            #expect(error?.code == .notFound)
            let contains = try await parts.database.read { db in
                try SmartGroupMembership.contains(device: device, in: 999, db)
            }
            #expect(!contains)
        }
    }
}

/// Random smart groups over random devices: one question and the list agree with a plain reading of the rules.
@Suite struct SmartGroupPopulationTests {
    private static let platforms = ["Apple", "Android", "apple"]
    private static let models: [String?] = [nil, "iPhone 15", "iPad"]
    private static let versions: [String?] = [nil, "16.0", "17.3.1", "17.10", "beta"]
    private static let codes = ["a", "b", "c", "d"]

    private static func pick(_ texts: [String], _ generator: inout SeededGenerator) -> String {
        texts.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }.map { "'\($0)'" }.joined(separator: ", ")
    }

    /// A smart group with random criteria.
    private static func smartGroup(_ number: Int, _ generator: inout SeededGenerator) -> String {
        let type = Int.random(in: 0..<6, using: &generator) == 0 ? "UserDevice" : "All"
        return """
            {name: s\(number), criteriaType: \(type), criteria: {
              organizationGroups: [\(pick(["a", "a/b", "a/c", "a/b/d"], &generator))], userGroups: [\(pick(["g", "h"], &generator))],
              tags: [\(pick(["red", "blue"], &generator))], platforms: [\(pick(["Apple", "Android"], &generator))],
              models: [\(pick(["iPhone 15", "iPad"], &generator))],
              osVersions: [\(pick([">= 16.0", "< 17.10", "!= 16"], &generator))]},
              addedUsers: [\(pick(["u", "v"], &generator))], excludedUsers: [\(pick(["v"], &generator))]}
            """
    }

    private static func populate(_ parts: ConsoleParts, _ generator: inout SeededGenerator) async throws {
        try await parts.importYAML(SmartGroupMembershipTests.world)
        let groups = (0..<12).map { "      - " + smartGroup($0, &generator).replacing("\n", with: " ") + "\n" }.joined()
        try await parts.importYAML(
            "version: 1\norganizationGroups:\n  - path: a\n    smartGroups:\n" + groups, .skip)
        for number in 0..<40 {
            let code = codes.randomElement(using: &generator) ?? "a"
            let group =
                try await parts.value("SELECT id FROM organizationGroup WHERE code = '\(code)'", Int64.self) ?? 7
            let user: Int64? = [nil, 1, 2].randomElement(using: &generator) ?? nil
            let device = try await parts.database.add(
                .test(
                    "d\(number)", groupID: group, userID: user,
                    platform: platforms.randomElement(using: &generator) ?? "Apple",
                    model: models.randomElement(using: &generator) ?? nil,
                    osVersion: versions.randomElement(using: &generator) ?? nil))
            let tag = Int.random(in: 1...3, using: &generator)
            try await parts.database.write { transaction in
                try transaction.db.execute(
                    sql: "INSERT INTO deviceTag (deviceId, tagId) SELECT ?, id FROM tag WHERE id = ?",
                    arguments: [device, tag])
            }
        }
    }

    /// The rules, read one after the other.
    private static func isMember(_ device: DeviceRecord, _ smartGroup: SmartGroupRecord, _ db: GRDB.Database) throws
        -> Bool
    {
        let members = try SmartGroupStore.members(of: smartGroup.storedID(), db)
        func isNamed(_ mode: SmartGroupMemberRecord.Mode) -> Bool {
            members.contains { $0.mode == mode && $0.userId != nil && $0.userId == device.userId }
        }
        if isNamed(.exclude) { return false }
        if isNamed(.add) { return true }
        guard smartGroup.criteriaType == "All" else { return false }
        let criteria = try SmartGroupStore.criteria(of: smartGroup.storedID(), db)
        return try SmartGroupCriterionRecord.Kind.allCases.allSatisfy { kind in
            let matches = try criteria.filter { $0.kind == kind }.map { try holds($0, for: device, db) }
            return kind == .osVersion ? !matches.contains(false) : matches.isEmpty || matches.contains(true)
        }
    }

    private static func holds(_ criterion: SmartGroupCriterionRecord, for device: DeviceRecord, _ db: GRDB.Database)
        throws -> Bool
    {
        switch criterion.kind {
        case .organizationGroup:
            let group = try OrganizationGroupStore.group(id: device.groupId, db)
            return group.ancestorsAndSelf.contains { $0 == criterion.groupId }
        case .userGroup:
            let users = try UserStore.members(of: criterion.userGroupId ?? 0, db)
            return users.contains { $0.id == device.userId }
        case .tag:
            let tags = try Int64.fetchAll(
                db, sql: "SELECT tagId FROM deviceTag WHERE deviceId = ?", arguments: [device.id])
            return tags.contains { $0 == criterion.tagId }
        case .platform: return criterion.text?.lowercased() == device.platform.lowercased()
        case .ownership: return criterion.text?.lowercased() == device.ownership.lowercased()
        case .model: return device.model != nil && criterion.text?.lowercased() == device.model?.lowercased()
        case .osVersion:
            guard let number = device.osVersionNumber, let wanted = criterion.number else { return false }
            let results = ["=": number == wanted, "!=": number != wanted, "<": number < wanted, ">=": number >= wanted]
            return results[criterion.operator ?? ""] ?? false
        }
    }

    @Test(arguments: [1, 2, 3]) func `Members are exactly the devices it contains`(seed: UInt64) async throws {
        try await withParts { parts in
            var generator = SeededGenerator(seed: seed)
            try await Self.populate(parts, &generator)
            let sizes = try await parts.database.read { db in
                let devices = try DeviceRecord.order(sql: "id").fetchAll(db)
                return try SmartGroupRecord.fetchAll(db).map { smartGroup in
                    let id = try smartGroup.storedID()
                    let members = try SmartGroupMembership.members(of: id, db)
                    let contained = try devices.filter {
                        try SmartGroupMembership.contains(device: $0.storedID(), in: id, db)
                    }
                    let expected = try devices.filter { try Self.isMember($0, smartGroup, db) }
                    #expect(members == contained.map(\.id), "\(smartGroup.name)")
                    #expect(members == expected.map(\.id), "\(smartGroup.name)")
                    return members.count
                }
            }
            #expect(Set(sizes).count > 2)
        }
    }
}
