import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What a sign-in on a new device would lead to (AdminAPI, "Sign-in trial").
struct SignInTrialTests {
    private static let path = "/_mock/groups/demo/sign-in-trial"

    private static func trial(_ console: TestConsole, _ query: String = "user=demo&bundleId=com.example.demo")
        async throws -> [String: Any]
    {
        try await console.adminJSON("\(path)?\(query)")
    }

    private static func set(_ settings: String, _ console: TestConsole) async throws {
        let answer = try await console.admin(.patch, "/_mock/groups/demo/settings", text: settings)
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test func `A trial names the profile and its way, and leaves nothing behind`() async throws {
        try await withConsole { console in
            let tables = ["device", "installation", "accessToken", "eventLog", "membershipChange", "credential"]
            func counts() async throws -> [Int?] {
                var counts: [Int?] = []
                for table in tables {
                    counts.append(try await console.parts.value("SELECT COUNT(*) FROM \(table)", Int.self))
                }
                return counts
            }
            let before = try await counts()
            let generation = console.parts.core.database.generation
            let trial = try await Self.trial(console)
            #expect(trial["outcome"] as? String == "profile")
            #expect(trial["profile"] as? String == "Review")
            #expect((trial["smartGroups"] as? [String])?.contains("All Devices") == true)
            let steps = trial["steps"] as? [[String: Any]] ?? []
            #expect(steps.first?["rule"] as? String == "signIn")
            #expect(steps.allSatisfy { $0["holds"] as? Bool == true })
            #expect(try await counts() == before)
            #expect(console.parts.core.database.generation == generation)
        }
    }

    @Test(arguments: [
        (#"{"requireMDMEnrollment":true}"#, "AUTH-1004"), (#"{"registeredDevicesOnly":true}"#, "AUTH-1006"),
        (#"{"allowedPlatforms":["Android"]}"#, "AUTH-1006"), (#"{"forceToken":true}"#, "AUTH-1007"),
    ])
    func `A refused sign-in has the code of the login`(settings: String, code: String) async throws {
        try await withConsole { console in
            try await Self.set(settings, console)
            let trial = try await Self.trial(console)
            #expect(trial["outcome"] as? String == "refused")
            #expect(trial["statusCode"] as? String == code)
            #expect(try await console.logIn(try console.login())["StatusCode"] == code)
        }
    }

    @Test(arguments: [("block", "blocked"), ("wipe", "wiped")])
    func `A compliance rule acts after the first report`(action: String, outcome: String) async throws {
        try await withConsole { console in
            let rule = #"{"name":"New","kind":"osVersion","operator":">=","version":"20","action":"\#(action)"}"#
            let answer = try await console.admin(.post, "/_mock/groups/demo/compliance-rules", text: rule)
            #expect(answer.status == .created, "\(answer.text)")
            #expect(try await Self.trial(console)["outcome"] as? String == "profile")
            let old = try await Self.trial(console, "user=demo&bundleId=com.example.demo&osVersion=17.3")
            #expect(old["outcome"] as? String == outcome)
        }
    }

    @Test func `Unknown groups and users are not found, and what is missing is asked for`() async throws {
        try await withConsole { console in
            for (target, status) in [
                ("/_mock/groups/none/sign-in-trial?user=demo&bundleId=x.y", 404),
                ("\(Self.path)?user=nobody&bundleId=x.y", 404), ("\(Self.path)?user=demo", 400),
                ("\(Self.path)?bundleId=x.y", 400), ("\(Self.path)?user=demo&bundleId=x.y&osVersion=new", 400),
            ] {
                #expect(try await console.admin(.get, target).status.code == status, "\(target)")
            }
            let unknown = try await Self.trial(console, "user=demo&bundleId=no.such")
            #expect(unknown["outcome"] as? String == "noApplication")
        }
    }
}
