import DeviceProtocol
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Versions of environment files, which differ in what a topmost group means that says nothing of MDM enrollment
/// (EnvironmentFile, "Versions").
struct EnvironmentVersionTests {
    private static func file(_ version: Int, _ lines: String = "name: Top") -> String {
        "version: \(version)\norganizationGroups:\n  - path: global\n    \(lines)\n  - path: global/a\n"
    }

    /// What a group comes to, and whether it says so itself.
    private static func requirement(_ parts: ConsoleParts, of code: String = "global") async throws
        -> [Bool]
    {
        let group = try #require(try await parts.model.groups.group(code: code))
        let setting = try await parts.model.groups.settings(of: try group.storedID()).effective(.requireMDMEnrollment)
        return [setting.value == .bool(true), setting.groupID == group.id]
    }

    @Test(arguments: ["name: Top", "settings: {lockoutMinutes: 5}", "settings: {}"])
    func `A topmost group that says nothing requires MDM enrollment in version 2`(lines: String) async throws {
        try await withParts { parts in
            let summary = try await parts.importYAML(Self.file(2, lines))
            #expect(summary.warnings == nil)
            #expect(try await Self.requirement(parts) == [true, false])
            #expect(try await Self.requirement(parts, of: "a") == [true, false])
            let export = try await parts.features.environment.exporter.exportText()
            #expect(export.hasPrefix("version: 2\n") && !export.contains("requireMDMEnrollment"))
        }
    }

    @Test(arguments: ["name: Top", "settings: {lockoutMinutes: 5}", "settings: {}"])
    func `In version 1 it does not, the import says so, and an export keeps it so`(lines: String) async throws {
        let export = try await withParts { parts in
            let summary = try await parts.importYAML(Self.file(1, lines))
            let warning = try #require(summary.warnings?.first)
            #expect(summary.warnings?.count == 1)
            #expect(warning.contains("version 1") && warning.contains("requireMDMEnrollment: false"))
            #expect(try await Self.requirement(parts) == [false, true])
            #expect(try await Self.requirement(parts, of: "a") == [false, false])
            let again = try await parts.importYAML(Self.file(1, lines))
            #expect(again.created == 0 && again.updated == 0)
            return try await parts.features.environment.exporter.exportText()
        }
        #expect(export.hasPrefix("version: 2\n") && export.contains("requireMDMEnrollment: false"))
        try await withParts { parts in
            let summary = try await parts.importYAML(export)
            #expect(summary.warnings == nil)
            #expect(try await Self.requirement(parts) == [false, true])
        }
    }

    @Test(arguments: [1, 2], [true, false])
    func `What a topmost group says counts in either version`(version: Int, isRequired: Bool) async throws {
        try await withParts { parts in
            let lines = "settings: {requireMDMEnrollment: \(isRequired)}"
            let summary = try await parts.importYAML(Self.file(version, lines))
            #expect(summary.warnings == nil)
            #expect(try await Self.requirement(parts) == [isRequired, true])
        }
    }

    @Test func `A file of version 1 that leaves the topmost group alone changes nothing about it`() async throws {
        try await withParts { parts in
            try await parts.importYAML(Self.file(2))
            for groups in ["[{path: global/b}]", "[{path: global, name: Other}, {path: global/b}]"] {
                let summary = try await parts.importYAML("version: 1\norganizationGroups: \(groups)")
                #expect(summary.warnings == nil)
                #expect(try await Self.requirement(parts) == [true, false])
            }
        }
    }

    @Test(arguments: [0, 3])
    func `Another version is refused`(version: Int) throws {
        let error = #expect(throws: ConsoleError.self) { try EnvironmentReader.read(Self.file(version)) }
        #expect(error?.code == .unprocessable)
        #expect(error?.details.first?.contains("1 to 2") == true, "\(error?.details ?? [])")
    }

    @Test func `An import over the API and on the command line tells the warning`() async throws {
        try await withConsole { console in
            let answer = try await console.importEnvironment(Self.file(1, "settings: {}"))
            #expect(answer.status == .ok)
            let warnings = try answer.json()["warnings"] as? [String]
            #expect(warnings?.count == 1, "\(answer.text)")
            let quiet = try await console.importEnvironment(Self.file(2, "settings: {}"))
            let silence = try quiet.json()
            #expect(silence["created"] != nil && silence["warnings"] == nil)
        }
        try await withTemporaryFolder { folder in
            let path = "\(folder)/old.yaml"
            try Data(Self.file(1).utf8).write(to: URL(filePath: path))
            let warnings = try await OfflineConsole.validate(path, surroundings: .test(random: .system))
            #expect(warnings.count == 1)
        }
    }
}

/// *Require MDM Enrollment* is on until a group switches it off.
struct RequiredEnrollmentTests {
    @Test func `A new console requires it, but for its demo and App Review groups`() async throws {
        try await withConsole { console in
            for (group, isRequired) in [("global", true), ("demo", false), ("appreview", false)] {
                let settings = try await console.adminJSON("/_mock/groups/\(group)/settings")
                let setting = settings["requireMDMEnrollment"] as? [String: Any]
                #expect(setting?["value"] as? Bool == isRequired, "\(group)")
                #expect(setting?["isOverridden"] as? Bool == !isRequired, "\(group)")
            }
        }
    }

    @Test func `Users of a new group sign in once it is switched off there`() async throws {
        try await withConsole { console in
            let file = """
                version: 2
                organizationGroups:
                  - {path: global/new, type: Customer, users: [{username: ada, password: ada}]}
                """
            #expect(try await console.importEnvironment(file).status == .ok)
            let login = try console.login {
                ($0.username, $0.password, $0.activationCode) = ("ada", "ada", "new")
            }
            #expect(try await console.logIn(login)["StatusCode"] == "AUTH-1004")
            let off = try await console.admin(
                .patch, "/_mock/groups/new/settings", text: #"{"requireMDMEnrollment":false}"#)
            #expect(off.status == .ok)
            #expect(try await console.logIn(login)["StatusCode"] == "AUTH-0")
        }
    }

    @Test(arguments: [nil, "true", "false"])
    func `A database of before goes on as it did`(said: String?) throws {
        let queue = try DatabaseQueue()
        let all = Migration.embedded()
        let place = try #require(all.firstIndex { $0.name.hasSuffix("_mdm_enrollment") })
        try Migration.migrator(for: Array(all[..<place])).migrate(queue)
        try queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO organizationGroup (id, uuid, parentId, path, code, name, type, createdAt)
                        VALUES (7, 'g', NULL, '/7/', 'g', 'G', 'Global', 0), (8, 'h', 7, '/7/8/', 'h', 'H', 'Customer', 0)
                    """)
            if let said {
                try db.execute(
                    sql: "INSERT INTO organizationGroupSetting VALUES (7, 'requireMDMEnrollment', ?)",
                    arguments: [said])
            }
        }
        try Migration.migrator(for: all).migrate(queue)
        let rows = try queue.read { db in
            try Row.fetchAll(db, sql: "SELECT groupId, value FROM organizationGroupSetting")
                .map { "\($0[0] as Int64) \($0[1] as String)" }
        }
        #expect(rows == ["7 \(said ?? "false")"])
    }
}
