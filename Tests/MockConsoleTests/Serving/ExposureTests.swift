import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// The warning of a console that others reach with a password everybody knows (Security, "What the demo passwords mean").
struct ExposureTests {
    private static func exposure(_ settings: ConfigurationSettings) async throws -> Exposure? {
        let configuration = try ConsoleConfiguration.test(settings)
        return try await withConsole { console in
            var credentials = console.console.credentials
            credentials.adminPassword = configuration.adminPassword
            return Exposure(configuration, credentials)
        }
    }

    @Test(arguments: ["127.0.0.1", "127.0.0.2", "::1", "localhost", "LOCALHOST"])
    func `Nothing is said of a console that only this machine reaches`(host: String) async throws {
        #expect(try await Self.exposure([\.httpHost: host])?.danger == nil)
    }

    @Test(arguments: [
        ("0.0.0.0", "any address of this machine"), ("::", "any address of this machine"),
        ("192.0.2.1", "192.0.2.1"), ("uem.example.test", "uem.example.test"),
    ])
    func `What is open, to whom, and how to close it are named`(host: String, place: String) async throws {
        let exposure = try #require(try await Self.exposure([\.httpHost: host]))
        #expect(exposure.danger.hasPrefix("Everybody who reaches \(place) can administer this console as admin "))
        #expect(exposure.danger.contains("with the password admin, read what devices sent"))
        #expect(exposure.danger.hasSuffix("and enroll devices as demo with the password demo."))
        #expect(exposure.remedy.contains("MOCKUEM_ADMIN_PASSWORD") && exposure.remedy.contains("--host 127.0.0.1"))
    }

    @Test func `A console behind a proxy is open to whoever reaches the proxy`() async throws {
        let exposure = try #require(try await Self.exposure([\.publicURL: "https://uem.example.test"]))
        #expect(exposure.danger.hasPrefix("Everybody who reaches https://uem.example.test can"))
        #expect(!exposure.remedy.contains("--host"))
    }

    @Test func `A password of one's own silences it`() async throws {
        #expect(try await Self.exposure([\.httpHost: "0.0.0.0", \.adminPassword: "mine"])?.danger == nil)
    }

    @Test func `The banner says it before anything else`() async throws {
        let exposure = try await Self.exposure([\.httpHost: "0.0.0.0"])
        try await withConsole { console in
            let ready = ReadyFile(console.console, host: "0.0.0.0", ports: (http: 81, https: 82))
            let text = Banner(ready, folder: "/data", exposure: exposure).text
            let warning = try #require(text.range(of: "Warning: Everybody"))
            let url = try #require(text.range(of: "Server URL"))
            #expect(warning.lowerBound < url.lowerBound)
            #expect(text.contains("Set admin.password"))
            #expect(!Banner(ready, folder: "/data").text.contains("Warning"))
        }
    }
}
