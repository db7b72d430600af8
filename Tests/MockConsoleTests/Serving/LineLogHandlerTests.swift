import Foundation
import Testing

@testable import ConsoleTestSupport
@testable import MockConsole

/// Log lines for people and for programs (Operations, "Log output").
struct LineLogHandlerTests {
    private func line(_ message: String, _ metadata: [String: String]) -> LogLine {
        LogLine(time: TestClock.start, level: "info", label: "test", message: message, metadata: metadata)
    }

    @Test func `A line has time, level, message and what it carries by key`() {
        let text = line("Refused", ["status": "404", "path": "/x"]).text
        #expect(text == "2026-03-05T10:20:30.000Z info Refused path=/x status=404\n")
    }

    @Test func `What clients send cannot begin a line or move the cursor`() {
        let text = line("a\nforged", ["user": "\u{1b}[31m\r"]).text
        #expect(text.filter { $0 == "\n" }.count == 1)
        #expect(text.contains("a\\u{a}forged") && text.contains("\\u{1b}[31m\\u{d}"))
    }

    @Test(arguments: ["\u{202e}", "\u{2066}", "\u{200b}", "\u{2028}", "\u{85}", "\u{feff}"])
    func `What turns the direction of text or is not seen is written out`(mark: String) {
        let text = line("m", ["user": "a\(mark)b"]).text
        #expect(!text.contains(mark), "\(text)")
        #expect(text.contains("a\\u{\(String(mark.unicodeScalars.first?.value ?? 0, radix: 16))}b"), "\(text)")
    }

    @Test(arguments: [
        ("plain", "plain"), ("a=b", "\"a=b\""), ("", "\"\""), ("two words", "\"two words\""), ("\"", "\"\\\"\""),
        ("say \"hi\" to C:\\x", "\"say \\\"hi\\\" to C:\\\\x\""), ("C:\\x", "\"C:\\\\x\""), ("a\tb", "\"a\\u{9}b\""),
    ])
    func `A value stands in quotes if one could not see where it ends`(value: String, written: String) {
        #expect(line("m", ["key": value, "next": "1"]).text.hasSuffix(" m key=\(written) next=1\n"))
    }

    @Test func `On a terminal the level is coloured, and nothing else changes`() {
        let plain = LogLine(time: TestClock.start, level: "warning", label: "t", message: "m", metadata: ["a": "b c"])
        let shown = plain.text(isColoured: true)
        #expect(shown.contains(" \u{1b}[33mwarning\u{1b}[0m m a=\"b c\""))
        #expect(shown.replacing("\u{1b}[33m", with: "").replacing("\u{1b}[0m", with: "") == plain.text)
        #expect(line("m", [:]).text(isColoured: true) == line("m", [:]).text)
    }

    @Test(arguments: [
        (true, ["TERM": "xterm-256color"], true), (false, ["TERM": "xterm"], false), (true, ["TERM": "dumb"], false),
        (true, [:], false), (true, ["TERM": "xterm", "NO_COLOR": "1"], false),
        (true, ["TERM": "xterm", "NO_COLOR": ""], true),
    ])
    func `Colour is for terminals that know it, unless somebody said no`(
        isTerminal: Bool, environment: [String: String], isWanted: Bool
    ) {
        #expect(LineLogHandler.wantsColour(isTerminal: isTerminal, environment: environment) == isWanted)
    }

    @Test func `A line for programs is one JSON object on one line`() throws {
        let json = line("a\nb \"c\"", ["request_id": "1-2", "path": "/x"]).json
        #expect(json.filter { $0 == "\n" }.count == 1)
        let read = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(read["message"] as? String == "a\nb \"c\"" && read["level"] as? String == "info")
        #expect(read["time"] as? String == "2026-03-05T10:20:30.000Z")
        #expect(read["metadata"] as? [String: String] == ["request_id": "1-2", "path": "/x"])
    }

    @Test(arguments: ["\u{202e}", "\u{2066}", "\u{200b}", "\u{2028}", "\u{85}", "\u{7f}", "\u{feff}", "\u{e0041}"])
    func `Lines for programs escape what turns the direction of text or is not seen`(mark: String) throws {
        let json = line("m\(mark)", ["user": "a\(mark)b\n"]).json
        #expect(!json.dropLast().unicodeScalars.contains { !(0x20..<0x7f).contains($0.value) }, "\(json)")
        let read = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(read["message"] as? String == "m\(mark)")
        #expect(read["metadata"] as? [String: String] == ["user": "a\(mark)b\n"])
    }

    @Test func `Long values are cut off, however they are made up`() {
        #expect(LogLine.cut(String(repeating: "x", count: 200)) == String(repeating: "x", count: 200))
        #expect(LogLine.cut(String(repeating: "x", count: 201)) == String(repeating: "x", count: 200) + "…")
        #expect(LogLine.cut(String(repeating: "é", count: 200)).count == 200)
        // One character for the eye, and as long as one likes.
        let stacked = "a" + String(repeating: "\u{301}", count: 5000)
        #expect(LogLine.cut(stacked).unicodeScalars.count == 201)
    }
}
