import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Which profile an app gives is read and set (AdminAPI, "Profiles of apps").
struct ApplicationProfileTests {
    private static func uuid(_ console: TestConsole, of bundle: String = "com.example.demo") async throws -> String {
        try #require(
            try await console.parts.value("SELECT uuid FROM application WHERE bundleId = '\(bundle)'", String.self))
    }

    private static func bundles(_ console: TestConsole, _ query: String) async throws -> [String] {
        try await console.admin(.get, "/_mock/applications?\(query)").items().compactMap { $0["bundleId"] as? String }
    }

    @Test func `Apps are listed with their profiles, narrowed and in pages`() async throws {
        try await withConsole { console in
            let all = ["com.example.demo", "com.example.everything", "com.example.review"]
            #expect(try await Self.bundles(console, "") == all)
            #expect(try await Self.bundles(console, "group=demo") == Array(all.prefix(2)))
            #expect(try await Self.bundles(console, "bundleId=COM.example.review") == ["com.example.review"])
            #expect(try await Self.bundles(console, "mode=custom&page=1&pageSize=2") == ["com.example.review"])
            #expect(try await Self.bundles(console, "mode=none") == [])
            #expect(try await Self.bundles(console, "text=every") == ["com.example.everything"])
            let review = try await console.profileUUID("Review")
            #expect(try await Self.bundles(console, "profile=\(review)") == ["com.example.demo"])
            let item = try await console.admin(.get, "/_mock/applications").items()[0]
            #expect(item["group"] as? String == "demo" && item["mode"] as? String == "custom")
            #expect((item["profiles"] as? [[String: Any]])?.first?["name"] as? String == "Review")
            for query in ["mode=x", "group=nobody", "bundleId=a%20b", "colour=1"] {
                #expect(try await console.admin(.get, "/_mock/applications?\(query)").status == .badRequest)
            }
        }
    }

    @Test func `An app is given another profile, the default, or none, and devices follow`() async throws {
        try await withConsole { console in
            let path = "/_mock/applications/\(try await Self.uuid(console))/profile"
            let app = try await console.signedInDevice()
            #expect(try await app.fetchProfile()?.displayName == "Review")
            let field = try await console.addProfile()
            let custom = try await console.admin(.put, path, text: #"{"mode":"custom","profile":"\#(field)"}"#)
            #expect(custom.status == .ok)
            #expect(try await app.fetchProfile()?.displayName == "Field")
            let none = try await console.admin(.put, path, text: #"{"mode":"None"}"#)
            #expect((try none.json()["profiles"] as? [Any])?.isEmpty == true)
            #expect(try await app.fetchProfile() == nil)
            let standard = try await console.admin(.put, path, text: #"{"mode":"default","profile":null}"#)
            let profiles = try #require(try standard.json()["profiles"] as? [[String: Any]])
            #expect(profiles.map { $0["name"] as? String } == ["Review"] && profiles[0]["setBy"] as? String == "demo")
            #expect(try await app.fetchProfile()?.displayName == "Review")
            let shown = try await console.admin(.get, path)
            #expect(shown.text == standard.text)
            #expect(try await console.events("application.updated").count == 3)
        }
    }

    @Test func `A profile of a group above serves, by id as well, and a repeated change is none`() async throws {
        try await withConsole { console in
            try await console.addProfile("Top", group: "global")
            let id = try #require(
                try await console.parts.value("SELECT id FROM sdkProfile WHERE name = 'Top'", Int.self))
            let application = try #require(
                try await console.parts.value(
                    "SELECT id FROM application WHERE bundleId = 'com.example.demo'", Int.self))
            for _ in 1...2 {
                let response = try await console.admin(
                    .put, "/_mock/applications/\(application)/profile", text: #"{"profile":\#(id)}"#)
                #expect(response.status == .ok && response.text.contains("\"Top\""))
            }
            #expect(try await console.events("application.updated").count == 1)
        }
    }

    @Test(arguments: [
        ("", "cannot be read"), ("{}", "mode: is missing"), (#"{"mode":"all"}"#, "none, default or custom"),
        (#"{"mode":"custom"}"#, "profile is needed"), (#"{"mode":"none","profile":1}"#, "only for the mode custom"),
        (#"{"profile":"x"}"#, "no SDK profile x at demo"), (#"{"profile":99}"#, "no SDK profile 99 at demo"),
        (#"{"mode":"none","name":"x"}"#, "no member name"),
    ])
    func `What cannot be given is refused`(body: String, reason: String) async throws {
        try await withConsole { console in
            let path = "/_mock/applications/\(try await Self.uuid(console))/profile"
            let before = try await console.admin(.get, path)
            let response = try await console.admin(.put, path, text: body)
            #expect(response.status == .badRequest && response.text.contains(reason), "\(response.text)")
            #expect(try await console.admin(.get, path).text == before.text)
        }
    }

    @Test func `Apps of other groups are not there, and neither are their profiles`() async throws {
        try await withConsole { console in
            let headers = try await console.credentials(.consoleAdministrator, of: "demo")
            let foreign = try await Self.uuid(console, of: "com.example.review")
            let own = try await Self.uuid(console)
            let profile = try await console.profileUUID("App Review")
            let listed = try await console.send(.get, "/_mock/applications", headers: headers).items()
            #expect(listed.count == 2)
            for (method, uuid, status) in [
                (HTTPRequest.Method.get, foreign, 404), (.put, foreign, 404), (.put, own, 400), (.get, own, 200),
            ] {
                let response = try await console.send(
                    method, "/_mock/applications/\(uuid)/profile", headers: headers,
                    text: #"{"profile":"\#(profile)"}"#)
                #expect(response.status.code == status)
            }
            for path in ["x", "99", "%20"] {
                #expect(try await console.admin(.get, "/_mock/applications/\(path)/profile").status == .notFound)
            }
        }
    }
}
