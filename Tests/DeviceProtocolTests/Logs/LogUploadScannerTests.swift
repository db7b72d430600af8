import Foundation
import Testing

@testable import DeviceProtocol

/// What a scanner made of a body.
struct ScanOutcome: Equatable, Sendable {
    var header: LogUploadHeader?
    var error: MessageError?
    var log = Data()

    /// Feeds a body in pieces of the given sizes, the last size repeated.
    static func scan(_ body: Data, pieces: [Int], fieldLimit: Int = 1024) -> ScanOutcome {
        var scanner = LogUploadScanner(fieldLimit: fieldLimit)
        var outcome = ScanOutcome()
        do {
            var start = 0
            var index = 0
            while start < body.count {
                let size = max(0, pieces[min(index, pieces.count - 1)])
                let piece = body[start..<min(start + size, body.count)]
                try piece.withUnsafeBytes { bytes in
                    try scanner.consume(bytes) { outcome.log.append(contentsOf: $0) }
                }
                start = piece.endIndex
                index += 1
            }
            outcome.header = try scanner.finish()
        } catch {
            outcome.error = error as? MessageError
            outcome.log = Data()
        }
        return outcome
    }

    static func whole(_ body: Data, fieldLimit: Int = 1024) -> ScanOutcome {
        scan(body, pieces: [max(body.count, 1)], fieldLimit: fieldLimit)
    }
}

/// Log uploads (DeviceServices, section 15).
struct LogUploadScannerTests {
    static func body(_ members: String) -> Data {
        Data("{\"BundleId\":\"com.x\",\(members)}")
    }

    static let rich = Data(
        #"""
        { "Extra" : [ 1, -2.5e3, true, null, {"LogData": "no", "a": ["\"]}"]} ],
          "LogLevel": "-1", "AppVersion" : "1.\u0032 \ud83d\ude00", "LogType" : 2,
          "LogData" : "plain text that is longer than eight bytes\r\n\t\"quoted\" \\ \/ \b\f ä € 😀 \u00e4\u20AC\uD83D\uDE00 end",
          "BundleId" : "com.example.fieldnotes", "Nothing": null } 
        """#)

    @Test
    func `A pretty-printed upload is read, escapes and all`() {
        let outcome = ScanOutcome.whole(Self.rich)
        #expect(outcome.error == nil)
        #expect(outcome.header?.bundle.value == "com.example.fieldnotes")
        #expect(outcome.header?.appVersion == "1.2 😀")
        #expect(outcome.header?.type == .crash && outcome.header?.level == .off)
        #expect(
            outcome.log.text
                == "plain text that is longer than eight bytes\r\n\t\"quoted\" \\ / \u{8}\u{C} ä € 😀 ä€😀 end")
    }

    @Test
    func `Every split into two gives the same`() {
        let whole = ScanOutcome.whole(Self.rich)
        for first in 0...Self.rich.count {
            #expect(ScanOutcome.scan(Self.rich, pieces: [first, Self.rich.count]) == whole, "split at \(first)")
        }
    }

    @Test(arguments: [1, 2, 3, 5, 7, 8, 9, 16, 64])
    func `Pieces of any size give the same`(size: Int) {
        #expect(ScanOutcome.scan(Self.rich, pieces: [size]) == ScanOutcome.whole(Self.rich))
    }

    @Test(arguments: 0..<8)
    func `Mutated bodies give the same, good or bad, however they are split`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(100 + seed))
        for mutation in Self.rich.mutations(300, seed: UInt64(seed)) {
            let whole = ScanOutcome.whole(mutation)
            let sizes = (0..<40).map { _ in Int.random(in: 0...20, using: &generator) } + [50]
            #expect(ScanOutcome.scan(mutation, pieces: sizes) == whole, "\(mutation.text)")
            #expect(ScanOutcome.scan(mutation, pieces: [1]) == whole, "\(mutation.text)")
        }
    }

    @Test(arguments: 0..<4)
    func `Foundation agrees on what is taken`(seed: Int) throws {
        for mutation in Self.rich.mutations(300, seed: UInt64(50 + seed)) {
            let outcome = ScanOutcome.whole(mutation)
            guard outcome.error == nil else { continue }
            let object = try JSONSerialization.jsonObject(with: mutation) as? [String: Any]
            #expect(object?["LogData"] as? String == outcome.log.text, "\(mutation.text)")
        }
    }

    @Test
    func `Every truncation is refused`() {
        let end = Self.rich.lastIndex(of: UInt8(ascii: "}")) ?? 0
        for part in Self.rich.truncations where part.count <= end {
            #expect(ScanOutcome.whole(part).error != nil, "\(part.count) bytes")
        }
    }

    @Test
    func `Absent short fields have defaults`() {
        let header = ScanOutcome.whole(Self.body(#""LogData":"""#)).header
        #expect(header?.appVersion == "" && header?.type == .application && header?.level == .debug)
    }

    @Test(arguments: [
        (#"{"LogData":"x"}"#, "BundleId"), (#"{"BundleId":"com.x"}"#, "LogData"),
        (#"{"BundleId":"a b","LogData":""}"#, "BundleId"), (#"{"BundleId":null,"LogData":""}"#, "BundleId"),
        (#"{"BundleId":["x"],"LogData":""}"#, "BundleId"), (#"{"BundleId":"x","LogData":1}"#, "LogData"),
        (#"{"BundleId":"x","LogData":null}"#, "LogData"), (#"{"BundleId":"x","LogData":["x"]}"#, "LogData"),
        (#"{"BundleId":"x","LogData":"","LogData":""}"#, "LogData"),
        (#"{"BundleId":"x","LogData":"","Log\u0044ata":""}"#, "LogData"),
        (#"{"BundleId":"x","LogData":"","LogType":"4"}"#, "LogType"),
        (#"{"BundleId":"x","LogData":"","LogLevel":-2}"#, "LogLevel"),
        (#"{"BundleId":"x","LogData":"","AppVersion":"0123456789012345678901234567890123456789"}"#, "AppVersion"),
    ])
    func `Refused bodies name the field`(text: String, field: String) {
        #expect(ScanOutcome.whole(Data(text), fieldLimit: 32).error?.field == field)
    }

    @Test(arguments: [
        #""LogType":"x""#, #""LogType":1.5"#, #""LogLevel":true"#, #""LogLevel":"all""#, #""AppVersion":{}"#,
    ])
    func `What only describes the log has its default if it is of another type`(member: String) {
        let outcome = ScanOutcome.whole(Self.body("\"LogData\":\"kept\",\(member)"))
        #expect(outcome.error == nil && outcome.log.text == "kept")
        #expect(outcome.header == ScanOutcome.whole(Self.body(#""LogData":"""#)).header)
    }

    @Test(arguments: [
        "", " ", "[]", "\"x\"", "{", "{}", "{}x", "{,}", #"{"BundleId":"x","LogData":"",}"#,
        #"{"BundleId":"x" "LogData":""}"#, #"{"BundleId":"x","LogData":""} {}"#, #"{"BundleId":"x","LogData":""},"#,
        #"{"BundleId":"x","LogData":"","a":01}"#, #"{"BundleId":"x","LogData":"","a":nul}"#,
        #"{"BundleId":"x","LogData":"","a":[1,]}"#, #"{"BundleId":"x","LogData":"","a":[1}}"#,
        #"{"BundleId":"x","LogData":"","a":{]}"#, #"{"BundleId":"x","LogData":"","a":{"b"}}"#,
        #"{"BundleId":"x","LogData":"","a":}"#, #"{"BundleId":"x","LogData":"\x"}"#,
        #"{"BundleId":"x","LogData":"\u12"}"#, #"{"BundleId":"x","LogData":"\uD800"}"#,
        #"{"BundleId":"x","LogData":"\uDC00"}"#, #"{"BundleId":"x","LogData":"\uD800\n"}"#,
        #"{"BundleId":"x","LogData":"\uD800\uD800"}"#, #"{"BundleId":"x","LogData":"\uD800x"}"#,
        "{\"BundleId\":\"x\",\"LogData\":\"a\nb\"}", "{\"BundleId\":\"x\",\"LogData\":\"\u{0}\"}",
        "\u{FEFF}{\"BundleId\":\"x\",\"LogData\":\"\"}", #"{BundleId:"x"}"#,
        #"{"BundleId":"x","LogData":"","a":+1}"#,
    ])
    func `Malformed JSON is refused`(text: String) {
        let whole = ScanOutcome.whole(Data(text))
        #expect(whole.error != nil)
        #expect(ScanOutcome.scan(Data(text), pieces: [1]) == whole)
    }

    @Test(arguments: Hostile.invalidUTF8)
    func `Invalid UTF-8 is refused in every string`(bytes: [UInt8]) {
        for (before, after) in [
            (#"{"BundleId":"x","LogData":""#, #""}"#), (#"{"BundleId":"x","LogData":"","#, #"":1}"#),
            (#"{"BundleId":"x","LogData":"","AppVersion":""#, #""}"#),
        ] {
            let start = before.hasSuffix(",") ? before + "\"" : before
            let body = Data(start) + Data(bytes) + Data(after)
            let whole = ScanOutcome.whole(body)
            #expect(whole.error?.reason == "JSON string is not UTF-8")
            #expect(ScanOutcome.scan(body, pieces: [1]) == whole)
        }
    }

    @Test
    func `Nesting of 63 levels in a member is skipped, more is refused, on a small stack`() {
        func body(_ levels: Int) -> Data {
            Self.body(
                "\"a\":" + String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
                    + ",\"LogData\":\"\"")
        }
        let inside = body(63)
        let outside = body(64)
        #expect(onSmallStack { ScanOutcome.whole(inside).error == nil } == true)
        #expect(onSmallStack { ScanOutcome.whole(outside).error != nil } == true)
        for data in Hostile.nested {
            #expect(onSmallStack { ScanOutcome.whole(Data("{\"a\":") + data).error != nil } == true)
        }
    }

    @Test
    func `Large logs arrive in large parts`() throws {
        let line = String(repeating: "x", count: 99)
        let text =
            Array(repeating: line, count: 20_000).joined(separator: "\n") + String(repeating: "y", count: 300_000)
        let upload = LogUpload(
            header: LogUploadHeader(bundle: try #require(BundleIdentifier("com.x")), appVersion: "1"), text: text)
        let body = try upload.encoded()
        var scanner = LogUploadScanner()
        var log = Data()
        var parts = 0
        for start in stride(from: 0, to: body.count, by: 65_536) {
            try body[start..<min(start + 65_536, body.count)].withUnsafeBytes { bytes in
                try scanner.consume(bytes) { part in
                    log.append(contentsOf: part)
                    parts += 1
                }
            }
        }
        #expect(try scanner.finish() == upload.header)
        #expect(log == Data(text))
        #expect(parts < body.count / 10_000)
    }

    @Test(arguments: LogType.allCases, LogLevel.allCases)
    func `What a simulator writes is read`(type: LogType, level: LogLevel) throws {
        let header = LogUploadHeader(
            bundle: try #require(BundleIdentifier("com.x")), appVersion: "1.0 \"b\"", type: type, level: level)
        let outcome = ScanOutcome.whole(try LogUpload(header: header, text: "a\u{1}\n😀/\\").encoded())
        #expect(outcome.header == header && outcome.log.text == "a\u{1}\n😀/\\")
    }

    @Test
    func `A scanner that refused once refuses for good, also after the receiver failed`() {
        struct Full: Error {}
        var scanner = LogUploadScanner()
        let body = Self.body(#""LogData":"x""#)
        #expect(throws: Full.self) {
            try body.withUnsafeBytes { try scanner.consume($0) { _ in throw Full() } }
        }
        #expect(throws: MessageError.self) { try body.withUnsafeBytes { try scanner.consume($0) { _ in } } }
        #expect(throws: MessageError.self) { try scanner.finish() }
    }
}

/// Log uploads: runs of plain bytes.
struct PlainRunTests {
    @Test(arguments: 0..<20)
    func `A run ends at the same byte as a slow search says`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            let count = Int.random(in: 0...40, using: &generator)
            let specials: [UInt8] = [0x00, 0x1F, 0x22, 0x5C, 0x7F, 0x80, 0xFF, 0x20, 0x21, 0x23]
            let bytes = (0..<count).map { _ in
                UInt8.random(in: 0..<20, using: &generator) == 0
                    ? specials.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0x23...0x5B, using: &generator)
            }
            let expected = bytes.firstIndex { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 >= 0x80 } ?? count
            #expect(bytes.withUnsafeBytes { PlainRun.end(in: $0, from: 0) } == expected)
        }
    }

    @Test(arguments: 0..<17)
    func `Every byte at every place is told apart`(place: Int) {
        for byte in UInt8.min ... .max {
            var bytes = [UInt8](repeating: 0x61, count: 17)
            bytes[place] = byte
            let isSpecial = byte < 0x20 || byte == 0x22 || byte == 0x5C || byte >= 0x80
            #expect(bytes.withUnsafeBytes { PlainRun.end(in: $0, from: 0) } == (isSpecial ? place : 17))
        }
    }
}
