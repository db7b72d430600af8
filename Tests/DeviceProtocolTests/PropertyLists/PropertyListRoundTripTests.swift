import DeviceProtocol
import Foundation
import Testing

/// Property lists: round trips.
struct PropertyListRoundTripTests {
    static let values: [PropertyListValue] = [
        .string(""), .string("text"), .string("<&>\"' ]]> ä 😀 \t\n"), .string(String(repeating: "x", count: 70_000)),
        .integer(0), .integer(1), .integer(-1), .integer(127), .integer(128), .integer(.max), .integer(.min),
        .real(0), .real(-0.5), .real(52.52), .real(1e300), .real(5e-308), .real(.infinity), .real(-.infinity),
        .bool(true), .bool(false),
        .data(Data()), .data(Data([0, 1, 2])), .data(Data(repeating: 7, count: 300)),
        .date(Date(timeIntervalSince1970: 0)), .date(Date(timeIntervalSince1970: 1_709_634_030)),
        .date(Date(timeIntervalSince1970: -62_135_596_800)),
        .array([]), .array([.integer(1), .string("1"), .bool(true), .real(1)]),
        .dictionary([:]), .dictionary(["": .string(""), "a": .array([.dictionary(["b": .data(Data([9]))])])]),
        .array((0..<300).map { .integer($0) }),
        .dictionary(Dictionary(uniqueKeysWithValues: (0..<300).map { ("key \($0)", .string("value \($0 % 7)")) })),
    ]

    @Test(arguments: values, PropertyListFormat.allCases)
    func `What is written is read again`(value: PropertyListValue, format: PropertyListFormat) throws {
        #expect(try PropertyListValue(parsing: value.encoded(as: format)) == value)
    }

    @Test(arguments: PropertyListFormat.allCases)
    func `The same value gives the same bytes`(format: PropertyListFormat) throws {
        var members: [String: PropertyListValue] = [:]
        for number in 0..<100 { members["k\(number)"] = .string("v\(number % 3)") }
        var reversed: [String: PropertyListValue] = [:]
        for number in (0..<100).reversed() { reversed["k\(number)"] = .string("v\(number % 3)") }
        let first = try PropertyListValue.dictionary(members).encoded(as: format)
        #expect(try PropertyListValue.dictionary(reversed).encoded(as: format) == first)
    }

    @Test
    func `XML has the customary form, keys sorted`() throws {
        let value = PropertyListValue.dictionary(["b": .bool(true), "a": .array([.integer(1), .string("<")])])
        #expect(
            try value.encoded(as: .xml).text == """
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
                <plist version="1.0">
                <dict>
                \t<key>a</key>
                \t<array>
                \t\t<integer>1</integer>
                \t\t<string>&lt;</string>
                \t</array>
                \t<key>b</key>
                \t<true/>
                </dict>
                </plist>

                """)
    }

    @Test
    func `Texts that Unicode calls equal keep their own bytes in the binary format`() throws {
        let value = PropertyListValue.array([.string("\u{E9}"), .string("e\u{301}"), .string("\u{E9}")])
        let read = try PropertyListValue(parsing: value.encoded(as: .binary))
        #expect(
            read.arrayValue?.compactMap(\.stringValue).map { Array($0.utf8) } == [
                [0xC3, 0xA9], [0x65, 0xCC, 0x81], [0xC3, 0xA9],
            ])
    }

    @Test(arguments: 0..<40)
    func `Random values survive both formats`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let value = Self.random(depth: 4, &generator)
        for format in PropertyListFormat.allCases {
            #expect(try PropertyListValue(parsing: value.encoded(as: format)) == value)
        }
    }

    private static func random(depth: Int, _ generator: inout SeededGenerator) -> PropertyListValue {
        switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .string(String(UInt32.random(in: 0...99, using: &generator)))
        case 1: return .integer(Int64.random(in: .min ... .max, using: &generator))
        case 2: return .real(Double.random(in: -1e9...1e9, using: &generator))
        case 3: return .bool(Bool.random(using: &generator))
        case 4: return .data(generator.bytes(Int.random(in: 0...40, using: &generator)))
        case 5: return .date(Date(timeIntervalSince1970: Double(Int.random(in: 0...2_000_000_000, using: &generator))))
        case 6:
            return .array(
                (0..<Int.random(in: 0...5, using: &generator)).map { _ in random(depth: depth - 1, &generator) })
        default:
            var members: [String: PropertyListValue] = [:]
            for number in 0..<Int.random(in: 0...5, using: &generator) {
                members["key\(number)"] = random(depth: depth - 1, &generator)
            }
            return .dictionary(members)
        }
    }
}

/// Property lists: agreement with Foundation.
struct PropertyListFoundationTests {
    static let sample: PropertyListValue = .dictionary([
        "string": .string("ä < & > 😀"), "integer": .integer(-5), "large": .integer(.max), "real": .real(0.25),
        "yes": .bool(true), "no": .bool(false), "data": .data(Data([1, 2, 3])),
        "date": .date(Date(timeIntervalSince1970: 1_709_634_030)), "array": .array([.integer(1), .array([])]),
        "dictionary": .dictionary(["a": .string("b")]),
    ])

    @Test(arguments: PropertyListFormat.allCases)
    func `Foundation reads what is written`(format: PropertyListFormat) throws {
        let data = try Self.sample.encoded(as: format)
        let object = try PropertyListSerialization.propertyList(from: data, format: nil)
        let members = try #require(object as? [String: Any])
        #expect(members["string"] as? String == "ä < & > 😀")
        #expect(members["integer"] as? Int == -5)
        #expect(members["large"] as? Int64 == .max)
        #expect(members["real"] as? Double == 0.25)
        #expect(members["yes"] as? Bool == true)
        #expect(members["no"] as? Bool == false)
        #expect(members["data"] as? Data == Data([1, 2, 3]))
        #expect(members["date"] as? Date == Date(timeIntervalSince1970: 1_709_634_030))
        #expect((members["array"] as? [Any])?.count == 2)
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `What Foundation writes is read`(format: PropertyListSerialization.PropertyListFormat) throws {
        let object: [String: Any] = [
            "string": "ä < & > 😀", "integer": -5, "large": Int64.max, "real": 0.25, "yes": true, "no": false,
            "data": Data([1, 2, 3]), "date": Date(timeIntervalSince1970: 1_709_634_030),
            "array": [1, [Int]()] as [Any],
            "dictionary": ["a": "b"],
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
        #expect(try PropertyListValue(parsing: data) == Self.sample)
    }
}
