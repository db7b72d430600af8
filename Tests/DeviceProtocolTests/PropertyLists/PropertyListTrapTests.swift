import DeviceProtocol
import Foundation
import Testing

/// Property lists: traps.
struct PropertyListTrapTests {
    static func xml(_ body: String) -> Data {
        Data("<plist version=\"1.0\">\(body)</plist>")
    }

    @Test(arguments: [
        "x = 1;", "{ a = b; }", "(1, 2)", "\"text\"", "", " ", "{}", "bplist0", "bplist01\0\0", "\u{FEFF}",
    ])
    func `Old-style lists, JSON and other texts are refused`(text: String) {
        #expect(
            failure { () throws(PropertyListError) in try PropertyListValue(parsing: Data(text)) }?.reason.isEmpty
                == false)
    }

    @Test
    func `A byte-order mark and white space may stand before XML`() throws {
        #expect(try PropertyListValue(parsing: Data("\u{FEFF} \r\n<plist><true/></plist>\n")) == .bool(true))
    }

    @Test
    func `The spec's smallest list is an empty dictionary`() throws {
        #expect(try PropertyListValue(parsing: Data(#"<plist version="1.0"><dict/></plist>"#)) == .dictionary([:]))
    }

    @Test(arguments: PropertyListFormat.allCases)
    func `Booleans and integers are told apart`(format: PropertyListFormat) throws {
        let value = PropertyListValue.array([.bool(true), .integer(1), .bool(false), .integer(0)])
        let read = try PropertyListValue(parsing: value.encoded(as: format))
        #expect(read == value)
        #expect(read != .array([.integer(1), .integer(1), .integer(0), .integer(0)]))
    }

    @Test(
        "Elements of XML are read",
        arguments: [
            ("<string>a&lt;&amp;&gt;&quot;&apos;b</string>", PropertyListValue.string("a<&>\"'b")),
            ("<string>&#65;&#x42;&#x1F600;</string>", .string("AB😀")),
            ("<string><![CDATA[<a>&amp;]]>x</string>", .string("<a>&amp;x")),
            ("<string>a<!-- no -->b</string>", .string("ab")), ("<string>a\r\nb\rc</string>", .string("a\nb\nc")),
            ("<string>a&#13;b</string>", .string("a\rb")), ("<string/>", .string("")),
            ("<string a='>'>x</string>", .string("x")), ("<integer> 42 </integer>", .integer(42)),
            ("<integer>+7</integer>", .integer(7)), ("<integer>0x1F</integer>", .integer(31)),
            ("<integer>-0x10</integer>", .integer(-16)), ("<real>5</real>", .real(5)),
            ("<real>-1.5e3</real>", .real(-1500)), ("<real>inf</real>", .real(.infinity)), ("<true/>", .bool(true)),
            ("<false></false>", .bool(false)), ("<data>\n AQ\n ID\n</data>", .data(Data([1, 2, 3]))),
            ("<date>1970-01-01T00:00:01Z</date>", .date(Date(timeIntervalSince1970: 1))),
            ("<!-- a --><dict><key>a</key><!-- b --><true/></dict>", .dictionary(["a": .bool(true)])),
            ("<dict><key>a</key><true/><key>a</key><false/></dict>", .dictionary(["a": .bool(false)])),
        ])
    func readsXML(body: String, value: PropertyListValue) throws {
        #expect(try PropertyListValue(parsing: Self.xml(body)) == value)
    }

    @Test(arguments: [
        "", "<string>a", "<string>a</integer>", "text", "<true>x</true>", "<unknown/>", "<integer>1.5</integer>",
        "<integer></integer>", "<integer>9223372036854775808</integer>", "<integer>0x</integer>",
        "<integer>0x-1</integer>", "<real>x</real>",
        "<real>0x1p3</real>", "<data>###</data>", "<date>2024-03-05</date>", "<date>2024-02-30T00:00:00Z</date>",
        "<date>2024-03-05T10:20:30.5Z</date>", "<dict><true/></dict>", "<dict><key>a</key></dict>",
        "<dict><key>a</key><key>b</key></dict>", "<array><true/>", "<true/><true/>", "</true>", "<array></dict>",
        "<string>&undefined;</string>", "<string>&#0;</string>", "<string>&#xD800;</string>", "<string>&</string>",
        "<string>&#x110000;</string>", "<string>\u{1}</string>", "<string>\u{FFFE}</string>", "<>", "< true/>",
        "<string>&#;</string>", "<array>x</array>", "<UID>1</UID>", "<string1>a</string1>", "<true!/>",
        "<key>a</key>",
    ])
    func `Malformed XML is refused`(body: String) {
        #expect(throws: PropertyListError.self) { try PropertyListValue(parsing: Self.xml(body)) }
    }

    @Test(arguments: [
        #"<!DOCTYPE plist [<!ENTITY a "b">]><plist><string>&a;</string></plist>"#,
        #"<!DOCTYPE plist [<!ENTITY a SYSTEM "file:///etc/passwd">]><plist><string>&a;</string></plist>"#,
        #"<!DOCTYPE plist [<!ENTITY a "&b;&b;"><!ENTITY b "&a;&a;">]><plist><true/></plist>"#,
        #"<?xml version="1.0" encoding="UTF-16"?><plist><true/></plist>"#,
    ])
    func `Document types with entities of their own are refused`(text: String) {
        #expect(throws: PropertyListError.self) { try PropertyListValue(parsing: Data(text)) }
    }

    @Test(arguments: [
        ("plain", PropertyListFormat.xml), ("tab\tand\nline feed", .xml), ("ä😀<&>", .xml), ("a\r\nb", .binary),
        ("a\rb", .binary), ("\u{0}", .binary), ("\u{1B}[0m", .binary), ("\u{FFFE}", .binary), ("\u{FFFF}", .binary),
    ])
    func `The safest format is binary for what XML would alter`(text: String, format: PropertyListFormat) throws {
        for value in [PropertyListValue.string(text), .array([.dictionary([text: .integer(1)])])] {
            #expect(value.safestFormat == format)
            #expect(try PropertyListValue(parsing: value.encoded(as: value.safestFormat)) == value)
        }
    }

    @Test
    func `XML refuses to hold control characters`() {
        for text in ["\u{0}", "\u{1F}", "\u{FFFF}"] {
            #expect(throws: PropertyListError.self) { try PropertyListValue.string(text).encoded(as: .xml) }
            #expect(throws: PropertyListError.self) {
                try PropertyListValue.dictionary([text: .bool(true)]).encoded(as: .xml)
            }
        }
    }

    @Test
    func `XML cuts fractions of seconds off, binary keeps them`() throws {
        let value = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: 10.75))
        #expect(try PropertyListValue(parsing: value.encoded(as: .binary)) == value)
        #expect(
            try PropertyListValue(parsing: value.encoded(as: .xml)).dateValue
                == Date(timeIntervalSinceReferenceDate: 10))
    }

    @Test
    func `Accessors answer for their own kind only`() {
        let value = PropertyListValue.dictionary([
            "s": .string("x"), "i": .integer(1), "b": .bool(true), "d": .data(Data([1])), "a": .array([]),
            "r": .real(2),
        ])
        #expect(value["s"]?.stringValue == "x" && value["s"]?.integerValue == nil)
        #expect(value["i"]?.integerValue == 1 && value["i"]?.boolValue == nil)
        #expect(value["b"]?.boolValue == true && value["b"]?.integerValue == nil)
        #expect(value["d"]?.dataValue == Data([1]) && value["d"]?.stringValue == nil)
        #expect(value["a"]?.arrayValue == [] && value["a"]?.dictionaryValue == nil)
        #expect(value["r"]?.realValue == 2 && value["missing"] == nil)
        #expect(PropertyListValue.integer(1)["s"] == nil && value.dictionaryValue?.count == 6)
    }
}
