import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Making apps of uploads (AdminApplications, "Installing").
struct InstallTests {
    private static let models = #""SupportedModels":{"Model":[{"ModelId":1,"ModelName":"iPhone"}]}"#

    private static func begin(_ body: String, _ caller: APICaller, _ route: String = "begininstall") async throws
        -> TestResponse
    {
        try await caller.call(.post, "mam/apps/internal/\(route)", "{\(body)}")
    }

    @Test func `An uploaded IPA becomes an app, with what the package says`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let blob = try await console.api.upload(try IPAFixture(bundle: "com.example.fresh").bytes())
            let response = try await console.api.install(blob: blob, name: "Fresh", group: demo)
            #expect(response.status == .ok && response.headers[.contentType] == "application/json; charset=utf-8")
            let body = try response.json()
            #expect(body["ApplicationName"] as? String == "Fresh" && body["AppVersion"] as? String == "1.4.0")
            #expect(body["BundleId"] as? String == "com.example.fresh" && body["Platform"] as? Int == 2)
            #expect(body["LocationGroupId"] as? Int == Int(demo) && body["PushMode"] as? Int == 0)
            #expect(body["ApplicationSource"] as? String == "Unknown" && body["AppRank"] as? Int == 0)
            let uuid = try #require(body["Uuid"] as? String)
            let detail = try await console.api.object("mam/apps/internal/\(uuid)")
            #expect(detail["BuildVersion"] as? String == "27" && detail["MinimumOperatingSystem"] as? String == "16.0")
        }
    }

    @Test func `Both spellings and every version are read, numbers as texts and the other way round`() async throws {
        try await withConsole { console in
            let uuid = try #require(
                try await console.parts.value("SELECT uuid FROM organizationGroup WHERE id = 7", String.self))
            var versions = 0
            for (route, version, body) in [
                ("begininstall", 1, #""BlobId":$,"DeviceType":2,"ApplicationName":"A",\#(Self.models)"#),
                ("begininstall", 2, #""blobid":"$","devicetype":"apple","applicationname":"A",\#(Self.models)"#),
                (
                    "application", 1,
                    """
                    "blob_id":"$","file_name":"x.ipa","device_type":"APPLE","application_name":"A","push_mode":"ON_DEMAND",
                    "app_uem_version":"7.1","organization_group_uuid":"\(uuid)","carryover_assignments":"true",
                    "supported_models":{"model":[{"model_id":"2"},{"model_name":"ipod touch"}]}
                    """
                ),
            ] {
                versions += 1
                let fixture = IPAFixture(bundle: "com.example.fresh", version: "1.\(versions)")
                let blob = try await console.api.upload(try fixture.bytes())
                let response = try await console.api.call(
                    .post, "mam/apps/internal/\(route)", "{\(body.replacing("$", with: "\(blob)"))}", version: version)
                #expect(response.status == .ok, "\(response.text)")
                #expect(response.headers[.apiVersion] == "v\(version)")
            }
            let app = try await console.api.apps("bundleid=com.example.fresh&orderby=appversion&sortorder=DESC")[0]
            #expect(app["AppVersion"] as? String == "7.1.0.0" && app["PushMode"] as? Int == 1)
            let models = (app["SupportedModels"] as? [String: Any])?["Model"] as? [[String: Any]]
            #expect(models?.map { $0["ModelName"] as? String } == ["iPad", "iPod Touch"])
        }
    }

    @Test(arguments: [
        (#""BlobId":"$","#, "Application name cannot be empty"),
        (#""BlobId":"$","ApplicationName":"  ",\#(models)"#, "Application name cannot be empty"),
        (#""BlobId":"$","ApplicationName":"A""#, "Supported model list cannot be empty"),
        (#""BlobId":"$","ApplicationName":"A","SupportedModels":{"Model":[]}"#, "Supported model list cannot be empty"),
        (#""BlobId":"$","ApplicationName":"A","SupportedModels":[{"ModelName":"Toaster"}]"#, "Device Model specified"),
        (#""BlobId":"$","ApplicationName":"A","SupportedModels":{"Model":[{"ModelId":77}]}"#, "Device Model specified"),
        (#""BlobId":"$","ApplicationName":"A","FileName":"a.doc",\#(models)"#, "File name with valid extension"),
        (#""BlobId":"$","ApplicationName":"A","DeviceType":"Toaster",\#(models)"#, "Device type Toaster"),
        (#""BlobId":"$","ApplicationName":"A","PushMode":"Never",\#(models)"#, "PushMode"),
        (#""BlobId":"$","ApplicationName":"A","LocationGroupId":99,\#(models)"#, "Organization group 99 not found"),
        (#""BlobId":"99","ApplicationName":"A",\#(models)"#, "Blob 99 not found"),
        (#""BlobId":"x","ApplicationName":"A",\#(models)"#, "BlobId has to be"),
        (#""ApplicationName":"A",\#(models)"#, "Either BlobId or TransactionId"),
        (#""TransactionId":"4e7d0000-aaaa-4bbb-8ccc-000000000001","ApplicationName":"A",\#(models)"#, "extension"),
        (#""TransactionId":"4e7d","DeviceType":2,"ApplicationName":"A",\#(models)"#, "does not exist"),
        (#""BlobId":"$","ApplicationName":"A","IconBlobUuId":"$",\#(models)"#, "The icon has to be"),
    ])
    func `What does not fit is refused with the sentence clients know`(body: String, reason: String) async throws {
        try await withConsole { console in
            let blob = try await console.api.upload(try IPAFixture().bytes())
            var text = body.replacing("$", with: "\(blob)")
            if text.hasSuffix(",") { text.removeLast() }
            try expectRefusal(try await Self.begin(text, console.api), 400, number: 400, saying: reason)
            #expect(try await console.parts.count("applicationPackage") == 0)
            #expect(try await console.parts.count("blob") == 1)
        }
    }

    @Test func `A broken package is refused with a reason, unless the console takes dummies`() async throws {
        let dummy = Array("no package".utf8)
        try await withConsole { console in
            let blob = try await console.api.upload(dummy)
            let response = try await console.api.install(blob: blob, group: 7)
            try expectRefusal(response, 400, number: 400, saying: "Demo.ipa cannot be read: it is no ZIP archive")
            #expect(console.files(in: "blobs").count == 1)
        }
        try await withConsole([\.appsAcceptUnreadablePackages: "true"]) { console in
            let blob = try await console.api.upload(dummy)
            let first = try await console.api.install(
                blob: blob, group: 7, more: #","FileName":"My App-2.3.1.ipa""#)
            #expect(try first.json()["BundleId"] as? String == "My-App" && first.status == .ok)
            #expect(try first.json()["AppVersion"] as? String == "2.3.1")
            let second = try await console.api.install(
                blob: blob, group: 7, more: #","BundleId":"com.example.given","ActualFileVersion":"5""#)
            #expect(try second.json()["BundleId"] as? String == "com.example.given")
            #expect(try second.json()["ActualFileVersion"] as? String == "5")
        }
    }

    @Test(arguments: [
        ("Demo_v1.2.apk", 5, "Demo", "1.2"), ("setup.msi", 12, "setup", "1.0"), ("Tool 3.4.pkg", 10, "Tool", "3.4"),
        ("1.2.3.apk", 5, "app", "1.2.3"),
    ])
    func `Other packages are not opened`(name: String, platform: Int, bundle: String, version: String) async throws {
        try await withConsole { console in
            let blob = try await console.api.upload([1, 2], named: name.replacing(" ", with: "%20"))
            let body = #""BlobId":"\#(blob)","ApplicationName":"A",\#(Self.models)"#
            let app = try await Self.begin(body, console.api).json()
            #expect(app["Platform"] as? Int == platform && app["BundleId"] as? String == bundle)
            #expect(app["ActualFileVersion"] as? String == version)
            try expectRefusal(try await Self.begin(body, console.api), 400, number: 400, saying: "already exists")
        }
    }

    @Test func `The same version is refused in the same group, and taken in another`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let first = try await console.api.install(in: 7)
            let blob = try await console.api.upload(try IPAFixture(bundle: "COM.example.fresh").bytes())
            let twin = try await console.api.install(blob: blob, group: 7)
            try expectRefusal(twin, 400, number: 400, saying: "with version 1.4.0 already exists in Global")
            let other = try await console.api.install(in: demo)
            let newer = try await console.api.install(
                IPAFixture(bundle: "com.example.fresh", version: "1.10"), in: 7)
            #expect(first.id < other.id && other.id < newer.id)
            #expect(try await console.api.apps("bundleid=com.example.fresh").count == 3)
        }
    }

    @Test func `An icon is public, a package is not`() async throws {
        try await withConsole { console in
            var fixture = IPAFixture(bundle: "com.example.fresh")
            let picture = try IPAFixture.picture(60, 60)
            fixture.entries = [.init("Payload/Demo.app/AppIcon60x60.png", picture)]
            let app = try await console.api.install(fixture, in: 7)
            let link = try #require(
                try await console.api.apps("bundleid=com.example.fresh")[0]["LargeIconUri"] as? String)
            #expect(
                link.hasPrefix("http://localhost/DeviceServices/publicblob/") && link.hasSuffix("/BlobHandler.pblob"))
            let path = String(link.dropFirst("http://localhost".count))
            let icon = try await console.send(.get, path)
            #expect(icon.status == .ok && icon.headers[.contentType] == "image/png")
            #expect(Array(icon.body.readableBytesView) == picture && icon.headers[.xContentTypeOptions] == "nosniff")
            let blob = try #require(try await console.parts.value("SELECT uuid FROM blob", String.self))
            let refused = try await console.send(.get, "/DeviceServices/publicblob/\(blob)/BlobHandler.pblob")
            #expect(refused.status == .notFound)
            _ = try await console.api.call(.delete, "mam/apps/internal/\(app.id)")
            #expect(try await console.send(.get, path).status == .notFound)
        }
    }

    @Test func `An uploaded picture takes the place of the icon`() async throws {
        try await withConsole { console in
            let picture = try IPAFixture.picture(20, 20)
            let icon = try await console.api.upload(picture, named: "icon.png")
            _ = try await console.api.install(in: 7, more: #","IconBlobUuId":\#(icon)"#)
            let stored = try await console.parts.value("SELECT data FROM applicationIcon", Data.self)
            #expect(stored == Data(picture))
        }
    }

    @Test func `Only who may write applications makes them`() async throws {
        try await withConsole { console in
            let blob = try await console.api.upload(try IPAFixture(bundle: "com.example.fresh").bytes())
            let reader = try await console.api(.readOnly)
            try expectRefusal(try await reader.install(blob: blob, group: 7), 403, number: 1011)
            let other = try await console.api(.consoleAdministrator, of: "demo")
            let refused = try await other.install(blob: blob, group: 7)
            try expectRefusal(refused, 400, number: 400, saying: "Blob \(blob) not found")
        }
    }
}
