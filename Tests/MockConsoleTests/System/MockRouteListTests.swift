import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// What there is below `/_mock`, and what its routes have in common.
struct MockRouteListTests {
    @Test func `Every path below it is listed with its methods`() async throws {
        try await withConsole { console in
            let list = try await console.adminJSON("/_mock")
            let items = try #require(list["items"] as? [[String: Any]])
            let methods = Dictionary(
                uniqueKeysWithValues: items.compactMap { item in
                    (item["path"] as? String).map { ($0, item["methods"] as? [String] ?? []) }
                })
            #expect(methods["/_mock/faults"] == ["DELETE", "GET", "POST"])
            #expect(methods["/_mock/journal/{id}/why"] == ["GET"])
            #expect(methods.keys.allSatisfy { $0.hasPrefix("/_mock/") } && methods.count > 80, "\(methods.count)")
            let document = try await console.adminJSON(try #require(list["description"] as? String))
            let described = try #require(document["paths"] as? [String: Any]).keys.filter { $0.hasPrefix("/_mock/") }
            #expect(Set(methods.keys).isSuperset(of: described), "\(Set(described).subtracting(methods.keys))")
            #expect(try await console.send(.get, "/_mock").status == .unauthorized)
            #expect(try await console.admin(.get, "/_mock?page=1").status == .badRequest)
        }
    }

    @Test func `Every DELETE below it answers 204 and nothing else`() async throws {
        try await withConsole { console in
            let document = try await console.adminJSON("/openapi.json")
            let paths = try #require(document["paths"] as? [String: [String: Any]])
            var count = 0
            for (path, operations) in paths where path.hasPrefix("/_mock/") {
                guard let delete = operations["delete"] as? [String: Any],
                    let responses = delete["responses"] as? [String: Any]
                else { continue }
                count += 1
                #expect(responses.keys.filter { $0.hasPrefix("2") } == ["204"], "\(path): \(responses.keys.sorted())")
            }
            #expect(count > 20)
        }
    }

    @Test func `No parameter and no member of a body below it is called by an old name`() async throws {
        try await withConsole { console in
            let document = try await console.adminJSON("/openapi.json")
            let paths = try #require(document["paths"] as? [String: [String: Any]])
            let old: Set = ["bundle", "timeout", "ttl", "latency", "retryAfter"]
            for (path, operations) in paths where path.hasPrefix("/_mock/") {
                for case let operation as [String: Any] in operations.values {
                    let names = (operation["parameters"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
                    #expect(old.isDisjoint(with: names), "\(path): \(names)")
                }
            }
            let components = try #require(document["components"] as? [String: [String: Any]])
            for (name, schema) in components["schemas"] ?? [:] {
                let members = ((schema as? [String: Any])?["properties"] as? [String: Any] ?? [:]).keys
                #expect(old.isDisjoint(with: members), "\(name): \(members.sorted())")
            }
        }
    }
}

/// Pages of listed sites may call the routes of administrators from a browser (Configuration, "http.origins").
struct AllowedOriginTests {
    private static let site = "https://tool.example.com"

    private func withSite(_ body: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await withConsole([\.httpOrigins: "\(Self.site), http://localhost:3000"], body)
    }

    private static func preflight(_ origin: String) -> HTTPFields {
        [
            .origin: origin, .accessControlRequestMethod: "PUT",
            .accessControlRequestHeaders: "authorization, content-type",
        ]
    }

    @Test(arguments: ["/_mock/faults", "/api/system/info", "/_mock/clocks/demo"])
    func `A browser is told what a page of a listed site may send`(path: String) async throws {
        try await withSite { console in
            let answer = try await console.client.executeRequest(
                uri: path, method: .options, headers: Self.preflight(Self.site), body: nil)
            #expect(answer.status == .noContent)
            #expect(answer.headers[.accessControlAllowOrigin] == Self.site)
            #expect(answer.headers[.accessControlAllowMethods]?.contains("PUT") == true)
            #expect(answer.headers[.accessControlAllowHeaders] == "authorization, content-type")
            #expect(answer.headers[.accessControlAllowCredentials] == nil)
            for (origin, target) in [
                ("https://other.example.com", path), (Self.site, "/deviceservices/x"), (Self.site, "/console/"),
            ] {
                let none = try await console.client.executeRequest(
                    uri: target, method: .options, headers: Self.preflight(origin), body: nil)
                #expect(none.headers[.accessControlAllowOrigin] == nil, "\(origin) \(target)")
            }
        }
    }

    @Test func `Answers and refusals of a listed site may be read, and it may change things with its credentials`()
        async throws
    {
        try await withSite { console in
            let token = "Bearer \(console.console.credentials.adminToken)"
            func send(_ origin: String, _ headers: HTTPFields) async throws -> TestResponse {
                var headers = headers
                headers[.origin] = origin
                return try await console.client.executeRequest(
                    uri: "/_mock/faults", method: .post, headers: headers,
                    body: .init(string: #"{"action": {"status": 503}}"#))
            }
            let made = try await send(Self.site, [.authorization: token])
            #expect(made.status == .created && made.headers[.accessControlAllowOrigin] == Self.site)
            #expect(made.headers[.vary] == "Origin" && made.headers[.accessControlExposeHeaders] == "*")
            let refused = try await send("http://localhost:3000", [:])
            #expect(refused.status == .unauthorized)
            #expect(refused.headers[.accessControlAllowOrigin] == "http://localhost:3000")
            let other = try await send("https://other.example.com", [.authorization: token])
            #expect(other.headers[.accessControlAllowOrigin] == nil)
            let name = Data(
                "\(console.console.credentials.adminUser):\(console.console.credentials.adminPassword)".utf8)
            let basic = "Basic \(name.base64EncodedString())"
            #expect(try await send(Self.site, [.authorization: basic]).status == .created)
            #expect(try await send("https://other.example.com", [.authorization: basic]).status == .forbidden)
        }
    }

    @Test(arguments: ["*", "tool.example.com", "https://a/", "https://*.example.com", "ftp://a", "https://"])
    func `What is no origin ends the start`(text: String) async {
        let error = await #expect(throws: (any Error).self) { try await withConsole([\.httpOrigins: text]) { _ in } }
        #expect("\(String(describing: error))".contains("http.origins has \(text)"))
    }
}
