import DeviceProtocol
import Foundation
import Testing

/// Property lists as JSON: every type survives both ways.
struct PropertyListJSONTests {
    static func read(_ json: String) throws -> PropertyListValue {
        let object = try JSONObjectReader(Data("{\"value\":\(json)}".utf8))
        return try PropertyListValue(json: try #require(object.value("value")), field: "value")
    }

    static func write(_ value: PropertyListValue) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(["v": PropertyListJSON(value)]), as: UTF8.self)
            .replacingOccurrences(of: "{\"v\":", with: "").dropLast().description
    }

    static let pairs: [(String, PropertyListValue)] = [
        ("\"text\"", .string("text")), ("\"\"", .string("")), ("\"🏔\"", .string("🏔")), ("1", .integer(1)),
        ("-9223372036854775808", .integer(.min)), ("9223372036854775807", .integer(.max)), ("1.5", .real(1.5)),
        ("{\"$real\":3}", .real(3)), ("{\"$real\":-3}", .real(-3)), ("true", .bool(true)), ("false", .bool(false)),
        ("{\"$data\":\"AAEC\"}", .data(Data([0, 1, 2]))), ("{\"$data\":\"\"}", .data(Data())),
        ("{\"$date\":\"2026-03-05T10:20:30Z\"}", .date(Date(timeIntervalSince1970: 1_772_706_030))),
        ("{\"$date\":\"2026-03-05T10:20:30.250Z\"}", .date(Date(timeIntervalSince1970: 1_772_706_030.25))),
        ("{\"$date\":\"0001-01-01T00:00:00Z\"}", .date(Date(timeIntervalSince1970: -62_135_596_800))),
        ("{\"$real\":\"inf\"}", .real(.infinity)), ("{\"$real\":\"-inf\"}", .real(-.infinity)),
        ("[]", .array([])), ("{}", .dictionary([:])),
        ("[1,[true,{}]]", .array([.integer(1), .array([.bool(true), .dictionary([:])])])),
        ("{\"$other\":1}", .dictionary(["$other": .integer(1)])),
        (
            "{\"$data\":\"x\",\"a\":{\"b\":2}}",
            .dictionary(["$data": .string("x"), "a": .dictionary(["b": .integer(2)])])
        ),
    ]

    @Test(arguments: pairs.indices)
    func `A value is written, and read back as itself`(index: Int) throws {
        let (json, value) = Self.pairs[index]
        #expect(try Self.read(json) == value)
        #expect(try Self.write(value) == json)
    }

    @Test(arguments: [
        ("1e3", PropertyListValue.real(1000)), ("1.0", .real(1)), ("-0.5E-1", .real(-0.05)),
        ("{\"$data\":\"AA EC\\n\"}", .data(Data([0, 1, 2]))), ("{\"$real\":1.25}", .real(1.25)),
        ("{\"a\":1,\"a\":2}", .dictionary(["a": .integer(2)])),
    ])
    func `Other ways to write a value are understood`(json: String, value: PropertyListValue) throws {
        #expect(try Self.read(json) == value)
    }

    @Test(arguments: [
        ("[1,null]", "value[1]: a property list holds no null"),
        ("{\"a\":{\"b\":null}}", "value.a.b: a property list holds no null"),
        ("9223372036854775808", "value: is an integer of more than 64 bits"), ("1e999", "value: is a number too large"),
        ("{\"$data\":\"?\"}", "value: $data must be base64"),
        ("{\"$date\":\"yesterday\"}", "value: $date must be a time such as 2026-03-05T10:20:30Z"),
        ("{\"$date\":\"2026-03-05T10:20:30\"}", "value: $date must be a time such as 2026-03-05T10:20:30Z"),
        ("{\"$date\":\"2026-03-05T10:20:30.Z\"}", "value: $date must be a time such as 2026-03-05T10:20:30Z"),
        ("{\"$date\":\"Z\"}", "value: $date must be a time such as 2026-03-05T10:20:30Z"),
        ("{\"$data\":1}", "value: $data has a value of the wrong kind"),
        ("{\"$real\":\"x\"}", "value: $real has a value of the wrong kind"),
    ])
    func `What no property list holds is refused by name`(json: String, message: String) throws {
        let error = #expect(throws: MessageError.self) { try Self.read(json) }
        #expect(error?.description == message)
    }

    @Test(arguments: [PropertyListValue.real(.nan), .date(Date(timeIntervalSince1970: .infinity)), .date(.distantPast)])
    func `Values JSON has no form for are still written`(value: PropertyListValue) throws {
        let json = try Self.write(value)
        #expect(json.hasPrefix("{\"$"))
    }
}
