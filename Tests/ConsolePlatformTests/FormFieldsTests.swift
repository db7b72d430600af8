import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// Forms as browsers post them.
struct FormFieldsTests {
    @Test(
        arguments: [
            ("a=1&b=2", "a", "1"), ("a=1&a=2", "a", "1"), ("a=x+y%2Bz", "a", "x y+z"), ("a=", "a", ""), ("a", "a", ""),
            ("a=b=c", "a", "b=c"), ("%61=1", "a", "1"), ("a=%C3%A4", "a", "ä"), ("a=%", "a", nil), ("a=%ff", "a", nil),
            ("", "a", nil), ("&&=&", "a", nil), ("b=1", "a", nil),
        ] as [(String, String, String?)])
    func `Fields are decoded, broken ones left out`(body: String, name: String, value: String?) {
        #expect(FormFields(Data(body.utf8))[name] == value)
    }

    @Test func `Bytes that are no text do no harm`() {
        #expect(FormFields(Data(0...255))["a"] == nil)
    }
}
