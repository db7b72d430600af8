import HTTPTypes
import Testing

@testable import ConsoleTestSupport

/// Simulated devices that arrive at a click, and the certificate that real ones are made to trust.
struct ArrivalTests {
    private static let path = "/console/devices/arrive"

    private static let fields = [
        "group": "demo", "name": "demo", "password": "demo", "app": "com.example.demo", "device": "<b>Ada's</b>",
    ]

    @Test func `A simulated device arrives, and the journal has its requests`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            for page in ["/console", "/console/devices"] {
                #expect(try await browser.page(page).text.contains("href=\"\(Self.path)\""))
            }
            let arrived = try await browser.submit(Self.path, on: Self.path, Self.fields)
            #expect(arrived.words.contains("has arrived"), "\(arrived.words)")
            #expect(arrived.words.contains("Enrolled") && !arrived.text.contains("<b>Ada"))
            let beacons = try await console.adminJSON("/_mock/beacons")
            #expect(beacons["total"] as? Int == 1)
            let journal = try await console.adminJSON("/_mock/journal?pageSize=100")
            let paths = (journal["items"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
            for part in ["AuthenticationEndpoint", "SettingsEndpoint", "AirWatchBeacon"] {
                #expect(paths.contains { $0.lowercased().contains(part.lowercased()) }, "\(paths)")
            }
            let second = try await browser.submit(Self.path, on: Self.path, Self.fields)
            #expect(second.words.contains("has arrived"))
            let devices = try await console.adminJSON("/_mock/devices")
            #expect(devices["total"] as? Int == 2)
        }
    }

    @Test func `A refusal is a sentence, and what was typed stays`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            var fields = Self.fields
            fields["password"] = "wrong"
            let refused = try await browser.submit(Self.path, on: Self.path, fields)
            #expect(refused.words.contains("The device did not get in: AUTH-1001"), "\(refused.words)")
            #expect(refused.text.contains("com.example.demo") && !refused.text.contains("value=\"wrong"))
            fields["app"] = "no bundle"
            #expect(try await browser.submit(Self.path, on: Self.path, fields).words.contains("bundle identifier"))
        }
    }

    @Test func `Who may only read lets nothing arrive`() async throws {
        try await withConsole { console in
            let reader = try await DevicePageWorld.reader(console)
            #expect(try await reader.send(.get, Self.path).status == 403)
            #expect(!(try await reader.page("/console/devices")).text.contains(Self.path))
        }
    }

    @Test func `The certificate to trust is shown with its fingerprint`() async throws {
        try await withConsole { console in
            let browser = try await DevicePageWorld.browser(console)
            let page = try await browser.page("/console")
            #expect(page.words.contains("Trust the certificate") && page.text.contains("href=\"/ca.pem\""))
            #expect(page.text.contains(/([0-9A-F]{2} ){31}[0-9A-F]{2}/))
            let der = try await browser.send(.get, "/console/ca.cer")
            #expect(der.status == 200 && der.headers[.contentType] == "application/x-x509-ca-cert")
        }
    }
}
