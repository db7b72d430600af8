import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import AdminServices
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// What happens to objects that are there already and differ (EnvironmentFile, "What an import does").
struct EnvironmentConflictTests {
    private static let before = EnvironmentFixtures.global(
        """
        country: DE
            settings: {lockoutMinutes: 3, forceToken: true}
            tags: [{name: t}]
            users: [{username: u, password: p, firstName: F, email: u@example.test}]
            userGroups: [{name: g, members: [u]}]
            profiles: [{name: p, description: d, payloads: [{PayloadType: LoggingSettingsV2, LoggingLevel: 1}]}]
            smartGroups: [{name: s, criteria: {models: [iPhone]}, addedUsers: [u]}]
            applications: [{bundleId: a.b, version: '1', profile: p, assignments: [{smartGroup: s, priority: 2}]}]
        """)

    private static let after = EnvironmentFixtures.global(
        """
        settings: {lockoutMinutes: 4}
            users: [{username: u}]
            userGroups: [{name: g}]
            profiles: [{name: p}]
            smartGroups: [{name: s}]
            applications: [{bundleId: a.b}]
        """)

    @Test func `Overwriting makes objects what the file says and resets what it leaves out`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.before)
            let summary = try await parts.importYAML(Self.after, .overwrite)
            #expect(summary == ImportSummary(created: 0, updated: 6, unchanged: 1, skipped: 0))
            let group = try #require(try await parts.features.environment.exporter.document().groups.first)
            #expect(group.settings?.count == 1)
            #expect(group.users.first?.firstName == "" && group.users.first?.email == "")
            #expect(group.userGroups.first?.members.isEmpty == true)
            #expect(group.profiles.first?.description == "" && group.profiles.first?.payloads.isEmpty == true)
            #expect(group.smartGroups.first?.words[.model]?.isEmpty != false)
            #expect(group.smartGroups.first?.addedUsers.isEmpty == true)
            let application = try #require(group.applications.first)
            #expect(application.version.isEmpty && application.profileMode == .none && application.assignments.isEmpty)
        }
    }

    @Test func `A group that only leads to its users keeps name, type and settings`() async throws {
        try await withParts { parts in
            try await parts.importYAML(
                """
                version: 2
                organizationGroups:
                  - {path: global, name: Root}
                  - {path: global/a, name: Alpha, type: Customer, country: DE, settings: {lockoutMinutes: 4}}
                """)
            let text = """
                version: 2
                organizationGroups: [{path: global/a, users: [{username: new}]}]
                """
            let summary = try await parts.importYAML(text)
            #expect(summary == ImportSummary(created: 1, updated: 0, unchanged: 1, skipped: 0))
            let group = try #require(try await parts.features.environment.exporter.document().groups.last)
            #expect(group.name == "Alpha" && group.type == "Customer" && group.country == "DE")
            #expect(group.settings?.count == 1 && group.users.count == 1)
        }
    }

    @Test func `What a file does not mention stays`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.before)
            try await parts.importYAML(Self.after)
            #expect(try await parts.count("tag") == 1)
            let hash = try await parts.value("SELECT passwordHash FROM enrollmentUser", String.self)
            #expect(try await parts.model.hasher.verify("p", against: hash))
        }
    }

    @Test func `Skipping leaves every object that differs`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.before)
            let export = try await parts.features.environment.exporter.exportText()
            let summary = try await parts.importYAML(Self.after, .skip)
            #expect(summary == ImportSummary(created: 0, updated: 0, unchanged: 1, skipped: 6))
            #expect(try await parts.features.environment.exporter.exportText() == export)
        }
    }

    @Test func `Failing names every difference and changes nothing`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.before)
            let export = try await parts.features.environment.exporter.exportText()
            let withMore = Self.after + "  - {path: global/new}\n"
            let error = try #require(
                await #expect(throws: ConsoleError.self) { try await parts.importYAML(withMore, .fail) })
            #expect(error.code == .conflict)
            #expect(error.details.count == 6)
            #expect(error.details.contains { $0.contains("the application a.b is there already and differs") })
            #expect(try await parts.features.environment.exporter.exportText() == export)
        }
    }

    @Test(arguments: [
        ("skip", 200), ("OVERWRITE", 200), ("fail", 409), ("merge", 400), ("", 400),
    ])
    func `The route takes the three policies in any letter case`(policy: String, status: Int) async throws {
        try await withConsole { console in
            let text = EnvironmentFixtures.global("name: Renamed")
            let answer = try await console.importEnvironment(text, onConflict: policy)
            #expect(answer.status.code == status)
            let renamed = try await console.admin(.get, "/_mock/environment").text.contains("name: Renamed")
            #expect(renamed == (policy == "OVERWRITE"))
        }
    }

    @Test func `Letter case alone does not make another group, user or app`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.before)
            let shouted = Self.before.replacing("path: global", with: "path: GLOBAL")
                .replacing("bundleId: a.b", with: "bundleId: A.B").replacing("username: u", with: "username: U")
            let summary = try await parts.importYAML(shouted)
            #expect(summary.created == 0 && summary.updated == 2)
            #expect(try await parts.value("SELECT bundleId FROM application", String.self) == "A.B")
        }
    }

    @Test func `A token that was used meanwhile is not taken back to unused`() async throws {
        try await withParts { parts in
            let file = EnvironmentFixtures.global(
                "users: [{username: u, tokens: [{token: once, expires: '2030-01-31T00:00:00Z'}]}]")
            try await parts.importYAML(file)
            let token = try #require(try await parts.model.users.token("once")?.id)
            try await parts.core.database.write { transaction in
                _ = try UserStore.spend(tokenID: token, at: TestClock.start, in: transaction)
            }
            #expect(try await parts.importYAML(file).unchanged == 2)
            #expect(try await parts.model.users.token("once")?.usedAt == TestClock.start)
        }
    }

    @Test func `Every change is in the event log with who made it`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.before)
            try await parts.importYAML(Self.after)
            let actions = try await parts.core.database.read { db in
                try String.fetchAll(db, sql: "SELECT DISTINCT actorKind || ' ' || action FROM eventLog ORDER BY 1")
            }
            #expect(actions.count == 14)
            #expect(actions.contains("commandLine application.created"))
            #expect(actions.contains("commandLine settings.updated"))
            #expect(!actions.contains { !$0.hasPrefix("commandLine ") })
        }
    }
}

/// What an import does beyond storing rows.
struct EnvironmentEffectTests {
    private static func profile(_ level: Int, version: Int? = nil, description: String = "") -> String {
        let number = version.map { "version: \($0), " } ?? ""
        return EnvironmentFixtures.global(
            """
            profiles:
                  - {name: p, \(number)description: '\(description)', payloads: [{PayloadType: X, level: \(level)}]}
            """)
    }

    @Test func `Changed payloads move the version and keep the earlier one`() async throws {
        try await withParts { parts in
            for level in [1, 2, 2, 3] { try await parts.importYAML(Self.profile(level)) }
            let profile = try #require(
                try await parts.features.environment.exporter.document().groups.first?.profiles.first)
            #expect(profile.version == 3)
            #expect(profile.payloads.first?.settings["level"] == .integer(3))
            #expect(
                profile.previousVersions.map { $0.payloads.first?.settings["level"] } == [.integer(1), .integer(2)])
        }
    }

    @Test func `A changed description does not move the version`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.profile(1))
            let summary = try await parts.importYAML(Self.profile(1, description: "new"))
            #expect(summary.updated == 1)
            #expect(try await parts.value("SELECT version FROM sdkProfile", Int.self) == 1)
            #expect(try await parts.count("sdkProfileVersion") == 1)
        }
    }

    @Test func `A higher version in the file is taken, a lower one never goes back`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.profile(1, version: 5))
            try await parts.importYAML(Self.profile(1, version: 9))
            #expect(try await parts.value("SELECT version FROM sdkProfile", Int.self) == 9)
            try await parts.importYAML(Self.profile(2, version: 3))
            #expect(try await parts.value("SELECT version FROM sdkProfile", Int.self) == 10)
        }
    }

    @Test(arguments: [("signature", 403), ("bearer", 401)])
    func `Deactivating a user ends both kinds of credential`(scheme: String, status: Int) async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice(scheme: scheme == "bearer" ? .bearer : .signature)
            #expect(try await device.fetchProfile() != nil)
            let file = try EnvironmentFixtures.builtIn()
                .replacing("username: demo\n", with: "username: demo\n        active: false\n")
            #expect(try await console.importEnvironment(file).status == .ok)
            let target = "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device.device)/user"
            let answer = try await device.sendAuthenticated(.init(method: "GET", target: target))
            #expect(answer.status == status)
            let event = try await console.parts.value(
                "SELECT after FROM eventLog WHERE action = 'credential.revoked'", String.self)
            #expect(event == #"{"count":"2"}"#)
        }
    }

    @Test func `Taking the assignment away leaves the app with the empty profile`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            #expect(try await device.fetchProfile()?.displayName == "Review")
            let lines = try EnvironmentFixtures.builtIn().replacing(
                "        profile: Review\n        assignments:\n          - smartGroup: All Devices\n",
                with: "        profile: Review\n")
            #expect(try await console.importEnvironment(lines).status == .ok)
            #expect(try await device.fetchProfile() == nil)
            let known = try await console.adminJSON("/_mock/devices/\(device.device)")
            let installation = try #require((known["installations"] as? [[String: Any]])?.first)
            #expect(installation["profileOutcome"] as? String == "notAssigned")
        }
    }

    @Test func `A changed profile reaches the app with its next fetch`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let before = try #require(try await device.fetchProfile())
            let file = try EnvironmentFixtures.builtIn().replacing(
                "EnableSingleSignOn: false", with: "EnableSingleSignOn: true")
            try await console.importEnvironment(file)
            let after = try #require(try await device.fetchProfile())
            #expect(before.version == 1 && after.version == 2)
            #expect(after.payloads.first?.settings["EnableSingleSignOn"] == .bool(true))
        }
    }

    @Test func `Devices added to a smart group by hand stay through an import`() async throws {
        try await withConsole { console in
            _ = try await console.signedInDevice()
            try await console.parts.core.database.write { transaction in
                try transaction.db.execute(
                    sql:
                        "INSERT INTO smartGroupMember (smartGroupId, mode, deviceId) SELECT id, 'exclude', 1 FROM smartGroup"
                )
            }
            let file = try EnvironmentFixtures.builtIn()
                .replacing("organizationGroups: [global/demo]", with: "organizationGroups: [global]")
            try await console.importEnvironment(file)
            #expect(
                try await console.parts.value("SELECT COUNT(*) FROM smartGroupMember WHERE deviceId = 1", Int.self) == 2
            )
        }
    }

    @Test func `A password that is the same keeps its hash`() async throws {
        try await withParts { parts in
            let file = EnvironmentFixtures.global("users: [{username: u, password: p}]")
            try await parts.importYAML(file)
            let hash = try await parts.value("SELECT passwordHash FROM enrollmentUser", String.self)
            try await parts.importYAML(file)
            #expect(try await parts.value("SELECT passwordHash FROM enrollmentUser", String.self) == hash)
            let summary = try await parts.importYAML(file.replacing("password: p", with: "password: q"))
            #expect(summary.updated == 1)
            let changed = try await parts.value("SELECT passwordHash FROM enrollmentUser", String.self)
            #expect(try await parts.model.hasher.verify("q", against: changed))
        }
    }
}
