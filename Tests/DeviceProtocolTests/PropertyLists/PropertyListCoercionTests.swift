import DeviceProtocol
import Foundation
import Testing

/// Property lists: coercion (SDKProfile, section 2).
struct PropertyListCoercionTests {
    @Test(
        arguments: [
            (.integer(5), 5), (.bool(true), 1), (.bool(false), 0), (.string("3368601"), 3_368_601), (.string("-1"), -1),
            (.string("1.5"), nil), (.string("x"), nil), (.string(""), nil), (.string(" 1"), nil), (.real(1), nil),
            (.array([]), nil),
        ] as [(PropertyListValue, Int64?)])
    func `Integers`(value: PropertyListValue, expected: Int64?) {
        #expect(value.coercedInteger == expected)
    }

    @Test(
        "Booleans; words are not understood",
        arguments: [
            (.bool(true), true), (.bool(false), false), (.integer(0), false), (.integer(-3), true),
            (.string("1"), true),
            (.string("0"), false), (.string("true"), nil), (.string("false"), nil), (.string("yes"), nil),
            (.string("NO"), nil), (.real(1), nil), (.data(Data()), nil),
        ] as [(PropertyListValue, Bool?)])
    func booleans(value: PropertyListValue, expected: Bool?) {
        #expect(value.coercedBool == expected)
    }

    @Test(
        arguments: [
            (.real(1.5), 1.5, 1.5), (.integer(2), 2, 2), (.string("2.5"), 2.5, nil), (.string("x"), nil, nil),
            (.bool(true), nil, nil),
        ] as [(PropertyListValue, Double?, Double?)])
    func `Reals, strict ones without strings`(value: PropertyListValue, lenient: Double?, strict: Double?) {
        #expect(value.coercedReal == lenient)
        #expect(value.strictReal == strict)
    }

    @Test
    func `Arrays of strings; one other element spoils them`() {
        #expect(PropertyListValue.array([.string("a"), .string("")]).coercedStrings == ["a", ""])
        #expect(PropertyListValue.array([]).coercedStrings == [])
        #expect(PropertyListValue.array([.string("a"), .integer(1)]).coercedStrings == nil)
        #expect(PropertyListValue.string("a").coercedStrings == nil)
    }
}
