import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

extension BadClient {
    /// Clients that do one thing wrong each.
    static let all: [BadClient] = transport + identities + launches + beacons + records + commands

    private static func events(_ count: Int) -> [DeviceSimulator.AnalyticsEvent] {
        (0..<count).map { number in
            DeviceSimulator.AnalyticsEvent(
                name: "event \(number)", session: "0F5A6C1E-2B3D-4E5F-8A9B-0C1D2E3F4A5B",
                occurredAt: Date(timeIntervalSince1970: 1_772_000_000))
        }
    }

    private static let transport: [BadClient] = [
        BadClient("plain-http") { world in
            try world.forge("/user") { $0.head.authority = "uem.example.test" }
        },
        BadClient("credentials-in-query") { world in
            try await world.send(world.request("GET", "\(world.path)/user?password=secret"))
        },
        BadClient("connection-per-request") { world in
            for _ in 0..<3 {
                try await world.send(
                    world.request("GET", "\(world.path)/user", headers: LintWorld.usual + [("Connection", "close")]))
            }
        },
        BadClient("header-missing") { world in
            try await world.send(world.request("GET", "\(world.path)/user", headers: Array(LintWorld.usual.dropLast())))
        },
        BadClient("content-type") { world in
            var request = world.request(
                "POST", "/deviceservices/AirWatchBeacon.svc/checkin",
                headers: [("Content-Type", "text/plain")] + LintWorld.usual.dropFirst())
            request.body = try world.device.beacon().encoded()
            try await world.send(request)
        },
        BadClient("empty-body") { world in
            try await world.send(world.request("POST", "\(world.path)/eula/accepteula"))
        },
        BadClient("probe-user-agent") { world in
            _ = try await world.console.send(ClientRequest(method: "HEAD", target: "/"))
        },
        BadClient("probe-with-get") { world in
            let path = "/deviceservices/awmdmsdk/v1/platform/2/uid/abcdef1234567890abcdef1234567890abcdef12/status"
            _ = try await world.console.send(world.request("GET", path))
        },
        BadClient("unknown-path") { world in
            try await world.send(world.request("GET", "/deviceservices/nowhere"))
        },
        BadClient("wrong-method") { world in
            _ = try await world.console.send(world.request("DELETE", "/deviceservices/trustservicesettings"))
        },
        BadClient("redirect-repeated") { world in
            for _ in 0..<2 {
                try world.forge("/user", status: 302, answer: ["Location": "https://elsewhere.example.test/user"])
            }
        },
        BadClient("body-unreadable") { world in
            try await world.send(world.request("POST", "\(world.path)/keystore/storekey", body: "{\"Uid\": "))
        },
        BadClient("body-too-large") { world in
            let body = String(repeating: " ", count: 3 << 20)
            try await world.send(world.request("POST", "\(world.path)/eula/accepteula", body: body))
        },
        BadClient("retry-storm") { world in
            for _ in 0..<4 { try world.forge("/user", status: 503) }
        },
        BadClient("retry-after-ignored") { world in
            try world.forge("\(world.path)/user", status: 503, answer: ["Retry-After": "30"])
            world.console.clock.advance(seconds: 5)
            try await world.send(world.user)
        },
    ]

    private static let identities: [BadClient] = [
        BadClient("token-not-needed") { world in
            try await world.send(world.request("GET", "\(world.path)/status"))
        },
        BadClient("unsigned") { world in _ = try await world.console.send(world.user) },
        BadClient("signature-wrong") { world in
            _ = try await world.console.send(
                try world.console.signed(world.user, as: world.device, target: "/elsewhere"))
        },
        BadClient("signature-reused") { world in
            let request = try world.console.signed(world.user, as: world.device)
            _ = try await world.console.send(request)
            world.console.clock.advance(seconds: 61)
            _ = try await world.console.send(request)
        },
        BadClient("stale-date") { world in
            let date = world.console.clock.now.date.addingTimeInterval(-3600)
            _ = try await world.console.send(try world.console.signed(world.user, as: world.device, date: date))
        },
        BadClient("wrong-identity") { world in
            try await world.send(world.request("GET", "/deviceservices/awmdmsdk/v1/platform/2/uid/ffff/user"))
        },
        BadClient("device-id-mismatch") { world in
            let headers = LintWorld.usual + [("aw-device-uid", "ffff")]
            try await world.send(world.request("GET", "\(world.path)/user", headers: headers))
        },
        BadClient("device-id-changed") { world in
            let other = try await world.console.launched(String(repeating: "b", count: 40))
            for device in [world.device, other] {
                var beacon = device.beacon()
                beacon.pushToken = "one token"
                try await device.sendBeacon(beacon)
            }
        },
        BadClient("forbidden-without-login") { world in
            try await world.console.execute("UPDATE credential SET revokedAt = 1, revokedReason = 'test'")
            for _ in 0..<3 { try await world.send(world.user) }
        },
        BadClient("call-after-unenrollment") { world in
            try await world.device.unenroll()
            try await world.send(world.user)
        },
        BadClient("login-after-lockout") { world in
            var device = world.device
            for _ in 0..<12 {
                try await device.logIn(username: "demo", password: "wrong", organizationGroup: "demo")
            }
        },
    ]

    private static let launches: [BadClient] = [
        BadClient("status-polled") { world in
            for _ in 0..<3 { _ = try await world.device.status() }
        },
        BadClient("profile-repeated") { world in
            _ = try await world.device.fetchProfile()
            try await world.device.sendBeacon(world.device.beacon())
        },
        BadClient("launch-order") { world in
            let other = try await world.console.signedInDevice(String(repeating: "b", count: 40))
            try await other.sendBeacon(other.beacon())
        },
        BadClient("beacon-missing") { world in
            let other = try await world.console.signedInDevice(String(repeating: "b", count: 40))
            _ = try await other.fetchProfile()
            _ = try await other.idle()
        },
        BadClient("terms-ignored") { world in
            try world.forge("/user", body: #"{"IsEulaAcceptanceRequired":true}"#) {
                $0.head.path = "\(world.path)/eula/checkeula/appid/com.example.demo"
            }
            try await world.device.sendBeacon(world.device.beacon())
        },
        BadClient("discovery-repeated") { world in
            for _ in 0..<5 {
                _ = try await world.console.send(
                    world.request("GET", "/autodiscovery/awcredentials.aws/v2/domainlookup/domain/example.test"))
            }
        },
        BadClient("pins-polled") { world in
            for _ in 0..<3 { _ = try await world.device.pins() }
        },
        BadClient("certificate-polled") { world in
            let path = "/deviceservices/awmdmsdk/v3/certificateservice/requestcertificate/certificateissuer/one?token=a"
            for _ in 0..<11 { try await world.send(world.request("POST", path)) }
        },
    ]

    private static let beacons: [BadClient] = [
        BadClient("beacon-field-missing") { try await $0.beacon { $0["Name"] = nil } },
        BadClient("beacon-field-type") { try await $0.beacon { $0["DeviceType"] = 2 } },
        BadClient("beacon-unknown-field") { try await $0.beacon { $0["Batery"] = "full" } },
        BadClient("beacon-too-often") { world in
            for _ in 0..<4 {
                try await world.device.sendBeacon(world.device.beacon())
                world.console.clock.advance(seconds: 10)
            }
        },
    ]

    private static let records: [BadClient] = [
        BadClient("log-retried") { world in
            try await world.device.uploadLog("a log")
            try world.forge("/logging", status: 503)
            world.console.clock.advance(seconds: 2)
            try world.forge("/logging")
        },
        BadClient("log-level") { try await $0.device.uploadLog("a log", level: .debug) },
        BadClient("log-over-cellular", changing: "SendLogsOverWifi: false", to: "SendLogsOverWifi: true") { world in
            try await world.send(
                world.request("POST", "/deviceservices/analytics", body: #"{"samples":[{"kind":"cellular"}]}"#))
            try await world.device.uploadLog("a log")
        },
        BadClient("analytics-off", changing: "EnableAnalytics: true", to: "EnableAnalytics: false") {
            try await $0.device.sendAnalytics(events(2))
        },
        BadClient("analytics-unbatched") { world in
            for event in events(5) { try await world.device.sendAnalytics([event]) }
        },
        BadClient("samples-refused") { world in
            try await world.send(
                world.request("POST", "/deviceservices/analytics", body: #"{"events":[{"value":1}]}"#))
        },
        BadClient("data-usage-twice") { world in
            let other = try await world.console.launched(bundle: "com.example.everything")
            for device in [world.device, other] { try await device.sendDataUsage(Data(#"{"wifi":1}"#.utf8)) }
        },
        tunnel("tunnel-domain-local", "printer.local"),
    ]

    /// An app whose profile has a tunnel to a domain.
    private static func tunnel(_ rule: String, _ domain: String) -> BadClient {
        var client = BadClient(rule) { world in
            _ = try await world.console.launched(bundle: "com.example.everything")
        }
        client.prepare = { console in
            try await console.change("EnableAppTunnel: false", to: "EnableAppTunnel: true")
            try await console.change("*.intra.example.test", to: domain)
        }
        return client
    }

    private static let commands: [BadClient] = [
        BadClient("command-unanswered") { world in
            try await world.queue()
            _ = try await world.device.idle()
            _ = try await world.device.idle()
        },
        BadClient("command-answered-twice") { world in
            try await world.queue()
            let command = try #require(try await world.device.idle())
            for _ in 0..<2 {
                _ = try await world.device.process(
                    ProcessorMessage(
                        status: .acknowledged, device: world.device.device, commandUUID: command.uuid,
                        requestor: "com.example.demo"))
            }
        },
        BadClient("key-escrowed-twice") { world in
            for _ in 0..<2 { try await world.device.storeKey("c2VjcmV0") }
        },
    ]
}

extension LintWorld {
    /// Queues a command for the app.
    fileprivate func queue() async throws {
        let queued = try await console.admin(
            .post, "/_mock/devices/\(device.device)/commands", text: #"{"requestType": "RequestProfiles"}"#)
        #expect(queued.status == .created || queued.status == .ok, "\(queued.text)")
    }
}
