import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// The simulated client does nothing that a rule has something against.
struct CleanClientTests {
    private func app(
        _ console: TestConsole, _ bundle: String = "com.example.demo", _ change: (inout ClientSetup) -> Void = { _ in }
    ) throws -> SimulatedApp {
        var setup = ClientSetup(
            bundle: try #require(BundleIdentifier(bundle)),
            mode: .review(server: "http://localhost", group: "demo"), authority: "localhost",
            user: ClientSetup.User(username: "demo", password: "demo"))
        setup.customHandler = { _ in .acknowledged }
        setup.pushToken = "a token of \(bundle)"
        change(&setup)
        return SimulatedApp(setup, now: { console.clock.now.date }, transport: console.transport)
    }

    private func expectClean(_ console: TestConsole, atLeast count: Int) async throws {
        let report = try await console.lint("?failOn=note")
        #expect(report.clean, "\(report.findings)")
        #expect(report.entries >= count, "\(report.entries)")
    }

    @Test func `The life of an app is clean from its first launch to its log-out`() async throws {
        try await withConsole { console in
            var app = try app(console)
            #expect(await app.launch().error == nil)
            app.log("left over from before\n")
            app.record("opened", value: "1", type: .integer)
            _ = await app.launch()
            for seconds in [10, 60, 3600, 4 * 3600] {
                console.clock.advance(seconds: Int64(seconds))
                await app.background()
                _ = await app.foreground()
            }
            try await queue(console, app, #"{"requestType": "RequestProfiles"}"#)
            try await queue(console, app, #"{"requestType": "Ping"}"#)
            try await queue(console, app, #"{"requestType": "UploadLogs", "logLevel": 0, "logPeriodSeconds": 0}"#)
            app.log("for the command")
            _ = await app.launch()
            try await console.execute("UPDATE credential SET revokedAt = 1, revokedReason = 'test'")
            _ = await app.launch()
            try await app.reenroll()
            try await app.sendBeacon()
            console.clock.advance(seconds: 86_400)
            _ = await app.launch()
            await app.logOut()
            _ = await app.launch()
            try await expectClean(console, atLeast: 80)
        }
    }

    private func queue(_ console: TestConsole, _ app: SimulatedApp, _ text: String) async throws {
        let device = try #require(app.state.device)
        let queued = try await console.admin(.post, "/_mock/devices/\(device)/commands", text: text)
        #expect(queued.status.code < 300, "\(queued.text)")
    }

    @Test func `An app with everything switched on is clean`() async throws {
        try await withConsole { console in
            var app = try app(console, "com.example.everything")
            #expect(await app.launch().error == nil)
            _ = await app.launch()
            console.clock.advance(seconds: 5 * 3600)
            _ = await app.foreground()
            await app.background()
            try await expectClean(console, atLeast: 20)
        }
    }

    @Test func `Apps that share a device are clean`() async throws {
        try await withConsole { console in
            let clock = console.clock
            var device = SimulatedDevice(now: { clock.now.date }, transport: console.transport)
            for bundle in ["com.example.demo", "com.example.everything", "com.example.review"] {
                let setup = try app(console, bundle).setup
                device.install(setup)
                try await device.use(setup.bundle) { _ = await $0.launch() }
            }
            clock.advance(seconds: 3600)
            for app in device.apps { try await device.use(app.setup.bundle) { _ = await $0.launch() } }
            try await expectClean(console, atLeast: 40)
        }
    }

    @Test func `Every single call is clean`() async throws {
        try await withConsole { console in
            var device = try await console.launched()
            _ = try await device.discover(domain: "example.test")
            _ = try await device.pins()
            _ = try await device.supportInformation()
            _ = try await device.areTermsRequired()
            _ = try await device.requery(.deviceInfo)
            try await device.storeKey("c2VjcmV0")
            _ = try await device.retrieveKey()
            try await device.registerApplication()
            try await device.uploadLog("a log", type: .crash, level: .debug)
            try await device.sendDataUsage(Data(#"{"wifi":1}"#.utf8))
            try await device.sendSamples([])
            _ = try await device.status()
            try await device.reportUnenrollment()
            try await expectClean(console, atLeast: 20)
        }
    }

    @Test func `A terms of use that is accepted is clean`() async throws {
        try await withConsole { console in
            let device = try await console.launched()
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - {path: global}
                  - path: global/demo
                    termsOfUse:
                      - content: "<p>Agree?</p>"
                """)
            #expect(try await device.areTermsRequired())
            let terms = try await device.terms()
            try await device.answerTerms(id: terms.id, isAccepted: true)
            try await device.sendBeacon(device.beacon())
            try await expectClean(console, atLeast: 12)
        }
    }
}
