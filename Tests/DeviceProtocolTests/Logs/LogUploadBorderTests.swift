import Foundation
import Testing

@testable import DeviceProtocol

/// Log uploads cut into pieces at awkward places, and fields at their limits.
struct LogUploadBorderTests {
    static func body(log: String) -> Data {
        LogUploadScannerTests.body("\"LogData\":\"\(log)\"")
    }

    static func field(_ name: String, _ value: String) -> Data {
        LogUploadScannerTests.body("\"LogData\":\"\",\"\(name)\":\(value)")
    }

    @Test(arguments: [
        ("\\\"", "\""), ("\\\\", "\\"), ("\\/", "/"), ("\\b", "\u{8}"), ("\\f", "\u{C}"), ("\\n", "\n"), ("\\r", "\r"),
        ("\\t", "\t"), ("\\u0000", "\u{0}"), ("\\u0022", "\""), ("\\u005c", "\\"), ("\\u00e9", "é"), ("\\u20AC", "€"),
        ("\\uFFFF", "\u{FFFF}"), ("\\uD800\\uDC00", "\u{10000}"), ("\\uDBFF\\uDFFF", "\u{10FFFF}"),
        ("\\ud83d\\ude00", "😀"), ("é", "é"), ("€", "€"), ("😀", "😀"), ("\u{7F}", "\u{7F}"), ("\\\\u0041", "\\u0041"),
    ])
    func `An escape that is cut anywhere gives its character`(escaped: String, text: String) {
        for padding in ["", "1234567", "12345678"] {
            let body = Self.body(log: padding + escaped + escaped + padding)
            for cut in 0...body.count {
                let outcome = ScanOutcome.scan(body, pieces: [cut, body.count])
                #expect(outcome.error == nil && outcome.log == Data(padding + text + text + padding), "\(cut)")
            }
        }
    }

    @Test(arguments: [
        ("\\uD800", "JSON string holds half a surrogate pair"), ("\\uDC00", "JSON string holds half a surrogate pair"),
        ("\\uD800\\", "JSON string holds half a surrogate pair"),
        ("\\uD800\\t", "JSON string holds half a surrogate pair"),
        ("\\uD800\\u0041", "JSON string holds half a surrogate pair"),
        ("\\uD800\\uD800", "JSON string holds half a surrogate pair"), ("\\u12", "JSON string has a malformed escape"),
        ("\\u00g0", "JSON string has a malformed escape"), ("\\uD800\\u1", "JSON string has a malformed escape"),
        ("\\x", "JSON string has an unknown escape"), ("\\U0041", "JSON string has an unknown escape"),
        ("\\ ", "JSON string has an unknown escape"), ("\n", "JSON string holds a control character"),
        ("12345678\u{1F}", "JSON string holds a control character"), ("\u{0}", "JSON string holds a control character"),
    ])
    func `An escape that is wrong is refused wherever it is cut`(escaped: String, reason: String) {
        let body = Self.body(log: "ab" + escaped + "\"")
        for cut in 0...body.count {
            #expect(ScanOutcome.scan(body, pieces: [cut, 1]).error?.reason == reason, "\(cut)")
        }
    }

    @Test(arguments: [4095, 4096, 4097, 32_767, 32_768, 40_000])
    func `Large and small runs arrive in order`(size: Int) {
        let run = String(repeating: "x", count: size)
        let outcome = ScanOutcome.whole(Self.body(log: "a\\n\(run)\\tb\\n\(run)\\r\\u20ac"))
        #expect(outcome.log == Data("a\n\(run)\tb\n\(run)\r€"))
        let pieces = ScanOutcome.scan(Self.body(log: "a\\n\(run)\\tb\\n\(run)\\r\\u20ac"), pieces: [100, 5000, 3])
        #expect(pieces == outcome)
    }

    @Test func `Nothing is kept back when a piece ends`() throws {
        var scanner = LogUploadScanner()
        var log = Data()
        let body = Self.body(log: "abc\\ndef")
        let head = body.prefix(body.count - 5)
        try head.withUnsafeBytes { try scanner.consume($0) { log.append(contentsOf: $0) } }
        #expect(log == Data("abc\n"))
        #expect(failure { () throws(MessageError) in try scanner.finish() }?.reason == "JSON ends too early")
        try body.suffix(5).withUnsafeBytes { try scanner.consume($0) { log.append(contentsOf: $0) } }
        #expect(log == Data("abc\ndef"))
        #expect(try scanner.finish().bundle.value == "com.x")
        #expect(throws: MessageError.self) {
            try Data("x").withUnsafeBytes { try scanner.consume($0) { _ in } }
        }
    }

    @Test(arguments: [
        ("LogType", "0", LogType.none.rawValue), ("LogType", "\"3\"", 3), ("LogType", "\"\\u0032\"", 2),
        ("LogLevel", "-1", -1), ("LogLevel", "\"3\"", 3), ("LogLevel", "\"-1\"", -1), ("LogLevel", "\"+2\"", 2),
    ])
    func `Type and level are numbers or texts with one`(name: String, value: String, expected: Int) {
        let header = ScanOutcome.whole(Self.field(name, value)).header
        #expect((name == "LogType" ? header?.type.rawValue : header?.level.rawValue) == expected)
        #expect((name == "LogType" ? header?.level.rawValue : header?.type.rawValue) == (name == "LogType" ? 0 : 1))
    }

    @Test(arguments: [
        ("LogType", "4", "must be 0 to 3"), ("LogType", "-1", "must be 0 to 3"), ("LogLevel", "4", "must be -1 to 3"),
        ("LogLevel", "-2", "must be -1 to 3"), ("LogData", "\"\"", "occurs twice"), ("LogData", "1", "occurs twice"),
    ])
    func `A field that is wrong is named with what it must be`(name: String, value: String, reason: String) {
        let body = Self.field(name, value)
        #expect(ScanOutcome.whole(body).error == MessageError(reason, field: name))
        #expect(ScanOutcome.scan(body, pieces: [1]).error == MessageError(reason, field: name))
    }

    @Test(arguments: [
        ("LogType", "\"\""), ("LogType", "1e0"), ("LogType", "\" 1\""), ("LogType", "null"), ("LogType", "true"),
        ("LogType", "{}"), ("LogLevel", "2.0"), ("LogLevel", "[]"), ("LogLevel", "\"debug\""), ("AppVersion", "false"),
        ("AppVersion", "null"), ("AppVersion", "[1]"), ("LogLevel", "9223372036854775808"),
    ])
    func `A field of another kind counts as absent`(name: String, value: String) {
        let body = Self.field(name, value)
        for outcome in [ScanOutcome.whole(body), ScanOutcome.scan(body, pieces: [1])] {
            #expect(outcome.error == nil)
            #expect(outcome.header?.type == .application && outcome.header?.level == .debug)
            if name == "AppVersion" { #expect(outcome.header?.appVersion == "") }
        }
    }

    @Test(arguments: ["1", "true", "null", "{}", "[\"x\"]", "-1"])
    func `A log that is no text is refused`(value: String) {
        let outcome = ScanOutcome.whole(LogUploadScannerTests.body("\"LogData\":\(value)"))
        #expect(outcome.error == MessageError("must be a string", field: "LogData"))
    }

    @Test(arguments: [("x", 32), ("ä", 32), ("😀", 32), ("\\n", 32), ("\\uD83D\\uDE00", 32), ("x", 1), ("😀", 1)])
    func `A short field may be as long as the limit, in characters`(character: String, limit: Int) {
        func outcome(_ count: Int) -> ScanOutcome {
            let version = String(repeating: character, count: count)
            let body = Data("{\"BundleId\":\"x\",\"LogData\":\"\",\"AppVersion\":\"\(version)\"}")
            return ScanOutcome.whole(body, fieldLimit: limit)
        }
        #expect(outcome(limit).header?.appVersion.unicodeScalars.count == limit)
        #expect(
            outcome(limit + 1).error == MessageError("is longer than \(limit) characters", field: "AppVersion"))
        #expect(outcome(limit * 5).error?.field == "AppVersion")
    }

    @Test func `The limit of short fields is 1024 unless given, at least 1 and at most 65 536`() {
        func count(_ size: Int, limit: Int? = nil) -> Int? {
            let body = Self.field("AppVersion", "\"\(String(repeating: "x", count: size))\"")
            let outcome = limit.map { ScanOutcome.whole(body, fieldLimit: $0) } ?? ScanOutcome.whole(body)
            return outcome.header?.appVersion.count
        }
        #expect(count(1024) == 1024 && count(1025) == nil)
        #expect(count(65_536, limit: .max) == 65_536 && count(65_537, limit: .max) == nil)
        let body = Data(#"{"BundleId":"x","LogData":"","AppVersion":"1"}"#)
        #expect(ScanOutcome.whole(body, fieldLimit: 0).header?.appVersion == "1")
        #expect(ScanOutcome.whole(body, fieldLimit: .min).header?.bundle.value == "x")
    }

    @Test func `Of a short field that occurs twice the last one stays`() {
        let body = LogUploadScannerTests.body(
            #""LogData":"","LogType":3,"LogType":"0","AppVersion":"1","App\u0056ersion":2.50"#)
        let header = ScanOutcome.whole(body).header
        #expect(header?.type == LogType.none && header?.appVersion == "2.50")
    }

    @Test func `Fields inside other members and of similar names do not count`() {
        let long = String(repeating: "x", count: 200)
        let body = LogUploadScannerTests.body(
            #""a":{"LogData":1,"LogType":9},"b":[{"BundleId":5}],"logData":1,"LogData ":2,"LogDat":[],"\#(long)":{},"#
                + #""LogData":"y""#)
        let outcome = ScanOutcome.whole(body)
        #expect(outcome.log == Data("y") && outcome.header?.type == .application)
        #expect(outcome.header?.bundle.value == "com.x")
        #expect(ScanOutcome.scan(body, pieces: [1]) == outcome)
    }

    @Test(arguments: [("1", 128, true), ("1", 129, false), ("t", 4, false), ("x", 2, false)])
    func `Numbers and words beside the log are checked`(character: String, count: Int, isTaken: Bool) {
        let outcome = ScanOutcome.whole(Self.field("other", String(repeating: character, count: count)))
        #expect((outcome.error == nil) == isTaken)
        #expect(isTaken || outcome.error?.reason == "JSON has a malformed value")
    }

    @Test(arguments: [
        ("[1}", "JSON array is not closed"), ("{\"a\":1]", "JSON object is not closed"),
        ("[1 2]", "JSON array is not closed"), ("{\"a\" 1}", "JSON object has no colon after a name"),
        ("{1:1}", "JSON object has a malformed name"), ("{\"a\":1,}", "JSON object has a malformed name"),
        ("[1,]", "JSON has a malformed value"), ("[,1]", "JSON has a malformed value"),
        ("[}", "JSON has a malformed value"), ("{]", "JSON object has a malformed name"),
        ("truex", "JSON has a malformed value"), ("'x'", "JSON has a malformed value"),
    ])
    func `Members that are skipped must be JSON`(value: String, reason: String) {
        let body = Self.field("other", value)
        #expect(ScanOutcome.whole(body).error == MessageError(reason))
        #expect(ScanOutcome.scan(body, pieces: [1]).error == MessageError(reason))
    }

    @Test func `Objects and arrays are told apart at every level`() {
        for levels in [1, 2, 31, 62] {
            for kinds in [["[", "]", ""], ["{\"a\":", "}", "{}"]] {
                let good =
                    String(repeating: kinds[0], count: levels) + "[{\"b\":[]}]"
                    + String(repeating: kinds[1], count: levels)
                let outcome = ScanOutcome.whole(Self.field("other", good))
                #expect((outcome.error == nil) == (levels <= 60), "\(levels)")
                let bad = String(good.dropLast()) + (kinds[1] == "]" ? "}" : "]")
                #expect(ScanOutcome.whole(Self.field("other", bad)).error != nil)
            }
        }
    }

    @Test func `What an upload is written as has all five fields as texts`() throws {
        let header = LogUploadHeader(
            bundle: try #require(BundleIdentifier("com.x")), appVersion: "1.2", type: .device, level: .off)
        let data = try LogUpload(header: header, text: "log").encoded()
        #expect(
            try JSONDecoder().decode([String: String].self, from: data) == [
                "BundleId": "com.x", "AppVersion": "1.2", "LogType": "3", "LogLevel": "-1", "LogData": "log",
            ])
        #expect(LogType.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(LogLevel.allCases.map(\.rawValue) == [-1, 0, 1, 2, 3])
    }
}
