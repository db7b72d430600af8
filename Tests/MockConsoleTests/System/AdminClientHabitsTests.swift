import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Habits of published clients of the admin REST API: forms, relaxed JSON, versions in the path, texts and numbers they
/// read (AdminAPI, "Conventions").
struct AdminClientHabitsTests {
    private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

    @Test func `Forms are read wherever a body is`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let demo = try await console.groupID("demo")
            let tag = try await console.api.call(
                .post, "mdm/tags/addtag", "TagName=t&TagType=1&LocationGroupId=\(demo)", headers: Self.form)
            #expect(tag.status == .ok, "\(tag.text)")
            let id = try #require(try tag.json()["Value"] as? Int)
            for (method, path, body, status) in [
                (HTTPRequest.Method.post, "mdm/tags/\(id)/adddevices", "BulkValues.Value=1&BulkValues.Value=2", 200),
                (.post, "system/users/adduser", "UserName=eve&Password=x&SecurityType=2&Status=true", 200),
                (
                    .post, "mdm/smartgroups", "Name=from+a+form&CriteriaType=All&Platforms=Apple&Platforms=Android",
                    201
                ),
                (.put, "mdm/devices/1", "AssetNumber=A-9&DeviceFriendlyName=till%201&Ownership=S", 204),
                (.post, "mdm/devices/1/messages/push", "MessageBody=hello", 202),
                (.put, "mdm/devices/1/customattributes", "CustomAttributes[0].Name=a&CustomAttributes[0].Value=b", 204),
                (.post, "mdm/profiles/platforms/apple/create", "General.Name=Wi-Fi&General.IsActive=true", 200),
            ] {
                let answer = try await console.api.call(method, path, body, headers: Self.form)
                #expect(Int(answer.status.code) == status, "\(path): \(answer.text)")
            }
            // curl says that a body is a form whatever -d is.
            let json = try await console.api.call(.put, "mdm/devices/1", #"{"AssetNumber":"A-10"}"#, headers: Self.form)
            #expect(json.status == .noContent)
            #expect(try await console.api.object("mdm/devices/1")["AssetNumber"] as? String == "A-10")
        }
    }

    @Test func `Names without quotation marks are read`() async throws {
        try await withConsole { console in
            try await console.seedFleet()
            let found = try await console.api.call(.post, "mdm/devices", "{BulkValues:{Value:[1,2]}}")
            #expect(found.status == .ok, "\(found.text)")
            #expect(try found.json()["Total"] as? Int == 2)
        }
    }

    @Test func `A version in the path is served on every route`() async throws {
        try await SmartGroupWorld.with { world in
            let routes = world.console.console.routes.all.values.filter {
                $0.path.hasPrefix("/api/") && [.get, .put, .patch].contains($0.method)
            }
            #expect(routes.count > 100)
            for route in routes {
                let path = route.path.split(separator: "/").dropFirst()
                    .map { $0.hasPrefix("{") ? "1" : String($0) }.joined(separator: "/")
                let plain = try await world.api.call(route.method, path)
                let versioned = try await world.api.call(route.method, "v1/\(path)")
                #expect(plain.status == versioned.status, "\(route.method) \(path): \(versioned.text.prefix(200))")
                #expect(plain.headers[.apiVersion] == versioned.headers[.apiVersion], "\(path)")
                #expect(!versioned.text.hasPrefix("<!DOCTYPE"), "\(path)")
            }
        }
    }

    @Test func `Texts and numbers that clients read are there`() async throws {
        try await SmartGroupWorld.with { world in
            try expectRefusal(
                try await world.api.call(.get, "mdm/tags/search?organizationgroupid=abc"), 400, number: 1012,
                saying: "organizationgroupid")
            let again = try await world.api.call(
                .post, "system/usergroups/\(world.sales)/user/\(world.ada)/addusertogroup")
            try expectRefusal(
                again, 400, number: 6, saying: "Enrollment User is already assigned to the User Group")
            let profile = try await world.createProfile("", named: "P")
            #expect(try await world.api.call(.delete, "mdm/profiles/\(profile)").status == .ok)
            try expectRefusal(
                try await world.api.call(.delete, "mdm/profiles/\(profile)"), 400, number: 400,
                saying: "Profile not found or User does not have access to the Profile.")
        }
    }

    @Test(arguments: [
        ("Demo.IPA", #"attachment; filename="Demo.IPA"; size=3"#),
        ("My%20App%201.ipa", #"attachment; filename="My App 1.ipa"; size=3"#),
        ("Stra%C3%9Fe%22.ipa", #"attachment; filename="Stra_e_.ipa"; filename*=UTF-8''Stra%C3%9Fe%22.ipa; size=3"#),
    ])
    func `A download carries the name of the upload and its size`(name: String, disposition: String) async throws {
        try await withConsole { console in
            let made = try await console.api.call(.post, "mam/blobs/uploadblob?fileName=\(name)", "abc")
            let id = try #require(try made.json()["Value"] as? Int, "\(made.text)")
            let file = try await console.api.call(.get, "mam/blobs/downloadblob/\(id)")
            #expect(file.headers[.contentDisposition] == disposition)
            #expect(file.headers[.contentLength] == "3" && file.text == "abc")
        }
    }

    @Test func `An empty page of apps has no body in either version`() async throws {
        try await withConsole { console in
            for version in 1...3 {
                let answer = try await console.api.call(
                    .get, "mam/apps/search?bundleid=com.example.none", version: version)
                #expect(answer.status == .noContent && answer.body.readableBytes == 0, "version \(version)")
                #expect(answer.headers[.contentType] == nil)
            }
        }
    }
}
