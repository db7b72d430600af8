import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Which SDK profile an app gets on a device, and why.
struct AssignmentResolverTests {
    /// A tree a > b > c with one device in c, lines added to each group.
    private static func file(a: String = "", b: String = "", c: String = "") -> String {
        func lines(_ text: String) -> String { text.split(separator: ";").map { "    \($0)\n" }.joined() }
        return """
            version: 1
            organizationGroups:
              - path: a
                smartGroups: [{name: all}, {name: phones, criteria: {models: [phone]}}]
                profiles: [{name: P}, {name: Q}, {name: R}]
            \(lines(a))  - path: a/b
            \(lines(b))  - path: a/b/c
            \(lines(c))
            """
    }

    private static func application(
        profile: String = "{group: a, name: P}", assigned: String = "all", more: String = ""
    ) -> String {
        let assignments = assigned.isEmpty ? "" : "{smartGroup: {group: a, name: \(assigned)}}"
        return "applications: [{bundleId: x.y, profile: \(profile), assignments: [\(assignments)]\(more)}]"
    }

    /// What the device in c gets: outcome and the name of the profile.
    private static func resolve(_ file: String, bundle: String = "x.y", model: String? = nil) async throws
        -> (outcome: ResolutionOutcome, profile: String?, steps: [ResolutionStep])
    {
        try await withParts { parts in
            try await parts.importYAML(file)
            let group = try await parts.value("SELECT id FROM organizationGroup WHERE code = 'c'", Int64.self) ?? 0
            let id = try await parts.core.database.add(try .test("device", groupID: group, model: model))
            let identifier = try #require(BundleIdentifier(bundle))
            return try await parts.core.database.read { db in
                let device = try #require(try DeviceRecord.fetchOne(db, key: id))
                let resolution = try AssignmentResolver.resolve(bundle: identifier, on: device, explained: true, db)
                let plain = try AssignmentResolver.resolve(bundle: identifier, on: device, db)
                #expect(plain.outcome == resolution.outcome && plain.profileID == resolution.profileID)
                #expect(plain.steps.isEmpty)
                let name = try String.fetchOne(
                    db, sql: "SELECT name FROM sdkProfile WHERE id = ?", arguments: [resolution.profileID])
                return (resolution.outcome, name, resolution.steps)
            }
        }
    }

    @Test func `An app nobody has is no application, at the application rule`() async throws {
        let found = try await Self.resolve(Self.file(), bundle: "no.such")
        #expect(found.outcome == .noApplication)
        #expect(found.steps.map(\.rule) == ["group", "application"])
        #expect(found.steps.map(\.holds) == [true, false])
        #expect(found.steps.last?.finding == "No group from c up to the root has the app no.such.")
    }

    @Test func `An app without assignments is not the same as no app`() async throws {
        let found = try await Self.resolve(Self.file(a: Self.application(assigned: "")))
        #expect(found.outcome == .notAssigned)
        #expect(found.steps.map(\.rule) == ["group", "application", "assignment"])
        #expect(found.steps.last?.finding == "The app has no assignments.")
    }

    @Test func `An app whose smart groups do not contain the device is not assigned`() async throws {
        let found = try await Self.resolve(Self.file(a: Self.application(assigned: "phones")))
        #expect(found.outcome == .notAssigned)
        #expect(found.steps.last?.holds == false)
        #expect(
            found.steps.last?.finding.contains("does not contain the device: these criteria do not hold: model") == true
        )
    }

    @Test func `A retired app ends there`() async throws {
        let found = try await Self.resolve(Self.file(a: Self.application(more: ", status: Retired")))
        #expect(found.outcome == .applicationRetired)
        #expect(found.steps.map(\.rule) == ["group", "application"])
        #expect(found.steps.last?.finding == "The app x.y is retired.")
    }

    @Test(arguments: [
        ("P", "", "", "P"), ("P", "Q", "", "Q"), ("P", "Q", "R", "R"), ("P", "", "R", "R"), ("", "Q", "", "Q"),
    ])
    func `The nearest record up the tree counts`(a: String, b: String, c: String, profile: String) async throws {
        func line(_ name: String) -> String {
            name.isEmpty ? "" : Self.application(profile: "{group: a, name: \(name)}")
        }
        let found = try await Self.resolve(Self.file(a: line(a), b: line(b), c: line(c)))
        #expect(found.outcome == .profile && found.profile == profile)
        #expect(found.steps.allSatisfy { $0.holds })
        #expect(found.steps.map(\.rule) == ["group", "application", "assignment", "profile"])
    }

    @Test func `A nearer record that is not assigned is not passed over`() async throws {
        let found = try await Self.resolve(
            Self.file(a: Self.application(), c: Self.application(assigned: "")))
        #expect(found.outcome == .notAssigned)
    }

    @Test func `Records of other branches and other letter case`() async throws {
        let file = Self.file(b: Self.application()) + "  - path: a/z\n    \(Self.application(profile: "none"))\n"
        let found = try await Self.resolve(file, bundle: "X.Y")
        #expect(found.outcome == .profile && found.profile == "P")
    }

    @Test func `An app that is given no profile says so`() async throws {
        let found = try await Self.resolve(Self.file(a: Self.application(profile: "none")))
        #expect(found.outcome == .noProfile && found.profile == nil)
        #expect(found.steps.last?.finding == "The app is given no SDK profile.")
    }

    @Test(
        arguments: [
            ("", "", "", nil), ("P", "", "", "P"), ("P", "Q", "", "Q"), ("P", "Q", "R", "R"), ("P", "null", "", nil),
            ("P", "null", "R", "R"),
        ] as [(String, String, String, String?)])
    func `The default profile is inherited, overridden and taken away`(
        a: String, b: String, c: String, profile: String?
    )
        async throws
    {
        func line(_ name: String) -> String {
            switch name {
            case "": ""
            case "null": "settings: {defaultProfile: null}"
            default: "settings: {defaultProfile: {group: a, name: \(name)}}"
            }
        }
        let found = try await Self.resolve(
            Self.file(a: Self.application(profile: "default") + ";" + line(a), b: line(b), c: line(c)))
        #expect(found.profile == profile)
        #expect(found.outcome == (profile == nil ? .noDefaultProfile : .profile))
        #expect(found.steps.last?.rule == "profile" && found.steps.last?.holds == (profile != nil))
    }

    @Test(arguments: [
        ([("phones", 0), ("all", 1)], "phones"), ([("all", 5), ("phones", 2)], "phones"),
        ([("all", 1), ("phones", 1)], "all"),
        ([("phones", 1), ("all", 1)], "phones"),
    ])
    func `The lowest priority number wins, then the older assignment`(assignments: [(String, Int)], winner: String)
        async throws
    {
        let list = assignments.map { "{smartGroup: \($0.0), priority: \($0.1)}" }.joined(separator: ", ")
        let line = "applications: [{bundleId: x.y, profile: P, assignments: [\(list)]}]"
        let found = try await Self.resolve(Self.file(a: line), model: "phone")
        let decided = found.steps.first { $0.rule == "assignment" }
        #expect(decided?.holds == true)
        #expect(decided?.finding.hasPrefix("The smart group \(winner) (priority ") == true)
        #expect(found.steps.count { $0.rule == "assignment" } == 1)
    }

    @Test func `An assignment that does not match gives way to the next`() async throws {
        let line =
            "applications: [{bundleId: x.y, profile: P, assignments: [{smartGroup: phones}, {smartGroup: all, priority: 1}]}]"
        let found = try await Self.resolve(Self.file(a: line))
        #expect(found.outcome == .profile)
        #expect(found.steps.filter { $0.rule == "assignment" }.map(\.holds) == [false, true])
    }
}

/// The explanation over HTTP.
struct ExplanationMockControllerTests {
    @Test func `It tells outcome, profile and every rule`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let body = try await console.adminJSON("/_mock/devices/\(device.device)/explain?bundleId=com.example.demo")
            #expect(body["outcome"] as? String == "profile")
            #expect(body["application"] as? String == "Demo app")
            #expect(body["profile"] as? String == "Review")
            #expect(body["profileVersion"] as? Int == 1)
            let steps = try #require(body["steps"] as? [[String: Any]])
            #expect(steps.compactMap { $0["rule"] as? String } == ["group", "application", "assignment", "profile"])
            #expect(steps.allSatisfy { $0["holds"] as? Bool == true })
            #expect(steps.first?["finding"] as? String == "The device is in Demo (demo).")
        }
    }

    @Test func `It notes nothing on the device`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            _ = try await console.adminJSON("/_mock/devices/\(device.device)/explain?bundleId=com.example.demo")
            #expect(try await console.parts.count("installation WHERE profileOutcome IS NOT NULL") == 0)
        }
    }

    @Test(arguments: [
        ("explain", 400), ("explain?bundleId=", 400), ("explain?bundleId=a%20b", 400),
        ("explain?bundleId=no.such", 200),
        ("explain?BUNDLEID=com.example.demo", 200), ("EXPLAIN?bundleId=com.example.demo", 200),
    ])
    func `It has to be told the app`(target: String, status: Int) async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let answer = try await console.admin(.get, "/_mock/devices/\(device.device)/\(target)")
            #expect(answer.status.code == status)
            if status == 400 { #expect(answer.text.contains("?bundleId= takes")) }
        }
    }

    @Test(arguments: ["0000", "no%20device", "a%2Fb"]) func `A device that is not there answers 404`(udid: String)
        async throws
    {
        try await withConsole { console in
            let answer = try await console.admin(.get, "/_mock/devices/\(udid)/explain?bundleId=com.example.demo")
            #expect(answer.status == .notFound)
        }
    }

    @Test func `An administrator of another group is told there is no such device`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            let headers = try await console.administrator(of: "appreview")
            let target = "/_mock/devices/\(device.device)/explain?bundleId=com.example.demo"
            let answer = try await console.send(.get, target, headers: headers)
            #expect(answer.status == .notFound)
        }
    }
}
