import DeviceProtocol
import DeviceSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// What is sent to harm: packages, names, limits (AdminApplications, "Installing" and "Blobs").
struct AppHostilityTests {
    private static func entry(_ change: (inout ZIPWriter.Entry) throws -> Void) throws -> [UInt8] {
        var entry = ZIPWriter.Entry("Payload/A.app/Info.plist", try IPAFixture().propertyList(), deflated: true)
        try change(&entry)
        return try ZIPWriter([entry]).bytes()
    }

    /// Packages that lie, with a name for messages.
    private static func packages() throws -> [(String, [UInt8])] {
        let bomb = [UInt8](repeating: 0, count: 64 << 20)
        var many = IPAFixture()
        many.entries = (0..<2000).map { .init("Payload/Demo.app/\($0).png", [1]) }
        many.bundle = nil
        var endless = IPAFixture()
        endless.members = ["CFBundleIdentifier": .string(String(repeating: "a", count: 100_000))]
        return [
            ("a bomb", try entry { $0.data = bomb }),
            ("a bomb that claims to be small", try entry { ($0.data, $0.size) = (bomb, 10) }),
            ("a size it does not have", try entry { $0.size = 1 << 31 }),
            ("packed bytes it does not have", try entry { $0.packedSize = 1 << 31 }),
            ("an offset behind its end", try entry { $0.offset = 1 << 31 }),
            ("two names", try entry { $0.localName = "Payload/B.app/Info.plist" }),
            ("a method nobody knows", try entry { $0.method = 99 }),
            ("a way out", try entry { $0.name = "Payload/../../A.app/Info.plist" }),
            ("an absolute name", try entry { $0.name = "/Payload/A.app/Info.plist" }),
            ("a name with NUL", try entry { $0.name = "Payload/A.app/Info.plist\0" }),
            ("many pictures and no identifier", try many.bytes()),
            ("an endless identifier", try endless.bytes()),
            (
                "nested far too deep",
                try entry {
                    $0.data = Array((String(repeating: "<array>", count: 50_000)).utf8)
                    $0.data = Array("<plist>".utf8) + $0.data
                }
            ),
            (
                "entities",
                try entry {
                    $0.data = Array(
                        "<!DOCTYPE p [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><plist><string>&b;</string></plist>"
                            .utf8)
                }
            ),
        ]
    }

    @Test func `A package that lies is refused with a reason, and leaves only its blob`() async throws {
        try await withConsole { console in
            for (what, bytes) in try Self.packages() {
                let blob = try await console.api.upload(bytes)
                let response = try await console.api.install(blob: blob, group: 7)
                try expectRefusal(response, 400, number: 400, saying: "cannot be read")
                #expect(try await console.parts.count("applicationPackage") == 0, "\(what)")
                #expect(console.files(in: "spool").isEmpty, "\(what)")
                #expect(try await console.api.call(.delete, "mam/blobs/blob/\(blob)").status == .ok)
            }
            #expect(console.files(in: "blobs").isEmpty)
        }
    }

    @Test(arguments: [
        "../../etc/passwd.ipa", "..%5C..%5Cx.ipa", "%2e%2e%2fx.ipa", "a%0d%0aSet-Cookie:x.ipa", "%22;x=%22.ipa",
        "%E2%80%AEapi.ipa", "%F0%9F%8D%8F.ipa", "CON.ipa", "-rf.ipa", ".ipa",
    ])
    func `A name cannot lead anywhere, nor into the header`(name: String) async throws {
        try await withConsole { console in
            let response = try await console.api.send(.post, "mam/blobs/uploadblob?fileName=\(name)", [1, 2])
            #expect(response.status == .ok || response.status == .badRequest, "\(response.text)")
            guard response.status == .ok else { return }
            let id = try #require(try response.json()["Value"] as? Int)
            let stored = try #require(try await console.parts.value("SELECT fileName FROM blob", String.self))
            #expect(!stored.contains("/") && !stored.contains("\\") && !stored.contains("\n"))
            let file = try await console.api.call(.get, "mam/blobs/downloadblob/\(id)")
            let header = try #require(file.headers[.contentDisposition])
            #expect(header.hasPrefix("attachment; filename=\"") && header.contains("; size="))
            // Two quotation marks, those around the name: nothing in it ends it.
            #expect(header.allSatisfy { $0.isASCII && !$0.isNewline } && header.filter { $0 == "\"" }.count == 2)
            #expect(!header.contains("\\"))
            let files = console.files(in: "blobs")
            #expect(files.count == 1 && UUID(uuidString: files[0]) != nil)
        }
    }

    @Test func `Texts as long as a body are refused, at every route`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7)
            let long = String(repeating: "x", count: 5000)
            let bodies: [(HTTPRequest.Method, String, String)] = [
                (.put, "internal/\(app.id)", #"{"Description":"\#(long)"}"#),
                (.put, "internal/\(app.id)", #"{"ApplicationName":"\#(long)"}"#),
                (.post, "public", #"{"Platform":2,"ExternalId":"\#(long)"}"#),
                (.post, "public", #"{"Platform":2,"ExternalId":"1","ApplicationUrl":"https://\#(long)"}"#),
                (.post, "appgroups", #"{"AppGroupType":"Required","Name":"\#(long)"}"#),
                (.post, "internal/\(app.id)/install", #"{"Udid":"\#(long)"}"#),
            ]
            for (method, path, body) in bodies {
                try expectRefusal(try await console.api.call(method, "mam/apps/\(path)", body), 400, number: 400)
            }
            let query = try await console.api.call(.get, "mam/apps/search?applicationname=\(long)")
            #expect(query.status == .noContent)
        }
    }

    @Test func `A body larger than the console takes is refused, and nothing changes`() async throws {
        try await withConsole([\.limitsMessage: "2000"]) { console in
            let large = #"{"Name":"\#(String(repeating: " ", count: 3000))"}"#
            for path in ["public", "appgroups", "sdkanalytics", "internal/begininstall", "internal/application"] {
                let response = try await console.api.call(.post, "mam/apps/\(path)", large)
                try expectRefusal(response, 413, number: 413)
            }
            let merge = try await console.api.call(.post, "mam/blobs/mergechunk", large)
            try expectRefusal(merge, 413, number: 413)
            let mac = try await console.api.call(.post, "mam/groups/7/macos/apps", large)
            try expectRefusal(mac, 413, number: 413)
            let purchase = try await console.api.mock(.post, "applications/purchased", large)
            #expect(purchase.status == .contentTooLarge)
            #expect(try await console.parts.count("storeApplication") == 0)
        }
    }

    @Test func `Wishes of the same app from several clients leave one`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let app = try await console.api.install(in: demo)
            _ = try await console.api.assign(app, to: [try await console.smartGroupID()])
            let device = try await console.signedInDevice()
            let body = #"{"Udid":"\#(device.device.value)"}"#
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<12 {
                    let word = number.isMultiple(of: 2) ? "install" : "uninstall"
                    group.addTask {
                        try await console.api.call(.post, "mam/apps/internal/\(app.id)/\(word)", body).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(statuses) == [.accepted, .noContent])
            #expect(try await console.parts.count("applicationRequest") == 1)
            let asked = try await console.parts.value(
                "SELECT COUNT(*) FROM eventLog WHERE action LIKE 'application.%Requested'", Int.self)
            #expect(asked == 12)
        }
    }

    @Test func `The same app of several clients at once is made once`() async throws {
        try await withConsole { console in
            let blob = try await console.api.upload(try IPAFixture(bundle: "com.example.fresh").bytes())
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<6 {
                    group.addTask { try await console.api.install(blob: blob, group: 7).status }
                    group.addTask {
                        try await console.api.call(.post, "mam/apps/public", #"{"Platform":2,"ExternalId":"7"}"#).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == .ok }.count == 2 && statuses.filter { $0 == .badRequest }.count == 10)
        }
    }

    @Test func `What belongs to a device or an app goes with it`() async throws {
        try await withConsole { console in
            let demo = try await console.groupID("demo")
            let app = try await console.api.install(in: demo)
            let device = try await console.signedInDevice()
            let body = #"{"Udid":"\#(device.device.value)"}"#
            let path = "mam/apps/internal/\(app.id)"
            #expect(try await console.api.call(.post, "\(path)/uninstall", body).status == .noContent)
            let gone = try await console.api.mock(.delete, "devices/\(device.device.value)")
            #expect(gone.status == .noContent || gone.status == .ok, "\(gone.text)")
            #expect(try await console.parts.count("applicationRequest") == 0)
            _ = try await console.signedInDevice()
            #expect(try await console.api.call(.post, "\(path)/uninstall", body).status == .noContent)
            _ = try await console.api.call(.delete, path)
            #expect(try await console.parts.count("applicationRequest") == 0)
        }
    }

    @Test func `An app of an environment file is a public one without a store`() async throws {
        try await withConsole { console in
            try await console.importEnvironment(
                """
                version: 1
                organizationGroups:
                  - path: global/demo
                    applications:
                      - {bundleId: com.example.listed, name: Listed, type: Public, profile: none}
                """)
            let item = try #require(
                try await console.api.apps("applicationtype=Public&bundleid=com.example.listed").first)
            let id = try #require((item["Id"] as? [String: Any])?["Value"] as? Int)
            let body = try await console.api.object("mam/apps/public/\(id)")
            #expect(body["ExternalId"] as? String == "" && body["ApplicationUrl"] as? String == "")
            #expect(body["Sdk"] as? Bool == false && body["SdkProfileId"] == nil)
            let change = try await console.api.call(.put, "mam/apps/public/\(id)", #"{"ExternalId":"12"}"#)
            #expect(change.status == .noContent)
            #expect(try await console.api.object("mam/apps/public/\(id)")["ExternalId"] as? String == "12")
            #expect(try await console.parts.count("storeApplication") == 1)
        }
    }
}
