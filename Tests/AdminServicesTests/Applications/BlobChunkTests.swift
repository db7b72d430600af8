import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import ConsoleModel
@testable import ConsoleTestSupport
@testable import MockConsole

/// Blobs in chunks (AdminApplications, "Blobs in chunks"), and what clients accept of a download.
struct BlobChunkTests {
    private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 7) }

    private static func chunk(
        _ number: Int, _ data: some Collection<UInt8>, of uuid: String = "", _ api: APICaller
    ) async throws -> TestResponse {
        let path =
            "mam/blobs/chunk?chunk_sequence_number=\(number)&transaction_id=\(uuid)&total_blob_size=9&chunk_size=1"
        return try await api.send(.post, path, Array(data), headers: ["Content-Type": "application/octet-stream"])
    }

    private static func begin(_ data: some Collection<UInt8>, _ api: APICaller) async throws -> String {
        let response = try await chunk(1, data, api)
        #expect(response.status == .ok, "\(response.text)")
        return try #require(try response.json()["transaction_id"] as? String)
    }

    private static func merge(_ uuid: String, _ api: APICaller, more: String = "", name: String = "Big.ipa")
        async throws
        -> TestResponse
    {
        try await api.call(
            .post, "mam/blobs/mergechunk",
            #"{"transaction_uuid":"\#(uuid)","filename_with_extension":"\#(name)"\#(more)}"#)
    }

    @Test func `Chunks in any order become one blob`() async throws {
        try await withConsole { console in
            let demo = try #require(
                try await console.parts.value("SELECT uuid FROM organizationGroup WHERE code = 'demo'", String.self))
            let uuid = try await Self.begin(Self.bytes[..<100_000], console.api)
            let third = try await Self.chunk(3, Self.bytes[200_000...], of: uuid, console.api)
            #expect(try third.json()["chunk_sequence_number"] as? Int == 3)
            #expect(try third.json()["upload_success"] as? Bool == true)
            _ = try await Self.chunk(2, [9], of: uuid.uppercased(), console.api)
            _ = try await Self.chunk(2, Self.bytes[100_000..<200_000], of: uuid, console.api)
            #expect(console.files(in: "chunks").count == 3)
            let response = try await Self.merge(
                uuid, console.api, more: #","organization_group_uuid":"\#(demo)""#)
            #expect(response.status == .ok, "\(response.text)")
            let body = try response.json()
            #expect(Set(body.keys) == ["Value", "Uuid"])
            let blob = try #require(body["Uuid"] as? String)
            let file = try await console.api.call(.get, "mam/blobs/\(blob)", version: 2)
            #expect(Array(file.body.readableBytesView) == Self.bytes)
            #expect(
                file.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"Big.ipa\"; size=") == true)
            #expect(console.files(in: "chunks").isEmpty && console.files(in: "spool").isEmpty)
            let group = try await console.parts.value("SELECT groupId FROM blob", Int64.self)
            #expect(try await group == console.groupID("demo"))
            try expectRefusal(try await Self.merge(uuid, console.api), 400, number: 400, saying: "does not exist")
        }
    }

    @Test func `A blob made of chunks becomes an app`() async throws {
        try await withConsole { console in
            let ipa = try IPAFixture(bundle: "com.example.fresh").bytes()
            let uuid = try await Self.begin(ipa.prefix(100), console.api)
            _ = try await Self.chunk(2, ipa.dropFirst(100), of: uuid, console.api)
            let blob = try #require(try await Self.merge(uuid, console.api).json()["Value"] as? Int)
            #expect(try await console.api.install(blob: Int64(blob), group: 7).status == .ok)
            #expect(try await console.api.apps("bundleid=com.example.fresh").count == 1)
        }
    }

    @Test func `What is wrong with a chunk is said, and nothing stays`() async throws {
        try await withConsole([\.limitsBlob: "1000"]) { console in
            for number in ["0", "-1", "x", "", "100001", "99999999999999999999"] {
                let path = "mam/blobs/chunk?chunk_sequence_number=\(number)"
                try expectRefusal(try await console.api.send(.post, path, [1]), 400, number: 400)
            }
            try expectRefusal(try await Self.chunk(1, [], console.api), 400, number: 7019)
            let unknown = "00000000-0000-4000-8000-000000000000"
            try expectRefusal(try await Self.chunk(2, [1], of: unknown, console.api), 400, number: 400)
            let large = [UInt8](repeating: 1, count: 1001)
            try expectRefusal(try await Self.chunk(1, large, console.api), 413, number: 413)
            let uuid = try await Self.begin(large.prefix(900), console.api)
            try expectRefusal(try await Self.chunk(2, large.prefix(101), of: uuid, console.api), 413, number: 413)
            #expect(console.files(in: "chunks").count == 1 && console.files(in: "spool").isEmpty)
            #expect(try await console.parts.count("uploadChunk") == 1)
        }
    }

    @Test func `What is wrong with a merge is said, and the upload can go on`() async throws {
        try await withConsole { console in
            let uuid = try await Self.begin([1, 2], console.api)
            _ = try await Self.chunk(3, [5], of: uuid, console.api)
            try expectRefusal(try await Self.merge(uuid, console.api), 400, number: 400, saying: "lacks the chunk 2")
            _ = try await Self.chunk(2, [3, 4], of: uuid, console.api)
            try expectRefusal(try await Self.merge(uuid, console.api, name: "a.php"), 400, number: 400)
            try expectRefusal(
                try await Self.merge(uuid, console.api, more: #","organization_group_uuid":"999""#), 400, number: 400)
            for body in ["", "{}", "[", #"{"transaction_uuid":"\#(uuid)"}"#, #"{"filename_with_extension":"a.ipa"}"#] {
                try expectRefusal(
                    try await console.api.call(.post, "mam/blobs/mergechunk", body), 400, number: 400)
            }
            #expect(console.files(in: "blobs").isEmpty && console.files(in: "spool").isEmpty)
            let merged = try await Self.merge(uuid, console.api)
            let id = try #require(try merged.json()["Value"] as? Int)
            let file = try await console.api.call(.get, "mam/blobs/downloadblob/\(id)")
            #expect(Array(file.body.readableBytesView) == [1, 2, 3, 4, 5])
        }
    }

    @Test func `An upload belongs to the group it was begun in`() async throws {
        try await withConsole { console in
            let uuid = try await Self.begin([1], console.api)
            let other = try await console.api(.consoleAdministrator, of: "demo")
            try expectRefusal(try await Self.chunk(2, [1], of: uuid, other), 400, number: 400)
            try expectRefusal(try await Self.merge(uuid, other), 400, number: 400)
            let reader = try await console.api(.readOnly)
            try expectRefusal(try await Self.chunk(1, [1], reader), 403, number: 1011)
            try expectRefusal(try await Self.merge(uuid, reader), 403, number: 1011)
            let own = try await Self.begin([1], other)
            #expect(try await Self.merge(own, other).status == .ok)
        }
    }

    @Test(arguments: [
        "application/octet-stream", "image/*", "*/*", "image/png", "application/xml", "text/html, image/webp;q=0.8",
        "application/json;version=2", "application/octet-stream;version=2", "",
    ])
    func `A download is answered whatever the client accepts`(accept: String) async throws {
        try await withConsole { console in
            let id = try await console.api.upload([1, 2, 3], named: "a.png")
            let uuid = try #require(try await console.parts.value("SELECT uuid FROM blob", String.self))
            for path in ["downloadblob/\(id)", "downloadblob/\(uuid)", uuid] {
                let response = try await console.api.call(
                    .get, "mam/blobs/\(path)", headers: ["Accept": accept])
                #expect(response.status == .ok && Array(response.body.readableBytesView) == [1, 2, 3], "\(path)")
                #expect(response.headers[.contentType] == "application/octet-stream")
            }
            let head = try await console.api.call(.head, "mam/blobs/\(uuid)", headers: ["Accept": accept])
            #expect(head.status == .ok && head.headers[.contentLength] == "3")
        }
    }

    @Test func `Refusals of a download are JSON, and other routes still ask what is accepted`() async throws {
        try await withConsole { console in
            let bytes = ["Accept": "application/octet-stream"]
            let missing = try await console.api.call(.get, "mam/blobs/downloadblob/99", headers: bytes)
            try expectRefusal(missing, 404, number: 404)
            let search = try await console.api.call(.get, "mam/apps/search", headers: bytes)
            #expect(search.status == .notAcceptable)
            let id = try await console.api.upload([1], named: "a.png")
            let response = try await console.api.call(.get, "mam/blobs/downloadblob/\(id)", headers: bytes)
            #expect(response.headers[.init("x-api-version") ?? .accept] == "v1")
        }
    }
}
