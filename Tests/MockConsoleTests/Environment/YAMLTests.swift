import DeviceProtocol
import Foundation
import Testing

@testable import ConsoleModel
@testable import ConsolePlatform
@testable import ConsoleTestSupport
@testable import DeviceServices
@testable import MockConsole

/// Scalars by the core schema of YAML 1.2.
struct YAMLScalarTests {
    @Test(arguments: [
        "yes", "no", "on", "off", "y", "n", "Yes", "NO", "12:30", "12:30:45", "0b11", "017x", "1_000", "0x", "0xG",
        "0o8",
        "0x-5", "0x+5", "0o-7", "1.2.3", "1-2", "2026-03-05", "e3", ".", "-", "+", "--1", "+-1", "1e", ".e1", "tRue",
        "nul",
        "=", "<<", "0X1F", "1 2", "Infinity", "nan", "0x1p4", "١",
    ])
    func `These are texts`(text: String) {
        #expect(YAMLScalar.kind(ofPlain: text) == .text)
    }

    /// What stands plainly, and what it is.
    private static let scalars: [(String, YAMLScalar.Kind)] = [
        ("", .null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null),
        ("true", .bool(true)), ("True", .bool(true)), ("TRUE", .bool(true)), ("false", .bool(false)),
        ("False", .bool(false)), ("FALSE", .bool(false)), ("0", .integer(0)), ("-0", .integer(0)),
        ("+12", .integer(12)),
        ("-7", .integer(-7)), ("017", .integer(17)), ("0o17", .integer(15)), ("0x1F", .integer(31)),
        ("0xff", .integer(255)), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("1e3", .real(1000)), (".5", .real(0.5)), ("-.5", .real(-0.5)), ("+.5", .real(0.5)), ("1.", .real(1)),
        ("1.5E-2", .real(0.015)), ("0.0", .real(0)), (".inf", .real(.infinity)), (".Inf", .real(.infinity)),
        (".INF", .real(.infinity)), ("+.INF", .real(.infinity)), ("-.INF", .real(-.infinity)),
        ("+.Inf", .real(.infinity)), ("-.inf", .real(-.infinity)),
    ]

    @Test(arguments: scalars)
    func `These are not`(text: String, kind: YAMLScalar.Kind) {
        #expect(YAMLScalar.kind(ofPlain: text) == kind)
    }

    @Test(arguments: [".nan", ".NaN", ".NAN"]) func `Not a number is a number`(text: String) {
        guard case .real(let value) = YAMLScalar.kind(ofPlain: text) else {
            Issue.record("\(text) is no real")
            return
        }
        #expect(value.isNaN)
    }

    @Test(arguments: ["'5'", "\"5\"", "|-\n  5", ">-\n  5"]) func `Whatever is quoted is a text`(written: String) throws
    {
        let indented = written.replacing("\n", with: "\n          ")
        let text = EnvironmentFixtures.global(
            "profiles:\n    - name: p\n      payloads:\n      - PayloadType: X\n        a: \(indented)")
        let payload = try EnvironmentReader.read(text).groups.first?.profiles.first?.payloads.first
        #expect(payload?.settings["a"] == .string("5"))
    }
}

/// Whatever a property list holds survives being written and read.
struct YAMLWritingTests {
    private static let pieces = [
        "a", "Z", "0", "9", " ", "  ", "\t", "\n", "\r\n", "\r", ":", ": ", " #", "#", "-", "- ", "'", "\"", "\\", "{",
        "}",
        "[", "]", ",", "&", "*", "!", "|", ">", "%", "@", "`", "~", "null", "true", "no", "1e3", "0x1F", "é",
        "e\u{301}", "ß",
        "漢字", "🏔", "👩‍👩‍👧", "\u{a0}", "\u{85}", "\u{2028}", "\u{2029}", "x\u{feff}", "\u{200b}", "\u{202e}", "\u{7f}",
        "\u{1}", "\u{1f}", "\u{10ffff}", "=", "<<", "...", "---", "?", "? ", "$", "$data", "$date",
    ]

    private static func text(_ generator: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 0...6, using: &generator))
            .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    /// A value of any type, containers ever smaller.
    static func value(_ generator: inout some RandomNumberGenerator, depth: Int = 4) -> PropertyListValue {
        let count = Int.random(in: 0...3, using: &generator)
        switch Int.random(in: 0...(depth > 0 ? 8 : 6), using: &generator) {
        case 0, 1: return .string(text(&generator))
        case 2:
            return .integer(
                Bool.random(using: &generator)
                    ? .random(in: -9...9, using: &generator)
                    : .random(in: .min ... .max, using: &generator))
        case 3: return .real(real(&generator))
        case 4: return .bool(.random(using: &generator))
        case 5: return .data(Data((0..<count * 5).map { _ in UInt8.random(in: 0...255, using: &generator) }))
        case 6: return .date(date(&generator))
        case 7: return .array((0..<count).map { _ in value(&generator, depth: depth - 1) })
        default:
            let pairs = (0..<count).map { _ in (text(&generator) + ".", value(&generator, depth: depth - 1)) }
            return .dictionary(Dictionary(pairs) { first, _ in first })
        }
    }

    private static func real(_ generator: inout some RandomNumberGenerator) -> Double {
        let value = Double(bitPattern: .random(in: 0 ... .max, using: &generator))
        return value.isFinite ? value : 0.1
    }

    /// Whole milliseconds from the year 1 to 9999.
    private static func date(_ generator: inout some RandomNumberGenerator) -> Date {
        Timestamp(milliseconds: .random(in: -62_135_596_800_000...253_402_300_799_999, using: &generator)).date
    }

    /// Reads a value back through the reader of environment files.
    private static func read(_ value: PropertyListValue) throws -> PropertyListValue? {
        let profile = EnvironmentProfile(
            position: EnvironmentPosition(line: 1, column: 1), name: "p",
            payloads: [ProfilePayload(type: "X", settings: ["value": value])])
        var group = EnvironmentGroup(
            position: profile.position, path: ["global"], name: "Global", type: "Global")
        group[ProfileEnvironmentSection.self] = [profile]
        let text = try EnvironmentWriter.write(EnvironmentDocument(groups: [group]))
        return try EnvironmentReader.read(text).groups.first?.profiles.first?.payloads.first?.settings["value"]
    }

    @Test(arguments: 0..<12) func `Random values come back as they were`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let value = Self.value(&generator)
            #expect(try Self.read(value) == value)
        }
    }

    @Test(
        arguments: pieces + [
            "", "y", "Y", "n", "oN", "OFF", "~", ".inf", "0o17", "a b", "a'b", "$scrypt$ln=1", "1.0.0",
        ])
    func `Awkward texts come back as texts`(text: String) throws {
        #expect(try Self.read(.string(text)) == .string(text))
        #expect(try Self.read(.dictionary([text + ".": .string(text)])) == .dictionary([text + ".": .string(text)]))
    }

    @Test func `Dates before and after now come back to the millisecond`() throws {
        var generator = SeededGenerator(seed: 99)
        for _ in 0..<200 {
            let value = PropertyListValue.date(Self.date(&generator))
            #expect(try Self.read(value) == value)
        }
    }
}
