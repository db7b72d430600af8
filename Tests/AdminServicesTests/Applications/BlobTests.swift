import Foundation
import GRDB
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AdminServices
@testable import ConsoleHTTP
@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import MockConsole

/// Uploaded files (AdminApplications, "Blobs").
struct BlobTests {
    private static let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

    @Test(arguments: [nil, "application/octet-stream", "application/json", "multipart/form-data; boundary=x"])
    func `The body is the file, whatever its type says`(type: String?) async throws {
        try await withConsole { console in
            let headers = type.map { ["Content-Type": $0] } ?? [:]
            let response = try await console.api.send(
                .post, "mam/blobs/uploadblob?filename=Demo.IPA&ORGANIZATIONGROUPID=7&moduleType=Application",
                Self.bytes, headers: headers)
            #expect(response.status == .ok)
            #expect(response.headers[.contentType] == "application/json; charset=utf-8")
            let body = try response.json()
            let (id, uuid) = (try #require(body["Value"] as? Int), try #require(body["uuid"] as? String))
            #expect(uuid == uuid.lowercased() && UUID(uuidString: uuid) != nil && body.count == 2)
            for path in ["downloadblob/\(id)", "downloadblob/\(uuid)", "\(uuid)", "\(uuid.uppercased())"] {
                let file = try await console.api.call(.get, "mam/blobs/\(path)")
                #expect(file.status == .ok && Array(file.body.readableBytesView) == Self.bytes, "\(path)")
                #expect(
                    file.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"Demo.IPA\"; size=") == true)
            }
            let head = try await console.api.call(.head, "mam/blobs/\(uuid)", version: 2)
            #expect(head.status == .ok && head.headers[.contentLength] == "200000" && head.body.readableBytes == 0)
        }
    }

    @Test(arguments: [10, 100_000])
    func `The one file of a multipart body is taken`(size: Int) async throws {
        try await withConsole { console in
            let file = Array(Self.bytes.prefix(size)) + Array("\r\n--boundary\r\n--x".utf8)
            let head = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"Demo.ipa\"\r\n\r\n"
            let note = "\r\n--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhello"
            let response = try await console.api.send(
                .post, "mam/blobs/uploadblob?organizationGroupId=",
                Array(head.utf8) + Array(Self.bytes.prefix(size)) + Array("\(note)\r\n--x--\r\n".utf8),
                headers: ["Content-Type": "multipart/form-data; boundary=\"x\""])
            let id = try #require(try response.json()["Value"] as? Int, "\(response.text)")
            let back = try await console.api.call(.get, "mam/blobs/downloadblob/\(id)")
            #expect(Array(back.body.readableBytesView) == Array(file.prefix(size)))
            #expect(console.files(in: "spool").isEmpty)
            for broken in ["--x\r\n\r\nabc", "--x--\r\n", "--x\r\nno end\r\n--x--", "\(head)a\r\n\(head)b\r\n--x--"] {
                let refusal = try await console.api.send(
                    .post, "mam/blobs/uploadblob?fileName=a.ipa", Array(broken.utf8),
                    headers: ["Content-Type": "multipart/form-data; boundary=x"])
                try expectRefusal(refusal, 400, number: 400)
            }
            #expect(console.files(in: "spool").isEmpty && console.files(in: "blobs").count == 1)
        }
    }

    @Test(arguments: ["Demo.txt2", "Demo", "", "a.php", ".", "%00.ipa/x"])
    func `Other endings are refused`(name: String) async throws {
        try await withConsole { console in
            let response = try await console.api.send(.post, "mam/blobs/uploadblob?fileName=\(name)", [1])
            try expectRefusal(response, 400, number: 400, saying: "Invalid blob type provided")
            #expect(console.files(in: "blobs").isEmpty)
        }
    }

    @Test func `What is refused leaves nothing`() async throws {
        try await withConsole([\.limitsBlob: "100000"]) { console in
            let path = "mam/blobs/uploadblob?fileName=a.ipa"
            try expectRefusal(try await console.api.send(.post, path, []), 400, number: 7019, saying: "empty")
            try expectRefusal(try await console.api.send(.post, path, Self.bytes), 413, number: 413)
            for group in ["99", "x", "00000000-0000-4000-8000-000000000000"] {
                let response = try await console.api.send(.post, "\(path)&organizationGroupId=\(group)", [1, 2])
                try expectRefusal(response, 400, number: 400)
            }
            #expect(console.files(in: "blobs").isEmpty && console.files(in: "spool").isEmpty)
            #expect(try await console.parts.count("blob") == 0)
            #expect(try await console.parts.count("storedFile") == 0)
        }
    }

    @Test func `A blob is deleted with its bytes, and is gone then`() async throws {
        try await withConsole { console in
            let one = try await console.api.upload(Self.bytes)
            let two = try await console.api.upload([1, 2, 3], named: "b.png")
            let response = try await console.api.call(.delete, "mam/blobs/blob/\(one)")
            #expect(response.status == .ok && response.body.readableBytes == 0)
            #expect(response.headers[.contentType] == nil)
            #expect(console.files(in: "blobs").count == 1)
            for path in ["downloadblob/\(one)", "\(one)", "x"] {
                try expectRefusal(try await console.api.call(.get, "mam/blobs/\(path)"), 404, number: 404)
            }
            try expectRefusal(try await console.api.call(.delete, "mam/blobs/blob/\(one)"), 404, number: 404)
            let uuid = try #require(try await console.parts.value("SELECT uuid FROM blob", String.self))
            #expect(try await console.api.call(.delete, "mam/blobs/\(uuid)", version: 2).status == .ok)
            #expect(console.files(in: "blobs").isEmpty && two > one)
            #expect(try await console.parts.count("storedFile") == 0)
            let actions = try await console.parts.core.database.read { db in
                try String.fetchAll(db, sql: "SELECT action FROM eventLog WHERE subjectKind = 'blob' ORDER BY id")
            }
            #expect(actions == ["blob.created", "blob.created", "blob.deleted", "blob.deleted"])
        }
    }

    @Test func `An app keeps its bytes when its blob is deleted`() async throws {
        try await withConsole { console in
            let app = try await console.api.install(in: 7)
            let blob = try #require(try await console.parts.value("SELECT id FROM blob", Int64.self))
            #expect(try await console.api.call(.delete, "mam/blobs/blob/\(blob)").status == .ok)
            #expect(console.files(in: "blobs").count == 1)
            #expect(try await console.api.call(.delete, "mam/apps/internal/\(app.id)").status == .noContent)
            #expect(console.files(in: "blobs").isEmpty)
        }
    }

    @Test func `A role that only reads may look, and nobody sees other subtrees`() async throws {
        try await withConsole { console in
            let id = try await console.api.upload([1, 2])
            let reader = try await console.api(.readOnly)
            try expectRefusal(
                try await reader.send(.post, "mam/blobs/uploadblob?fileName=a.ipa", [1]), 403, number: 1011)
            try expectRefusal(try await reader.call(.delete, "mam/blobs/blob/\(id)"), 403, number: 1011)
            #expect(try await reader.call(.get, "mam/blobs/downloadblob/\(id)").status == .ok)
            let other = try await console.api(.consoleAdministrator, of: "demo")
            try expectRefusal(try await other.call(.get, "mam/blobs/downloadblob/\(id)"), 404, number: 404)
            try expectRefusal(try await other.call(.delete, "mam/blobs/blob/\(id)"), 404, number: 404)
            let refused = try await other.send(
                .post, "mam/blobs/uploadblob?fileName=a.ipa&organizationGroupId=7", [1])
            try expectRefusal(refused, 400, number: 400)
            let own = try await other.upload([1])
            let demo = try await console.groupID("demo")
            #expect(try await console.parts.value("SELECT groupId FROM blob WHERE id = \(own)", Int64.self) == demo)
        }
    }

    @Test func `Files that no row names are removed at the next start`() async throws {
        let folder = try DataFolder(temporaryNamed: "mockuem-test-\(UUID().uuidString)")
        defer { folder.close() }
        let first = try await ConsoleParts(.test(), folder: folder, surroundings: .test())
        let administrator = AdministratorIdentity(name: "a", groupID: 7, subtree: .whole)
        try await first.core.database.running {
            _ = try await first.importYAML(
                "version: 1\norganizationGroups: [{path: global, id: 7, name: G, type: Global}]")
            let name = try #require(BlobFileName("a.ipa"))
            _ = try await first.applications.blobs.add(
                .memory(.init(bytes: [1])), named: name, to: nil, by: administrator)
            _ = try await first.applications.uploads.keep(
                received: .memory(.init(bytes: [1])), as: 1, of: nil, by: administrator)
        }
        let kept = try FileManager.default.contentsOfDirectory(atPath: folder.file("blobs"))
        for name in ["blobs/x", "chunks/y"] { try Data([1]).write(to: URL(filePath: folder.file(name))) }
        try first.core.database.pool.close()
        _ = try await ConsoleParts(.test(), folder: folder, surroundings: .test())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("blobs")) == kept)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("chunks")).count == 1)
        let permissions = try FileManager.default.attributesOfItem(atPath: folder.file("blobs/\(kept[0])"))
        #expect(permissions[.posixPermissions] as? Int == 0o600)
    }
}
