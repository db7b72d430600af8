import ConsoleHTTP
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Whatever is sent to a route of the admin side, as an administrator who may do everything, it is answered with a
/// status below 500 and, if refused, with a sentence.
struct HostileAdminTests {
    /// A route, its captures by name in braces.
    struct Route: Sendable, CustomStringConvertible {
        let method: HTTPRequest.Method
        let path: String

        var description: String { "\(method.rawValue) \(path)" }

        /// The path with something in place of every capture.
        func target(_ value: String) -> String {
            path.split(separator: "/").map { $0.contains("{") ? value : String($0) }.reduce("") { "\($0)/\($1)" }
        }

        var hasCaptures: Bool { path.contains("{") }
    }

    private static let ids = [
        "1", "0", "-1", "999999999999999999999999", "False", "%00", "%ff%fe", "%2e%2e", "'%20OR%201=1--",
        "00000000-0000-4000-8000-000000000000", "a;b", "%F0%9F%92%A5", String(repeating: "x", count: 3000),
    ]
    private static let bodies = [
        "", "{", "[]", "null", "1", "\"x\"", "{}", "<A/>", "<", "\u{0}", String(repeating: "[", count: 50_000),
        #"{"Name":{},"GroupId":[1],"UserName":7,"BulkValues":[],"SmartGroupIds":"x","value":1e999}"#,
        #"{"Name":"\u0000","GroupId":"\ud800","LocationGroupId":"1e5","Status":"maybe","payloads":{"a":[[]]}}"#,
        #"{"BulkValues":{"Value":["x",1,null,{}]},"assignments":[{"priority":"x"}],"ChunkData":"!!!","BlobId":-1}"#,
        #"{"Name":"a","name":"b","NAME":null,"SupportedModels":{"Model":[null]},"device_uuids":[1,"x"]}"#,
    ]
    private static let queries = [
        "", "?", "?page=-1", "?page=99999999999999999999&pagesize=0", "?searchby=Nothing&id=x", "?searchby=DeviceId",
        "?id=%00&searchby=Udid", "?name=%25%27%22%00&orderby=id;DROP%20TABLE&sortorder=x", "?lgid=x&seensince=never",
        "?command=%20&searchby=Serialnumber&id=", "?platform=9999999999&status=x&deviceid=a", "?%=%&&==&a",
    ]

    private static func routes(_ console: TestConsole) throws -> [Route] {
        let routers = try console.routers()
        return routers.admin.routes.map { Route(method: $0.method, path: $0.path) }
    }

    private func check(
        _ console: TestConsole, _ route: Route, _ target: String, _ body: String?, accept: String = "application/json"
    ) async throws {
        let headers = ["Authorization": "Bearer \(console.console.credentials.adminToken)", "Accept": accept]
        let answer = try await console.send(
            route.method, target, headers: headers, body: body.map { Data($0.utf8) })
        let what =
            "\(route): \(target.prefix(120)) \(body?.prefix(120) ?? "") \(answer.status) \(answer.text.prefix(300))"
        #expect(answer.status.code < 500, "\(what)")
        // An answer to HEAD has no body.
        guard route.method != .head, answer.status.code >= 400,
            answer.headers[.contentType]?.hasPrefix("application/json") == true
        else {
            return
        }
        let refusal = try answer.json()
        let isToken = route.path.hasSuffix("/token")
        #expect(isToken || (refusal["message"] as? String)?.isEmpty == false, "\(what)")
        #expect(isToken || refusal["errorCode"] is Int && refusal["activityId"] is String, "\(what)")
    }

    @Test func `No id breaks a route`() async throws {
        try await withConsole { console in
            for route in try Self.routes(console) where route.hasCaptures {
                for id in Self.ids { try await check(console, route, route.target(id), "{}") }
            }
        }
    }

    @Test func `No body breaks a route`() async throws {
        try await withConsole { console in
            // Deletes come last, lest there is nothing left to ask for.
            let routes = try Self.routes(console).filter { $0.method != .get }
            for route in routes.filter({ $0.method != .delete }) + routes.filter({ $0.method == .delete }) {
                for body in Self.bodies { try await check(console, route, route.target("1"), body) }
            }
        }
    }

    @Test func `No query breaks a route`() async throws {
        // A stream would go on for a day.
        try await withConsole([\.streamSeconds: "1"]) { console in
            _ = try await console.signedInDevice()
            for route in try Self.routes(console) where route.method == .get || route.path.hasPrefix("/api/") {
                for query in Self.queries {
                    try await check(console, route, route.target("1") + query, route.method == .get ? nil : "{}")
                }
            }
        }
    }

    @Test func `No version and no media type breaks a route`() async throws {
        try await withConsole { console in
            for route in try Self.routes(console) where route.method == .get && route.path.hasPrefix("/api/") {
                for accept in [
                    "application/xml", "application/json;version=0", "application/json;version=-3",
                    "application/json;version=99999999999999999999", "application/json;version=2, */*;q=x", ";;;,,,",
                    "application/json;version=4",
                ] {
                    try await check(console, route, route.target("1"), nil, accept: accept)
                    try await check(
                        console, route, route.target("00000000-0000-4000-8000-000000000000"), nil, accept: accept)
                }
            }
        }
    }
}
