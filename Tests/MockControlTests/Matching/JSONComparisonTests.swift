import DeviceProtocol
import Foundation
import Testing

@testable import MockControl

/// Comparing JSON values by what they say (MockControl, "Matchers").
struct JSONComparisonTests {
    private func value(_ json: String) throws -> JSONValue { try JSONValue(json: Data(json.utf8)) }

    @Test(arguments: [
        ("1", "1.0", true), ("1", "1e0", true), ("10", "1E1", true), ("1", "2", false), ("0", "-0", true),
        ("0.1", "0.10", true), ("9007199254740993", "9007199254740992", false),
        ("12345678901234567890123456789", "12345678901234567890123456788", false), ("1", "\"1\"", false),
        ("null", "null", true), ("null", "false", false), ("true", "true", true), ("true", "false", false),
        (#""a""#, #""a""#, true), (#""a""#, #""A""#, false), ("[1, 2]", "[1, 2]", true), ("[1, 2]", "[2, 1]", false),
        ("[1]", "[1, 1]", false), (#"{"a": 1, "b": 2}"#, #"{"b": 2.0, "a": 1}"#, true),
        (#"{"a": 1}"#, #"{"a": 1, "b": null}"#, false), (#"{"a": 1, "a": 2}"#, #"{"a": 2}"#, true),
        ("{}", "[]", false),
    ])
    func `Values are equal that say the same`(left: String, right: String, isEqual: Bool) throws {
        #expect(try value(left).isEqual(to: value(right)) == isEqual)
        #expect(try value(right).isEqual(to: value(left)) == isEqual)
    }

    @Test func `Letter case is ignored at any depth`() throws {
        let (left, right) = (try value(#"{"a": ["X", {"b": "Y"}]}"#), try value(#"{"a": ["x", {"b": "y"}]}"#))
        #expect(left.isEqual(to: right, ignoringCase: true) && !left.isEqual(to: right))
        // Names count as they are.
        #expect(try !left.isEqual(to: value(#"{"A": ["X", {"b": "Y"}]}"#), ignoringCase: true))
    }

    @Test(arguments: [
        (#"{"a": 1, "b": {"c": [1, 2, 3]}}"#, #"{"b": {"c": [3, 1]}}"#, true), (#"{"a": 1}"#, #"{"a": 2}"#, false),
        (#"{"a": 1}"#, #"{"b": 1}"#, false), (#"{"a": 1}"#, "{}", true), ("[1, 2]", "[]", true),
        ("[1, 2]", "[3]", false),
        (#"[{"a": 1, "b": 2}]"#, #"[{"b": 2}]"#, true), (#"{"a": "long text"}"#, #"{"a": "text"}"#, false),
        (#"{"a": null}"#, #"{"a": null}"#, true), ("{}", #"{"a": null}"#, false),
    ])
    func `An object is found in one that has more`(whole: String, part: String, isThere: Bool) throws {
        #expect(try value(whole).contains(value(part)) == isThere)
    }

    @Test(
        arguments: [
            ("1", "2", -1), ("2", "1", 1), ("10", "9", 1), ("1.5", "1.50", 0), ("-1", "1", -1),
            ("9223372036854775808", "9223372036854775807", 1), (#""a""#, #""b""#, -1), (#""10""#, #""9""#, -1),
            ("1", #""1""#, nil), ("null", "null", nil), ("[1]", "[2]", nil),
        ] as [(String, String, Int?)])
    func `Numbers have an order, and texts have one`(left: String, right: String, order: Int?) throws {
        #expect(try value(left).order(to: value(right)) == order)
    }

    @Test(arguments: [
        ("1", true), ("-1.5e3", true), ("0", true), ("", false), ("01", false), ("+1", false), (".5", false),
        ("x", false), ("true", false), ("[1]", false), ("NaN", false), ("0x10", false),
    ])
    func `A text is a number if JSON writes numbers so`(text: String, isNumber: Bool) {
        #expect((JSONValue(numberText: text) != nil) == isNumber, "\(text)")
    }

    @Test func `A value has a short text`() throws {
        #expect(try value(#""a b""#).shortText == "a b")
        #expect(try value(#"{"a":[1,null]}"#).shortText == #"{"a":[1,null]}"#)
    }
}
