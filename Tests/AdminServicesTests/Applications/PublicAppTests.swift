import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Public apps (AdminStoreApplications, "Public applications").
struct PublicAppTests {
    private static let page = "https://apps.apple.com/de/app/notes/id1110145109?mt=8"

    private static func create(_ console: TestConsole, _ body: String) async throws -> TestResponse {
        try await console.api.call(.post, "mam/apps/public", body)
    }

    /// An app of the demo group.
    private static func app(
        _ console: TestConsole, _ members: String = #""BundleId":"com.example.notes","ApplicationName":"Notes""#
    ) async throws -> TestApp {
        let demo = try await console.groupID("demo")
        let response = try await create(
            console, #"{\#(members),"ExternalId":"1110145109","Platform":2,"LocationGroupId":"\#(demo)"}"#)
        #expect(response.status == .ok, "\(response.text)")
        let body = try response.json()
        let id = try #require((body["Id"] as? [String: Any])?["Value"] as? Int)
        return TestApp(id: Int64(id), uuid: try #require(body["Uuid"] as? String))
    }

    @Test func `An app of a store is made, shown and found`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let response = try await Self.create(
                console,
                """
                {"ApplicationName":"Notes","BundleId":"com.example.notes","ApplicationUrl":"\(Self.page)",
                 "LocationGroupId":\(demo),"Platform":"Apple","Comments":"Hi","Rating":4,"IsReimbursable":"true",
                 "SupportedModels":{"Model":[{"ModelName":"iPad"}]},"CategoryList":{"Category":[{"Name":"Work"}]}}
                """)
            #expect(response.status == .ok && response.headers[.contentType] == "application/json; charset=utf-8")
            let made = try response.json()
            let id = try #require((made["Id"] as? [String: Any])?["Value"] as? Int)
            let uuid = try #require(made["Uuid"] as? String)
            for path in ["\(id)", uuid] {
                let body = try await console.api.object("mam/apps/public/\(path)")
                let expected = [
                    "ApplicationName": "Notes", "BundleId": "com.example.notes", "AppType": "Public",
                    "ApplicationUrl": Self.page, "ExternalId": "1110145109", "Comments": "Hi", "Status": "Active",
                    "AssignmentStatus": "NotAssigned",
                ]
                for (name, value) in expected { #expect(body[name] as? String == value, "\(name)") }
                #expect(body["Platform"] as? Int == 2 && body["LocationGroupId"] as? Int64 == demo)
                #expect(body["Rating"] as? Int == 4 && body["IsReimbursable"] as? Bool == true)
                #expect(body["PurchasedLicenses"] == nil)
            }
            #expect(try await console.api.apps("applicationtype=Public&bundleid=com.example.notes").count == 1)
            #expect(try await console.api.apps("applicationtype=Public&category=work&model=ipad").count == 1)
            #expect(try await console.api.apps("applicationtype=Internal&bundleid=com.example.notes").isEmpty)
            let later = try await console.api.object("mam/apps/search?application_type=public", version: 2)
            let items = later["applications"] as? [[String: Any]]
            #expect(items?.first?["application_type"] as? String == "Public" && items?.count == 1)
            let xml = try await console.api.call(
                .get, "mam/apps/public/\(id)", headers: ["Accept": "application/xml"])
            #expect(xml.text.contains("<ExternalId>1110145109</ExternalId>"))
        }
    }

    @Test(arguments: [
        (#""ExternalId":"42""#, "id42", "id42"), (#""ExternalId":42,"ApplicationName":"X""#, "id42", "X"),
        (#""ApplicationUrl":"https://apps.apple.com/app/id77""#, "id77", "id77"),
        (#""BundleId":"com.example.a","ApplicationName":" ""#, "com.example.a", "com.example.a"),
    ])
    func `What nobody says is made of the number in the store`(members: String, bundle: String, name: String)
        async throws
    {
        try await withConsole { console in
            let response = try await Self.create(console, #"{"Platform":"APPLE",\#(members)}"#)
            #expect(response.status == .ok, "\(response.text)")
            let body = try response.json()
            #expect(body["BundleId"] as? String == bundle && body["ApplicationName"] as? String == name)
            #expect(body["LocationGroupId"] as? Int == 7)
        }
    }

    @Test(arguments: [
        "", "{}", "[", #"{"Platform":"Apple"}"#, #"{"Platform":"Commodore","ExternalId":"1"}"#,
        #"{"ExternalId":"1"}"#, #"{"Platform":5}"#, #"{"Platform":5,"ExternalId":"1"}"#,
        #"{"Platform":2,"ExternalId":"a b"}"#, #"{"Platform":2,"BundleId":"-x"}"#,
        #"{"Platform":2,"ExternalId":"1","ApplicationUrl":"ftp://x"}"#,
        #"{"Platform":2,"ApplicationUrl":"https://example.test/app/idx"}"#,
        #"{"Platform":2,"ExternalId":"1","LocationGroupId":999}"#,
        #"{"Platform":2,"ExternalId":"1","LocationGroupId":"x"}"#, #"{"Platform":2,"ExternalId":{}}"#,
        #"{"Platform":2,"ExternalId":"1","SupportedModels":[{"ModelName":"Toaster"}]}"#,
        #"{"Platform":2,"ExternalId":"1","Rating":6}"#, #"{"Platform":2,"ExternalId":"a\u0000b"}"#,
    ])
    func `A description that does not fit is refused`(body: String) async throws {
        try await withConsole { console in
            try expectRefusal(try await Self.create(console, body), 400, number: 400)
            #expect(try await console.parts.count("storeApplication") == 0)
        }
    }

    @Test func `The same app twice in a group is refused`() async throws {
        try await withConsole { console in
            let body = #"{"Platform":2,"BundleId":"com.example.notes"}"#
            #expect(try await Self.create(console, body).status == .ok)
            try expectRefusal(try await Self.create(console, body), 400, number: 400, saying: "already exists")
            let android = try await Self.create(console, #"{"Platform":5,"BundleId":"com.example.notes"}"#)
            #expect(android.status == .ok)
            #expect(try await console.api.apps("bundleid=com.example.notes").count == 2)
        }
    }

    @Test func `An app is changed, and what is not said stays`() async throws {
        try await withConsole { console in
            let app = try await Self.app(console)
            let path = "mam/apps/public/\(app.id)"
            let response = try await console.api.call(
                .put, path, #"{"ApplicationName":"Other","ApplicationUrl":"https://example.test/a","Comments":"New"}"#)
            #expect(response.status == .noContent && response.headers[.contentType] == nil)
            let body = try await console.api.object(path)
            #expect(body["ApplicationName"] as? String == "Other" && body["Comments"] as? String == "New")
            #expect(body["ApplicationUrl"] as? String == "https://example.test/a")
            #expect(body["ExternalId"] as? String == "1110145109" && body["BundleId"] as? String == "com.example.notes")
            for bad in [#"{"ApplicationName":" "}"#, #"{"ApplicationUrl":"x:y"}"#, #"{"Rating":-1}"#, "{"] {
                try expectRefusal(try await console.api.call(.put, path, bad), 400, number: 400)
            }
            let events = try await console.parts.value(
                "SELECT after FROM eventLog WHERE action = 'application.updated'", String.self)
            #expect(events?.contains("https://example.test/a") == true)
            #expect(
                try await console.parts.value(
                    "SELECT COUNT(*) FROM eventLog WHERE action = 'application.updated'", Int.self) == 1)
        }
    }

    @Test(arguments: [("deactivate", "Inactive"), ("activate", "Active")])
    func `An app is taken out of use and put back`(word: String, status: String) async throws {
        try await withConsole { console in
            let app = try await Self.app(console)
            let response = try await console.api.call(.post, "mam/apps/public/\(app.uuid)/\(word)")
            #expect(response.status == .accepted && response.body.readableBytes == 0)
            #expect(try await console.api.object("mam/apps/public/\(app.id)")["Status"] as? String == status)
        }
    }

    @Test func `A smart group gets it and loses it, and devices get its SDK profile`() async throws {
        try await withConsole { console in
            let app = try await Self.app(console)
            let device = try await console.signedInDevice(bundle: "com.example.notes")
            let all = try await console.smartGroupID()
            let path = "mam/apps/public/\(app.id)/smartgroups/\(all)"
            #expect(try await device.fetchProfile() == nil)
            let given = try await console.api.call(.post, path)
            #expect(given.status == .created && given.body.readableBytes == 0)
            try expectRefusal(try await console.api.call(.post, path), 400, number: 400, saying: "already assigned")
            #expect(try await device.fetchProfile() != nil)
            let body = try await console.api.object("mam/apps/public/\(app.id)")
            #expect(body["AssignmentStatus"] as? String == "Assigned" && body["InstalledDeviceCount"] as? Int == 1)
            let rules = try await console.api.object("mam/apps/\(app.uuid)/assignment-rules", version: 2)
            #expect((rules["assignments"] as? [Any])?.count == 1)
            let devices = try await console.api.object("mam/apps/\(app.uuid)/devices?isinstalled=true")
            #expect((devices["devices"] as? [Any])?.count == 1)
            #expect(try await console.api.call(.delete, path).status == .noContent)
            try expectRefusal(try await console.api.call(.delete, path), 400, number: 400)
            #expect(try await device.fetchProfile() == nil)
            try expectRefusal(
                try await console.api.call(.post, "mam/apps/public/\(app.id)/smartgroups/x"), 400, number: 400)
        }
    }

    @Test func `It is asked for on a device, and what was asked is told`() async throws {
        try await withConsole { console in
            let app = try await Self.app(console)
            let device = try await console.signedInDevice()
            let body = #"{"Udid":"\#(device.device.value)"}"#
            let path = "mam/apps/public/\(app.id)"
            try expectRefusal(
                try await console.api.call(.post, "\(path)/install", body), 400, number: 400, saying: "not assigned")
            let all = try await console.smartGroupID()
            _ = try await console.api.call(.post, "\(path)/smartgroups/\(all)")
            func lastAction() async throws -> String? {
                let list = try await console.api.object("mam/apps/\(app.uuid)/devices")
                return (list["devices"] as? [[String: Any]])?.first?["last_action_taken"] as? String
            }
            #expect(try await lastAction() == "None")
            #expect(try await console.api.call(.post, "\(path)/install", body).status == .accepted)
            #expect(try await lastAction() == "InstallCommandQueued")
            #expect(try await console.api.call(.post, "\(path)/uninstall", body).status == .noContent)
            #expect(try await lastAction() == "RemoveCommandQueued")
            #expect(try await console.parts.count("applicationRequest") == 1)
            for bad in ["{}", #"{"DeviceId":999}"#, #"{"SerialNumber":"C02"}"#, #"{"Udid":"nobody"}"#] {
                try expectRefusal(try await console.api.call(.post, "\(path)/install", bad), 400, number: 400)
            }
        }
    }

    @Test func `Routes of one kind do not know apps of another`() async throws {
        try await withConsole { console in
            let listed = try await Self.app(console)
            let uploaded = try await console.api.install(in: 7)
            let routes: [(HTTPRequest.Method, String, Int, Int)] = [
                (.get, "", 401, 7000), (.put, "", 401, 7000), (.delete, "", 400, 400), (.post, "/activate", 401, 7000),
                (.post, "/install", 401, 7000), (.post, "/smartgroups/1", 401, 7000),
            ]
            for (method, path, status, number) in routes {
                let body = method == .get ? nil : "{}"
                for (kind, id) in [
                    ("public", "\(uploaded.id)"), ("internal", "\(listed.id)"), ("public", uploaded.uuid),
                    ("public", "0"),
                    ("public", "x"), ("public", "99999999999999999999"),
                ] {
                    let response = try await console.api.call(method, "mam/apps/\(kind)/\(id)\(path)", body)
                    try expectRefusal(response, status, number: number)
                }
            }
        }
    }

    @Test func `A deleted app is gone with what belongs to it`() async throws {
        try await withConsole { console in
            let app = try await Self.app(console)
            let all = try await console.smartGroupID()
            _ = try await console.api.call(.post, "mam/apps/public/\(app.id)/smartgroups/\(all)")
            #expect(try await console.api.call(.delete, "mam/apps/public/\(app.id)").status == .noContent)
            try expectRefusal(try await console.api.call(.get, "mam/apps/public/\(app.id)"), 401, number: 7000)
            #expect(try await console.parts.count("storeApplication") == 0)
            #expect(try await console.api.call(.get, "mam/apps/search?applicationtype=Public").status == .noContent)
            #expect(try await Self.app(console).id > app.id)
        }
    }

    @Test func `An app of another subtree is not there, and a role that only reads changes nothing`() async throws {
        try await withConsole { console in
            let app = try await Self.app(console)
            let path = "mam/apps/public/\(app.id)"
            let other = try await console.api(.consoleAdministrator, of: "appreview")
            try expectRefusal(try await other.call(.get, path), 401, number: 7000)
            try expectRefusal(try await other.call(.put, path, "{}"), 401, number: 7000)
            try expectRefusal(try await other.call(.delete, path), 400, number: 400)
            let demo = try await console.groupID("demo")
            let taken = try await other.call(
                .post, "mam/apps/public", #"{"Platform":2,"ExternalId":"1","LocationGroupId":\#(demo)}"#)
            try expectRefusal(taken, 400, number: 400)
            let reader = try await console.api(.readOnly, of: "demo")
            #expect(try await reader.call(.get, path).status == .ok)
            for (method, route) in [(HTTPRequest.Method.post, "mam/apps/public"), (.put, path), (.delete, path)] {
                try expectRefusal(try await reader.call(method, route, "{}"), 403, number: 1011)
            }
            #expect(try await console.api(.consoleAdministrator, of: "demo").call(.delete, path).status == .noContent)
        }
    }

    @Test func `A search of the store finds the apps the console knows by name`() async throws {
        try await withConsole { console in
            let empty = try await console.api.object("mam/apps/applestore/search?appname=note")
            #expect((empty["Application"] as? [Any])?.isEmpty == true && empty["Total"] as? Int == 0)
            _ = try await Self.app(console)
            _ = try await Self.create(console, #"{"Platform":2,"BundleId":"com.example.notes"}"#)
            _ = try await Self.create(
                console, #"{"Platform":2,"BundleId":"com.example.more","ApplicationName":"a NOTEBOOK"}"#)
            _ = try await console.api.install(name: "Note of ours", in: 7)
            let found = try await console.api.object("mam/apps/applestore/search?appname=note")
            let items = try #require(found["Application"] as? [[String: Any]])
            #expect(items.compactMap { $0["ApplicationName"] as? String } == ["a NOTEBOOK", "Notes"])
            #expect(items[1]["ExternalId"] as? String == "1110145109" && found["Total"] as? Int == 2)
            let second = try await console.api.object("mam/apps/applestore/search?appname=note&page=1&pagesize=1")
            #expect((second["Application"] as? [[String: Any]])?.first?["BundleId"] as? String == "com.example.notes")
            let other = try await console.api(.readOnly, of: "appreview")
            #expect(try await other.object("mam/apps/applestore/search")["Total"] as? Int == 0)
        }
    }
}
