import Foundation
import Testing

@testable import DeviceProtocol

/// Every number of every payload at the ends of its range, as the specification states them.
struct PayloadRangeTests {
    static let integers: [(type: String, key: String, low: Int64, high: Int64)] = [
        ("PasscodePoliciesV2", "MinimumPasscodeLength", 0, 255),
        ("PasscodePoliciesV2", "MinimumNumberComplexCharacters", 0, 255),
        ("PasscodePoliciesV2", "MaximumPasscodeAge", -1, 36_500), ("PasscodePoliciesV2", "PasscodeHistory", 0, 1000),
        ("PasscodePoliciesV2", "MaximumFailedAttempts", -1, 9999),
        ("PasscodePoliciesV2", "PasscodeTimeout", -1, 2_147_483_647),
        ("AppTunnelingPoliciesV2", "MAGHttpPort", 0, 65_535), ("AppTunnelingPoliciesV2", "MAGHttpsPort", 0, 65_535),
        ("AppTunnelingPoliciesV2", "ProxyPort", 0, 65_535), ("AppTunnelingPoliciesV2", "F5ProxyPort", 0, 65_535),
        ("AppTunnelingPoliciesV2", "F5UserAccountType", 0, 2_147_483_647),
        ("ContentFiltering", "WebsenseAccountId", 0, 2_147_483_647),
        ("WebsiteFiltering", "WebsiteFilterId", 0, 2_147_483_647),
    ]

    @Test(arguments: integers.indices)
    func `An integer is taken at both ends of its range and refused beyond`(index: Int) throws {
        let (type, key, low, high) = Self.integers[index]
        for number in [low, low + 1, high - 1, high] {
            #expect(try ProfilePayloadTests.validate(type, key, .integer(number)) == .integer(number))
        }
        for number in [low - 1, high + 1, .min, .max] {
            let error = failure { () throws(ProfileValidationError) in
                try ProfilePayloadTests.validate(type, key, .integer(number))
            }
            #expect(error?.value == "\(number)" && error?.allowed == "an integer from \(low) to \(high)")
        }
    }

    @Test func `The table of integers is complete`() {
        let known = PayloadSchema.all.flatMap { schema in
            schema.keys.filter { if case .integer = $0.kind { true } else { false } }.map {
                "\(schema.type).\($0.name)"
            }
        }
        #expect(known.sorted() == Self.integers.map { "\($0.type).\($0.key)" }.sorted())
    }

    static let choices: [(type: String, key: String, values: [Int64], names: [String])] = [
        ("PasscodePoliciesV2", "AuthenticationType", [0, 1, 2], ["disabled", "passcode", "usernamePassword"]),
        ("PasscodePoliciesV2", "PasscodeMode", [0, 1, 2], ["off", "numeric", "alphanumeric"]),
        ("PasscodePoliciesV2", "BiometricMode", [0, 2], ["none", "biometric"]),
        (
            "PasscodePoliciesV2", "IntegratedAuthenticationCredential", [0, 1, 2],
            ["user", "uploadedCertificate", "certificateTemplate"]
        ),
        ("AppTunnelingPoliciesV2", "AppTunnelMode", [0, 1, 2, 3], ["none", "tunnelProxy", "f5", "standardProxy"]),
        (
            "AppTunnelingPoliciesV2", "F5AuthenticationMode", [-1, 0, 1, 2],
            ["unknown", "userAndCertificate", "userAndPassword", "certificate"]
        ),
        ("NetworkAccessV2", "AllowCellularConnection", [0, 1, 2], ["never", "always", "notWhenRoaming"]),
        ("NetworkAccessV2", "AllowWiFiConnection", [1, 2], ["always", "listedNetworks"]),
        (
            "LoggingSettingsV2", "LoggingLevel", [-1, 0, 1, 2, 3],
            ["off", "error", "warning", "information", "debug or verbose"]
        ),
        ("ContentFiltering", "WebsenseProxyType", [0, 1], ["none", "websense"]),
        ("WebsiteFiltering", "FilterTypeId", [0, 1, 2], ["unknown", "deny", "allow"]),
        ("CompromisedPoliciesV2", "CompromisedAction", [0, 1], ["none", "wipe"]),
        ("SDKAppComplianceV2", "ApplicationVersionOperator", [0, 1, 2, 3, 4, 5], comparisons),
        ("SDKAppComplianceV2", "OSVersionOperator", [0, 1, 2, 3, 4, 5], comparisons),
        ("SDKAppComplianceV2", "OSVersionAction", [0, 1], ["block", "wipe"]),
    ]
    private static let comparisons = [
        "equal or =", "notEqual or !=", "less or <", "lessOrEqual or <=", "greater or >", "greaterOrEqual or >=",
    ]

    @Test(arguments: choices.indices)
    func `A choice has exactly its numbers and names`(index: Int) throws {
        let (type, key, values, names) = Self.choices[index]
        for number in Int64(-3)...5 {
            let normalized = try? ProfilePayloadTests.validate(type, key, .integer(number))
            #expect(normalized == (values.contains(number) ? .integer(number) : nil), "\(number)")
        }
        for (value, text) in zip(values, names) {
            for name in text.components(separatedBy: " or ") {
                #expect(try ProfilePayloadTests.validate(type, key, .string(name)) == .integer(value))
                #expect(throws: ProfileValidationError.self) {
                    try ProfilePayloadTests.validate(type, key, .string(name + " "))
                }
            }
        }
        let words = "one of " + zip(values, names).map { "\($0) (\($1))" }.joined(separator: ", ")
        #expect(PayloadSchema.named(type)?.key(key)?.kind.allowed == words)
    }

    @Test func `The table of choices is complete`() {
        let known = PayloadSchema.all.flatMap { schema in
            schema.keys.filter { if case .enumeration = $0.kind { true } else { false } }
                .map { "\(schema.type).\($0.name)" }
        }
        #expect(known.sorted() == Self.choices.map { "\($0.type).\($0.key)" }.sorted())
    }

    @Test(
        arguments: [
            (.real(0), 0), (.real(3_153_600_000), 3_153_600_000), (.integer(3_153_600_000), 3_153_600_000),
            (.real(-1), -1), (.integer(-1), -1), (.real(0.25), 0.25), (.real(3_153_600_000.5), nil), (.real(-1.5), nil),
            (.real(-0.0001), nil), (.integer(-2), nil), (.real(.infinity), nil), (.real(-.infinity), nil),
            (.real(.nan), nil), (.string("1"), nil), (.bool(true), nil), (.integer(.max), nil),
        ] as [(PropertyListValue, Double?)])
    func `The period offline is a number in its range or exactly -1`(value: PropertyListValue, expected: Double?) {
        let key = "MaximumPeriodAllowedOffline"
        let normalized = try? ProfilePayloadTests.validate("OfflineAccessPoliciesV2", key, value)
        #expect(normalized == expected.map { .real($0) })
    }

    static let kinds: [(PayloadValueKind, PropertyListValue, PropertyListValue?)] = [
        (.string(maximumLength: 3), .string("äöü"), .string("äöü")),
        (.string(maximumLength: 3), .string("😀😀😀"), .string("😀😀😀")),
        (.string(maximumLength: 3), .string("abcd"), nil),
        (.string(maximumLength: 3), .string("e\u{301}\u{301}\u{301}"), nil),
        (.string(maximumLength: 0), .string(""), .string("")),
        (.real(strict: true, range: -1...1, orExactly: 5), .integer(5), .real(5)),
        (.real(strict: true, range: -1...1, orExactly: 5), .real(5.5), nil),
        (.real(strict: false, range: -1...1, orExactly: nil), .real(1.0001), nil),
        (.real(strict: false, range: -1...1, orExactly: nil), .string("1"), nil),
        (.integer(-2...2), .integer(-2), .integer(-2)), (.integer(-2...2), .integer(-3), nil),
        (.integer(0...1), .bool(true), nil), (.bool, .bool(false), .bool(false)), (.bool, .integer(0), nil),
        (.colour, .string("#000000"), .integer(0)), (.colour, .string("#FFFFFF"), .integer(0xFFFFFF)),
        (.colour, .string("#aBcDeF"), .integer(0xABCDEF)), (.colour, .string("16777215"), .integer(0xFFFFFF)),
        (.colour, .string("16777216"), nil), (.colour, .string("-1"), nil), (.colour, .string("#GGGGGG"), nil),
        (.colour, .string("#+12345"), nil), (.colour, .string("#"), nil), (.colour, .string(""), nil),
        (.colour, .string("336699"), .integer(336_699)), (.colour, .string("0x10"), nil),
        (.colour, .string("#123"), nil),
        (.colour, .real(1), nil), (.certificate, .string(""), .data(Data())),
        (.certificate, .string(" A Q I D "), .data(Data([1, 2, 3]))),
        (.certificate, .string("AQI"), nil), (.certificate, .array([]), nil),
        (.base64Strings, .array([.string("AQ ID")]), .array([.string("AQ ID")])),
        (.base64Strings, .array([.string("AQID"), .string("?")]), nil),
        (.base64Strings, .array([.integer(1)]), nil),
        (.strings, .array([.string("b"), .string("a")]), .array([.string("b"), .string("a")])),
        (.strings, .dictionary([:]), nil),
        (.url, .string("HtTpS://h"), .string("HtTpS://h")),
        (.url, .string("http://h:99/a?b#c"), .string("http://h:99/a?b#c")),
        (.url, .string("https:///p"), nil), (.url, .string("https:h"), nil), (.url, .string("//h/p"), nil),
        (.url, .string("data:image/png,x"), nil), (.url, .data(Data()), nil),
        (.port, .integer(65_535), .integer(65_535)), (.port, .integer(65_536), nil), (.count, .integer(-1), nil),
        (.count, .integer(1 << 31), nil), (.text, .string(String(repeating: "x", count: 1025)), nil),
    ]

    @Test(arguments: kinds)
    func `A kind takes what it allows`(kind: PayloadValueKind, value: PropertyListValue, expected: PropertyListValue?) {
        #expect(kind.normalized(value) == expected)
    }

    @Test(arguments: [2047, 2048, 2049])
    func `An address has at most 2048 bytes`(count: Int) {
        let value = PropertyListValue.string("http://h/" + String(repeating: "x", count: count - 9))
        #expect(PayloadValueKind.url.normalized(value) == (count <= 2048 ? value : nil))
    }

    @Test(arguments: [
        ("CenterX", -90.0, 90.0), ("CenterY", -180, 180), ("Radius", 0, 40_100_000),
    ])
    func `The numbers of an area have their ranges and must be there`(name: String, low: Double, high: Double) {
        let area: [String: PropertyListValue] = ["CenterX": .real(1), "CenterY": .real(2), "Radius": .real(3)]
        func normalized(_ value: PropertyListValue?) -> PropertyListValue? {
            var changed = area
            changed[name] = value
            return PayloadValueKind.geofenceAreas.normalized(.array([.dictionary(area), .dictionary(changed)]))
        }
        for number in [low, high] { #expect(normalized(.real(number))?.arrayValue?.last?[name] == .real(number)) }
        #expect(normalized(.integer(0))?.arrayValue?.last?[name] == .real(0))
        for value in [.real(low - 0.5), .real(high + 0.5), .string("1"), .bool(true), .real(.nan), nil]
            as [PropertyListValue?]
        {
            #expect(normalized(value) == nil)
        }
    }

    @Test(arguments: ["Name", "UniqueId"])
    func `The texts of an area may be absent but nothing else than texts`(name: String) {
        let area: [String: PropertyListValue] = ["CenterX": .real(1), "CenterY": .real(2), "Radius": .real(3)]
        for (value, isTaken) in [
            (PropertyListValue.string(""), true), (.string("x"), true), (.integer(1), false), (.array([]), false),
        ] {
            let areas = PropertyListValue.array([.dictionary(area.merging([name: value]) { $1 })])
            #expect(PayloadValueKind.geofenceAreas.normalized(areas) == (isTaken ? areas : nil))
        }
    }
}

/// Messages about settings, and the envelope around them.
struct ProfileEnvelopeTests {
    static func error(_ settings: [String: PropertyListValue]) -> ProfileValidationError? {
        failure { () throws(ProfileValidationError) in
            try ProfilePayload(type: "LoggingSettingsV2", settings: settings).validated()
        }
    }

    @Test(arguments: [
        "PayloadDisplayName", "PayloadDescription", "PayloadIdentifier", "PayloadOrganization", "PayloadUUID",
    ])
    func `A text of the envelope must be a text`(name: String) {
        #expect(Self.error([name: .string("")]) == nil)
        #expect(Self.error([name: .integer(1)])?.message == "LoggingSettingsV2.\(name) must be a string, not 1")
        #expect(Self.error([name.lowercased(): .integer(1)]) == nil)
    }

    @Test func `Type and version of the envelope have rules of their own`() {
        #expect(Self.error(["PayloadType": .string("LoggingSettingsV2")]) == nil)
        #expect(
            Self.error(["PayloadType": .string("X")])?.message
                == "LoggingSettingsV2.PayloadType must be LoggingSettingsV2, or nothing, not X")
        #expect(
            Self.error(["PayloadVersion": .string("x")]) == nil && Self.error(["PayloadVersion": .integer(0)]) == nil)
        #expect(
            Self.error(["PayloadVersion": .real(1)])?.message
                == "LoggingSettingsV2.PayloadVersion must be an integer or a string, not 1.0")
    }

    @Test func `The first setting by name that is wrong is the one that is reported`() {
        let wrong = PropertyListValue.array([])
        #expect(Self.error(["LoggingLevel": wrong, "SendLogsOverWifi": wrong])?.key == "LoggingLevel")
        #expect(Self.error(["LoggingLevel": .integer(0), "SendLogsOverWifi": wrong])?.key == "SendLogsOverWifi")
        #expect(Self.error(["PayloadUUID": wrong, "LoggingLevel": wrong])?.key == "LoggingLevel")
        #expect(
            failure { () throws(ProfileValidationError) in try ProfilePayload(type: "").validated() }?.message
                == ".PayloadType must be a payload type, not empty")
        #expect(
            ProfileValidationError(payload: "P", key: nil, value: "v", allowed: "a").description == "P must be a, not v"
        )
    }

    static let long = String(repeating: "x", count: 100)
    static let marks = String(repeating: "\u{301}", count: 99)

    static let shown: [(PropertyListValue, String)] = [
        (.string("x"), "x"), (.string(""), "empty"), (.integer(-5), "-5"), (.real(0.5), "0.5"),
        (.bool(true), "true"), (.bool(false), "false"), (.data(Data([1, 2])), "2 bytes"),
        (.date(Date(timeIntervalSince1970: 0)), "1970-01-01T00:00:00"),
        (.date(Date(timeIntervalSince1970: 1e18)), "a date"), (.dictionary(["a": .bool(true)]), "a dictionary of 1"),
        (.array([.bool(true)]), "an array of 1"), (.string(long), long), (.string("\(long)x"), "\(long)…"),
        (.string("e\(marks)\(marks)"), "e\(marks)…"),
    ]

    @Test(arguments: shown)
    func `A message shows what was written, shortened`(value: PropertyListValue, text: String) {
        let error = failure { () throws(ProfileValidationError) in
            try ProfilePayloadTests.validate("GeofencingSettingsV2", "GeofenceAreas", value)
        }
        #expect(error.map { Array($0.message.utf8.suffix(text.utf8.count + 6)) } == Array(", not \(text)".utf8))
    }

    @Test(arguments: [
        ("PayloadDisplayName", "displayName"), ("PayloadDescription", "description"),
        ("PayloadIdentifier", "identifier"),
        ("PayloadOrganization", "organization"), ("PayloadUUID", "uuid"),
    ])
    func `Every text of a document comes from its own key and goes back there`(key: String, property: String) throws {
        let list = PropertyListValue.dictionary([key: .string("x"), "PayloadVersion": .integer(9)])
        let document = try SDKProfileDocument(propertyList: list)
        let texts = [
            "displayName": document.displayName, "description": document.description,
            "identifier": document.identifier, "organization": document.organization, "uuid": document.uuid ?? "",
        ]
        #expect(texts.filter { $0.value == "x" }.map(\.key) == [property])
        #expect(texts.values.filter(\.isEmpty).count == 4 && document.version == 9)
        #expect(document.propertyList[key] == .string("x") && document.propertyList.dictionaryValue?.count == 4)
        for wrong in [PropertyListValue.integer(1), .bool(true), .array([.string("x")])] {
            let document = try SDKProfileDocument(propertyList: .dictionary([key: wrong]))
            #expect(document == SDKProfileDocument(displayName: "", version: 0))
        }
    }

    @Test(
        arguments: [
            (.integer(.max), .max), (.integer(-1), -1), (.string("3"), 0), (.real(3), 0), (.bool(true), 0), (nil, 0),
        ] as [(PropertyListValue?, Int64)])
    func `The version of a document is an integer or zero`(value: PropertyListValue?, version: Int64) throws {
        var members: [String: PropertyListValue] = ["PayloadContent": .array([])]
        members["PayloadVersion"] = value
        #expect(try SDKProfileDocument(propertyList: .dictionary(members)).version == version)
    }

    @Test(
        arguments: [.string("x"), .dictionary(["PayloadType": .string("A")]), .integer(1), nil] as [PropertyListValue?])
    func `Content that is no array holds no payloads`(content: PropertyListValue?) throws {
        var members: [String: PropertyListValue] = ["PayloadVersion": .integer(1)]
        members["PayloadContent"] = content
        #expect(try SDKProfileDocument(propertyList: .dictionary(members)) == SDKProfileDocument(displayName: ""))
    }

    @Test func `Types are told apart by case, and the last of a type keeps its place`() throws {
        let types = ["A", "a", "B", "A", "C", "a", "A "]
        let content = types.enumerated().map { index, type in
            PropertyListValue.dictionary(["PayloadType": .string(type), "n": .integer(Int64(index))])
        }
        let document = try SDKProfileDocument(propertyList: .dictionary(["PayloadContent": .array(content)]))
        #expect(document.payloads.map(\.type) == ["B", "A", "C", "a", "A "])
        #expect(document.payloads.map { $0.settings["n"]?.integerValue } == [2, 3, 4, 5, 6])
        #expect(document.payloads.allSatisfy { $0.settings.count == 1 })
    }

    @Test func `A payload is written with its own type, whatever its settings say`() {
        let payload = ProfilePayload(type: "A", settings: ["PayloadType": .string("B"), "x": .integer(1)])
        let document = SDKProfileDocument(displayName: "n", uuid: "", payloads: [payload])
        #expect(
            document.propertyList["PayloadContent"]
                == .array([.dictionary(["PayloadType": .string("A"), "x": .integer(1)])]))
        #expect(document.propertyList["PayloadUUID"] == nil && document.propertyList["PayloadVersion"] == .integer(1))
    }
}
