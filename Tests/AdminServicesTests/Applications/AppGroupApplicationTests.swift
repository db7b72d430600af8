import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Apps of an application group, several at once (AdminStoreApplications, "Application groups").
struct AppGroupApplicationTests {
    /// Makes a list; its id.
    private static func list(_ console: TestConsole) async throws -> Int {
        let answer = try await console.api.call(
            .post, "mam/apps/appgroups", #"{"Name":"Games","AppGroupType":"Blacklist","Platform":"2"}"#)
        return try #require(try answer.json()["Value"] as? Int)
    }

    private static func bundles(_ console: TestConsole, _ id: Int) async throws -> [String] {
        try await console.parts.core.database.read { db in
            try String.fetchAll(
                db,
                sql:
                    "SELECT bundleId || '=' || name FROM applicationGroupItem WHERE applicationGroupId = ? ORDER BY id",
                arguments: [id])
        }
    }

    @Test func `Apps are put on a list and taken off it together`() async throws {
        try await withConsole { console in
            let id = try await Self.list(console)
            let path = "mam/apps/appgroups/\(id)/applications"
            let added = try await console.api.call(
                .post, path,
                #"{"Applications":[{"Name":"Chess","BundleId":"com.example.chess"},{"BundleId":"com.example.go"}]}"#)
            #expect(added.status == .ok && added.body.readableBytes == 0, "\(added.text)")
            #expect(
                try await Self.bundles(console, id) == ["com.example.chess=Chess", "com.example.go=com.example.go"])
            let named = try await console.api.call(
                .post, path, #"{"applications":{"name":"Go","bundleId":"COM.example.go"}}"#)
            #expect(named.status == .ok, "\(named.text)")
            #expect(try await Self.bundles(console, id).last == "com.example.go=Go")
            let removed = try await console.api.call(
                .delete, path, #"{"Applications":[{"BundleId":"com.example.CHESS"}]}"#)
            #expect(removed.status == .ok, "\(removed.text)")
            #expect(try await Self.bundles(console, id) == ["com.example.go=Go"])
        }
    }

    @Test func `A change that cannot be made as a whole is not made at all`() async throws {
        try await withConsole { console in
            let id = try await Self.list(console)
            let path = "mam/apps/appgroups/\(id)/applications"
            _ = try await console.api.call(.post, path, #"{"Applications":[{"BundleId":"com.example.go"}]}"#)
            try expectRefusal(
                try await console.api.call(
                    .delete, path, #"{"Applications":[{"BundleId":"com.example.go"},{"BundleId":"com.example.no"}]}"#),
                404, number: 404, saying: "com.example.no")
            let many = (0..<1000).map { #"{"BundleId":"com.example.a\#($0)"}"# }.joined(separator: ",")
            try expectRefusal(
                try await console.api.call(.post, path, #"{"Applications":[\#(many)]}"#), 400, number: 400,
                saying: "at most 1000")
            #expect(try await Self.bundles(console, id) == ["com.example.go=com.example.go"])
        }
    }

    @Test(arguments: ["", "{}", #"{"Applications":[]}"#, #"{"Applications":[{"Name":"x"}]}"#, #"{"Applications":7}"#])
    func `A body without apps is refused`(body: String) async throws {
        try await withConsole { console in
            let id = try await Self.list(console)
            for method in [HTTPRequest.Method.post, .delete] {
                try expectRefusal(
                    try await console.api.call(method, "mam/apps/appgroups/\(id)/applications", body), 400, number: 400)
                try expectRefusal(
                    try await console.api.call(
                        method, "mam/apps/appgroups/99/applications", #"{"Applications":[{"BundleId":"a.b"}]}"#),
                    404, number: 404)
            }
        }
    }
}
