import DeviceProtocol
import DeviceSimulator
import Foundation

/// A body that has to be refused, and how.
struct HostileBody: Sendable {
    let name: String
    let data: Data
    let status: Int

    init(_ name: String, _ data: Data, _ status: Int = 400) {
        self.name = name
        self.data = data
        self.status = status
    }

    init(_ name: String, _ text: String, _ status: Int = 400) {
        self.init(name, Data(text.utf8), status)
    }
}

extension DeviceRoute {
    /// Bodies the route has to refuse.
    func hostileBodies(_ client: SimulatedClient) throws -> [HostileBody] {
        let valid = try request(client).body
        switch bodyKind {
        case .none: return []
        case .json: return Self.brokenJSON(valid) + hostile(valid, client)
        case .propertyList: return Self.brokenPropertyLists(valid) + hostile(valid, client)
        case .other: return hostile(valid, client)
        }
    }

    /// What is no JSON object.
    private static func brokenJSON(_ valid: Data) -> [HostileBody] {
        let text = String(decoding: valid, as: UTF8.self)
        let open = text.dropLast(text.hasSuffix("\n}") ? 2 : 1)
        return [
            HostileBody("empty", ""), HostileBody("blank", "  \r\n"), HostileBody("null", "null"),
            HostileBody("array", "[\(text)]"), HostileBody("string", "\"x\""), HostileBody("number", "17"),
            HostileBody("text", "hello"), HostileBody("form", "Username=demo&Password=demo"),
            HostileBody("XML", "<a/>"), HostileBody("truncated", text.dropLast().description),
            HostileBody("half", Data(valid.prefix(valid.count / 2))), HostileBody("twice", text + text),
            HostileBody("followed by a byte", text + "x"), HostileBody("followed by NUL", text + "\0"),
            HostileBody("byte order mark", "\u{feff}" + text), HostileBody("comment", "/* */" + text),
            HostileBody("trailing comma", open + ",}"), HostileBody("bare name", open + ",a:1}"),
            HostileBody("single quotes", open + ",'a':1}"), HostileBody("no colon", open + ",\"a\" 1}"),
            HostileBody("NaN", open + ",\"a\":NaN}"), HostileBody("leading zero", open + ",\"a\":01}"),
            HostileBody("bare dot", open + ",\"a\":1.}"), HostileBody("plus sign", open + ",\"a\":+1}"),
            HostileBody("control character", open + ",\"a\":\"\u{1}\"}"), HostileBody("tab", open + ",\"a\":\"\t\"}"),
            HostileBody("line feed", open + ",\"a\":\"\n\"}"), HostileBody("bad escape", open + ",\"a\":\"\\x\"}"),
            HostileBody("short escape", open + ",\"a\":\"\\u12\"}"),
            HostileBody("open string", open + ",\"a\":\"}"), HostileBody("wrong bracket", open + "]"),
            HostileBody("deep arrays", open + ",\"a\":" + String(repeating: "[", count: 5000)),
            HostileBody(
                "deep and closed",
                open + ",\"a\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "}"),
            HostileBody("deep objects", open + "," + String(repeating: "\"a\":{", count: 5000)),
            HostileBody("invalid UTF-8", Data((open + ",\"a\":\"").utf8) + [0xC3, 0x28] + Data("\"}".utf8)),
            HostileBody("overlong UTF-8", Data((open + ",\"a\":\"").utf8) + [0xC0, 0xAF] + Data("\"}".utf8)),
            HostileBody("surrogate in UTF-8", Data((open + ",\"a\":\"").utf8) + [0xED, 0xA0, 0x80] + Data("\"}".utf8)),
            HostileBody("UTF-16", text.data(using: .utf16) ?? Data()), HostileBody("bytes", Data(0...255)),
            HostileBody("gzip", Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0])),
        ]
    }

    /// A valid object with one field replaced, or left out where the value is empty.
    static func wrongFields(_ valid: Data, _ fields: [(name: String, values: [String])]) -> [HostileBody] {
        fields.flatMap { name, values in
            values.map { value in HostileBody("\(name) is \(value.prefix(40))", replacing(name, by: value, in: valid)) }
        }
    }

    /// An object with one member's JSON text replaced; left out where it is empty.
    static func replacing(_ name: String, by value: String, in object: Data) -> Data {
        var members = (try? JSONSerialization.jsonObject(with: object)) as? [String: Any] ?? [:]
        members[name] = value.isEmpty ? nil : "@@"
        let encoded = (try? JSONSerialization.data(withJSONObject: members)) ?? Data()
        return Data(String(decoding: encoded, as: UTF8.self).replacingOccurrences(of: "\"@@\"", with: value).utf8)
    }

    private static let notAText = ["true", "[]", "{}", "[\"demo\"]"]
    private static let overlong = "\"\(String(repeating: "x", count: 1025))\""

    static let loginFields = [
        (name: "Udid", values: notAText + ["", "null", "7", "\"\"", "\"a b\"", "\"../x\"", "\"ä\"", overlong]),
        (
            name: "BundleId",
            values: notAText + ["", "null", "7", "\"\"", "\"-x\"", "\"a/b\"", "\"a\\u0000\"", overlong]
        ),
        (name: "Username", values: [overlong]), (name: "Password", values: [overlong]),
        (name: "ActivationCode", values: [overlong]),
        (name: "AuthorizationCode", values: ["\"\(String(repeating: "x", count: 16_385))\""]),
        (name: "AuthenticationType", values: ["0", "8", "-1"]), (name: "AuthenticationGroup", values: [overlong]),
        (name: "RequestingApp", values: ["\"a b\""]),
    ]

    static func registrationFields(_ client: SimulatedClient) -> [(name: String, values: [String])] {
        [
            ("AppBundleIdentifier", notAText + ["", "null", "\"\"", "\"a b\"", overlong]),
            ("AppInternalIdentifier", notAText + ["", "null", "\"a b\"", overlong]),
        ]
    }

    static let logFields = [
        (name: "BundleId", values: ["true", "[]", "{}", "", "\"\"", "\"a b\"", overlong]),
        (name: "AppVersion", values: [overlong]), (name: "LogType", values: ["4", "-1", "\"9\""]),
        (name: "LogLevel", values: ["4", "-2"]),
        (name: "LogData", values: ["", "null", "7", "[]", "{}", "\"a\",\"LogData\":\"b\""]),
    ]

    /// Broken at the end, after so much text that it went through the spool.
    static func wrongLogs() -> [HostileBody] {
        let text = String(repeating: "0123456789abcdef", count: 8192)
        let start = "{\"BundleId\":\"com.example.demo\",\"LogData\":\"\(text)"
        return [
            HostileBody("spooled and truncated", start), HostileBody("spooled without an end", start + "\""),
            HostileBody("spooled, then a bad type", start + "\",\"LogType\":\"9\"}"),
            HostileBody("spooled, then a control character", start + "\u{2}\"}"),
            HostileBody("spooled, then invalid UTF-8", Data(start.utf8) + [0xFF] + Data("\"}".utf8)),
            HostileBody("spooled, another's bundle", start + "\",\"BundleId\":\"com.example.other\"}", 404),
        ]
    }

    static func wrongBeacons(_ valid: Data) -> [HostileBody] {
        let report = (try? JSONSerialization.jsonObject(with: valid)) as? [String: Any] ?? [:]
        let payload = (try? JSONSerialization.data(withJSONObject: report["payLoad"] ?? [:])) ?? Data()
        let fields: [(String, [String])] = [
            ("DeviceIdentifier", notAText + ["", "null", "\"a b\"", overlong]), ("BundleId", ["\"a b\""]),
            ("Name", [overlong]), ("OsVersion", [overlong]), ("APNSToken", [overlong]), ("Latitude", ["91"]),
            ("Longitude", ["181"]), ("SampleTime", [overlong]),
        ]
        let wrapped = wrongFields(payload, fields).map {
            HostileBody($0.name, Data("{\"payLoad\":".utf8) + $0.data + Data("}".utf8))
        }
        return wrapped + [
            HostileBody("no payload", "{}"), HostileBody("payload in another case", "{\"payload\":{}}"),
            HostileBody("payload null", "{\"payLoad\":null}"), HostileBody("payload array", "{\"payLoad\":[]}"),
            HostileBody("payload text", "{\"payLoad\":\"{}\"}"), HostileBody("payload empty", "{\"payLoad\":{}}"),
        ]
    }
}

extension DeviceRoute {
    /// What is no property list of a dictionary.
    private static func brokenPropertyLists(_ valid: Data) -> [HostileBody] {
        let text = String(decoding: valid, as: UTF8.self)
        let dictionary = text.replacingOccurrences(of: "</dict>", with: "")
        let head = dictionary.replacingOccurrences(of: "</plist>", with: "")
        let end = "</dict></plist>"
        let laughs = "<!DOCTYPE plist [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">]>"
        return [
            HostileBody("empty", ""), HostileBody("text", "hello"), HostileBody("JSON", "{\"Status\":4}"),
            HostileBody("HTML", "<!DOCTYPE html><html></html>"), HostileBody("truncated", String(text.prefix(200))),
            HostileBody("array", "<plist version=\"1.0\"><array/></plist>"),
            HostileBody("string", "<plist version=\"1.0\"><string>x</string></plist>"),
            HostileBody("no root", "<plist version=\"1.0\"></plist>"),
            HostileBody("key without value", head + "<key>a</key>" + end),
            HostileBody("value without key", head + "<string>a</string>" + end),
            HostileBody("unknown element", head + "<key>a</key><float>1</float>" + end),
            HostileBody("bad integer", head + "<key>a</key><integer>x</integer>" + end),
            HostileBody("bad date", head + "<key>a</key><date>yesterday</date>" + end),
            HostileBody("bad base64", head + "<key>a</key><data>****</data>" + end),
            HostileBody("unknown entity", head + "<key>a</key><string>&x;</string>" + end),
            HostileBody("entity bomb", laughs + "<plist><dict><key>a</key><string>&b;</string></dict></plist>"),
            HostileBody(
                "external entity", "<!DOCTYPE p [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist><dict/></plist>"),
            HostileBody("control character", head + "<key>a</key><string>\u{1}</string>" + end),
            HostileBody("NUL reference", head + "<key>a</key><string>&#0;</string>" + end),
            HostileBody("deep", head + "<key>a</key>" + String(repeating: "<array>", count: 20000)),
            HostileBody(
                "deep and closed",
                head + "<key>a</key>" + String(repeating: "<array>", count: 1000)
                    + String(repeating: "</array>", count: 1000) + end),
            HostileBody("wrong end", head + "</array></plist>"), HostileBody("followed by text", text + "x"),
            HostileBody(
                "invalid UTF-8",
                Data((head + "<key>a</key><string>").utf8) + [0xC3, 0x28] + Data("</string>\(end)".utf8)),
            HostileBody("binary header alone", "bplist00"),
            HostileBody("binary version", "bplist99xxxxxxxxxxxxxxxxxxxxx"),
            HostileBody("binary, no trailer", Data("bplist00".utf8) + Data(repeating: 0, count: 31)),
            HostileBody("binary of zeros", Data("bplist00".utf8) + Data(repeating: 0, count: 64)),
            HostileBody("binary of ones", Data("bplist00".utf8) + Data(repeating: 255, count: 64)),
            HostileBody("binary, huge counts", binary(objects: [0xDF, 0x13] + Array(repeating: 0x7F, count: 8))),
            HostileBody("binary, own child", binary(objects: [0xA1, 0x00])),
            HostileBody("binary, empty array", binary(objects: [0xA0])),
            HostileBody("bytes", Data(0...255)),
        ]
    }

    /// A binary property list of one object, beginning at its first byte.
    private static func binary(objects: [UInt8]) -> Data {
        let table = UInt8(8 + objects.count)
        var bytes = Array("bplist00".utf8)
        bytes += objects
        bytes += [8, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
        bytes += [0, 0, 0, 0, 0, 0, 0, table]
        return Data(bytes)
    }

    /// Property lists of the right form that are no processor message, or another's.
    static func wrongMessages(_ client: SimulatedClient) -> [HostileBody] {
        func body(_ changes: [String: PropertyListValue?], _ format: PropertyListFormat) -> Data {
            var members: [String: PropertyListValue] = [
                "Status": .integer(4), "UDID": .string(client.device.value), "CommandUUID": .string(""),
                "Requestor": .string(client.bundle.value),
            ]
            for (key, value) in changes { members[key] = value }
            return (try? PropertyListValue.dictionary(members).encoded(as: format)) ?? Data()
        }
        let long = PropertyListValue.string(String(repeating: "x", count: 1025))
        let cases: [(String, [String: PropertyListValue?], Int)] = [
            ("no Status", ["Status": nil], 400), ("Status text", ["Status": .string("idle")], 400),
            ("Status array", ["Status": .array([])], 400), ("no UDID", ["UDID": nil], 400),
            ("UDID number", ["UDID": .integer(7)], 400), ("UDID with a blank", ["UDID": .string("a b")], 400),
            ("overlong UDID", ["UDID": long], 400), ("overlong UUID", ["CommandUUID": long], 400),
            ("UUID array", ["CommandUUID": .array([])], 400), ("Requestor array", ["Requestor": .array([])], 400),
            ("overlong Requestor", ["Requestor": long], 400), ("bad Requestor", ["Requestor": .string("a b")], 400),
            ("another's UDID", ["UDID": .string("ffff")], 404),
            ("another's bundle", ["Requestor": .string("com.example.everything")], 404),
        ]
        return cases.flatMap { name, changes, status in
            [PropertyListFormat.xml, .binary].map { HostileBody("\(name), \($0)", body(changes, $0), status) }
        }
    }
}
