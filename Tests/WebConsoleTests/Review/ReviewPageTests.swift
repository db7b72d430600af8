import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport

/// What an app needs to be reviewed.
struct ReviewPageTests {
    private static let path = "/console/review"

    /// How a step stands.
    private static func state(_ step: String, on page: WebClient.Answer) -> String {
        guard let start = page.words.range(of: step) else { return "" }
        let rest = page.words[start.upperBound...]
        let words = ["There", "Missing", "Up to you"]
        return words.compactMap { word in rest.range(of: " \(word) ").map { (word, $0.lowerBound) } }
            .min { $0.1 < $1.1 }?.0 ?? ""
    }

    /// The steps that the trial of a sign-in decides.
    private static let steps = [
        "The user may sign in on a new device", "A smart group, which has to contain the user",
        "The app, with the SDK profile", "The app is assigned to the smart group",
        "No compliance rule keeps the device out",
    ]

    /// A group for reviews in which a sign-in ends with a profile, but for what is changed.
    private static func group(
        member: String = "ann", payloads: String = "[{PayloadType: LoggingSettingsV2, LoggingLevel: 2}]",
        apps: String = "[{bundleId: x.app, profile: Review, assignments: [{smartGroup: Reviewers}]}]",
        settings: String = "requireMDMEnrollment: false", more: String = ""
    ) -> String {
        """
        version: 2
        organizationGroups:
          - path: global/rev
            type: Customer
            settings: {authenticationTypes: [usernameAndPassword], \(settings)}
            users: [{username: ann, password: ann-secret}, {username: bob, password: bob-secret}]
            smartGroups: [{name: Reviewers, criteriaType: UserDevice, addedUsers: [\(member)]}]
            profiles: [{name: Review, payloads: \(payloads)}]
            applications: \(apps)
        \(more)
        """
    }

    /// The steps that are missing on the page of a group.
    private static func missing(_ file: String) async throws -> [String] {
        try await withConsole { console in
            let answer = try await console.importEnvironment(file)
            try #require(answer.status == .ok, "\(answer.text)")
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page("\(path)?group=rev")
            return steps.filter { state($0, on: page) != "There" }
        }
    }

    @Test func `A reviewer who gets a profile misses no step`() async throws {
        #expect(try await Self.missing(Self.group()) == [])
    }

    @Test func `A smart group that holds another user is missing, and so is the assignment`() async throws {
        #expect(try await Self.missing(Self.group(member: "bob")) == [Self.steps[1], Self.steps[3]])
    }

    @Test func `An app with a profile but no assignment is not assigned`() async throws {
        let file = Self.group(apps: "[{bundleId: x.app, profile: Review}]")
        #expect(try await Self.missing(file) == [Self.steps[3]])
    }

    @Test func `Another app that is assigned without a profile helps neither app`() async throws {
        let apps = """
            [{bundleId: x.app, profile: Review}, {bundleId: x.other, assignments: [{smartGroup: Reviewers}]}]
            """
        #expect(try await Self.missing(Self.group(apps: apps)) == [Self.steps[3]])
    }

    @Test func `A profile without a payload is no profile`() async throws {
        #expect(try await Self.missing(Self.group(payloads: "[]")) == [Self.steps[2]])
    }

    @Test func `A rule that blocks everyone keeps the device out`() async throws {
        let rule =
            "    complianceRules: [{name: Newest, kind: osVersion, operator: '>=', version: '99', action: block}]"
        #expect(try await Self.missing(Self.group(more: rule)) == [Self.steps[4]])
    }

    @Test func `A group that admits no new device refuses the user`() async throws {
        let file = Self.group(settings: "requireMDMEnrollment: false, registeredDevicesOnly: true")
        #expect(try await Self.missing(file) == Self.steps)
    }

    @Test func `The user and the app of the address are tried, and those of another group are not`() async throws {
        try await withConsole { console in
            let apps = """
                [{bundleId: x.app, profile: Review, assignments: [{smartGroup: Reviewers}]}, {bundleId: x.other}]
                """
            _ = try await console.importEnvironment(Self.group(apps: apps))
            let browser = try await DevicePageWorld.browser(console)
            for (app, state) in [("x.app", "There"), ("x.other", "Missing"), ("com.example.demo", "There")] {
                let page = try await browser.page("\(Self.path)?group=rev&user=ann&app=\(app)")
                #expect(Self.state("The app is assigned to the smart group", on: page) == state, "\(app)")
            }
        }
    }

    @Test func `A device with previous data is not one without, nor is that of another user`() async throws {
        try await withConsole { console in
            let step = "The user has signed in on a device without previous data"
            let browser = try await DevicePageWorld.browser(console)
            func state() async throws -> String {
                Self.state(step, on: try await browser.page("\(Self.path)?group=demo&user=demo&app=com.example.demo"))
            }
            let device = try #require(DeviceIdentifier("feed01"))
            let login = try console.login { $0.device = device }
            #expect(try await console.logIn(login)["StatusCode"] == "AUTH-0")
            #expect(try await state() == "There")
            console.clock.advance(seconds: 60)
            _ = try await console.admin(.post, "/_mock/devices/feed01/commands/unenroll")
            #expect(try await state() == "Missing")
            console.clock.advance(seconds: 60)
            #expect(try await console.logIn(login)["StatusCode"] == "AUTH-0")
            #expect(try await state() == "Missing")
        }
    }

    @Test func `The group for reviews, the keys and the steps are shown`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page(Self.path)
            #expect(page.words.contains("com.vmware.air-watch.enrollment.test-server-url"))
            #expect(page.words.contains("<string>appreview</string>"))
            #expect(page.words.contains("reviewer"))
            #expect(Self.state("A user with credentials", on: page) == "There")
            for step in Self.steps { #expect(Self.state(step, on: page) == "There", "\(step)") }
            #expect(Self.state("The user has signed in on a device", on: page) == "Missing")
            #expect(page.text.contains("/docs/DeployForAppReview"))
            for list in ["smart-groups", "profiles", "users"] {
                #expect(page.text.contains("href=\"/console/\(list)?group=appreview\""), "\(list)")
            }
        }
    }

    @Test func `Steps follow what the console has`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let step = "Require MDM Enrollment is disabled"
            for (isOn, state) in [("true", "Missing"), ("false", "There")] {
                _ = try await console.admin(
                    .patch, "/_mock/groups/demo/settings", text: "{\"requireMDMEnrollment\": \(isOn)}")
                #expect(Self.state(step, on: try await browser.page("\(Self.path)?group=demo")) == state)
            }
            let arrive = "/console/devices/arrive"
            try await browser.submit(
                arrive, on: arrive,
                ["group": "demo", "name": "demo", "password": "demo", "app": "com.example.demo", "device": "Phone"])
            let page = try await browser.page("\(Self.path)?group=demo&app=com.example.demo")
            #expect(Self.state("The user has signed in on a device", on: page) == "There")
            #expect(Self.state("The app has fetched its SDK profile", on: page) == "There")
        }
    }

    @Test func `A group that is not there is not found, and those who read see the page`() async throws {
        try await withConsole { console in
            let reader = try await DevicePageWorld.reader(console)
            #expect(try await reader.page(Self.path).words.contains("What a reviewer types"))
            #expect(try await reader.send(.get, "\(Self.path)?group=%3Cscript%3E").status >= 400)
        }
    }
}
