import Foundation
import Testing

@testable import AdminServices
@testable import ConsolePlatform

/// The bytes of a chunk are read out of JSON as it arrives, however it is split.
struct ChunkScannerTests {
    /// What is found in a body that arrives in pieces of a size.
    private static func scan(_ json: String, pieces size: Int) throws -> (chunk: [UInt8]?, rest: String) {
        var (scanner, chunk) = (ChunkScanner(), [UInt8]())
        let bytes = Array(json.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
                try scanner.consume(piece) {
                    chunk = []
                } into: {
                    chunk += Array($0)
                }
            }
        }
        try scanner.finish()
        return (scanner.hasChunk ? chunk : nil, String(decoding: scanner.rest, as: UTF8.self))
    }

    @Test(
        arguments: [
            (#"{"ChunkData":"AQID"}"#, [1, 2, 3], #"{"ChunkData":""}"#),
            (#"{"a":1, "chunkDATA" : "AQI=" ,"b":[2]}"#, [1, 2], #"{"a":1, "chunkDATA" : "" ,"b":[2]}"#),
            (#"{"ChunkData":"AQ=="}"#, [1], #"{"ChunkData":""}"#),
            (#"{"ChunkData":"AQ\r\nID"}"#, [1, 2, 3], #"{"ChunkData":""}"#),
            (#"{"ChunkData":"\/\u002f8="}"#, [255, 255], #"{"ChunkData":""}"#),
            (#"{"ChunkData":"AAAA","ChunkData":"AQID"}"#, [1, 2, 3], #"{"ChunkData":"","ChunkData":""}"#),
            (
                #"{"x":{"ChunkData":"AAAA"},"ChunkData":"AQID"}"#, [1, 2, 3],
                #"{"x":{"ChunkData":"AAAA"},"ChunkData":""}"#
            ),
            (#"{"x":"ChunkData","ChunkData":"AQID"}"#, [1, 2, 3], #"{"x":"ChunkData","ChunkData":""}"#),
            (#"{"x":"\"ChunkData\":\"","ChunkData":"AQID"}"#, [1, 2, 3], #"{"x":"\"ChunkData\":\"","ChunkData":""}"#),
        ] as [(String, [UInt8], String)])
    func `The chunk is taken out, and the rest stays`(json: String, bytes: [UInt8], rest: String) throws {
        for size in 1...json.utf8.count {
            let found = try Self.scan(json, pieces: size)
            #expect(found.chunk == bytes && found.rest == rest, "\(size)")
        }
    }

    @Test(arguments: [
        "{}", "[]", "x", #"{"ChunkData":7}"#, #"{"ChunkData":null}"#, #"["ChunkData","AQID"]"#, #"{"Other":"AQID"}"#,
    ])
    func `Without a text there is no chunk, and nothing is changed`(json: String) throws {
        for size in 1...json.utf8.count {
            let found = try Self.scan(json, pieces: size)
            #expect(found.chunk == nil && found.rest == json)
        }
    }

    @Test(arguments: [
        "AQI", "A", "AQ=", "A===", "AQ==AQID", "AQID=", "AQI==", "=", "", "*", #"\u00"#, #"\uzzzz"#, "a\nb",
    ])
    func `What is no base64 is refused`(text: String) {
        for size in 1...8 {
            #expect(throws: ConsoleError.self) { try Self.scan(#"{"ChunkData":"\#(text)"}"#, pieces: size) }
        }
    }

    @Test func `A large chunk is handed out in pieces, and the other members have a bound`() throws {
        let data = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        var (scanner, chunk) = (ChunkScanner(), Data())
        var largest = 0
        let body = Data(#"{"ChunkData":"\#(data.base64EncodedString())"}"#.utf8)
        for start in stride(from: 0, to: body.count, by: 65_536) {
            try body[start..<min(start + 65_536, body.count)].withUnsafeBytes { piece in
                try scanner.consume(piece) {
                } into: {
                    chunk.append(contentsOf: $0)
                    largest = max(largest, $0.count)
                }
            }
        }
        try scanner.finish()
        #expect(chunk == data && largest <= 64 * 1024 && scanner.rest.count < 100)
        let error = #expect(throws: ConsoleError.self) {
            try Self.scan(#"{"x":"\#(String(repeating: "y", count: 70_000))"}"#, pieces: 4096)
        }
        #expect(error?.code == .payloadTooLarge)
    }
}
