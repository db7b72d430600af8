import Foundation
import Logging
import Testing
@testable import MockConsole

/// Log lines for people (Operations, "Logs").
@Suite struct TextLogHandlerTests {
    @Test func `A line has time, level, message and what it carries by key`() {
        let line = TextLogHandler.line(
            at: TestClock.start, level: .info, message: "Refused", metadata: ["status": "404", "path": "/x"])
        #expect(line == "2026-03-05T10:20:30.000Z info Refused path=/x status=404\n")
    }

    @Test func `What clients send cannot begin a line or move the cursor`() {
        let line = TextLogHandler.line(
            at: TestClock.start, level: .info, message: "a\nforged", metadata: ["user": "\u{1b}[31m\r"])
        #expect(line.filter { $0 == "\n" }.count == 1)
        #expect(line.contains("a\\u{a}forged") && line.contains("\\u{1b}[31m\\u{d}"))
    }
}
