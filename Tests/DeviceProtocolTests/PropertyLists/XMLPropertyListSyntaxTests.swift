import DeviceProtocol
import Foundation
import Testing

/// The XML format piece by piece: markup around values, references, numbers and dates.
struct XMLPropertyListSyntaxTests {
    static func read(_ text: String) -> PropertyListValue? {
        try? PropertyListValue(parsing: Data(text))
    }

    static func reason(_ body: String) -> String? {
        failure { () throws(PropertyListError) in try PropertyListValue(parsing: PropertyListTrapTests.xml(body)) }?
            .reason
    }

    @Test(arguments: [
        "UTF-8", "utf-8", "Utf-8", "US-ASCII", "us-ascii", "ascii",
    ])
    func `A document that declares UTF-8 or its part is read`(encoding: String) {
        for declaration in [
            "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>", "<?xml version='1.0' encoding='\(encoding)' ?>",
            "<?xml version=\"1.0\" encoding = \"\(encoding)\" standalone=\"yes\"?>",
        ] {
            #expect(Self.read(declaration + "<plist><true/></plist>") == .bool(true), "\(declaration)")
        }
    }

    @Test(arguments: [
        "UTF-16", "UTF-16LE", "ISO-8859-1", "latin1", "windows-1252", "UTF-7", "UTF-32", "x", "utf16", "",
    ])
    func `A document that declares another encoding is refused`(encoding: String) {
        for quote in ["\"", "'"] {
            let data = Data("<?xml version='1.0' encoding=\(quote)\(encoding)\(quote)?><plist><true/></plist>")
            let error = failure { () throws(PropertyListError) in try PropertyListValue(parsing: data) }
            #expect(error?.reason == "XML in an encoding other than UTF-8")
        }
    }

    @Test func `UTF-16 and UTF-32 are refused, with a byte-order mark and without`() throws {
        let text = "<?xml version=\"1.0\"?><plist><true/></plist>"
        for encoding in [
            String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
        ] {
            let data = try #require(text.data(using: encoding))
            #expect(throws: PropertyListError.self) { try PropertyListValue(parsing: data) }
        }
    }

    @Test(arguments: [
        "<?xml version=\"1.0\"?><plist><true/></plist>", "<plist><true/></plist>", "<true/>", " <true/> ",
        "<?a?><!-- b --><!DOCTYPE plist><?c d?><plist><!-- e --><true/><?f?></plist><!-- g --><?h?>\n",
        "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://a/b.dtd\"><true/>",
        "<plist version='1.0' >\n<true />\n</plist >", "<plist\tversion=\"1.0\"><true\n/></plist\n>",
        "<plist a='/>' b=\"'\"><true a='>'/></plist>", "<true></true>", "<true> \n </true>", "<true><!-- x --></true>",
        "<!----><true/>", "<!-- - -- --><true/>", "<!-- <false/> --><true/>", "<?<false/>?><true/>",
    ])
    func `Markup around a value changes nothing`(text: String) {
        #expect(Self.read(text) == .bool(true))
    }

    static let malformed: [(String, String)] = [
        ("", "closing tag where a value must be"), ("</dict>", "closing tag where a value must be"),
        ("text", "text where a tag must be"), ("<array>x</array>", "text where a tag must be"),
        ("<true/>x", "text where a tag must be"), ("<true/><false/>", "plist is not closed"),
        ("<true/></plist><true/>", "more than one value"), ("<true/></plist></plist>", "more than one value"),
        ("<true>x</true>", "boolean with content"), ("<True/>", "unknown element True"),
        ("<uid/>", "unknown element uid"), ("<plist><true/></plist>", "unknown element plist"),
        ("<key>a</key>", "unknown element key"), ("<string>a</data>", "string is not closed"),
        ("<string>a<string>", "string is not closed"), ("<array></dict>", "closing tag where a value must be"),
        ("<true a=\"", "malformed tag"), ("<true <", "malformed tag"), ("<>", "malformed tag"),
        ("</>", "malformed tag"), ("<true:x/>", "unknown element true:x"),
        ("<\(String(repeating: "x", count: 65))/>", tag),
        ("<\(String(repeating: "x", count: 64))/>", "unknown element \(String(repeating: "x", count: 64))"),
        ("<!-- never closed", "document ends inside markup"), ("<?never closed", "document ends inside markup"),
        ("<!DOCTYPE x", "document ends too early"), ("<!DOCTYPE x [<!ENTITY a 'b'>]>", subset),
        ("<string><![CDATA[ never closed ]] ></string>", "document ends inside markup"),
        ("<integer>x</integer>", "malformed integer"), ("<real></real>", "malformed real"),
        ("<data>A</data>", "malformed data"), ("<date>now</date>", "malformed date"), ("<integer/>", badInteger),
        ("<real/>", "malformed real"), ("<date/>", "malformed date"),
    ]

    @Test(arguments: malformed)
    func `What is malformed is refused with its reason`(body: String, reason: String) {
        #expect(Self.reason(body) == reason)
    }

    static let tag = "malformed tag"
    static let badInteger = "malformed integer"
    static let subset = "document type with declarations of its own"

    static let texts: [(String, String)] = [
        ("a&lt;b", "a<b"), ("&gt;&amp;&quot;&apos;", ">&\"'"), ("&amp;lt;", "&lt;"), ("&#9;&#10;&#13;", "\t\n\r"),
        ("&#x9;&#xA;&#xd;", "\t\n\r"), ("&#32;x&#32;", " x "), ("&#xD7FF;&#xE000;&#xFFFD;", "\u{D7FF}\u{E000}\u{FFFD}"),
        ("&#x10000;&#x10FFFF;", "\u{10000}\u{10FFFF}"), ("&#1114111;", "\u{10FFFF}"), ("&#x000041;", "A"),
        ("<![CDATA[]]>", ""), ("<![CDATA[&lt;]]>", "&lt;"), ("<![CDATA[]]]]>", "]]"),
        ("<![CDATA[<!-- -->]]>", "<!-- -->"),
        ("a<![CDATA[b]]>c<![CDATA[d]]>", "abcd"), ("a<!-- b -->c<?d?>e", "ace"), ("]]>", "]]>"), (" \n a ", " \n a "),
        ("a\rb\r\nc\n\rd", "a\nb\nc\n\nd"), ("a\r&#10;b", "a\n\nb"), ("<![CDATA[\r\n]]>", "\n"), ("\r\r\n", "\n\n"),
    ]

    @Test(arguments: texts)
    func `A text is read with references, sections and comments`(content: String, text: String) {
        let read = Self.read("<plist><string>\(content)</string></plist>")?.stringValue
        #expect(read.map { Array($0.utf8) } == Array(text.utf8))
        let key = Self.read("<plist><dict><key>\(content)</key><true/></dict></plist>")
        #expect(key == .dictionary([text: .bool(true)]))
    }

    @Test(arguments: [
        "&nbsp;", "&LT;", "&lt", "&;", "& ", "&#;", "&#x;", "&#xG;", "&#12a;", "&#0;", "&#1;", "&#31;", "&#xFFFE;",
        "&#xFFFF;", "&#xD800;", "&#xDFFF;", "&#x110000;", "&#4294967361;", "&#X41;", "&#+65;", "&#x+41;", "&#-65;",
        "&# 65;", "&amp", "&#x0000000041;", "&amplt;", "\u{0}", "\u{B}", "\u{1B}", "\u{FFFE}", "<![CDATA[\u{8}]]>",
    ])
    func `A text with what XML does not allow is refused`(content: String) {
        #expect(Self.reason("<string>\(content)</string>") != nil)
        #expect(Self.reason("<dict><key>\(content)</key><true/></dict>") != nil)
    }

    @Test(arguments: Hostile.invalidUTF8)
    func `A text that is no UTF-8 is refused, in a section too`(bytes: [UInt8]) {
        for (before, after) in [("<string>", "</string>"), ("<string><![CDATA[", "]]></string>")] {
            let data = Data("<plist>\(before)") + Data(bytes) + Data("\(after)</plist>")
            let error = failure { () throws(PropertyListError) in try PropertyListValue(parsing: data) }
            #expect(error?.reason == "text is not UTF-8")
        }
    }

    @Test(
        arguments: [
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775808", nil),
            ("-9223372036854775809", nil), ("0x7FFFFFFFFFFFFFFF", .max), ("0x8000000000000000", nil),
            ("-0x8000000000000000", .min), ("-0x8000000000000001", nil), ("0XaB", 171), ("+0x10", 16), ("007", 7),
            ("-0", 0), ("+-1", nil), ("--1", nil), ("0x+1", nil), ("0x", nil), ("-", nil), ("1 2", nil), ("1e3", nil),
            ("\n 12 \t", 12), ("1<!-- -->2", 12), ("&#49;", 1),
        ] as [(String, Int64?)])
    func `Integers are decimal or hexadecimal and have 64 bits`(text: String, expected: Int64?) {
        #expect(Self.read("<integer>\(text)</integer>") == expected.map { .integer($0) })
    }

    @Test(
        arguments: [
            ("1", 1), ("-1.25", -1.25), (" 1e3 ", 1000), ("1E-2", 0.01), ("+infinity", .infinity),
            ("-infinity", -.infinity), ("inf", .infinity), (".5", 0.5), ("1,5", nil), ("0x10", nil), ("0X1P3", nil),
            ("one", nil), ("1.5.2", nil), ("1 2", nil), ("--1", nil),
        ] as [(String, Double?)])
    func `Reals are decimal`(text: String, expected: Double?) {
        #expect(Self.read("<real>\(text)</real>") == expected.map { .real($0) })
    }

    @Test func `A real may be no number`() throws {
        #expect(Self.read("<real>nan</real>")?.realValue?.isNaN == true)
        #expect(try PropertyListValue.real(.nan).encoded(as: .xml).text.contains("<real>nan</real>"))
    }

    @Test(
        arguments: [
            ("2024-03-05T10:20:30Z", 1_709_634_030), (" 1969-12-31T23:59:59Z\n", -1), ("0001-01-01T00:00:00Z", first),
            ("2024-03-05T10:20:30", nil), ("2024-03-05T10:20:30z", nil), ("2024-03-05T10:20:30+00:00", nil),
            ("2024-03-05T10:20:30+01:00", nil), ("2024-03-05T10:20:30ZZ", nil), ("2024-03-05 10:20:30Z", nil),
            ("2024-03-05T10:20Z", nil), ("03/05/2024 10:20:30Z", nil), ("2023-02-29T00:00:00Z", nil), ("Z", nil),
            ("2024-03-05T10:20:30 Z", nil), ("2024-03-05T24:00:00Z", nil), ("10000-01-01T00:00:00Z", nil),
        ] as [(String, Double?)])
    func `Dates are in UTC and have no fractions`(text: String, expected: Double?) {
        let date = expected.map { PropertyListValue.date(Date(timeIntervalSince1970: $0)) }
        #expect(Self.read("<date>\(text)</date>") == date)
    }

    static let first = -62_135_596_800.0

    @Test(
        arguments: [
            ("", []), ("AQID", [1, 2, 3]), ("AQ==", [1]), (" A Q\tI\r\nD ", [1, 2, 3]), ("/+8=", [255, 239]),
            ("AQ", nil),
            ("AQI", nil), ("A===", nil), ("AQ=", nil), ("_-8=", nil), ("AQ==AQ==", nil), ("AQ.D", nil),
        ] as [(String, [UInt8]?)])
    func `Data is base64 with blanks anywhere`(text: String, expected: [UInt8]?) {
        #expect(Self.read("<data>\(text)</data>") == expected.map { .data(Data($0)) })
    }

    @Test func `Containers may be empty in both ways of writing`() {
        for text in ["<array/>", "<array></array>", "<array> <!-- --> </array>"] {
            #expect(Self.read(text) == .array([]))
        }
        for text in ["<dict/>", "<dict></dict>", "<dict>\n<?x?></dict>"] {
            #expect(Self.read(text) == .dictionary([:]))
        }
        for text in ["<string/>", "<string></string>", "<string><!-- --></string>"] {
            #expect(Self.read(text) == .string(""))
        }
        #expect(Self.read("<data/>") == .data(Data()) && Self.read("<plist/>") == nil)
        #expect(Self.read("<dict><key/><true/></dict>") == .dictionary(["": .bool(true)]))
    }

    @Test(arguments: [
        (PropertyListValue.real(0.1), "<real>0.1</real>"), (.real(-2), "<real>-2.0</real>"),
        (.real(.infinity), "<real>+infinity</real>"), (.real(-.infinity), "<real>-infinity</real>"),
        (.integer(.min), "<integer>-9223372036854775808</integer>"), (.bool(false), "<false/>"),
        (.array([]), "<array/>"),
        (.dictionary([:]), "<dict/>"), (.string("\r"), "<string>&#13;</string>"), (.data(Data()), "<data></data>"),
        (.string("<&>\"'"), "<string>&lt;&amp;&gt;\"'</string>"), (.data(Data([0xFB, 0xFF])), "<data>+/8=</data>"),
        (.date(Date(timeIntervalSince1970: -0.5)), "<date>1969-12-31T23:59:59Z</date>"),
    ])
    func `A value is written as an element on a line of its own`(value: PropertyListValue, line: String) throws {
        let lines = try value.encoded(as: .xml).text.split(separator: "\n")
        #expect(lines.count == 5 && lines[3] == line)
    }

    @Test(arguments: [-62_135_596_800.5, 253_402_300_800, 1e18, .infinity])
    func `A date that XML cannot write makes the list binary`(seconds: Double) {
        let value = PropertyListValue.array([.date(Date(timeIntervalSince1970: seconds))])
        #expect(value.safestFormat == .binary)
        let error = failure { () throws(PropertyListError) in try value.encoded(as: .xml) }
        #expect(error?.reason == "date outside the years 1 to 9999")
    }
}

/// The coercions of clients as one table: every kind of value against every kind of setting.
struct PropertyListCoercionTableTests {
    /// A value with what each coercion makes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let value: PropertyListValue
        var integer: Int64?
        var bool: Bool?
        var real: Double?
        var strict: Double?
        var strings: [String]?
        let kind: String

        var testDescription: String { "\(value)" }
    }

    static let rows: [Row] = [
        Row(value: .integer(.max), integer: .max, bool: true, real: 0x1p63, strict: 0x1p63, kind: "integer"),
        Row(value: .integer(.min), integer: .min, bool: true, real: -0x1p63, strict: -0x1p63, kind: "integer"),
        Row(value: .integer(0), integer: 0, bool: false, real: 0, strict: 0, kind: "integer"),
        Row(value: .integer(-1), integer: -1, bool: true, real: -1, strict: -1, kind: "integer"),
        Row(value: .bool(true), integer: 1, bool: true, kind: "boolean"),
        Row(value: .bool(false), integer: 0, bool: false, kind: "boolean"),
        Row(value: .real(0), real: 0, strict: 0, kind: "real"),
        Row(value: .real(-1.5), real: -1.5, strict: -1.5, kind: "real"),
        Row(value: .string("0"), integer: 0, bool: false, real: 0, kind: "string"),
        Row(value: .string("-0"), integer: 0, bool: false, real: 0, kind: "string"),
        Row(value: .string("2"), integer: 2, bool: true, real: 2, kind: "string"),
        Row(value: .string("-1"), integer: -1, bool: true, real: -1, kind: "string"),
        Row(value: .string("1.0"), real: 1, kind: "string"), Row(value: .string("1e2"), real: 100, kind: "string"),
        Row(value: .string("9223372036854775808"), real: 0x1p63, kind: "string"),
        Row(value: .string(""), kind: "string"), Row(value: .string(" "), kind: "string"),
        Row(value: .string("TRUE"), kind: "string"), Row(value: .string("1,5"), kind: "string"),
        Row(value: .data(Data("1")), kind: "data"), Row(value: .date(Date(timeIntervalSince1970: 1)), kind: "date"),
        Row(value: .array([]), strings: [], kind: "array"),
        Row(value: .array([.string("b"), .string("a"), .string("b")]), strings: ["b", "a", "b"], kind: "array"),
        Row(value: .array([.string("a"), .array([.string("b")])]), kind: "array"),
        Row(value: .array([.integer(1)]), kind: "array"),
        Row(value: .dictionary(["a": .string("b")]), kind: "dictionary"),
    ]

    @Test(arguments: rows)
    func `A value is read as each kind of setting or not at all`(row: Row) {
        #expect(row.value.coercedInteger == row.integer)
        #expect(row.value.coercedBool == row.bool)
        #expect(row.value.coercedReal == row.real)
        #expect(row.value.strictReal == row.strict)
        #expect(row.value.coercedStrings == row.strings)
        #expect(row.value.kindName == row.kind)
    }

    @Test(arguments: rows)
    func `A value answers to the accessor of its own kind only`(row: Row) {
        let kinds = [
            ("string", row.value.stringValue != nil), ("integer", row.value.integerValue != nil),
            ("real", row.value.realValue != nil), ("boolean", row.value.boolValue != nil),
            ("data", row.value.dataValue != nil), ("date", row.value.dateValue != nil),
            ("array", row.value.arrayValue != nil), ("dictionary", row.value.dictionaryValue != nil),
        ]
        #expect(kinds.filter(\.1).map(\.0) == [row.kind])
        #expect((row.value["a"] != nil) == (row.kind == "dictionary"))
    }
}
