import DeviceSimulator
import Foundation
import HTTPTypes
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The page of what is happening now.
struct MonitorTests {
    private static let device = "3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    /// A browser in which somebody has signed in.
    private static func browser(
        _ console: TestConsole, _ name: String = "admin", _ password: String = "admin"
    ) async throws -> WebClient {
        let browser = WebClient(console)
        try await browser.signIn(name, password)
        return browser
    }

    // MARK: The first device

    @Test func `Until the first device has arrived the page says what to type`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            let before = try await browser.page("/console/")
            #expect(before.words.contains("No devices yet"))
            #expect(before.words.contains("Server URL http://localhost"))
            #expect(before.words.contains("Group ID demo") && before.words.contains("User demo"))
            #expect(before.text.contains("src=\"/console/enrollment.svg\"") && before.text.contains("href=\"/ca.pem\""))
            _ = try await console.signedInDevice()
            let after = try await browser.page("/console/")
            #expect(!after.words.contains("No devices yet") && !after.text.contains("enrollment.svg"))
            #expect(after.words.contains("1 devices") && after.words.contains("1 enrolled"))
        }
    }

    @Test func `The code leads to the enrollment page`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            let picture = try await browser.page("/console/enrollment.svg")
            #expect(picture.headers[.contentType] == "image/svg+xml")
            let address = try QRReader(svg: picture.text).text()
            #expect(address == "http://localhost/DeviceManagement/Enrollment")
            let page = try await browser.send(.get, "/DeviceManagement/Enrollment")
            #expect(page.status == 200)
        }
    }

    @Test func `Behind a proxy the values are those of the proxy`() async throws {
        try await withConsole([\.publicURL: "https://uem.example.test"]) { console in
            let browser = try await Self.browser(console)
            let page = try await browser.page("/console/")
            #expect(page.words.contains("Server URL https://uem.example.test"))
            #expect(!page.words.contains("This address is one of this machine"))
            let code = try await browser.page("/console/enrollment.svg")
            #expect(try QRReader(svg: code.text).text() == "https://uem.example.test/DeviceManagement/Enrollment")
        }
    }

    // MARK: What happens

    @Test func `Requests and beacons lead to where more is told`() async throws {
        try await withConsole { console in
            let device = try await console.signedInDevice()
            try await device.sendBeacon(device.beacon())
            let page = try await Self.browser(console).page("/console/")
            #expect(page.words.contains("POST /deviceservices/AirWatchBeacon.svc/checkin"))
            #expect(page.text.contains("href=\"/console/devices/\(Self.device)\""))
            #expect(page.text.contains("href=\"/console/journal/"))
            #expect(page.text.contains("href=\"/console/devices/\(Self.device)/beacons/1\""))
            #expect(page.text.contains("href=\"/console/journal?changed=beacons/1\""))
            #expect(page.words.contains("Compliant"))
            #expect(page.words.contains("No logs yet") && page.words.contains("No analytics yet"))
            #expect(
                page.text.contains(
                    "id=\"requests\" aria-labelledby=\"requests-title\" data-live=\"request connection\""))
            #expect(page.words.contains("/_mock/journal?pageSize="))
        }
    }

    @Test func `Why a request was refused stands below it`() async throws {
        try await withConsole { console in
            _ = try await console.send(.get, "/deviceservices/nothing<script>alert(1)</script>")
            let page = try await Self.browser(console).page("/console/")
            #expect(page.words.contains("404"))
            #expect(!page.text.contains("<script>alert"))
        }
    }

    @Test func `Faults and clocks in force are shown`() async throws {
        try await withConsole { console in
            let browser = try await Self.browser(console)
            #expect(try await browser.page("/console/").words.contains("No fault is in force"))
            _ = try await console.admin(.post, "/_mock/faults", text: #"{"preset": "session revoked", "times": 1}"#)
            _ = try await console.admin(.put, "/_mock/clocks/demo", text: #"{"frozen": "2027-01-31T08:00:00Z"}"#)
            let page = try await browser.page("/console/")
            #expect(page.words.contains("session revoked") && page.words.contains("0 hits"))
            #expect(page.words.contains("Clock stopped") && page.words.contains("2027-01-31 08:00:00 UTC"))
            _ = try await console.admin(.delete, "/_mock/faults")
            _ = try await console.admin(.delete, "/_mock/clocks/demo")
            #expect(try await browser.page("/console/").words.contains("No fault is in force"))
        }
    }

    @Test func `Who may only read sees the same, and another customer's devices stay theirs`() async throws {
        try await withConsole { console in
            _ = try await console.administrator(of: "demo", username: "reader", role: "Read Only")
            _ = try await console.signedInDevice()
            let page = try await Self.browser(console, "reader", "secret").page("/console/")
            #expect(page.words.contains("1 devices") && page.words.contains("of the log quota"))
            _ = try await console.admin(
                .post, "/api/system/groups/7",
                text: #"{"Name": "Other", "GroupId": "other", "LocationGroupType": "Customer"}"#)
            _ = try await console.administrator(of: "other", username: "stranger")
            let other = try await Self.browser(console, "stranger", "secret").page("/console/")
            #expect(!other.text.contains(Self.device))
            #expect(other.words.contains("No requests yet"))
        }
    }
}
