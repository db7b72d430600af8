import ConsoleModel
import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole
@testable import MockControl

/// What sandboxes keep from one another (Sandboxes, "Which requests are its own").
struct SandboxIsolationTests {
    /// Lists that have something of the first sandbox in the test below.
    private static let lists = [
        "/_mock/devices", "/_mock/beacons", "/_mock/logs", "/_mock/commands", "/_mock/events", "/_mock/journal",
        "/_mock/sandboxes", "/_mock/profiles", "/_mock/administrators", "/_mock/api-keys", "/_mock/messages",
        "/_mock/push-tokens", "/_mock/locations", "/_mock/geofences",
        "/_mock/notification-deliveries", "/_mock/oauth-clients", "/_mock/samples", "/_mock/analytics",
        "/_mock/data-usage", "/_mock/pin-reports", "/_mock/terms-of-use/acceptances",
    ]

    @Test func `One device is in two sandboxes at once, and no administrator sees anything of the other`()
        async throws
    {
        try await withConsole { console in
            let (one, other) = (try await console.sandbox(), try await console.sandbox())
            let device = try await console.device(in: one)
            try await console.keepRecords(of: device)
            let same = try await console.device(in: other)
            #expect(try await device.user().userName == "tester")
            try await same.sendBeacon(same.beacon())
            for list in Self.lists {
                for (mine, theirs) in [(one, other), (other, one)] {
                    let answer = try await console.send(.get, list, headers: mine.headers)
                    #expect(answer.status == .ok, "\(list): \(answer.text)")
                    #expect(!answer.text.contains(theirs.id), "\(list): \(answer.text)")
                }
            }
            for (mine, theirs) in [(one, other), (other, one)] {
                for target in ["/_mock/sandboxes/\(theirs.id)", "/_mock/groups/\(theirs.id)/settings"] {
                    #expect(
                        try await console.send(.get, target, headers: mine.headers).status == .notFound, "\(target)")
                }
                let deleted = try await console.send(
                    .delete, "/_mock/sandboxes/\(theirs.id)", headers: mine.headers)
                #expect(deleted.status == .notFound)
                let own = try await console.send(.delete, "/_mock/sandboxes/\(mine.id)", headers: mine.headers)
                #expect(own.status == .forbidden)
                let nested = try await console.send(.post, "/_mock/sandboxes", headers: mine.headers)
                #expect(nested.status == .forbidden)
            }
        }
    }

    /// Whoever logged in last; a fault of each sandbox in turn, and what its devices and the others get.
    @Test(arguments: [true, false])
    func `Faults act on the devices whose key signed the request, whichever logged in last`(isReversed: Bool)
        async throws
    {
        try await withConsole { console in
            let (one, other) = (try await console.sandbox(), try await console.sandbox())
            let order = isReversed ? [other, one] : [one, other]
            var devices: [String: SimulatedClient] = [:]
            for sandbox in order { devices[sandbox.id] = try await console.device(in: sandbox) }
            let home = try await console.signedInDevice(SandboxWorld.identifier)
            let fault = try await console.send(
                .post, "/_mock/faults", headers: other.headers, text: #"{"match":{},"action":{"status":418}}"#)
            #expect(fault.status == .created)
            let (mine, theirs) = (try #require(devices[one.id]), try #require(devices[other.id]))
            for device in [mine, home] {
                #expect(try await device.sendAuthenticated(DeviceRoute.user.request(device)).status == 200)
                try await device.sendBeacon(device.beacon())
            }
            #expect(try await theirs.sendAuthenticated(DeviceRoute.user.request(theirs)).status == 418)
            let seen = try await console.send(.get, "/_mock/journal?status=418", headers: other.headers).json()
            #expect(seen["total"] as? Int == 1)
        }
    }

    @Test func `A signed request that was changed on its way belongs to the base URL it came to`() async throws {
        try await withConsole { console in
            let (one, other) = (try await console.sandbox(), try await console.sandbox())
            let device = try await console.device(in: one)
            _ = try await console.device(in: other)
            let world = SigningWorld(console: console, device: device)
            var request = try world.signed(world.beacon) { $0.authority = one.host }
            request.body.append(Data("\n".utf8))
            var headers: [String: String] = [:]
            for (name, value) in request.headers { headers[name] = value }
            let refused = try await console.send(
                .post, request.target, to: one.host, headers: headers,
                body: String(decoding: request.body, as: UTF8.self))
            #expect(refused.status == 401)
            for (sandbox, count) in [(one, 1), (other, 0)] {
                let page = try await console.send(.get, "/_mock/journal?status=401", headers: sandbox.headers).json()
                #expect(page["total"] as? Int == count)
            }
            for administrator in [nil, one.headers] {
                let why = try await console.why(administrator)
                #expect(why.names.first == "bodyChanged", "\(why.causes)")
            }
        }
    }

    @Test func `Logins and open requests are in the journal of the sandbox that they are about`() async throws {
        try await withConsole { console in
            let (one, other) = (try await console.sandbox(), try await console.sandbox())
            let device = try await console.device(in: one)
            _ = try await device.status()
            for (sandbox, expected) in [(one, 2), (other, 0)] {
                let page = try await console.send(.get, "/_mock/journal", headers: sandbox.headers).json()
                #expect(page["total"] as? Int == expected)
            }
            let verified = try await console.send(
                .post, "/_mock/verify", headers: other.headers,
                text: #"{"match": {"path": "/deviceservices/**"}, "exactly": 0}"#)
            #expect(try verified.json()["passed"] as? Bool == true)
        }
    }

    private func status(_ console: TestConsole, at host: String) async throws -> String {
        let target = "/deviceservices/awmdmsdk/v1/platform/2/uid/\(SandboxWorld.identifier)/status"
        return try await console.send(.get, target, to: host).text
    }

    @Test func `What names nobody belongs to the sandbox whose base URL it came to`() async throws {
        try await withConsole { console in
            let (one, other) = (try await console.sandbox(), try await console.sandbox())
            _ = try await console.device(in: one)
            _ = try await console.device(in: other)
            #expect(try await status(console, at: "\(one.host):8080").contains(one.id))
            #expect(try await status(console, at: other.host.uppercased()).contains(other.id))
            #expect(try await status(console, at: "\(one.id).sandbox.localhost").contains(one.id))
            // Elsewhere the earlier enrollment goes first (decision 30).
            #expect(try await status(console, at: "localhost").contains(one.id))
            let third = try await console.sandbox()
            #expect(try await status(console, at: third.host) == "")
            #expect(try await status(console, at: "sbx00.localhost").contains(one.id))
            let journal = try await console.send(.get, "/_mock/journal", headers: third.headers).json()
            #expect(journal["total"] as? Int == 1)
        }
    }

    @Test func `At its base URL a login, a discovery and an agent need no group`() async throws {
        try await withConsole { console in
            let sandbox = try await console.sandbox()
            let login = try console.login {
                ($0.username, $0.password, $0.activationCode) = (sandbox.user, sandbox.password, nil)
            }
            let body = String(decoding: try login.encoded(), as: UTF8.self)
            let target = "/deviceservices/AuthenticationEndpoint.aws"
            #expect(try await console.send(.post, target, to: "localhost", body: body).text.contains("AUTH--1"))
            let answer = try await console.send(.post, target, to: sandbox.host, body: body)
            #expect(answer.text.contains("AUTH-0"), "\(answer.text)")
            let domain = "/autodiscovery/awcredentials.aws/v1/domainlookup/domain/anything.test"
            #expect(try await console.send(.get, domain, to: "localhost").status == 204)
            #expect(try await console.send(.get, domain, to: sandbox.host).text.contains(sandbox.id))
            let agent = "/deviceservices/enrollment/airwatchenroll.aws/validategroupidentifier"
            let step = try await console.send(.post, agent, to: sandbox.host, body: #"{"Header": {}, "Device": {}}"#)
            #expect(step.text.contains(sandbox.id), "\(step.text)")
        }
    }

    @Test func `A credential counts more than the base URL`() async throws {
        try await withConsole { console in
            let (one, other) = (try await console.sandbox(), try await console.sandbox())
            let device = try await console.device(in: one)
            let request = ClientRequest(
                method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device.device)/user")
            let signed = try console.signed(request, as: device)
            #expect(try await console.send(signed).status == 200)
            let login = try console.login {
                ($0.username, $0.password, $0.activationCode) = (one.user, one.password, one.groupId)
            }
            let answer = try await console.send(
                .post, "/deviceservices/AuthenticationEndpoint.aws", to: other.host,
                body: String(decoding: try login.encoded(), as: UTF8.self))
            #expect(answer.text.contains("AUTH-0"))
            let journal = try await console.send(.get, "/_mock/journal", headers: other.headers).json()
            #expect(journal["total"] as? Int == 0)
        }
    }

    @Test func `Who may only read sees no credentials`() async throws {
        try await withConsole { console in
            let sandbox = try await console.sandbox()
            let reader = try await console.api(.readOnly)
            let answer = try await reader.mock(.get, "sandboxes/\(sandbox.id)")
            let token = try #require(sandbox.adminToken)
            #expect(answer.status == .ok && !answer.text.contains(token))
            #expect(!answer.text.contains("adminPassword") && answer.text.contains(sandbox.adminUser))
            #expect(try await reader.mock(.post, "sandboxes").status == .forbidden)
            #expect(try await reader.mock(.delete, "sandboxes/\(sandbox.id)").status == .forbidden)
        }
    }
}
