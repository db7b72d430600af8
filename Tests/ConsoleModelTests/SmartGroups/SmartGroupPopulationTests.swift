import DeviceProtocol
import Foundation
import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Random smart groups over random devices.
enum SmartGroupPopulation {
    private static let platforms = ["Apple", "Android", "apple"]
    private static let models: [String?] = [nil, "iPhone 15", "iPad"]
    private static let versions: [String?] = [nil, "16.0", "17.3.1", "17.10", "beta"]
    private static let codes = ["a", "b", "c", "d"]

    private static func pick(_ texts: [String], _ generator: inout SeededGenerator) -> String {
        texts.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }.map { "'\($0)'" }.joined(separator: ", ")
    }

    /// A smart group with random criteria.
    static func smartGroup(_ number: Int, _ generator: inout SeededGenerator) -> String {
        let type = Int.random(in: 0..<6, using: &generator) == 0 ? "UserDevice" : "All"
        let comparisons = [">= 16.0", "Apple < 17.10", "!= 16", "Apple = iOS 17.3.1", "= 17.10", "Android > 16"]
        return """
            {name: s\(number), criteriaType: \(type), criteria: {
              organizationGroups: [\(pick(["a", "a/b", "a/c", "a/b/d"], &generator))], userGroups: [\(pick(["g", "h"], &generator))],
              tags: [\(pick(["red", "blue"], &generator))], platforms: [\(pick(["Apple", "Android"], &generator))],
              models: [\(pick(["iPhone 15", "iPad"], &generator))], oemAndModels: [\(pick(["Apple iPad", "x"], &generator))],
              managementTypes: [\(pick(["MDM", "AppLevel", "Workspace"], &generator))],
              osVersions: [\(pick(comparisons, &generator))]},
              addedUsers: [\(pick(["u", "v"], &generator))], excludedUsers: [\(pick(["v"], &generator))],
              excludedUserGroups: [\(pick(["g"], &generator))]}
            """
    }

    /// Fills an empty console with 12 smart groups and 40 devices.
    static func populate(_ parts: ConsoleParts, _ generator: inout SeededGenerator) async throws {
        try await parts.importYAML(SmartGroupMembershipTests.world)
        let groups = (0..<12).map { "      - " + smartGroup($0, &generator).replacing("\n", with: " ") + "\n" }.joined()
        try await parts.importYAML(
            "version: 1\norganizationGroups:\n  - path: a\n    smartGroups:\n" + groups, .skip)
        for number in 0..<40 {
            let device = try await parts.core.database.add(try await device(number, parts, &generator))
            let tag = Int.random(in: 1...3, using: &generator)
            try await parts.core.database.write { transaction in
                try transaction.db.execute(
                    sql: "INSERT INTO deviceTag (deviceId, tagId) SELECT ?, id FROM tag WHERE id = ?",
                    arguments: [device, tag])
            }
        }
    }

    /// A random device.
    static func device(_ number: Int, _ parts: ConsoleParts, _ generator: inout SeededGenerator) async throws
        -> DeviceRecord
    {
        let code = codes.randomElement(using: &generator) ?? "a"
        let group = try await parts.value("SELECT id FROM organizationGroup WHERE code = '\(code)'", Int64.self) ?? 7
        var device = try DeviceRecord.test(
            "d\(number)", groupID: group, userID: [nil, 1, 2].randomElement(using: &generator) ?? nil,
            platform: platforms.randomElement(using: &generator) ?? "Apple",
            model: models.randomElement(using: &generator) ?? nil,
            osVersion: versions.randomElement(using: &generator) ?? nil)
        device.managedBy = Int.random(in: 0...3, using: &generator)
        if Int.random(in: 0..<5, using: &generator) == 0 {
            device.enrollmentStatus = Int.random(in: 0...9, using: &generator)
        }
        return device
    }
}

/// One question, the list and the census agree with a plain reading of the rules.
struct SmartGroupPopulationTests {
    /// The rules, read one after the other.
    private static func isMember(_ device: DeviceRecord, _ smartGroup: SmartGroupRecord, _ db: GRDB.Database) throws
        -> Bool
    {
        guard device.enrollmentStatus == EnrollmentStatus.enrolled.rawValue else { return false }
        let members = try SmartGroupStore.members(of: smartGroup.storedID(), db)
        func isNamed(_ mode: SmartGroupMemberRecord.Mode) throws -> Bool {
            try members.contains { member in
                guard member.mode == mode else { return false }
                if let userGroup = member.userGroupId {
                    return try UserStore.members(of: userGroup, db).contains { $0.id == device.userId }
                }
                return member.userId != nil && member.userId == device.userId
            }
        }
        if try isNamed(.exclude) { return false }
        if try isNamed(.add) { return true }
        guard smartGroup.criteriaType == "All" else { return false }
        let criteria = try SmartGroupStore.criteria(of: smartGroup.storedID(), db)
        return try SmartGroupCriterionRecord.Kind.allCases.allSatisfy { kind in
            let asked = criteria.filter { $0.kind == kind }
            if kind == .osVersion { return asked.isEmpty || fulfils(asked, device) }
            return try asked.isEmpty || asked.contains { try holds($0, for: device, db) }
        }
    }

    /// Comparisons that concern the platform of a device: there is one, all hold, of several `=` one.
    private static func fulfils(_ versions: [SmartGroupCriterionRecord], _ device: DeviceRecord) -> Bool {
        let meant = versions.filter { $0.platform == nil || $0.platform?.lowercased() == device.platform.lowercased() }
        guard !meant.isEmpty, let number = device.osVersionNumber else { return false }
        let equal = meant.filter { $0.operator == "=" }
        let others = meant.filter { $0.operator != "=" }.allSatisfy { version in
            let wanted = version.number ?? 0
            switch version.operator {
            case "!=": return number != wanted
            case "<": return number < wanted
            case ">": return number > wanted
            default: return number >= wanted
            }
        }
        return others && (equal.isEmpty || equal.contains { $0.number == number })
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
        case .oemAndModel: return device.model.map { "Apple \($0)" } == criterion.text
        case .managementType: return ["MDM": 1, "AppLevel": 2][criterion.text] == device.managedBy
        case .enrollmentCategory, .cpuArchitecture, .osVersion: return false
        }
    }

    @Test(arguments: 1...6) func `Members are exactly the devices it contains`(seed: UInt64) async throws {
        try await withParts { parts in
            var generator = SeededGenerator(seed: seed)
            try await SmartGroupPopulation.populate(parts, &generator)
            let sizes = try await parts.core.database.read { db in
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
                    let counted = try parts.model.census.count(of: id, db)
                    #expect(counted == members.count)
                    return members.count
                }
            }
            #expect(Set(sizes).count > 2)
        }
    }

    @Test(arguments: 1...3) func `A smart group that is not stored has the members it would have`(seed: UInt64)
        async throws
    {
        try await withParts { parts in
            var generator = SeededGenerator(seed: seed)
            try await SmartGroupPopulation.populate(parts, &generator)
            try await parts.core.database.read { db in
                for smartGroup in try SmartGroupRecord.fetchAll(db) {
                    let id = try smartGroup.storedID()
                    let definition = SmartGroupDefinition(
                        homeID: smartGroup.groupId, criteriaType: smartGroup.criteriaType,
                        criteria: try SmartGroupStore.criteria(of: id, db).map(\.bare),
                        members: try SmartGroupStore.members(of: id, db).map(\.bare))
                    let members = try SmartGroupMembership.allMembers(of: definition, db).sorted
                    let among = try SmartGroupMembership.members(of: definition, among: Array(1...40), db).sorted()
                    let stored = try SmartGroupMembership.members(of: id, db)
                    #expect(members == stored)
                    #expect(among == members)
                }
            }
        }
    }
}
