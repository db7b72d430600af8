import DeviceProtocol
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport

/// macOS apps (AdminApplications, "macOS applications").
struct MacAppTests {
    /// A property list as Munki makes it.
    private static func propertyList(_ members: [String: PropertyListValue] = [:], _ format: PropertyListFormat = .xml)
        throws -> [UInt8]
    {
        let all: [String: PropertyListValue] = [
            "name": .string("Editor"), "display_name": .string("The Editor"), "version": .string("4.1.2"),
            "minimum_os_version": .string("13.0"), "description": .string("Edits."),
            "installs": .array([
                .dictionary(["path": .string("/Applications/Editor.app")]),
                .dictionary(["CFBundleIdentifier": .string("com.example.editor")]),
            ]), "receipts": .array([.dictionary(["packageid": .string("com.example.pkg.editor")])]),
        ]
        return Array(try PropertyListValue.dictionary(all.merging(members) { $1 }).encoded(as: format))
    }

    fileprivate struct Upload {
        let api: APICaller
        let group: Int64
        let propertyList: Int64
        let package: Int64

        func create(_ body: String? = nil, in group: Int64? = nil) async throws -> TestResponse {
            try await api.call(
                .post, "mam/groups/\(group ?? self.group)/macos/apps",
                body ?? #"{"pkgInfoBlobId":"\#(propertyList)","applicationBlobId":"\#(package)","version":"1.0"}"#)
        }
    }

    private static func upload(_ console: TestConsole, _ list: [UInt8]? = nil, named name: String = "Editor.pkg")
        async throws -> Upload
    {
        Upload(
            api: console.api, group: try await console.groupID("demo"),
            propertyList: try await console.api.upload(try list ?? propertyList(), named: "Editor.plist"),
            package: try await console.api.upload([1, 2, 3], named: name))
    }

    @Test(arguments: [PropertyListFormat.xml, .binary])
    func `An app is made of a package and a property list, and found by its address`(format: PropertyListFormat)
        async throws
    {
        try await withConsole { console in
            let upload = try await Self.upload(console, try Self.propertyList([:], format))
            let response = try await upload.create()
            #expect(response.status == .created && response.body.readableBytes == 0, "\(response.text)")
            #expect(response.headers[.contentType] == nil)
            let location = try #require(response.headers[.location])
            let id = try #require(location.split(separator: "/").last.flatMap { Int($0) })
            #expect(location.hasPrefix("http") && location.hasSuffix("/api/mam/apps/internal/\(id)"))
            let app = try await console.api.object("mam/apps/internal/\(id)")
            let expected = [
                "ApplicationName": "Editor", "ActualFileVersion": "4.1.2", "AirwatchAppVersion": "1.0.0.0",
                "AppId": "com.example.editor", "Platform": "AppleOsX", "MinimumOperatingSystem": "13.0",
                "Description": "Edits.", "Status": "Active", "ManagedBy": "\(upload.group)",
            ]
            for (name, value) in expected { #expect(app[name] as? String == value, "\(name)") }
            let found = try await console.api.apps("platform=10&applicationname=edit")
            #expect(found.count == 1 && found[0]["Platform"] as? Int == 10)
            #expect(found[0]["ApplicationFileName"] as? String == "Editor.pkg")
            let later = try await console.api.object("mam/apps/search?platform=APPLE_OSX", version: 2)
            #expect((later["applications"] as? [[String: Any]])?.first?["platform"] as? String == "APPLE_OSX")
        }
    }

    @Test func `It is assigned, retired and deleted as every app`() async throws {
        try await withConsole { console in
            let upload = try await Self.upload(console, named: "Editor.dmg")
            let location = try #require(try await upload.create().headers[.location])
            let id = try #require(location.split(separator: "/").last.flatMap { Int64($0) })
            let uuid = try #require(try await console.api.object("mam/apps/internal/\(id)")["uuid"] as? String)
            let app = TestApp(id: id, uuid: uuid)
            let all = try await console.smartGroupID()
            #expect(
                try await console.api.assign(app, to: [all], parameters: #"{"MacOsDesiredStateManagement":true}"#)
                    .status == .created)
            let rules = try await console.api.object("mam/apps/\(uuid)/assignment-rules", version: 2)
            #expect((rules["assignments"] as? [Any])?.count == 1)
            let detail = try await console.api.object("mam/apps/internal/\(id)")
            let assignment = try #require((detail["Assignments"] as? [[String: Any]])?.first)
            #expect(assignment["MacOsDesiredStateManagement"] as? String == "Enabled")
            #expect(try await console.api.call(.post, "mam/apps/internal/\(id)/retire").status == .accepted)
            #expect(try await console.api.apps("status=Retired&platform=10").count == 1)
            #expect(try await console.api.call(.delete, "mam/apps/internal/\(id)").status == .noContent)
            #expect(try await console.api.call(.get, "mam/apps/search?platform=10").status == .noContent)
        }
    }

    @Test func `An icon is taken from its blob, in either version, whatever the letter case`() async throws {
        try await withConsole { console in
            let upload = try await Self.upload(console)
            let icon = try await console.api.upload(try IPAFixture.picture(4, 4), named: "icon.png")
            let response = try await upload.api.call(
                .post, "mam/groups/\(upload.group)/MacOS/Apps",
                #"{"PKGINFOBLOBID":\#(upload.propertyList),"ApplicationBlobID":\#(upload.package),"applicationIconId":\#(icon)}"#,
                version: 2)
            #expect(response.status == .created, "\(response.text)")
            let found = try await console.api.apps("platform=10")[0]
            let address = try #require(found["LargeIconUri"] as? String)
            #expect(address.contains("/publicblob/") && found["IconFileName"] as? String == "icon.png")
            #expect(found["AppVersion"] as? String == "4.1.2.0")
        }
    }

    @Test func `What the property list does not say is made up`() async throws {
        try await withConsole { console in
            let packaged = try Self.propertyList(["installs": .array([])])
            #expect(try await Self.upload(console, packaged).create().status == .created)
            #expect(try await console.api.apps("bundleid=com.example.pkg.editor").count == 1)
            let bare = try Self.propertyList([
                "installs": .array([]), "receipts": .string("no"), "name": .string("Big Editor+"),
                "version": .real(2.5),
            ])
            #expect(try await Self.upload(console, bare).create().status == .created)
            let found = try await console.api.apps("bundleid=Big-Editor-")
            #expect(found.count == 1 && found[0]["ActualFileVersion"] as? String == "2.5")
        }
    }

    @Test func `Each blob is refused with a number of its own`() async throws {
        try await withConsole { console in
            let upload = try await Self.upload(console)
            let (list, package) = (upload.propertyList, upload.package)
            let text = try await console.api.upload([1], named: "a.txt")
            let bodies: [(String, Int)] = [
                ("{}", 7451), ("", 7451), (#"{"pkgInfoBlobId":"x","applicationBlobId":\#(package)}"#, 7451),
                (#"{"pkgInfoBlobId":99999,"applicationBlobId":\#(package)}"#, 7451),
                (#"{"pkgInfoBlobId":\#(package),"applicationBlobId":\#(package)}"#, 7451),
                (#"{"pkgInfoBlobId":\#(list)}"#, 7452), (#"{"pkgInfoBlobId":\#(list),"applicationBlobId":9999}"#, 7452),
                (#"{"pkgInfoBlobId":\#(list),"applicationBlobId":\#(text)}"#, 7452),
                (#"{"pkgInfoBlobId":\#(list),"applicationBlobId":\#(package),"applicationIconId":9999}"#, 7453),
                (#"{"pkgInfoBlobId":\#(list),"applicationBlobId":\#(package),"applicationIconId":\#(text)}"#, 7453),
            ]
            for (body, number) in bodies { try expectRefusal(try await upload.create(body), 400, number: number) }
            try expectRefusal(try await upload.create(in: 9999), 400, number: 7454, saying: "group")
            try expectRefusal(
                try await console.api.call(.post, "mam/groups/x/macos/apps", "{}"), 400, number: 7454)
            #expect(try await upload.create().status == .created)
            try expectRefusal(try await upload.create(), 400, number: 7454, saying: "already exists")
            #expect(try await console.api.apps("platform=10").count == 1)
        }
    }

    @Test(arguments: [
        "no property list", "<plist><string>x</string></plist>", "<plist><dict></dict></plist>",
        "<plist><dict><key>name</key><string>A</string></dict></plist>",
        "<plist><dict><key>version</key><string>1</string><key>name</key><string> \n</string></dict></plist>",
        "<plist><dict><key>version</key><array/><key>name</key><string>A</string></dict></plist>",
        "bplist00", "<!DOCTYPE p [<!ENTITY a 'b'>]><plist><string>&a;</string></plist>",
    ])
    func `A damaged property list is refused with its reason`(text: String) async throws {
        try await withConsole { console in
            let upload = try await Self.upload(console, Array(text.utf8))
            try expectRefusal(try await upload.create(), 400, number: 7451, saying: "cannot be used")
            #expect(try await console.api.call(.get, "mam/apps/search?platform=10").status == .noContent)
        }
    }

    @Test func `Roles and groups are asked`() async throws {
        try await withConsole { console in
            let upload = try await Self.upload(console)
            let body = #"{"pkgInfoBlobId":\#(upload.propertyList),"applicationBlobId":\#(upload.package)}"#
            let path = "mam/groups/\(upload.group)/macos/apps"
            let reader = try await console.api(.readOnly)
            try expectRefusal(try await reader.call(.post, path, body), 403, number: 1011)
            let other = try await console.api(.consoleAdministrator, of: "appreview")
            try expectRefusal(try await other.call(.post, path, body), 400, number: 7451)
            let below = try await console.api(.consoleAdministrator, of: "demo")
            try expectRefusal(try await below.call(.post, path, body), 400, number: 7451)
        }
    }
}
