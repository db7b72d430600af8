import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport
@testable import MockConsole

/// Which router answers what, and what every answer carries (decisions 1 to 3).
struct RoutingTests {
    /// A change of how a path is written.
    enum Spelling: CaseIterable {
        case lower, upper, capitals, doubled, trailing

        func apply(_ path: String) -> String {
            switch self {
            case .lower: path.lowercased()
            case .upper: path.uppercased()
            case .capitals: path.split(separator: "/").map { "/" + $0.capitalized }.joined()
            case .doubled: path.replacingOccurrences(of: "/", with: "//")
            case .trailing: path + "/"
            }
        }
    }

    @Test(arguments: Spelling.allCases, DeviceRoute.allCases.filter { $0 != .root })
    func `Paths of device services match however they are written`(spelling: Spelling, route: DeviceRoute) async throws
    {
        try await withConsole { console in
            let client = try await console.signedInDevice()
            var request = try route.request(client)
            let query = request.target.drop { $0 != "?" }
            request.target = spelling.apply(String(request.target.prefix { $0 != "?" })) + query
            let response = try await console.send(request, as: client)
            #expect(response.status == route.accepted, "\(request.target)")
            #expect(!response.text.contains("Device services have no"))
        }
    }

    @Test(arguments: [
        "/_MOCK/Devices", "//_mock//devices", "/_mock/devices/", "/API/System/Info", "/api/v1/system/info",
        "/api/V22/System/info", "//api/v1//system/info",
    ])
    func `Paths of the admin router match however they are written`(target: String) async throws {
        try await withConsole { console in
            let answer = try await console.admin(.get, target)
            #expect(answer.status == .ok)
        }
    }

    @Test(arguments: [
        "/api/v/system/info", "/api/vx/system/info", "/api/1/system/info", "/api/v1", "/api/v1/v2/system/info",
    ])
    func `Only a version may stand between api and the path`(target: String) async throws {
        try await withConsole { console in
            let answer = try await console.admin(.get, target)
            #expect(answer.status == .notFound)
        }
    }

    @Test func `The version in an api path keeps the query`() async throws {
        try await withConsole { console in
            let plain = try await console.admin(.get, "/api/system/info?x=1")
            let versioned = try await console.admin(.get, "/api/v1/system/info?x=1")
            #expect(plain.text == versioned.text)
            #expect(try plain.json()["ProductVersion"] as? String == "24.10.0.0")
        }
    }

    /// Requests of every kind, with the status they get.
    static let answers: [(HTTPRequest.Method, String, Int)] = [
        (.get, "/", 200), (.head, "/", 200), (.post, "/", 405), (.get, "/deviceservices/awhealth", 200),
        (.head, "/deviceservices/awhealth", 200), (.head, "/DeviceServices/AuthenticationEndpoint.aws", 200),
        (.get, "/deviceservices/AuthenticationEndpoint.aws", 200),
        (.post, "/deviceservices/AuthenticationEndpoint.aws", 400),
        (.put, "/deviceservices/AuthenticationEndpoint.aws", 405), (.get, "/deviceservices", 404),
        (.get, "/deviceservices/nothing", 404), (.get, "/autodiscovery/nothing", 404), (.get, "/_mock/devices", 401),
        (.get, "/_mock/nothing", 404), (.get, "/api/nothing", 404), (.get, "/api/system/info", 401),
        (.get, "/connect/token", 405), (.post, "/oauth/token", 400), (.get, "/nothing", 404),
        (.get, "/public/nothing", 404), (.get, "/livez", 200),
        (.get, "/readyz", 503), (.post, "/livez", 405), (.get, "/docs/nothing", 404), (.delete, "/ca.pem", 405),
        (.get, "/deviceservices/%ff", 404), (.get, "/..", 404), (.get, "/../etc/passwd", 404),
        (.get, "/public/..%2F..", 404),
    ]

    @Test(arguments: answers)
    func `Every answer carries the console version and an id of its own`(
        method: HTTPRequest.Method, target: String, status: Int
    ) async throws {
        try await withConsole([\.consoleVersion: "23.6.1"]) { console in
            let first = try await console.send(method, target)
            let second = try await console.send(method, target)
            #expect(first.status.code == status)
            #expect(first.headers[.consoleVersion] == "23.6.1")
            #expect(first.headers.contains { $0.name.rawName == "x-aw-version" })
            let ids = [first, second].compactMap { $0.headers[.requestID] }
            #expect(Set(ids).count == 2)
            if status >= 400 { #expect(first.body.readableBytes > 0) }
        }
    }

    @Test func `An oversize body is answered with version and id too`() async throws {
        try await withConsole([\.limitsLogin: "10"]) { console in
            let answer = try await console.send(
                .post, "/deviceservices/AuthenticationEndpoint.aws", text: "{\"a\": \"bcdefgh\"}")
            #expect(answer.status == .contentTooLarge)
            #expect(answer.headers[.consoleVersion] == "24.10.0.0")
            #expect(answer.headers[.requestID]?.isEmpty == false)
        }
    }

    @Test func `A failure of ours is answered 500 without its cause, which is logged`() async throws {
        try await withWatchedConsole { console, log in
            let client = try await console.signedInDevice()
            try await console.execute("ALTER TABLE enrollmentUser RENAME TO gone")
            let answer = try await console.send(DeviceRoute.user.request(client), as: client)
            #expect(answer.status == 500)
            #expect(answer.headers["x-aw-version"] == "24.10.0.0")
            #expect(answer.json["error"] as? String == "internalError")
            #expect(!answer.text.contains("enrollmentUser"))
            let line = try #require(log.lines.first { $0.level == .error })
            #expect(line.metadata["cause"]?.contains("enrollmentUser") == true)
        }
    }

    @Test func `A reason in the log can be found by the id of the answer`() async throws {
        try await withWatchedConsole { console, log in
            let answer = try await console.send(.get, "/deviceservices/nothing")
            let line = try #require(log.lines.first)
            #expect(line.metadata["request_id"] == answer.headers[.requestID])
            #expect(line.metadata["path"] == "/deviceservices/nothing")
            #expect(line.metadata["status"] == "404")
        }
    }

    @Test(arguments: ["/api/nothing", "/api", "/api/mdm/nothing", "/API/v1/x"])
    func `An unknown api path is an HTML page, as a web server answers`(target: String) async throws {
        try await withConsole { console in
            let answer = try await console.admin(.get, target)
            #expect(answer.status == .notFound)
            #expect(answer.text.hasPrefix("<!DOCTYPE html"))
            #expect(answer.headers[.contentType]?.hasPrefix("text/html") == true)
        }
    }

    @Test func `An unknown path of mock or device services is told in JSON`() async throws {
        try await withConsole { console in
            let mock = try await console.send(.get, "/_mock/nothing")
            #expect(Set(try mock.json().keys) == ["errorCode", "message", "activityId"])
            let device = try await console.send(.get, "/deviceservices/nothing")
            #expect(Set(try device.json().keys) == ["error", "message", "requestId"])
            #expect(device.text.contains("/deviceservices/nothing"))
        }
    }
}
