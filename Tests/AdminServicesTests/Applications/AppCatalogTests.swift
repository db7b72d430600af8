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

/// One app, and what is done to it (AdminApplications, "One application").
struct AppCatalogTests {
    /// Messages of an unknown app.
    private static let missing = "Application not found or user does not have access to it."

    @Test func `An app shows everything clients read`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let app = try await console.api.install(in: demo, more: #","Comments":"Hi","CategoryList":["Games"]"#)
            let bytes = try IPAFixture(bundle: "com.example.fresh").bytes()
            for (path, version) in [("\(app.id)", 1), (app.uuid, 2), ("\(app.id)", 2), (app.uuid.uppercased(), 1)] {
                let body = try await console.api.object("mam/apps/internal/\(path)", version: version)
                #expect(body["id"] as? Int == Int(app.id) && body["uuid"] as? String == app.uuid)
                #expect(body["ApplicationName"] as? String == "Fresh" && body["Status"] as? String == "Active")
                #expect(body["AppId"] as? String == "com.example.fresh" && body["Platform"] as? String == "Apple")
                Self.expectDetails(in: body, of: demo, byteCount: bytes.count)
            }
            let hash = try await console.parts.value("SELECT hex(sha256) FROM storedFile", String.self)
            let body = try await console.api.object("mam/apps/internal/\(app.id)")
            #expect(body["ApplicationFileHash"] as? String == hash)
            let uuid = try await console.parts.value("SELECT uuid FROM blob", String.self)
            #expect(body["ApplicationFileBlobGUID"] as? String == uuid)
        }
    }

    /// What is shown of the uploaded file and of what was said with it.
    private static func expectDetails(in body: [String: Any], of group: Int64, byteCount: Int) {
        #expect(body["AirwatchAppVersion"] as? String == "1.4.0.0")
        #expect(body["ActualFileVersion"] as? String == "1.4.0" && body["BuildVersion"] as? String == "27")
        #expect(body["ManagedBy"] as? String == "\(group)" && body["Sdk"] as? String == "Enabled")
        #expect(body["SdkProfileId"] is Int && body["SdkProfileUuid"] is String)
        #expect(body["AppSizeInKB"] as? Int == (byteCount + 1023) / 1024)
        #expect((body["ApplicationFileHash"] as? String)?.count == 64)
        #expect(body["Comments"] as? String == "Hi" && body["CategoryList"] as? [String] == ["Games"])
        #expect((body["Assignments"] as? [Any])?.isEmpty == true)
        #expect((body["ExcludedSmartGroupIds"] as? [Any])?.isEmpty == true)
        let models = body["SupportedModels"] as? [[String: Any]]
        #expect(models?.first?["Name"] as? String == "iPhone" && models?.first?["id"] as? Int == 1)
    }

    @Test func `XML is answered where it is asked for`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7)
            let headers = ["Accept": "application/xml"]
            let detail = try await console.api.call(.get, "mam/apps/internal/\(app.id)", headers: headers)
            #expect(detail.text.contains("<AppId>com.example.fresh</AppId>"))
            let list = try await console.api.call(.get, "mam/apps/search", headers: headers)
            #expect(list.text.contains("<ApplicationName>Fresh</ApplicationName>"))
        }
    }

    @Test func `An app is changed, and what is not said stays`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7, more: #","Description":"One","AutoUpdateVersion":"true""#)
            let response = try await console.api.call(
                .put, "mam/apps/internal/\(app.id)",
                #"{"applicationname":"Other","AppVersion":"9.8","SupportedModels":[{"ModelName":"iPad"}],"Rating":"4"}"#
            )
            #expect(response.status == .noContent && response.headers[.contentType] == nil)
            let body = try await console.api.object("mam/apps/internal/\(app.uuid)")
            #expect(body["ApplicationName"] as? String == "Other" && body["AirwatchAppVersion"] as? String == "9.8.0.0")
            #expect(body["Description"] as? String == "One" && body["Rating"] as? Int == 4)
            #expect(body["ActualFileVersion"] as? String == "1.4.0")
            #expect(try await console.api.apps("bundleid=com.example.fresh")[0]["AutoUpdateVersion"] as? Bool == true)
            for bad in [
                #"{"ApplicationName":" "}"#, #"{"Rating":9}"#, #"{"PushMode":"x"}"#, "[", #"{"SupportedModels":[]}"#,
            ] {
                try expectRefusal(
                    try await console.api.call(.put, "mam/apps/internal/\(app.id)", bad), 400, number: 400)
            }
        }
    }

    @Test(arguments: [
        ("deactivate", "Inactive"), ("retire", "Retired"), ("unretire", "Active"), ("activate", "Active"),
    ])
    func `An app is taken out of use and put back, whatever is sent along`(word: String, status: String) async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7)
            let response = try await console.api.call(
                .post, "MAM/apps/internal/\(app.id)/\(word.capitalized)", #"{"applicationid":"x"}"#,
                headers: ["Content-Type": "application/x-www-form-urlencoded"])
            #expect(response.status == .accepted && response.body.readableBytes == 0)
            let body = try await console.api.object("mam/apps/internal/\(app.id)")
            #expect(body["Status"] as? String == status)
            #expect(try await console.api.apps("status=\(status)&bundleid=com.example.fresh").count == 1)
            let bare = try await console.api.call(
                .post, "mam/apps/internal/\(app.uuid)/\(word)", headers: ["Content-Length": "0"])
            #expect(bare.status == .accepted)
            try expectRefusal(
                try await console.api.call(.post, "mam/apps/internal/99/\(word)"), 401, number: 7000,
                saying: Self.missing)
        }
    }

    @Test func `A deleted app is gone, its blob stays`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7)
            #expect(try await console.api.call(.delete, "mam/apps/internal/\(app.id)").status == .noContent)
            for path in ["\(app.id)", app.uuid] {
                try expectRefusal(
                    try await console.api.call(.get, "mam/apps/internal/\(path)"), 401, number: 7000,
                    saying: Self.missing)
                try expectRefusal(
                    try await console.api.call(.delete, "mam/apps/internal/\(path)"), 400, number: 400,
                    saying: Self.missing)
            }
            #expect(try await console.api.call(.get, "mam/apps/search?bundleid=com.example.fresh").status == .noContent)
            #expect(console.files(in: "blobs").count == 1)
            let again = try await console.api.install(in: 7)
            #expect(again.id > app.id)
            let actions = try await console.parts.core.database.read { db in
                try String.fetchAll(
                    db, sql: "SELECT action FROM eventLog WHERE subject = 'com.example.fresh' ORDER BY id")
            }
            #expect(actions == ["application.created", "application.deleted", "application.created"])
        }
    }

    @Test(arguments: ["99", "x", "0", "-1", "99999999999999999999", "00000000-0000-4000-8000-000000000000", "%20"])
    func `What names no app is not found`(id: String) async throws {
        try await withConsole { console in
            let routes: [(HTTPRequest.Method, String, Int, Int)] = [
                (.get, "internal/\(id)", 401, 7000), (.put, "internal/\(id)", 401, 7000),
                (.delete, "internal/\(id)", 400, 400), (.post, "internal/\(id)/retire", 401, 7000),
                (.get, "\(id)/assignment-rules", 404, 7000), (.put, "\(id)/assignment-rules", 404, 7000),
                (.get, "\(id)/devices", 404, 7000), (.get, "internal/\(id)/devices", 401, 7000),
                (.post, "internal/\(id)/smartgroups/1", 401, 7000), (.post, "internal/\(id)/install", 401, 7000),
            ]
            for (method, path, status, number) in routes {
                let response = try await console.api.call(method, "mam/apps/\(path)", method == .get ? nil : "{}")
                try expectRefusal(response, status, number: number)
            }
        }
    }

    @Test func `An app of another subtree is not there, and a role that only reads changes nothing`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7)
            let other = try await console.api(.consoleAdministrator, of: "demo")
            try expectRefusal(try await other.call(.get, "mam/apps/internal/\(app.id)"), 401, number: 7000)
            try expectRefusal(try await other.call(.put, "mam/apps/internal/\(app.id)", "{}"), 401, number: 7000)
            try expectRefusal(try await other.call(.delete, "mam/apps/internal/\(app.id)"), 400, number: 400)
            try expectRefusal(try await other.call(.post, "mam/apps/internal/\(app.id)/retire"), 401, number: 7000)
            let reader = try await console.api(.readOnly)
            #expect(try await reader.call(.get, "mam/apps/internal/\(app.id)").status == .ok)
            for (method, path) in [
                (HTTPRequest.Method.put, ""), (.delete, ""), (.post, "/retire"), (.post, "/unretire"),
                (.post, "/activate"), (.post, "/deactivate"), (.post, "/install"), (.post, "/assignments"),
            ] {
                let response = try await reader.call(method, "mam/apps/internal/\(app.id)\(path)", "{}")
                try expectRefusal(response, 403, number: 1011)
            }
        }
    }
}
