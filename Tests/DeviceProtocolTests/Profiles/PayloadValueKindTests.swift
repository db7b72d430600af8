import DeviceProtocol
import Foundation
import Testing

extension PayloadValueKind {
    /// Values that the kind takes and leaves as they are.
    var goodValues: [PropertyListValue] {
        switch self {
        case .integer(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
        case .enumeration(let choices): choices.map { .integer($0.value) }
        case .bool: [.bool(true), .bool(false)]
        case .real(_, let range, let other):
            [.real(range.lowerBound), .real(range.upperBound), .real(other ?? range.lowerBound)]
        case .string(let length): [.string(""), .string(String(repeating: "ä", count: length))]
        case .strings: [.array([]), .array([.string("a"), .string("")])]
        case .certificate: [.data(Data()), .data(Data([1]))]
        case .certificates: [.array([]), .array([.data(Data([1])), .data(Data([1]))])]
        case .colour: [.integer(0), .integer(0xFFFFFF)]
        case .geofenceAreas:
            [.array([]), .array([.dictionary(["CenterX": .real(-90), "CenterY": .real(180), "Radius": .real(0)])])]
        case .base64Strings: [.array([]), .array([.string("AQID")])]
        case .url: [.string(""), .string("http://h:1/p?q"), .string("HTTPS://h")]
        case .image: [.string(""), .string("https://h/p.png"), .string("image:a"), .string("image:Logo-2_x.png")]
        }
    }

    /// Values that the kind refuses.
    var badValues: [PropertyListValue] {
        let strangers: [PropertyListValue] = [.date(Date(timeIntervalSince1970: 0)), .dictionary(["a": .integer(1)])]
        return strangers
            + {
                switch self {
                case .integer(let range):
                    [
                        .integer(range.lowerBound - 1), .integer(range.upperBound + 1), .bool(true), .string("1"),
                        .real(1),
                    ]
                case .enumeration(let choices):
                    [.integer((choices.map(\.value).max() ?? 0) + 1), .integer(-2), .string(""), .bool(true), .real(1)]
                case .bool: [.integer(1), .integer(0), .string("true"), .string("1"), .real(1)]
                case .real(_, let range, _):
                    [
                        .real(range.lowerBound - 0.5), .real(range.upperBound * 2), .real(.infinity), .real(.nan),
                        .string("1"), .bool(true),
                    ]
                case .string(let length):
                    [
                        .string(String(repeating: "x", count: length + 1)), .integer(1), .bool(true), .data(Data()),
                        .array([]),
                    ]
                case .strings: [.string("a"), .array([.string("a"), .bool(true)]), .array([.array([])])]
                case .certificate: [.string("a"), .string("*"), .integer(1), .array([])]
                case .certificates:
                    [
                        .string("AQID"), .array([.string("*")]), .array([.integer(1)]), .array([.data(Data())]),
                        .array(Array(repeating: .data(Data([1])), count: 101)),
                    ]
                case .colour:
                    [
                        .integer(-1), .integer(0x1000000), .string("red"), .string("#12345"), .string("#1234567"),
                        .bool(true),
                    ]
                case .geofenceAreas: [.string(""), .array([.string("")]), .array([.dictionary([:])])]
                case .base64Strings: [.string("AQID"), .array([.string("*")]), .array([.data(Data())])]
                case .image:
                    [
                        .string("image:"), .string("image:a b"), .string("Image:a"), .string("image:a/b"),
                        .string("logo"),
                        .string("image:" + String(repeating: "x", count: 65)), .integer(1),
                    ]
                case .url:
                    [
                        .string("h"), .string("ftp://h/"), .string("http://"), .string("/p"), .string("javascript:1"),
                        .integer(1),
                    ]
                }
            }()
    }
}

/// Profiles: kinds of settings.
struct PayloadValueKindTests {
    static let settings = PayloadSchema.all.flatMap { schema in schema.keys.map { (schema.type, $0) } }

    @Test(arguments: settings)
    func `Every setting takes what its kind allows, unchanged`(type: String, key: PayloadKey) throws {
        for value in key.kind.goodValues {
            let payload = ProfilePayload(type: type, settings: [key.name: value])
            #expect(try payload.validated() == payload)
        }
    }

    @Test(arguments: settings)
    func `Every setting refuses what its kind does not allow, and says what it does`(type: String, key: PayloadKey) {
        for value in key.kind.badValues {
            let error = failure { () throws(ProfileValidationError) in
                try ProfilePayload(type: type, settings: [key.name: value]).validated()
            }
            #expect(error?.key.map { $0.prefix { $0 != "[" } } == key.name[...], "\(key.name) \(value)")
            #expect(error?.payload == type && error?.value.isEmpty == (value == .string("")))
            guard let error, error.key == key.name else { continue }
            #expect(error.allowed == key.kind.allowed)
            #expect(error.message.hasPrefix("\(type).\(key.name) must be \(key.kind.allowed), not "))
        }
    }

    @Test(
        arguments: [
            (["CenterX": .real(90.5)], "[1].CenterX", "90.5", "a number from -90.0 to 90.0"),
            (["CenterX": .real(0), "CenterY": .string("13")], "[1].CenterY", "13", "a number from -180.0 to 180.0"),
            (
                ["CenterX": .real(0), "CenterY": .integer(1)], "[1].Radius", "missing",
                "a number from 0.0 to 40100000.0"
            ),
            (
                ["CenterX": .real(0), "CenterY": .integer(1), "Radius": .integer(5), "Name": .integer(1)], "[1].Name",
                "1",
                "a string"
            ),
        ] as [([String: PropertyListValue], String, String, String)])
    func `A geofence area says which of its members is wrong`(
        area: [String: PropertyListValue], place: String, value: String, allowed: String
    ) {
        let good: [String: PropertyListValue] = ["CenterX": .real(1), "CenterY": .real(1), "Radius": .real(1)]
        let payload = ProfilePayload(
            type: "GeofencingSettingsV2",
            settings: ["GeofenceAreas": .array([.dictionary(good), .dictionary(area)])])
        let error = failure { () throws(ProfileValidationError) in try payload.validated() }
        #expect(error?.key == "GeofenceAreas\(place)" && error?.value == value && error?.allowed == allowed)
    }

    @Test(arguments: settings)
    func `Every setting survives rendering`(type: String, key: PayloadKey) throws {
        for value in key.kind.goodValues {
            let document = SDKProfileDocument(
                displayName: "x", payloads: [ProfilePayload(type: type, settings: [key.name: value])])
            let rendered = try document.rendered()
            #expect(try SDKProfileDocument(propertyList: PropertyListValue(parsing: rendered.data)) == document)
        }
    }

    @Test(arguments: settings)
    func `What is rendered is understood by the coercions of clients`(type: String, key: PayloadKey) {
        for value in key.kind.goodValues {
            switch key.kind {
            case .integer, .enumeration, .colour: #expect(value.coercedInteger != nil)
            case .bool: #expect(value.coercedBool != nil)
            case .real: #expect(value.strictReal != nil)
            case .strings, .base64Strings: #expect(value.coercedStrings != nil)
            case .string, .url, .image: #expect(value.stringValue != nil)
            case .certificate: #expect(value.dataValue != nil)
            case .geofenceAreas, .certificates: #expect(value.arrayValue != nil)
            }
        }
    }

    @Test(arguments: [
        (PayloadValueKind.integer(0...5), "an integer from 0 to 5"), (.bool, "true or false"),
        (.real(strict: true, range: 0...1, orExactly: -1), "a number from 0.0 to 1.0, or -1.0"),
        (.real(strict: true, range: 0...1, orExactly: nil), "a number from 0.0 to 1.0"),
        (.string(maximumLength: 9), "a string of at most 9 characters"), (.strings, "an array of strings"),
    ])
    func `What is allowed is said in words`(kind: PayloadValueKind, expected: String) {
        #expect(kind.allowed == expected)
    }
}
