import Foundation
import Testing

@testable import ConsolePlatform
@testable import ConsoleTestSupport

/// JSON written by hand is what an encoder writes.
struct JSONWriterTests {
    @Test(arguments: [
        "", "plain", "quote \" backslash \\ slash /", "\u{0}\u{1}\u{8}\t\n\u{c}\r\u{1f} ", "ä 🇩🇪 \u{2028}", "\\u0041",
        String(repeating: "long ", count: 1000),
    ])
    func `A text comes back as it was`(text: String) throws {
        var writer = JSONWriter()
        writer.object { $0.member("text", text) }
        let read = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: String]
        #expect(read == ["text": text])
    }

    @Test func `Containers have their commas`() {
        var writer = JSONWriter(capacity: 10)
        writer.object { writer in
            writer.member("none") { $0.object { _ in } }
            writer.member("list") { $0.array([1, 2, 3]) { writer, number in writer.value("\(number)") } }
            writer.member("empty") { $0.array([Int]()) { _, _ in } }
            writer.member("objects") { $0.array([1, 2]) { writer, _ in writer.object { $0.member("x", 1 as Int64) } } }
            writer.member("written") { $0.array([0, 1]) { writer, _ in writer.value(json: Array(#"{"a":1}"#.utf8)) } }
            writer.member("flag", true)
            writer.member("no", false)
            writer.member("least", Int64.min)
            writer.member("share", tenths: 1192)
            writer.member("zero", tenths: 0)
        }
        let text =
            #"{"none":{},"list":["1","2","3"],"empty":[],"objects":[{"x":1},{"x":1}],"written":[{"a":1},{"a":1}],"flag":true,"no":false,"#
            + #""least":-9223372036854775808,"share":119.2,"zero":0.0}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }
}
