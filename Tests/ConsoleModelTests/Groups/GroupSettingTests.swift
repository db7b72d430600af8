import Foundation
import GRDB
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Settings are inherited down the tree unless a group overrides them, and it is known from where.
struct GroupSettingTests {
    private static func settings(of code: String, _ parts: ConsoleParts) async throws -> GroupSettings {
        let group = try #require(try await parts.model.groups.group(code: code))
        return try await parts.model.groups.settings(of: try group.storedID())
    }

    private static let tree = """
        version: 2
        organizationGroups:
          - path: a
            settings:
              {forceToken: true, lockoutMinutes: 1, authenticationTypes: [saml], requireMDMEnrollment: false}
          - path: a/b
            settings: {lockoutMinutes: 2, requireMDMEnrollment: true}
          - path: a/b/c
            settings: {forceToken: false, accessTokenLifetime: 5}
          - path: a/d
        """

    @Test func `A group that overrides nothing has the built-in values`() async throws {
        try await withParts { parts in
            try await parts.importYAML("version: 2\norganizationGroups: [{path: a}]")
            let settings = try await Self.settings(of: "a", parts)
            for setting in GroupSetting.allCases {
                #expect(settings.effective(setting).value == setting.builtIn)
                #expect(settings.effective(setting).groupID == nil)
            }
            #expect(settings.authenticationMethods == [.usernameAndPassword, .token])
            #expect(settings.defaultProfile == nil && !settings.forceToken && settings.requireMDMEnrollment)
            #expect(settings.maximumFailedLogins == 10 && settings.accessTokenLifetime == 86_400)
        }
    }

    @Test(arguments: [
        ("a", true, 1, false, 86_400), ("b", true, 2, true, 86_400), ("c", false, 2, true, 5),
        ("d", true, 1, false, 86_400),
    ])
    func `The nearest override counts`(
        code: String, forceToken: Bool, lockout: Int64, requireMDM: Bool, lifetime: Int64
    )
        async throws
    {
        try await withParts { parts in
            try await parts.importYAML(Self.tree)
            let settings = try await Self.settings(of: code, parts)
            #expect(settings.forceToken == forceToken)
            #expect(settings.lockoutMinutes == lockout)
            #expect(settings.requireMDMEnrollment == requireMDM)
            #expect(settings.accessTokenLifetime == lifetime)
            #expect(settings.authenticationMethods == [.saml])
        }
    }

    @Test(arguments: [
        ("forceToken", "c"), ("lockoutMinutes", "b"), ("authenticationTypes", "a"), ("accessTokenLifetime", "c"),
    ])
    func `The origin of a value is the group that sets it`(key: String, origin: String) async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.tree)
            let setting = try #require(GroupSetting(rawValue: key))
            let expected = try await parts.model.groups.group(code: origin)?.id
            let found = try await Self.settings(of: "c", parts).effective(setting)
            #expect(found.groupID == expected)
        }
    }

    @Test func `Taking an override away lets the parent's value through`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.tree)
            let group = try #require(try await parts.model.groups.group(code: "B")?.id)
            let before = parts.core.database.generation
            try await parts.core.database.write { try OrganizationGroupStore.setOverrides([:], at: group, in: $0) }
            let settings = try await Self.settings(of: "c", parts)
            #expect(settings.lockoutMinutes == 1 && !settings.requireMDMEnrollment)
            #expect(parts.core.database.generation == before + 1)
        }
    }

    @Test(arguments: [
        SettingValue.none, .bool(true), .bool(false), .integer(0), .integer(1), .integer(.max), .string(""),
        .string("null"),
        .string("1"), .string("true"), .strings([]), .strings(["a", "1"]),
    ])
    func `A value survives as JSON`(value: SettingValue) throws {
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(SettingValue.self, from: data) == value)
    }

    @Test func `A group that is not there is not found`() async throws {
        try await withParts { parts in
            let error = await #expect(throws: ConsoleError.self) { try await parts.model.groups.settings(of: 99) }
            #expect(error?.code == .notFound)
            let nothing = try await parts.model.groups.group(code: "nothing")
            #expect(nothing == nil)
        }
    }

    @Test func `Paths hold the ids from the root down`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.tree)
            let group = try #require(try await parts.model.groups.group(code: "c"))
            let codes = try await parts.core.database.read { db in
                try OrganizationGroupStore.ancestorsAndSelf(of: group, db).map(\.code)
            }
            #expect(codes == ["a", "b", "c"])
            #expect(group.ancestorsAndSelf.first == 7 && group.ancestorsAndSelf.last == group.id)
        }
    }
}
