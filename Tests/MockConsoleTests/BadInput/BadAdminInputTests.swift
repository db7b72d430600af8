import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleHTTP
@testable import ConsoleTestSupport
@testable import MockConsole

/// Hostile requests to the admin router: errorCode, message and activityId, never a failure, nothing written.
struct BadAdminInputTests {
    private static let device = "/_mock/devices/3f1c9a5d2be84760a1d2c3b4e5f60718293a4b5c"

    private func expectRefusal(
        _ response: TestResponse, _ status: Int, _ name: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        let comment = Comment(rawValue: "\(name): \(response.status.code) \(response.text.prefix(300))")
        let body = try response.json()
        #expect(response.status.code == status, comment, sourceLocation: location)
        #expect(body["errorCode"] is Int, comment, sourceLocation: location)
        #expect((body["message"] as? String)?.contains(" ") == true, comment, sourceLocation: location)
        #expect(body["activityId"] as? String == response.headers[.requestID], comment, sourceLocation: location)
        #expect(response.headers[.consoleVersion] == "24.10.0.0", comment, sourceLocation: location)
    }

    @Test(arguments: [
        ("/_mock/devices", "page=-1", 400), ("/_mock/devices", "page=x", 400), ("/_mock/devices", "pageSize=0", 400),
        ("/_mock/devices", "pageSize=1e3", 400), ("/_mock/devices", "page=99999999999999999999", 400),
        ("/_mock/devices", "page=%ff", 400), (device, "", 404), ("/_mock/devices/a%20b", "", 404),
        ("/_mock/devices/%ff", "", 400), ("\(device)/beacons", "", 404), ("\(device)/beacons", "page=x", 400),
        ("\(device)/logs", "", 404), ("\(device)/logs/1", "", 404), ("\(device)/logs/x", "", 404),
        ("\(device)/logs/99999999999999999999", "", 404), ("\(device)/explain", "", 400),
        ("\(device)/explain", "bundleId=", 400), ("\(device)/explain", "bundleId=a%2Fb", 400),
        ("\(device)/explain", "bundleId=com.example.demo", 404), ("/_mock/nothing", "", 404),
    ])
    func `A question about nothing, or in a wrong form`(path: String, query: String, status: Int) async throws {
        try await withConsole { console in
            let target = query.isEmpty ? path : "\(path)?\(query)"
            try expectRefusal(try await console.admin(.get, target), status, target)
        }
    }

    @Test(arguments: [
        ("", 422), ("- 1", 422), ("hello", 422), ("{", 422), ("version: 3\norganizationGroups: []", 422),
        ("version: 1", 422), ("version: 1\norganizationGroups: {}", 422), ("version: 1\nextra: 1", 422),
        ("version: 1\norganizationGroups: [{}]", 422), ("version: 1\norganizationGroups: [{path: 'a//b'}]", 422),
        ("version: 1\norganizationGroups: [{path: other/demo}]", 422),
        ("version: 1\norganizationGroups: [{path: global, users: [{username: x, tokens: [{token: t}]}]}]", 422),
        ("version: 1\norganizationGroups: [{path: global, settings: {forceToken: maybe}}]", 422),
        ("a: &a [*a]", 422), ("version: 1\nversion: 1", 422), ("\u{1}", 422),
        (String(repeating: "[", count: 5000), 422),
    ])
    func `An environment that cannot be read changes nothing`(yaml: String, status: Int) async throws {
        try await withWatchedConsole { console, log in
            let before = try await console.contents()
            try expectRefusal(try await console.importEnvironment(yaml), status, String(yaml.prefix(60)))
            #expect(try await console.contents() == before)
            #expect(log.reasons.contains { !$0.isEmpty })
        }
    }

    @Test func `An environment that is no text, too large or with a wrong policy is refused`() async throws {
        try await withConsole([\.limitsEnvironment: "1000"]) { console in
            let headers = ["Authorization": "Bearer \(console.console.credentials.adminToken)"]
            func post(_ query: String, _ body: Data) async throws -> TestResponse {
                try await console.send(.post, "/_mock/environment\(query)", headers: headers, body: body)
            }
            try expectRefusal(try await post("", Data([0xFF, 0xFE])), 400, "bytes")
            try expectRefusal(try await post("", Data(repeating: 32, count: 1001)), 413, "oversize")
            try expectRefusal(try await post("?onConflict=maybe", Data("version: 1".utf8)), 400, "policy")
        }
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer ", "Bearer wrong", "Basic", "Basic ****", "Basic YWRtaW4=", "Basic Og==",
        "Basic YWRtaW46d3Jvbmc=", "Digest x", "x",
    ])
    func `Nobody but an administrator gets in`(authorization: String?) async throws {
        try await withConsole { console in
            let headers = authorization.map { ["Authorization": $0] } ?? [:]
            for target in ["/_mock/devices", "/_mock/environment", "/api/system/info", "\(Self.device)/explain"] {
                let response = try await console.send(.get, target, headers: headers)
                try expectRefusal(response, 401, "\(target) \(authorization ?? "-")")
                #expect(response.headers[.wwwAuthenticate]?.hasPrefix("Basic") == true)
            }
        }
    }

    @Test func `A tenant code that is wrong is refused, and asked for below api`() async throws {
        try await withConsole { console in
            let basic = "Basic \(Data("admin:admin".utf8).base64EncodedString())"
            let code = console.console.credentials.tenantCode
            for (target, given, status) in [
                ("/api/system/info", code, 200), ("/_mock/devices", code, 200), ("/api/system/info", "wrong", 403),
                ("/_mock/devices", "wrong", 403),
            ] {
                let headers = ["Authorization": basic, "aw-tenant-code": given]
                #expect(try await console.send(.get, target, headers: headers).status.code == status, "\(target)")
            }
            let without = ["Authorization": basic]
            try expectRefusal(try await console.send(.get, "/api/system/info", headers: without), 403, "no code")
            #expect(try await console.send(.get, "/_mock/devices", headers: without).status == .ok)
        }
    }

    @Test(arguments: [
        ("/_mock/devices", "GET, POST"), ("/_mock/environment", "GET, POST"), ("\(device)/logs", "GET"),
        ("/api/system/info", "GET"), ("/api/system/groups/search", "GET"), ("/api/system/groups/devicecounts", "GET"),
        ("/api/mdm/devices/litesearch", "GET"), ("/api/mdm/tags/addtag", "POST"),
    ])
    func `A wrong method is answered 405 with the methods there are`(target: String, allowed: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.delete, target)
            try expectRefusal(response, 405, target)
            #expect(response.headers[.allow] == allowed)
        }
    }
}
