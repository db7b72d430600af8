import DeviceProtocol
import DeviceSimulator
import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Images at organization groups, served to anybody who has their address (AdminAPI, "Images").
struct BrandingImageTests {
    private static let path = "/_mock/groups/demo/images"

    @Test(arguments: [(Pictures.png, "image/png"), (Pictures.jpeg, "image/jpeg"), (Pictures.gif, "image/gif")])
    func `A picture is served as what it is, to be kept`(data: Data, type: String) async throws {
        try await withConsole { console in
            let put = try await console.putImage("face", data)
            #expect(put.status == .created, "\(put.text)")
            let body = try put.json()
            #expect(body["type"] as? String == type && body["bytes"] as? Int == data.count)
            #expect(body["reference"] as? String == "image:face" && body["group"] as? String == "demo")
            let path = try await console.imagePath("face")
            let served = try await console.send(.get, path)
            #expect(served.status == .ok && Data(buffer: served.body) == data)
            #expect(served.headers[.contentType] == type)
            #expect(served.headers[.xContentTypeOptions] == "nosniff")
            #expect(served.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(served.headers[.eTag]?.hasPrefix("\"") == true)
        }
    }

    @Test(arguments: [("TAG", 304), ("W/TAG", 304), ("\"x\", TAG", 304), ("*", 304), ("\"x\"", 200), ("", 200)])
    func `A client that has the picture is not sent it again`(header: String, status: Int) async throws {
        try await withConsole { console in
            try await console.putImage("face")
            let path = try await console.imagePath("face")
            let tag = try #require(try await console.send(.get, path).headers[.eTag])
            let response = try await console.send(
                .get, path, headers: ["If-None-Match": header.replacingOccurrences(of: "TAG", with: tag)])
            #expect(response.status.code == status && (response.body.readableBytes == 0) == (status == 304))
            #expect(response.headers[.eTag] == tag)
        }
    }

    @Test func `Another picture has another address, the same one keeps it`() async throws {
        try await withConsole { console in
            try await console.putImage("face")
            let first = try await console.imagePath("face")
            #expect(try await console.putImage("FACE").status == .ok)
            #expect(try await console.imagePath("face") == first)
            #expect(try await console.putImage("face", Pictures.gif).status == .ok)
            let second = try await console.imagePath("face")
            #expect(second != first)
            #expect(try await console.send(.get, first).status == .notFound)
            #expect(try await console.parts.count("brandingImage WHERE name = 'face'") == 1)
        }
    }

    @Test(arguments: ["x", "00000000-0000-4000-8000-000000000000", "%ff", "..%2Fx"])
    func `An address that is none is refused with a reason`(uuid: String) async throws {
        try await withConsole { console in
            let response = try await console.send(.get, "/deviceservices/branding/\(uuid)")
            #expect(response.status == (uuid == "%ff" ? .badRequest : .notFound))
            #expect(response.headers[.contentType]?.hasPrefix("application/json") == true)
        }
    }

    @Test func `What is no picture, too large, ill-named or elsewhere is refused`() async throws {
        try await withConsole([\.limitsImage: "20"]) { console in
            let before = try await console.parts.count("brandingImage")
            #expect(try await console.putImage("a", Data("<svg/>".utf8)).status == .unprocessableContent)
            #expect(try await console.putImage("a", Data()).status == .unprocessableContent)
            #expect(try await console.putImage("a", Pictures.png + Data(count: 100)).status == .contentTooLarge)
            #expect(try await console.putImage("a%20b").status == .badRequest)
            #expect(try await console.putImage(String(repeating: "a", count: 65)).status == .badRequest)
            #expect(try await console.putImage("a", group: "none").status == .notFound)
            #expect(try await console.parts.count("brandingImage") == before)
        }
    }

    @Test func `Images are listed, fetched and removed`() async throws {
        try await withConsole { console in
            for name in ["b", "a", "c"] { try await console.putImage(name, Pictures.jpeg) }
            let page = try await console.adminJSON("\(Self.path)?pageSize=2")
            let names = (page["items"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
            #expect(names == ["a", "b"] && page["total"] as? Int == 4)
            let picture = try await console.admin(.get, "\(Self.path)/A")
            #expect(Data(buffer: picture.body) == Pictures.jpeg && picture.headers[.contentType] == "image/jpeg")
            #expect(try await console.admin(.delete, "\(Self.path)/a").status == .noContent)
            for method in [HTTPRequest.Method.get, .delete] {
                #expect(try await console.admin(method, "\(Self.path)/a").status == .notFound)
            }
            let actions = try await console.parts.core.database.read { db in
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT action FROM eventLog WHERE subjectKind = 'brandingImage' AND actorKind = 'administrator'
                        """)
            }
            #expect(Set(actions) == ["brandingImage.created", "brandingImage.deleted"] && actions.count == 4)
        }
    }

    @Test func `An administrator elsewhere can do nothing with a group's images`() async throws {
        try await withConsole { console in
            let headers = try await console.administrator(of: "appreview")
            for (method, path) in [
                (HTTPRequest.Method.get, Self.path), (.get, "\(Self.path)/logo"), (.put, "\(Self.path)/logo"),
                (.delete, "\(Self.path)/logo"),
            ] {
                let body = method == .put ? Pictures.png : nil
                let response = try await console.send(method, path, headers: headers, body: body)
                #expect(response.status == .notFound, "\(method) \(path)")
            }
        }
    }

    @Test func `An image a profile needs cannot be removed, unless another stands in for it`() async throws {
        try await withConsole { console in
            let refused = try await console.admin(.delete, "\(Self.path)/logo")
            #expect(refused.status == .conflict && refused.text.contains("Everything"))
            #expect(try await console.admin(.get, "\(Self.path)/logo").status == .ok)
            try await console.putImage("logo", group: "global")
            #expect(try await console.admin(.delete, "\(Self.path)/logo").status == .noContent)
        }
    }

    @Test func `Images travel with the environment`() async throws {
        let export = try await withConsole { console in
            try await console.putImage("face", Pictures.gif)
            return try await console.parts.features.environment.exporter.exportText()
        }
        try await withParts { parts in
            try await parts.importYAML(export)
            let again = try await parts.features.environment.exporter.exportText()
            let uuids = "SELECT group_concat(uuid) FROM brandingImage WHERE type = 'image/gif'"
            #expect(again == export)
            #expect(try await parts.value(uuids, String.self) != nil)
            #expect(try await parts.importYAML(export, .fail).updated == 0)
        }
    }

    @Test(arguments: [
        ("images: [{name: a}]", "needs the key \"data\""), ("images: [{data: AAAA}]", "needs the key \"name\""),
        ("images: [{name: a b, data: R0lGODlh}]", "letters, digits"), ("images: [{name: a, data: AAAA}]", "PNG, JPEG"),
        ("images: [{name: a, data: '*'}]", "PNG, JPEG"), ("images: [{name: a, data: [1]}]", "single value"),
        ("images: [{name: a, data: R0lGODlh}, {name: A, data: R0lGODlh}]", "stands here twice"),
        (
            "profiles: [{name: p, payloads: [{PayloadType: BrandingSettingsV2, CompanyLogoPhone: 'image:none'}]}]",
            "names the image none"
        ),
        (
            "profiles: [{name: p, payloads: [{PayloadType: BrandingSettingsV2, CompanyLogoPhone: 'image:a b'}]}]",
            "image: and a name"
        ),
    ])
    func `A file whose images cannot be is refused by name`(lines: String, message: String) async throws {
        try await withParts { parts in
            let error = await #expect(throws: ConsoleError.self) {
                try await parts.importYAML(EnvironmentFixtures.global(lines))
            }
            #expect(error?.details.contains { $0.contains(message) } == true, "\(error?.details ?? [])")
        }
    }

    @Test(arguments: ["global", "global/a", "global/a/b"])
    func `A profile may name an image of its group, of one above and of one below`(group: String) async throws {
        try await withParts { parts in
            let image = "images: [{name: here, data: R0lGODlh}]"
            let groups = ["global", "global/a", "global/a/b"].map { path in
                "  - path: \(path)\n    " + (path == group ? image : "tags: []")
            }
            let profile =
                "profiles: [{name: p, payloads: [{PayloadType: BrandingSettingsV2, CompanyLogoPhone: 'image:HERE'}]}]"
            let text = "version: 1\norganizationGroups:\n" + groups.joined(separator: "\n") + "\n"
            try await parts.importYAML(text)
            try await parts.importYAML("version: 1\norganizationGroups:\n  - path: global/a\n    \(profile)\n")
            #expect(try await parts.count("sdkProfile") == 1)
        }
    }
}
