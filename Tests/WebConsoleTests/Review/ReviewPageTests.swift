import Foundation
import HTTPTypes
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

    @Test func `The group for reviews, the keys and the steps are shown`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page(Self.path)
            #expect(page.words.contains("com.vmware.air-watch.enrollment.test-server-url"))
            #expect(page.words.contains("<string>appreview</string>"))
            #expect(page.words.contains("reviewer"))
            #expect(Self.state("A user with credentials", on: page) == "There")
            #expect(Self.state("The app is assigned to the smart group", on: page) == "There")
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
            let page = try await browser.page("\(Self.path)?group=demo")
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
