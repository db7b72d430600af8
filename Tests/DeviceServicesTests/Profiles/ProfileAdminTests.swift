import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Profiles are added, read, listed, replaced and deleted by administrators (AdminAPI, "SDK profiles").
struct ProfileAdminTests {
    private static let path = "/_mock/profiles"

    private static func names(_ console: TestConsole, _ query: String) async throws -> [String] {
        let response = try await console.admin(.get, "\(path)?\(query)")
        return try response.items().compactMap { $0["name"] as? String }
    }

    @Test func `A profile is added and read back by uuid and id, with everything that was said`() async throws {
        try await withConsole { console in
            let body = """
                {"name":"Field","group":"DEMO","description":"For the field.","inherits":false,
                 "payloads":[\(Profiles.logging),\(Profiles.analytics)]}
                """
            let response = try await console.admin(.post, Self.path, text: body)
            #expect(response.status == .created)
            let profile = try response.json()
            #expect(profile["name"] as? String == "Field" && profile["description"] as? String == "For the field.")
            #expect(profile["group"] as? String == "demo" && profile["version"] as? Int == 1)
            #expect(profile["inherits"] as? Bool == false && profile["isReadOnly"] as? Bool == false)
            #expect(
                try response.payloads().map { $0["PayloadType"] as? String }
                    == ["LoggingSettingsV2", "AnalyticsSettingsV2"])
            #expect(try response.payloads()[0]["LoggingLevel"] as? Int == 2)
            let uuid = try #require(profile["uuid"] as? String)
            let id = try #require(profile["id"] as? Int)
            #expect(response.headers[.location]?.hasSuffix("/_mock/profiles/\(uuid)") == true)
            for reference in [uuid, uuid.uppercased(), "\(id)"] {
                let shown = try await console.admin(.get, "\(Self.path)/\(reference)")
                #expect(shown.text == response.text && shown.headers[.eTag] == response.headers[.eTag])
            }
        }
    }

    @Test func `Every payload of every type can be set, and an app gets it`() async throws {
        try await withConsole { console in
            let known = try await console.profileUUID("Everything")
            let payloads = try await console.admin(.get, "\(Self.path)/\(known)").payloads()
            let json = String(decoding: try JSONSerialization.data(withJSONObject: payloads), as: UTF8.self)
            let uuid = try await console.addProfile("Again", payloads: String(json.dropFirst().dropLast()))
            let again = try await console.admin(.get, "\(Self.path)/\(uuid)")
            #expect(try again.payloads() as NSArray == payloads as NSArray)
            let application = try await console.parts.value(
                "SELECT uuid FROM application WHERE bundleId = 'com.example.demo'", String.self)
            let bound = try await console.admin(
                .put, "/_mock/applications/\(application ?? "")/profile", text: #"{"profile":"\#(uuid)"}"#)
            #expect(bound.status == .ok)
            let app = try await console.signedInDevice()
            let fetched = try #require(try await app.fetchProfile())
            #expect(fetched.displayName == "Again" && fetched.payloads.count == payloads.count)
        }
    }

    @Test func `Lists are narrowed by group, by what a group can use, by name and by app, in pages`() async throws {
        try await withConsole { console in
            try await console.addProfile("Top", group: "global")
            try await console.addProfile("Field 100%")
            #expect(try await Self.names(console, "") == ["Review", "Everything", "App Review", "Top", "Field 100%"])
            #expect(try await Self.names(console, "group=demo") == ["Review", "Everything", "Field 100%"])
            #expect(try await Self.names(console, "usableIn=appreview") == ["App Review", "Top"])
            #expect(try await Self.names(console, "name=REVIEW") == ["Review", "App Review"])
            #expect(try await Self.names(console, "name=100%25") == ["Field 100%"])
            #expect(try await Self.names(console, "app=com.example.everything") == ["Everything"])
            #expect(try await Self.names(console, "app=no.such") == [])
            #expect(try await Self.names(console, "page=1&pageSize=2") == ["App Review", "Top"])
            let page = try await console.adminJSON("\(Self.path)?pageSize=2&page=1")
            #expect(page["total"] as? Int == 5 && page["pageSize"] as? Int == 2)
            let review = try await console.admin(.get, "\(Self.path)?name=Review").items()[0]
            #expect(review["applicationCount"] as? Int == 1 && review["defaultOfCount"] as? Int == 1)
            #expect(review["payloads"] == nil)
        }
    }

    @Test(arguments: ["page=-1", "group=nobody", "group=a%20b%2F", "colour=red", "usableIn=nobody"])
    func `A list that cannot be made is refused`(query: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.get, "\(Self.path)?\(query)")
            #expect(response.status == .badRequest, "\(response.text)")
        }
    }

    @Test func `What was read can be sent back, and changes nothing`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile()
            let shown = try await console.admin(.get, "\(Self.path)/\(uuid)")
            console.clock.advance(seconds: 60)
            let again = try await console.admin(.put, "\(Self.path)/\(uuid)", text: shown.text)
            #expect(again.status == .ok && again.text == shown.text)
            #expect(try await console.profileEvents().count == 1)
        }
    }

    @Test func `A profile is replaced as a whole, and its version moves with its payloads`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile()
            console.clock.advance(seconds: 60)
            let renamed = try await console.admin(
                .put, "\(Self.path)/\(uuid)", text: #"{"name":"Now","payloads":[\#(Profiles.logging)]}"#)
            #expect(try renamed.json()["version"] as? Int == 1 && renamed.json()["name"] as? String == "Now")
            #expect(try renamed.json()["updatedAt"] as? String == console.clock.now.description)
            let changed = try await console.admin(.put, "\(Self.path)/\(uuid)", text: #"{"name":"Now"}"#)
            #expect(try changed.json()["version"] as? Int == 2)
            #expect(try changed.payloads().isEmpty)
            #expect(changed.headers[.eTag] != renamed.headers[.eTag])
        }
    }

    @Test func `Every change is in the event log with who, before and after`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile()
            let path = "\(Self.path)/\(uuid)"
            let change = #"{"name":"Now","payloads":{"LoggingSettingsV2":{"LoggingLevel":"debug"}}}"#
            let changed = try await console.admin(.patch, path, text: change)
            let deleted = try await console.admin(.delete, path)
            #expect(changed.status == .ok && deleted.status == .noContent)
            let events = try await console.profileEvents()
            #expect(
                events.map { $0.split(separator: " ")[0] }
                    == ["sdkProfile.created", "sdkProfile.updated", "sdkProfile.deleted"])
            #expect(events[0].contains(#""payloads":"LoggingSettingsV2""#))
            #expect(
                events[1].contains(#""LoggingSettingsV2.LoggingLevel":"2""#)
                    && events[1].contains(#""LoggingSettingsV2.LoggingLevel":"3""#))
            #expect(events[1].contains(#""name":"Field""#) && events[1].contains(#""name":"Now""#))
        }
    }

    @Test func `Two profiles of a group cannot have one name, two groups can`() async throws {
        try await withConsole { console in
            let uuid = try await console.addProfile()
            let taken = try await console.admin(.post, Self.path, text: Profiles.body("REVIEW"))
            #expect(taken.status == .conflict && taken.text.contains("There is an SDK profile Review at demo already"))
            let renamed = try await console.admin(.patch, "\(Self.path)/\(uuid)", text: #"{"name":"review"}"#)
            #expect(renamed.status == .conflict)
            try await console.addProfile("Review", group: "appreview")
        }
    }

    @Test func `A profile that somebody has is not deleted, and the answer says who`() async throws {
        try await withConsole { console in
            let review = try await console.profileUUID("Review")
            let used = try await console.admin(.delete, "\(Self.path)/\(review)")
            #expect(used.status == .conflict)
            #expect(used.text.contains("the SDK profile of com.example.demo of demo and the default of demo"))
            let usage = try await console.adminJSON("\(Self.path)/\(review)")["usedBy"] as? [String: Any]
            #expect(usage?["applicationCount"] as? Int == 1 && usage?["defaultOf"] as? [String] == ["demo"])
            let applications = usage?["applications"] as? [[String: Any]]
            #expect(applications?.first?["bundleId"] as? String == "com.example.demo")
            _ = try await console.admin(.patch, "/_mock/groups/demo/settings", text: #"{"defaultProfile":null}"#)
            let stillUsed = try await console.admin(.delete, "\(Self.path)/\(review)")
            #expect(stillUsed.status == .conflict && !stillUsed.text.contains("default"))
            let application = try #require(applications?.first?["id"] as? Int)
            _ = try await console.admin(
                .put, "/_mock/applications/\(application)/profile", text: #"{"mode":"none"}"#)
            let deleted = try await console.admin(.delete, "\(Self.path)/\(review)")
            #expect(deleted.status == .noContent)
            #expect(try await console.admin(.get, "\(Self.path)/\(review)").status == .notFound)
        }
    }

    @Test(arguments: [
        ("", "cannot be read"), ("[]", "cannot be read"), ("{}", "name: is missing"),
        (#"{"name":""}"#, "1 to 255"), (#"{"name":7}"#, "must be a string"), (#"{"name":"x"}"#, "group is missing"),
        (#"{"name":"x","group":"nobody"}"#, "no organization group nobody"), (#"{"name":"x","group":"a b"}"#, "group"),
        (#"{"name":"x","group":"demo","payloads":{}}"#, "must be an array"),
        (#"{"name":"x","group":"demo","inherits":"yes"}"#, "true or false"),
        (#"{"name":"x","group":"demo","payload":[]}"#, "no member payload, only description"),
    ])
    func `A body of the wrong form is refused with the reason`(body: String, reason: String) async throws {
        try await withConsole { console in
            let response = try await console.admin(.post, Self.path, text: body)
            #expect(response.status == .badRequest && response.text.contains(reason), "\(response.text)")
            #expect(try await console.parts.count("sdkProfile") == 3)
        }
    }

    @Test func `A body that is too large is refused, and an unknown profile is 404`() async throws {
        try await withConsole([\.limitsEnvironment: "6000"]) { console in
            let long = Profiles.body(payloads: "") + String(repeating: " ", count: 6000)
            #expect(try await console.admin(.post, Self.path, text: long).status == .contentTooLarge)
            let nobody = "00000000-0000-4000-8000-000000000000"
            for reference in ["x", "99", nobody, "%20", "99999999999999999999"] {
                for (method, tail) in [
                    (HTTPRequest.Method.get, ""), (.put, ""), (.patch, ""), (.delete, ""), (.post, "/copy"),
                    (.get, "/versions"), (.get, "/versions/1"), (.get, "/versions/1/diff"),
                    (.post, "/versions/1/restore"), (.get, "/preview"),
                ] {
                    let text = method == .get || tail == "/copy" ? nil : #"{"name":"x"}"#
                    let response = try await console.admin(method, "\(Self.path)/\(reference)\(tail)", text: text)
                    #expect(response.status == .notFound, "\(method) \(reference)\(tail): \(response.text)")
                }
            }
        }
    }
}
