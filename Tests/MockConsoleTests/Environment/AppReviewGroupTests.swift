import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// The App Review group of the demo environment, as the product guides have it made (EnvironmentFile).
struct AppReviewGroupTests {
    private static let smartGroup = "App Review Devices"

    /// What the app under review gets on a device of somebody in the group.
    private static func outcome(
        of user: String, _ password: String, on device: String, _ console: TestConsole
    ) async throws -> (outcome: String?, steps: String) {
        var client = try console.device(device, bundle: "com.example.review")
        try await client.logIn(username: user, password: password, organizationGroup: "appreview")
        let explained = try await console.admin(
            .get, "/_mock/devices/\(device)/explain?bundleId=com.example.review")
        return (try explained.json()["outcome"] as? String, explained.text)
    }

    private static func addColleague(_ console: TestConsole) async throws {
        let environment = """
            version: 1
            organizationGroups:
              - {path: global}
              - {path: global/appreview, users: [{username: colleague, password: colleague}]}
            """
        #expect(try await console.importEnvironment(environment).status == .ok)
    }

    @Test func `Its smart group holds the reviewer as an added user, and nothing else`() async throws {
        try await withConsole { console in
            let id = try await console.smartGroupID(Self.smartGroup)
            let body = try await console.api.object("mdm/smartgroups/\(id)")
            #expect(body["CriteriaType"] as? String == "UserDevice")
            let added = try #require(body["UserAdditions"] as? [[String: Any]])
            #expect(added.map { $0["Name"] as? String } == ["reviewer"])
            #expect((body["OrganizationGroups"] as? [Any])?.isEmpty == true)
            let exported = try await console.admin(.get, "/_mock/environment").text
            #expect(exported.contains("addedUsers"))
        }
    }

    @Test func `The reviewer gets the profile on any device, another user of the group does not`()
        async throws
    {
        try await withConsole { console in
            try await Self.addColleague(console)
            for device in ["aa01", "aa02"] {
                let reviewer = try await Self.outcome(of: "reviewer", "review", on: device, console)
                #expect(reviewer.outcome == "profile", "\(reviewer.steps)")
            }
            let colleague = try await Self.outcome(of: "colleague", "colleague", on: "bb01", console)
            #expect(colleague.outcome != nil && colleague.outcome != "profile")
            #expect(colleague.steps.contains(Self.smartGroup), "\(colleague.steps)")
        }
    }

    @Test func `Whoever is added to it gets the profile, and who is taken out loses it`() async throws {
        try await withConsole { console in
            try await Self.addColleague(console)
            func add(_ users: String) async throws {
                let environment = """
                    version: 1
                    organizationGroups:
                      - {path: global}
                      - path: global/appreview
                        smartGroups: [{name: \(Self.smartGroup), criteriaType: UserDevice, addedUsers: [\(users)]}]
                    """
                let answer = try await console.importEnvironment(environment)
                #expect(answer.status == .ok, "\(answer.text)")
            }
            try await add("colleague")
            let colleague = try await Self.outcome(of: "colleague", "colleague", on: "bb01", console)
            #expect(colleague.outcome == "profile", "\(colleague.steps)")
            let reviewer = try await Self.outcome(of: "reviewer", "review", on: "aa01", console)
            #expect(reviewer.outcome != "profile", "\(reviewer.steps)")
            try await add("reviewer, colleague")
            let again = try await Self.outcome(of: "reviewer", "review", on: "aa01", console)
            #expect(again.outcome == "profile", "\(again.steps)")
        }
    }
}
