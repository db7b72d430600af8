// A UI test of an app against MockUEM. Copy it to the UI test target of your app, and add the library product
// MockUEMTesting to that target.
//
// The simulator shares network and files of the Mac, so start a console there, and let the tests find it:
//
//     mockuem --ephemeral --ready-file /tmp/mockuem.json &
//     TEST_RUNNER_MOCKUEM_READY_FILE=/tmp/mockuem.json xcodebuild test -scheme MyApp -destination …
import MockUEMTesting
import XCTest

final class LaunchUITests: XCTestCase {
    @MainActor
    func testTheAppSignsIn() async throws {
        try await MockUEM.shared.sandbox { sandbox in
            let app = XCUIApplication()
            app.launchEnvironment.merge(sandbox.access.launchEnvironment) { $1 }
            app.launch()

            app.textFields["User name"].tap()
            app.textFields["User name"].typeText(sandbox.access.user)
            app.secureTextFields["Password"].tap()
            app.secureTextFields["Password"].typeText(sandbox.access.password)
            app.buttons["Sign in"].tap()

            try await sandbox.wait(for: .post("/deviceservices/**").status(200), timeout: .seconds(30))
            XCTAssertTrue(app.staticTexts["Welcome"].waitForExistence(timeout: 10))
        }
    }
}

// In the app, for test builds only:
//
//     let variables = ProcessInfo.processInfo.environment
//     if let server = variables["MOCKUEM_URL"] {
//         configuration.server = URL(string: server)
//         configuration.group = variables["MOCKUEM_GROUP_ID"]
//     }
