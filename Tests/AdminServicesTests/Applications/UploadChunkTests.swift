import Foundation
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

/// Uploads in chunks (AdminApplications, "Chunks").
struct UploadChunkTests {
    /// Sends a chunk.
    private static func send(
        _ data: some Sequence<UInt8>, _ sequence: Int, of transaction: String?, _ caller: APICaller
    ) async throws -> TestResponse {
        let id = transaction.map { "\"\($0)\"" } ?? "null"
        let text = Data(Array(data)).base64EncodedString()
        return try await caller.call(
            .post, "mam/apps/internal/uploadchunk",
            """
            {"TransactionId":\(id),"ChunkData":"\(text)","ChunkSequenceNumber":\(sequence),
             "TotalApplicationSize":1,"ChunkSize":99}
            """)
    }

    private static func transaction(_ response: TestResponse) throws -> String {
        #expect(response.status == .ok, "\(response.text)")
        return try #require(try response.json()["TranscationId"] as? String)
    }

    private static func install(_ transaction: String, _ caller: APICaller, more: String = "") async throws
        -> TestResponse
    {
        try await caller.call(
            .post, "mam/apps/internal/begininstall",
            """
            {"TransactionId":"\(transaction)","BlobId":null,"DeviceType":"Apple","ApplicationName":"Chunked",
             "LocationGroupId":7,"SupportedModels":{"Model":[{"ModelName":"iPad"}]}\(more)}
            """)
    }

    @Test(arguments: [[1, 2, 3], [3, 1, 2], [2, 2, 3, 1]])
    func `Chunks become an app in their order, in whatever order they come`(order: [Int]) async throws {
        try await withConsole { console in
            let bytes = try IPAFixture(bundle: "com.example.fresh").bytes()
            let size = bytes.count / 3 + 1
            var transaction: String?
            for sequence in order {
                let chunk = bytes.dropFirst((sequence - 1) * size).prefix(size)
                let response = try await Self.send(chunk, sequence, of: transaction, console.api)
                transaction = try Self.transaction(response)
                let body = try response.json()
                #expect(body["ChunkSequenceNumber"] as? Int == sequence && body["UploadSuccess"] as? Bool == true)
            }
            let id = try #require(transaction)
            #expect(console.files(in: "chunks").count == 3)
            let response = try await Self.install(id.uppercased(), console.api)
            #expect(response.status == .ok, "\(response.text)")
            #expect(try response.json()["BundleId"] as? String == "com.example.fresh")
            #expect(console.files(in: "chunks").isEmpty && console.files(in: "spool").isEmpty)
            let blob = try #require(try await console.parts.value("SELECT id FROM blob", Int64.self))
            let file = try await console.api.call(.get, "mam/blobs/downloadblob/\(blob)")
            #expect(Array(file.body.readableBytesView) == bytes)
            try expectRefusal(try await Self.install(id, console.api), 400, number: 400, saying: "does not exist")
        }
    }

    @Test(arguments: [#""""#, "null", #""0""#, "0"])
    func `An upload begins without an id, however that is written`(id: String) async throws {
        try await withConsole { console in
            let response = try await console.api.call(
                .post, "mam/apps/internal/uploadchunk",
                #"{"transactionid":\#(id),"CHUNKDATA":"AQID","ChunkSequenceNumber":"1"}"#)
            #expect(UUID(uuidString: try Self.transaction(response)) != nil)
            let xml = try await console.api.call(
                .post, "mam/apps/internal/uploadchunk",
                """
                <InternalAppChunkTranscation><TransactionId/><ChunkData>AQID</ChunkData>
                <ChunkSequenceNumber>1</ChunkSequenceNumber></InternalAppChunkTranscation>
                """, headers: ["Accept": "application/xml"])
            #expect(xml.text.contains("<TranscationId>") && xml.text.contains("<UploadSuccess>true"))
        }
    }

    @Test(arguments: [
        "", "{}", "[]", "x", #"{"ChunkData":"AQID"}"#, #"{"ChunkData":"AQID","ChunkSequenceNumber":0}"#,
        #"{"ChunkData":"AQID","ChunkSequenceNumber":-1}"#, #"{"ChunkData":"AQID","ChunkSequenceNumber":100001}"#,
        #"{"ChunkData":"","ChunkSequenceNumber":1}"#, #"{"ChunkData":"*","ChunkSequenceNumber":1}"#,
        #"{"ChunkData":7,"ChunkSequenceNumber":1}"#, #"{"ChunkData":"AQI","ChunkSequenceNumber":1}"#,
        #"{"ChunkData":"AQID","ChunkSequenceNumber":1,"TransactionId":"none"}"#,
    ])
    func `Bad chunks are refused, and nothing stays`(body: String) async throws {
        try await withConsole { console in
            let response = try await console.api.call(.post, "mam/apps/internal/uploadchunk", body)
            try expectRefusal(response, 400, number: 400)
            #expect(console.files(in: "chunks").isEmpty)
            #expect(try await console.parts.count("uploadTransaction") == 0)
        }
    }

    @Test func `A chunk too large for a body, and chunks too large together, are refused`() async throws {
        try await withConsole([\.limitsChunk: "2000", \.limitsBlob: "1500"]) { console in
            let large = [UInt8](repeating: 1, count: 2000)
            try expectRefusal(try await Self.send(large, 1, of: nil, console.api), 413, number: 413)
            let id = try Self.transaction(try await Self.send(large.prefix(1000), 1, of: nil, console.api))
            let refusal = try await Self.send(large.prefix(1000), 2, of: id, console.api)
            try expectRefusal(refusal, 413, number: 413, saying: "together")
            #expect(console.files(in: "chunks").count == 1)
            #expect(try Self.transaction(try await Self.send(large.prefix(900), 1, of: id, console.api)) == id)
            #expect(console.files(in: "chunks").count == 1)
        }
    }

    @Test func `An upload that lacks a chunk, or is broken, can be completed and used`() async throws {
        try await withConsole { console in
            let bytes = try IPAFixture(bundle: "com.example.fresh").bytes()
            let id = try Self.transaction(try await Self.send(bytes.dropFirst(100), 2, of: nil, console.api))
            try expectRefusal(try await Self.install(id, console.api), 400, number: 400, saying: "lacks the chunk 1")
            _ = try await Self.send([1, 2, 3], 1, of: id, console.api)
            try expectRefusal(try await Self.install(id, console.api), 400, number: 400, saying: "cannot be read")
            _ = try await Self.send(bytes.prefix(100), 1, of: id, console.api)
            let wrong = try await Self.install(id, console.api, more: #","FileName":"Demo.doc""#)
            try expectRefusal(wrong, 400, number: 400, saying: "extension is required when Transaction Id is passed")
            #expect(console.files(in: "blobs").isEmpty && console.files(in: "spool").isEmpty)
            #expect(try await Self.install(id, console.api).status == .ok)
        }
    }

    @Test func `Uploads nobody goes on with are given up, by time and by number`() async throws {
        try await withConsole([\.appsUploadHours: "2", \.retentionUploads: "2"]) { console in
            let old = try Self.transaction(try await Self.send([1], 1, of: nil, console.api))
            console.clock.advance(seconds: 7201)
            let second = try Self.transaction(try await Self.send([2], 1, of: nil, console.api))
            try expectRefusal(try await Self.send([1], 2, of: old, console.api), 400, number: 400)
            console.clock.advance(seconds: 1)
            let third = try Self.transaction(try await Self.send([3], 1, of: nil, console.api))
            console.clock.advance(seconds: 1)
            _ = try await Self.send([2], 2, of: second, console.api)
            _ = try await Self.send([4], 1, of: nil, console.api)
            try expectRefusal(try await Self.send([3], 2, of: third, console.api), 400, number: 400)
            #expect(console.files(in: "chunks").count == 3)
        }
    }

    @Test func `Only who may write applications uploads, and only to uploads of their subtree`() async throws {
        try await withConsole { console in
            let id = try Self.transaction(try await Self.send([1], 1, of: nil, console.api))
            for role in [AdministratorRole.readOnly, .deviceManager] {
                let caller = try await console.api(role)
                try expectRefusal(try await Self.send([1], 2, of: id, caller), 403, number: 1011)
            }
            let other = try await console.api(.apiOnly, of: "demo")
            try expectRefusal(try await Self.send([1], 2, of: id, other), 400, number: 400, saying: "does not exist")
            try expectRefusal(try await Self.install(id, other), 400, number: 400, saying: "does not exist")
        }
    }

    @Test func `An upload that somebody else uses up, or changes, while it is put together is no fault of the disk`()
        async throws
    {
        try await withConsole { console in
            let (uploads, spool) = (try console.parts.applications.uploads, console.parts.spool)
            let me = AdministratorIdentity.administratorToken
            func refusal(_ uuid: String, _ chunks: [UploadChunkRecord]) async throws -> ConsoleError? {
                await #expect(throws: ConsoleError.self) {
                    _ = try await uploads.file(of: uuid, chunks, for: me, spool: spool)
                }
            }
            let changed = try await uploads.keep(received: .memory(.init(bytes: [1])), as: 1, of: nil, by: me)
            let before = try await uploads.chunks(of: changed, for: me)
            _ = try await uploads.keep(received: .memory(.init(bytes: [2])), as: 1, of: changed, by: me)
            let change = try await refusal(changed, before)
            #expect(change?.code == .badRequest && change?.message.contains("was changed") == true)
            let now = try await uploads.chunks(of: changed, for: me)
            try await console.parts.core.database.write { try uploads.end(changed, for: me, in: $0) }
            let end = try await refusal(changed, now)
            #expect(end?.code == .badRequest && end?.message.contains("was used already") == true)
            // A file that is missing for no such reason is the disk's.
            let lost = try await uploads.keep(received: .memory(.init(bytes: [1])), as: 1, of: nil, by: me)
            let chunks = try await uploads.chunks(of: lost, for: me)
            for chunk in chunks { uploads.shelf.remove(chunk.name) }
            #expect(try await refusal(lost, chunks)?.code == .unavailable)
            #expect(console.files(in: "spool").isEmpty)
        }
    }
}
