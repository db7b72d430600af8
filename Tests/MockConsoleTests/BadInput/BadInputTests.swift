import ConsoleHTTP
import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Hostile requests to every route of device services: the status of decisions 15 to 18, a reason for the sender and
/// in the log, nothing written.
struct BadInputTests {
    @Test func `Every route of the router stands in the table of hostile requests`() async throws {
        try await withConsole { console in
            let routers = try console.routers()
            var found: [String: Set<String>] = [:]
            for route in routers.device.routes {
                found[route.path.lowercased(), default: []].insert(route.method.rawValue)
            }
            var expected: [String: Set<String>] = [:]
            for route in DeviceRoute.allCases { expected[route.pattern] = Set(route.methods) }
            #expect(found == expected)
        }
    }

    @Test(arguments: DeviceRoute.allCases)
    func `The request each table starts from is accepted`(route: DeviceRoute) async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let request = try route.request(client)
            let response = try await console.send(console.authenticated(request, as: client))
            #expect(response.status == route.accepted, "\(response.text)")
            #expect(response.headers["x-aw-version"] == "24.10.0.0")
        }
    }

    @Test(arguments: DeviceRoute.allCases)
    func `A wrong method is answered 405 with the methods there are`(route: DeviceRoute) async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            let refusal = try await Refusal(console, log)
            let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "MKCOL", "X"]
            for method in methods where !route.methods.contains(method) {
                var request = try route.request(client)
                request.method = method
                let response = try await refusal.expect(405, request, from: route, method)
                #expect(response.headers["allow"] == route.methods.joined(separator: ", "))
            }
        }
    }

    @Test(arguments: RouteAndScheme.all(DeviceRoute.withBody))
    func `A body that is malformed, of wrong types or another's is refused`(test: RouteAndScheme) async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice(scheme: test.scheme)
            let refusal = try await Refusal(console, log)
            for body in try test.route.hostileBodies(client) {
                var request = try test.route.request(client)
                request.body = body.data
                let sent = try console.authenticated(request, as: client)
                try await refusal.expect(body.status, sent, from: test.route, body.name)
            }
        }
    }

    @Test(arguments: RouteAndScheme.all(DeviceRoute.withBody))
    func `A body above the configured cap is answered 413`(test: RouteAndScheme) async throws {
        let caps: ConfigurationSettings = [
            \.limitsLogin: "2000", \.limitsMessage: "2000", \.limitsCommand: "2000", \.limitsLog: "70000",
            \.limitsAnalytics: "2000",
        ]
        try await withWatchedConsole(caps) { console, log in
            let client = try await console.signedInDevice(scheme: test.scheme)
            let refusal = try await Refusal(console, log)
            let cap = test.route == .logging ? 70_000 : 2000
            var request = try test.route.request(client)
            request.body = Data(repeating: UInt8(ascii: " "), count: cap + 1)
            let sent = try console.authenticated(request, as: client)
            try await refusal.expect(413, sent, from: test.route, "one byte too many")
            try await refusal.expect(413, sent.with("Content-Length", "1"), from: test.route, "understated")
            request.body.removeLast()
            try await refusal.expect(400, console.authenticated(request, as: client), from: test.route, "at the cap")
        }
    }

    @Test(arguments: RouteAndScheme.all(DeviceRoute.authenticated))
    func `Another's device, app or user is answered as if there were none`(test: RouteAndScheme) async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice(scheme: test.scheme)
            _ = try await console.signedInDevice("ffff", bundle: "com.example.everything")
            let refusal = try await Refusal(console, log)
            for (name, change, status) in Self.foreign(client) {
                var request = try test.route.request(client)
                let before = request.target
                request.target = change(request.target)
                guard request.target != before else { continue }
                let sent = try console.authenticated(request, as: client)
                try await refusal.expect(status, sent, from: test.route, name)
            }
        }
    }

    /// Targets that name somebody else, or nothing that could be anybody.
    private static func foreign(
        _ client: SimulatedClient
    ) -> [(name: String, change: @Sendable (String) -> String, status: Int)] {
        let own = "/uid/\(client.device)"
        let user = "/userid/\(client.userID)"
        let texts: [(String, String, String, Int)] = [
            ("another device", own, "/uid/ffff", 404), ("no device", own, "/uid/a%20b", 404),
            ("overlong device", own, "/uid/" + String(repeating: "f", count: 129), 404),
            ("broken escape", own, "/uid/%zz", 400), ("escape that is not UTF-8", own, "/uid/%ff", 400),
            ("another user", user, "/userid/999", 404), ("no number", user, "/userid/demo", 404),
            ("huge number", user, "/userid/99999999999999999999", 404), ("blank", user, "/userid/%20", 404),
        ]
        let queries = [
            ("uid=ffff", 404), ("UID=ffff", 404), ("uid=a%20b", 400), ("uid=", 400),
            ("bundleid=com.example.other", 404),
            ("BundleID=com.example.other", 404), ("bundleid=", 400), ("bundleid=a%2Fb", 400),
        ]
        return texts.map { text in
            (text.0, { @Sendable target in target.replacingOccurrences(of: text.1, with: text.2) }, text.3)
        }
            + queries.map { query in
                (query.0, { @Sendable target in "\(target.prefix { $0 != "?" })?\(query.0)" }, query.1)
            }
    }

    @Test(arguments: ["abc", "0", "-21", "99", "21.0", "0x15", "99999999999999999999", "%ff"])
    func `A profile type that is none is refused`(type: String) async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            let refusal = try await Refusal(console, log)
            let route = DeviceRoute.profile
            var request = try route.request(client)
            request.target = request.target.replacingOccurrences(of: "=21", with: "=\(type)")
            try await refusal.expect(400, console.authenticated(request, as: client), from: route, type)
        }
    }

    @Test(arguments: ["a%20b", "%ff", "%zz", "%00", String(repeating: "f", count: 129), "a%2Fb"])
    func `A status of what cannot be a device is refused`(device: String) async throws {
        try await withWatchedConsole { console, log in
            let refusal = try await Refusal(console, log)
            let request = ClientRequest(
                method: "GET", target: "/deviceservices/awmdmsdk/v1/platform/2/uid/\(device)/status")
            try await refusal.expect(400, request, from: .status, device)
        }
    }

    @Test func `Of a member that occurs twice the last one counts, for ownership too`() async throws {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            let twice = [
                (DeviceRoute.beacon, "\"DeviceIdentifier\":\"ffff\",", "\"DeviceIdentifier\":"),
                (.registration, "\"AppBundleIdentifier\":\"com.example.other\",", "\"AppBundleIdentifier\":"),
            ]
            for (route, added, name) in twice {
                var request = try route.request(client)
                let text = String(decoding: request.body, as: UTF8.self)
                request.body = Data(text.replacingOccurrences(of: name, with: added + name).utf8)
                #expect(try await console.send(request, as: client).status == 200)
            }
        }
    }
}
